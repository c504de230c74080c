/** Bundle of all status features. Loaded with the first file that mentions a status, and by `osc-tools explain`. */
export { explainedForAssistant, explainPasted, explainSeveral } from './explainer.ts';
export { statusService } from './statusService.ts';
