/** Everything about manifests as one bundle. It is loaded once the client was greeted. */
export { createManifestService } from './lsp/manifestService.ts';
export { checkFile } from './checkManifests.ts';
