/** How a must-gather is read, and what comes of it. */
import type { MustGatherData } from '#core/diagnosis/evidence/mustGatherData.ts';
import type { WorkloadCoverage } from '#core/mustGather/workloadCoverage.ts';
import type { BudgetOptions } from '../limits/budget.ts';

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Bytes of the source, as far as they are known; 0: it is not known how many there are. */
  readonly progress?: (done: number, total: number) => void;
  /** Smaller limits and another clock, for tests. */
  readonly budget?: Pick<BudgetOptions, 'totals' | 'cpu'>;
}

/** What was read, and what was not. */
export interface MustGatherReadResult extends MustGatherData {
  /** Files in it, and how many of them were read. */
  readonly files: number;
  readonly read: number;
  /** Neither a KataConfig nor the operator could be seen in it: that nothing wrong was found says nothing then. */
  readonly lacksKata?: true;
  /** In words: what is missing, and what could not be read. */
  readonly gaps: readonly string[];
  /** The namespaces whose pods were collected, if the must-gather records them. */
  readonly coverage?: WorkloadCoverage;
  /** By node: the packages of kata, where they are told. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
}
