/** Everything about PromQL as one bundle. It is loaded with the first file or request that needs it. */
export { promqlService } from './promqlService.ts';
