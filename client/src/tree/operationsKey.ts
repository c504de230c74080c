/** Where operations that were begun and aren't done are kept with the workspace. In the start bundle: whoever starts asks whether there are any. */
export const operationsKey = 'osc.operations';
