/** Exports the manifest snippets. Loaded lazily because only "New OSC Manifest" uses them in this process. */
export { snippets } from '#snippets/index.ts';
