/** All that knows statuses: loaded with the first file that mentions one, and with `osc-tools explain`. */
export { explainedForAssistant, explainPasted, explainSeveral } from './explainer.ts';
export { statusService } from './statusService.ts';
