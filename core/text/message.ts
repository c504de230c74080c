/** Text that is translated when it is shown. */

/**
 * Returns a text in the language of the process. Tables hold messages, so that the language does not depend on when a
 * table is loaded. Call a message where the text is shown, and keep no result in a constant of a module.
 */
export type Message = () => string;
