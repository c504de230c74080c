/** What is loaded once the client was greeted: the rules, what knows the same tables as they, and what reads the workspace. */
export { kataConfigLenses, kataConfigMarkdown } from './cluster/kataConfigState.ts';
export { readClusterFacts } from './cluster/readFacts.ts';
export { podSizeShown } from './features/podSize.ts';
export { sandboxEdits } from './rules/pods/sandboxEdits.ts';
export { workloadsIn } from './rules/pods/workloadsIn.ts';
export { checkFile } from './rules/run.ts';
export { workspaceReader } from './workspace/workspaceReader.ts';
