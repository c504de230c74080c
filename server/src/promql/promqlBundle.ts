/** PromQL support as one bundle. Loaded with the first file or request that needs it. */
export { promqlService } from './promqlService.ts';
