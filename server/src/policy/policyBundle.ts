/** All that knows Rego and initdata, as one bundle: loaded with the first file that needs it. */
export { embeddedRules } from '../rules/embedded/index.ts';
export { checkInitdata, checkOpenFile, checkPolicy } from './check.ts';
export { serveRun } from './evaluationThread.ts';
export { language } from './language/index.ts';
export { Policy } from './policy.ts';
export { answerAttach, answerPack, answerReplay, answerTable, answerTest, answerUnpack } from './requests.ts';
