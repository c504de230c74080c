/**
 * Starts demo clusters and offers actions for them. This separate bundle is loaded when the first demo cluster starts.
 */
export { beginDemo } from './beginDemo.ts';
export { askWhatToDo, offerDemoActions } from './demoActions.ts';
