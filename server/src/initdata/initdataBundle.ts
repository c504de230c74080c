/** Everything about initdata as one bundle. It is loaded with the first file that needs it. */
export { initdataService } from './lsp/initdataService.ts';
