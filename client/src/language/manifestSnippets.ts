/** The documents to start from. Bundled apart (dist/manifestSnippets.js): only "New OSC Manifest" has a use for them in this process. */
export { snippets } from '#snippets/index.ts';
