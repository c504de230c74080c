/** All that knows Rego and initdata, as one bundle: loaded with the first file that needs it. */
export { embeddedRules } from '../embedded/rules/index.ts';
export { checkInitdata, checkOpenFile, checkPolicy } from './model/checkPolicy.ts';
export { serveRun } from './evaluation/evaluationThread.ts';
export { language } from './lsp/index.ts';
export { Policy } from './model/policy.ts';
export { answerAttach, answerPack, answerReplay, answerTable, answerTest, answerUnpack } from './requests.ts';
