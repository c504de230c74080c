/** Entry point of the bundle for Kata's configuration files, which is loaded with the first file that needs it. */
export { kataConfigService } from './lsp/kataConfigService.ts';
