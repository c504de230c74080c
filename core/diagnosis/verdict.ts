/** What a must-gather without findings says. "Nothing wrong was found" needs evidence from where Kata pods fail: the pods themselves, or the journals of nodes. */
import type { WorkloadCoverage } from '../mustGather/coverage.ts';
import { logSeen } from './gathered.ts';

/**
 * `findings`: something is wrong. `clean`: nothing wrong was found where it would show. `noKata`: it has nothing of OpenShift sandboxed containers.
 * `unknown`: neither Kata pods nor journals of nodes were collected, so that failing sandboxes can't show.
 */
export type Verdict = 'findings' | 'clean' | 'noKata' | 'unknown';

export interface Judged {
  readonly findings: readonly unknown[];
  readonly gathered: {
    readonly lacksKata?: true;
    readonly seen?: ReadonlySet<string>;
    readonly pods?: readonly unknown[];
    readonly coverage?: WorkloadCoverage;
  };
}

/** Returns the verdict that the tree, the reports and the answers to assistants share. */
export function verdictOf({ findings, gathered }: Judged): Verdict {
  if (findings.length > 0) return 'findings';
  if (gathered.lacksKata === true) return 'noKata';
  const hasJournals = gathered.seen?.has(logSeen('crio')) === true || gathered.seen?.has(logSeen('kubelet')) === true;
  return hasJournals || hasKataPods(gathered) ? 'clean' : 'unknown';
}

/** Whether the must-gather has the Kata pods of the cluster, or at least some: a list without Kata pods says something only if it is that of all namespaces. */
export function hasKataPods({ pods = [], coverage }: Judged['gathered']): boolean {
  return pods.length > 0 || coverage?.namespaces === 'all';
}
