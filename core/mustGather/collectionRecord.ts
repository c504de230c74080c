/**
 * Describes the record that is stored next to a must-gather and explains how the must-gather was created. The record
 * contains no credentials and no local paths.
 */
import { redactText } from '../redaction/index.ts';
import type { GatherChoices } from './collectChoices.ts';
import type { GatherOutcome } from './collectOutcome.ts';

/** File name of the record. */
export const recordName = 'osc-collection.json';

export interface CollectionRecord {
  /** Version of the format, which increases when a field is removed. */
  readonly version: 1;
  /** `oc`, or `api` if collected through the API without oc. */
  readonly by: 'oc' | 'api';
  /** Command without the kubeconfig. */
  readonly command: readonly string[];
  readonly choices?: GatherChoices;
  readonly versions: { readonly oc?: string; readonly openShift?: string; readonly operator?: string };
  readonly cluster: { readonly context: string; readonly server: string };
  /** Start time in ISO 8601. */
  readonly began: string;
  readonly ended: string;
  readonly end: GatherOutcome['end'];
  readonly words: string;
  /** Missing data and problems, one line each. */
  readonly problems: readonly string[];
}

export function recordText({ words, problems, ...record }: CollectionRecord): string {
  // These fields contain output of oc and of the cluster.
  const cleaned = { ...record, words: redactText(words), problems: problems.map((problem) => redactText(problem)) };
  return `${JSON.stringify(cleaned, undefined, 2)}\n`;
}
