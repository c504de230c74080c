/** Defines a preflight check. Each check has its own file. */
import type { DocSection } from '#core/product/docSection.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import type { LookupId } from '../lookupList.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import type { Message } from '#core/text/message.ts';

/**
 * `fail`: Kata can't be installed or used; `warn`: it might fail or has a cost; `unknown`: the data can't be read, and
 * the finding names what is missing; `info`: a neutral fact; `none`: doesn't apply to this cluster.
 */
export type CheckVerdict = 'pass' | 'warn' | 'fail' | 'unknown' | 'info' | 'none';

/**
 * What the cluster is checked for. `install`: to install Kata; `update`: to update OSC; `run`: to run Kata, which is
 * installed.
 */
export type PreflightTarget = 'install' | 'update' | 'run';

export interface CheckFinding {
  readonly verdict: CheckVerdict;
  /** Short result, such as `OpenShift 4.16.3 is too old`. */
  readonly headline: string;
  /**
   * Finding that is understandable without the title of its check, as a sentence without a period. Undefined if the
   * headline depends on the title.
   */
  readonly summary?: string;
  /** The OSC release that the finding applies to. Undefined if it applies to every release. */
  readonly release?: 'installed' | 'update';
  /** Evidence on the cluster, one line each. */
  readonly evidence: readonly string[];
  /** Meaning, in one sentence. */
  readonly meaning?: string;
  /** Recommended action, with commands in backticks. */
  readonly todo?: string;
}

export interface PreflightCheck {
  /** Stable ID, such as `openshift-version`. */
  readonly id: string;
  /** Title, such as `OpenShift version`. */
  readonly title: Message;
  readonly area: 'Cluster' | 'Nodes' | 'Operator' | 'Permissions' | 'Peer pods' | 'Workloads';
  /** Reason the check matters, in one sentence. */
  readonly why: Message;
  readonly docs?: DocSection;
  /**
   * Targets that the check decides about. For other targets, a failure is only a warning. Undefined if the check is
   * about every target.
   */
  readonly targets?: readonly PreflightTarget[];
  /** True if the cluster can't be reported as ready while the result is unknown. */
  readonly decides?: true;
  /**
   * Required resource kinds. If none of the required data is known, the check isn't run, and the report shows the
   * reason.
   */
  readonly kinds: readonly WatchedKindId[];
  readonly facts: readonly LookupId[];
  readonly judge: (situation: ObservedCluster) => CheckFinding;
}

export function defineCheck(check: PreflightCheck): PreflightCheck {
  return check;
}
