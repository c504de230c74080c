/**
 * Starts demo clusters, and shows what users can do with them. A bundle of its own, loaded with the first demo cluster.
 */
export { beginDemo } from './beginDemo.ts';
export { askWhatToDo, offerDemoActions } from './demoActions.ts';
