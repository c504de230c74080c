/** Names of the assistant tools. Kept separate, because this is all that an editor needs before a tool is used. */
export const toolNames = [
  'osc_get_install_status',
  'osc_explain_status',
  'osc_lint',
  'osc_check_policy',
  'osc_report_must_gather',
  'osc_preflight',
  'osc_check_rights',
] as const;
export type ToolName = (typeof toolNames)[number];

/** Names of the tools that read a cluster. */
const clusterTools = [
  'osc_get_install_status',
  'osc_preflight',
  'osc_check_rights',
] as const satisfies readonly ToolName[];
export type ClusterToolName = (typeof clusterTools)[number];

export function isClusterTool(name: ToolName): name is ClusterToolName {
  return clusterTools.some((one) => one === name);
}
