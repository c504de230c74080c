/** Reads must-gather objects that aren't followed on a live cluster but explain why an installation doesn't start. */
import { omitUndefined, getString } from '#core/common/json.ts';
import {
  readConditions,
  parseClusterObject,
  getWord,
  type StatusCondition,
  type ClusterObject,
} from '#core/cluster/objects/clusterObject.ts';
import type { EvidenceLine } from './evidenceLine.ts';

/**
 * `namespace`: the operator namespace; `definition`: the KataConfig CRD; `subscription`: a subscription in another
 * namespace.
 */
export type BesideKind = 'namespace' | 'definition' | 'subscription';

export interface ExtraObject extends ClusterObject {
  readonly kind: BesideKind;
  readonly conditions: readonly StatusCondition[];
  /** Package of a subscription. */
  readonly package?: string;
  readonly marks: readonly EvidenceLine[];
}

/** Reads an object. Returns undefined if it's invalid. */
export function readBeside(kind: BesideKind, raw: unknown, marks: readonly EvidenceLine[]): ExtraObject | undefined {
  const object = parseClusterObject(raw);
  if (object === undefined) return undefined;
  const named =
    kind === 'subscription' ? (getWord(raw, 'spec', 'name') ?? getString(raw, 'metadata', 'name')) : undefined;
  return { ...object, kind, conditions: readConditions(raw), marks, ...omitUndefined({ package: named }) };
}
