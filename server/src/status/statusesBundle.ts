/** All that knows statuses, as one bundle (dist/explain.js): loaded with the first file that mentions one, and with `osc-tools explain`. */
export { explainedForAssistant, explainPasted, explainSeveral } from './explainer.ts';
export { answerExplainStatus } from './answerExplainStatus.ts';
export { checkStatusFilters } from './check.ts';
export { statusCompletion } from './completion.ts';
export { statusHover } from './hover.ts';
