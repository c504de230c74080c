/** Defines texts that are translated when they are displayed. */

/**
 * Returns a text in the language of the process. Tables contain messages, so that the language doesn't depend on when a
 * table is loaded. Call a message where the text is displayed, and don't store the result in a module constant.
 */
export type Message = () => string;

/** Empty description of a value whose name is self-explanatory. */
export const noText: Message = () => '';
