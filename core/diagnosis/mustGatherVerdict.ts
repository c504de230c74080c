/**
 * Determines the verdict of a must-gather without findings. "No problems found" requires evidence that would show
 * failing Kata pods: the pods or the node journals.
 */
import type { WorkloadCoverage } from '../mustGather/workloadCoverage.ts';
import { logDataId } from './evidence/mustGatherData.ts';

/**
 * `findings`: problems were found. `clean`: the pods and the node journals show no problems. `partial`: no problems
 * were found, but either the pods or the node journals weren't collected. `noKata`: the must-gather contains no data
 * about OpenShift sandboxed containers. `unknown`: neither Kata pods nor node journals were collected, so failing
 * sandboxes aren't visible.
 */
export type MustGatherVerdict = 'findings' | 'clean' | 'partial' | 'noKata' | 'unknown';

export interface Judged {
  readonly findings: readonly unknown[];
  readonly gathered: {
    readonly lacksKata?: true;
    readonly seen?: ReadonlySet<string>;
    readonly pods?: readonly unknown[];
    readonly coverage?: WorkloadCoverage;
  };
}

/** Returns the verdict. The tree, the reports, and the responses to assistants share it. */
export function verdictOf({ findings, gathered }: Judged): MustGatherVerdict {
  if (findings.length > 0) return 'findings';
  if (gathered.lacksKata === true) return 'noKata';
  const [hasJournals, hasPods] = [hasNodeJournals(gathered), hasKataPods(gathered)];
  if (hasJournals && hasPods) return 'clean';
  return hasJournals || hasPods ? 'partial' : 'unknown';
}

/** Returns whether the must-gather contains a node journal. */
export function hasNodeJournals({ seen }: Judged['gathered']): boolean {
  return seen?.has(logDataId('crio')) === true || seen?.has(logDataId('kubelet')) === true;
}

/**
 * Returns whether the pod lists are evidence about Kata pods: either they contain Kata pods, or they cover all
 * namespaces.
 */
export function hasKataPods({ pods = [], coverage }: Judged['gathered']): boolean {
  return pods.length > 0 || coverage?.namespaces === 'all';
}
