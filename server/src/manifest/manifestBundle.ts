/** What is loaded once the client was greeted: the rules, what knows the same tables as they, and what reads the workspace. */
export { kataConfigLenses, kataConfigMarkdown } from './kataConfigState.ts';
export { readClusterFacts } from '../engine/cluster/readClusterInfo.ts';
export { podSizeShown } from './lsp/podSize.ts';
export { sandboxEdits } from './workloads/sandboxEdits.ts';
export { workloadsIn } from './workloads/workloadsIn.ts';
export { checkFile } from './checkManifests.ts';
export { workspaceReader } from '../engine/workspace/workspaceReader.ts';
