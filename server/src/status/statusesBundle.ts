/** Everything about statuses as one bundle. It is loaded with the first file that mentions one, and by `osc-tools explain`. */
export { explainedForAssistant, explainPasted, explainSeveral } from './explainer.ts';
export { statusService } from './statusService.ts';
