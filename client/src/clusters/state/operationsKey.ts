/** Key of unfinished operations in the workspace state. In the start bundle, because activation checks whether there are any. */
export const operationsKey = 'osc.operations';
