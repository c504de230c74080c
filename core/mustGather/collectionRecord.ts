/**
 * What is written beside a must-gather: how it was made. Nothing of it is secret: no paths of this machine, no
 * credentials.
 */
import { redactText } from '../redaction/index.ts';
import type { GatherChoices } from './collectChoices.ts';
import type { GatherOutcome } from './collectOutcome.ts';

/** The name of the file. */
export const recordName = 'osc-collection.json';

export interface CollectionRecord {
  /** Changes when a field is taken away. */
  readonly version: 1;
  /** `oc`, or `api`: collected without it, through the API alone. */
  readonly by: 'oc' | 'api';
  /** The command, without the kubeconfig. */
  readonly command: readonly string[];
  readonly choices?: GatherChoices;
  readonly versions: { readonly oc?: string; readonly openShift?: string; readonly operator?: string };
  readonly cluster: { readonly context: string; readonly server: string };
  /** ISO 8601. */
  readonly began: string;
  readonly ended: string;
  readonly end: GatherOutcome['end'];
  readonly words: string;
  /** What is missing, or went wrong, a line each. */
  readonly problems: readonly string[];
}

export function recordText({ words, problems, ...record }: CollectionRecord): string {
  // What programs and clusters say of themselves stands in them.
  const cleaned = { ...record, words: redactText(words), problems: problems.map((problem) => redactText(problem)) };
  return `${JSON.stringify(cleaned, undefined, 2)}\n`;
}
