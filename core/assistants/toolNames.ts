/** Names of the assistant tools. Kept separate, because this is all that an editor needs before a tool is used. */
export const toolNames = [
  'osc_get_install_status',
  'osc_explain_status',
  'osc_lint',
  'osc_check_policy',
  'osc_report_must_gather',
  'osc_compare_must_gathers',
  'osc_preflight',
  'osc_list_events',
  'osc_check_rights',
  'osc_read_logs',
  'osc_explain_rule',
  'osc_explain_denial',
  'osc_policy_diff',
  'osc_write_runbook',
] as const;
export type ToolName = (typeof toolNames)[number];

/** Names of the tools that read the cluster. */
const clusterToolNames = [
  'osc_get_install_status',
  'osc_preflight',
  'osc_list_events',
  'osc_check_rights',
  'osc_read_logs',
] as const;
export type ClusterToolName = (typeof clusterToolNames)[number];

/** Returns whether a tool reads the cluster. */
export function isClusterTool(name: ToolName): name is ClusterToolName {
  return clusterToolNames.some((one) => one === name);
}
