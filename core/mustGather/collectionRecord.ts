/**
 * Describes the record that is stored next to a must-gather and explains how the must-gather was created. The record
 * contains no credentials and no local paths.
 */
import { redactText } from '../redaction/index.ts';
import type { GatherChoices } from './collectChoices.ts';
import { getNumber, getString } from '../common/json.ts';
import type { CollectionSize, RecordedSize } from './collectionSize.ts';
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
  /** Size of the collected files. Old records don't have it. */
  readonly size?: CollectionSize;
  /** Number of nodes of the cluster. */
  readonly nodeCount?: number;
  /** Start time in ISO 8601. */
  readonly began: string;
  readonly ended: string;
  readonly end: GatherOutcome['end'];
  readonly words: string;
  /** Missing data and problems, one line each. */
  readonly problems: readonly string[];
}

/**
 * Reads the size of a complete collection from its record, which might be damaged. A collection through the API always
 * lacks node journals, so all that ended count. Returns undefined if the record has no size.
 */
export function readRecordedSize(record: unknown): RecordedSize | undefined {
  const [by, end] = [getString(record, 'by'), getString(record, 'end')];
  const [bytes, server] = [getNumber(record, 'size', 'bytes'), getString(record, 'cluster', 'server')];
  if (bytes === undefined || bytes <= 0 || server === undefined) return undefined;
  if (by !== 'api' && by !== 'oc') return undefined;
  if (end !== (by === 'api' ? 'partial' : 'complete')) return undefined;
  return {
    server,
    by,
    what: getString(record, 'choices', 'what'),
    since: getString(record, 'choices', 'since'),
    bytes,
    nodeCount: getNumber(record, 'nodeCount'),
  };
}

export function recordText({ words, problems, ...record }: CollectionRecord): string {
  // These fields contain output of oc and of the cluster.
  const cleaned = { ...record, words: redactText(words), problems: problems.map((problem) => redactText(problem)) };
  return `${JSON.stringify(cleaned, undefined, 2)}\n`;
}
