/** What this room offers to commands: all of it is behind one door, because it is loaded when first needed. */
import type { ToolResult } from '#core/assistants/toolResult.ts';
import type { CommandFeature, FeatureDeps } from '../features/lazyFeature.ts';
import type { OpenCluster } from '../clusters/state/openCluster.ts';

export type OperationsDeps = FeatureDeps;

export interface OperationsFeature extends CommandFeature {
  /** What assistants are told of an open cluster. Rejects when it does not answer. */
  readonly assist: {
    installStatus(cluster: OpenCluster, signal: AbortSignal): Promise<ToolResult>;
    preflight(cluster: OpenCluster, signal: AbortSignal): Promise<ToolResult>;
  };
}
