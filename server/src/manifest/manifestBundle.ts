/** Bundle for manifests. Loaded after the client has been initialized. */
export { createManifestService } from './lsp/manifestService.ts';
export { checkFile } from './checkManifests.ts';
