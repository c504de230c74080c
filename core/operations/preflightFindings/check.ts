/** One thing that is looked at before something is done on a cluster: one check is one file in checks/. */
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

export interface CheckFinding {
  readonly verdict: CheckVerdict;
  /** A few words: `OpenShift 4.16.3 is too old`. */
  readonly headline: string;
  /**
   * The finding without the title of its check, as a sentence without its period. Undefined: the headline needs the
   * title.
   */
  readonly summary?: string;
  /** The OSC release of the finding, if it doesn't apply to every release. */
  readonly release?: 'installed' | 'update';
  /** What on the cluster says so, a line each. */
  readonly evidence: readonly string[];
  /** What it means, in a sentence. */
  readonly meaning?: string;
  /** What to do. Commands stand in backticks. */
  readonly todo?: string;
}

export interface PreflightCheck {
  /** `openshift-version`. */
  readonly id: string;
  /** What is looked at: `OpenShift version`. */
  readonly title: Message;
  readonly area: 'Cluster' | 'Nodes' | 'Operator' | 'Rights' | 'Peer pods' | 'Workloads';
  /** Why it matters, in a sentence. */
  readonly why: Message;
  readonly docs?: DocSection;
  /** While its answer is not known, nobody can say that the cluster is fit. */
  readonly decides?: true;
  /** What it looks at; where none of it is known, it is not asked, and the report says why. */
  readonly kinds: readonly WatchedKindId[];
  readonly facts: readonly LookupId[];
  readonly judge: (situation: ObservedCluster) => CheckFinding;
}

export function defineCheck(check: PreflightCheck): PreflightCheck {
  return check;
}
