/** Entry point of the initdata bundle, which is loaded with the first file that needs it. */
export { initdataService } from './lsp/initdataService.ts';
