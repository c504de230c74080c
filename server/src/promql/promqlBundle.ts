/** All that knows PromQL, as one bundle: loaded with the first file or request that needs it. */
export { answerAssist } from './answerAssist.ts';
export { checkPrometheusRules, checkPromql } from './check.ts';
export { promqlCompletion, promqlHover } from './language.ts';
