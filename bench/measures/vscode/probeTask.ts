/** Defines what the probe in the extension host measures. */

/** `open`: opens a file. `openWithOthers`: the same with ten other active extensions. `activate`: activates only. */
export const probeTasks = ['open', 'openWithOthers', 'activate'] as const;

export type ProbeTask = (typeof probeTasks)[number];

/** Name of the file with the result. */
export const resultFile = 'result.json';

export const extensionId = 'osc-tools.openshift-sandboxed-containers-tools';

/** The measured values. */
export interface ProbeResult {
  /** Milliseconds from the start of the task to its end. */
  readonly time: number;
  /** CPU time of the extension host, in milliseconds. */
  readonly cpu: number;
  /** Number of other extensions that the probe activated. */
  readonly others: number;
}
