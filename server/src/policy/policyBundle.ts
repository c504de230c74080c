/** Exports all policy code as one bundle. It's loaded with the first file that needs it. */
export { serveRun } from './evaluationWorker/evaluationThread.ts';
export { policyService } from './lsp/policyService.ts';
