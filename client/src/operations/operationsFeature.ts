/** Interface of the operations feature, which is loaded on first use. */
import type { ToolInput } from '#core/assistants/toolFields.ts';
import type { listEventsTool } from '#core/assistants/tools/listEvents.ts';
import type { readLogsTool } from '#core/assistants/tools/readLogs.ts';
import type { ToolResult } from '#core/assistants/toolResult.ts';
import type { CommandFeature, FeatureDeps } from '../features/lazyFeature.ts';
import type { OpenCluster } from '../clusters/state/openCluster.ts';

export type OperationsDeps = FeatureDeps;

export interface OperationsFeature extends CommandFeature {
  /** Runs the cluster tools for assistants on an open cluster. Rejects if the cluster doesn't respond. */
  readonly assist: {
    installStatus(cluster: OpenCluster, signal: AbortSignal): Promise<ToolResult>;
    preflight(cluster: OpenCluster, signal: AbortSignal): Promise<ToolResult>;
    listEvents(
      cluster: OpenCluster,
      input: ToolInput<typeof listEventsTool.fields>,
      signal: AbortSignal,
    ): Promise<ToolResult>;
    /** @param task a task of `osc_check_rights`, or undefined for all */
    rights(cluster: OpenCluster, task: string | undefined, signal: AbortSignal): Promise<ToolResult>;
    readLogs(
      cluster: OpenCluster,
      input: ToolInput<typeof readLogsTool.fields>,
      signal: AbortSignal,
    ): Promise<ToolResult>;
  };
}
