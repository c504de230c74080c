/** Options for reading a must-gather, and the result. */
import type { MustGatherData } from '#core/diagnosis/evidence/mustGatherData.ts';
import type { PlatformState } from '#core/diagnosis/platform/platformReport.ts';
import type { WorkloadCoverage } from '#core/mustGather/workloadCoverage.ts';
import type { BudgetOptions } from '../limits/budget.ts';

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of bytes read and the total number. The total is 0 if it's unknown. */
  readonly progress?: (done: number, total: number) => void;
  /** Smaller limits and another clock, for tests. */
  readonly budget?: Pick<BudgetOptions, 'totals' | 'cpu'>;
}

/** The data that was read, and what is missing. */
export interface MustGatherReadResult extends MustGatherData {
  /** Number of files in the must-gather, and how many of them were read. */
  readonly files: number;
  readonly read: number;
  /**
   * True if the must-gather contains neither a KataConfig nor operator data. The absence of findings then has no
   * meaning.
   */
  readonly lacksKata?: true;
  /** Sentences about missing data and files that couldn't be read. */
  readonly gaps: readonly string[];
  /** The namespaces whose pods were collected, if the must-gather records them. */
  readonly coverage?: WorkloadCoverage;
  /** Problems that OpenShift sandboxed containers doesn't cause. */
  readonly platform: PlatformState;
  /** Kata packages by node, if the must-gather contains them. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
}
