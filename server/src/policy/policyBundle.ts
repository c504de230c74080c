/** Everything about policies as one bundle. It is loaded with the first file that needs it. */
export { serveRun } from './evaluationWorker/evaluationThread.ts';
export { policyService } from './lsp/policyService.ts';
