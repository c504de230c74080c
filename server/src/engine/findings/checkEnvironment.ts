/** What the findings of a file depend on besides its text. */
import type { Release } from '#core/product/releases.ts';
import type { SeveritySetting } from '#core/common/severity.ts';
import type { ValidationCluster } from '../cluster/knownCluster.ts';
import type { WorkspaceSnapshot } from '../workspace/workspaceSnapshot.ts';

/** Settings, workspace, and cluster as they are when a check starts. */
export interface CheckEnvironment {
  readonly release: Release;
  /** By rule id, without `osc/`. */
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  /** Undefined while the workspace isn't known. Rules that need it report nothing then. */
  readonly workspace: WorkspaceSnapshot | undefined;
  /** The cluster that the user chose. */
  readonly cluster?: ValidationCluster | undefined;
  /** Another extension checks YAML and has our schema: what it reports too is left to it. */
  readonly yamlCheckedElsewhere: boolean;
  /** The time for certificates, in milliseconds since 1970. */
  readonly now: number;
  /** Logs the failure of a rule. */
  readonly onError: (message: string) => void;
}
