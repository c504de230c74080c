/** The documents to start from. Loaded when needed: only "New OSC Manifest" has a use for them in this process. */
export { snippets } from '#snippets/index.ts';
