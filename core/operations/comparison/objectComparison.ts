/** The result of comparing the objects of files with a cluster. */

export const verdicts = ['different', 'onlyInFolder', 'onlyInCluster', 'notComparable', 'same'] as const;

/**
 * How an object in the files relates to the cluster. `onlyInCluster`: the object has a kind and the labels of the
 * files, but the files don't contain it.
 */
export type Verdict = (typeof verdicts)[number];

/** The comparison of one object. */
export interface ObjectComparison {
  readonly verdict: Verdict;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  /** File that contains the object. Undefined if only the cluster contains it. */
  readonly file?: string;
  /** The object on the cluster, and the object after it's applied, as YAML without secrets. Undefined if it's equal. */
  readonly texts?: { readonly before: string; readonly after: string };
  /** Why the object can't be compared, or what to know about its state. A sentence or a message of the server. */
  readonly reason?: string;
  /** Other field managers that set different values, so that applying the object requires force. */
  readonly managers?: readonly string[];
}

/** Returns the number of objects with each verdict. */
export function countVerdicts(objects: readonly ObjectComparison[]): Readonly<Record<Verdict, number>> {
  const counts = { different: 0, onlyInFolder: 0, onlyInCluster: 0, notComparable: 0, same: 0 };
  for (const { verdict } of objects) counts[verdict] += 1;
  return counts;
}
