/** The inputs of a check in addition to the text of the file. */
import type { Release } from '#core/product/releases.ts';
import type { SeveritySetting } from '#core/common/severity.ts';
import type { ValidationCluster } from '../cluster/knownCluster.ts';
import type { WorkspaceSnapshot } from '../workspace/workspaceSnapshot.ts';

/** Settings, workspace, and cluster at the start of a check. */
export interface CheckEnvironment {
  readonly release: Release;
  /** Severities by rule ID, without `osc/`. */
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  /** Undefined until the workspace is read. Rules that require it then report nothing. */
  readonly workspace: WorkspaceSnapshot | undefined;
  /** The cluster that the user selected. */
  readonly cluster?: ValidationCluster | undefined;
  /**
   * True if another extension validates YAML with the product's schema. Findings that the other extension also reports
   * are omitted.
   */
  readonly yamlCheckedElsewhere: boolean;
  /** True if that extension also checks the Kubernetes objects in the file, because `yaml.schemas` names it. */
  readonly kubernetesCheckedElsewhere?: boolean;
  /** True if the user checks the fields of all Kubernetes objects, not only of those in files with Kata workloads. */
  readonly checksKubernetes?: boolean;
  /** Current time for certificate checks, in milliseconds since 1970. */
  readonly now: number;
  /**
   * Identifies a run that checks many files with this environment. Files of a run can share results. Undefined in the
   * language server, where files change.
   */
  readonly run?: object;
  /** Logs the failure of a rule. */
  readonly onError: (message: string) => void;
  /** Reports a limit because of which the findings of a file are incomplete, in English. */
  readonly onLimit?: (message: string) => void;
}
