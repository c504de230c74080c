/**
 * Objects of a must-gather that a live cluster is not asked for all the time, and that tell why an install does not
 * begin.
 */
import { omitUndefined, getString } from '#core/common/json.ts';
import {
  readConditions,
  parseClusterObject,
  getWord,
  type StatusCondition,
  type ClusterObject,
} from '#core/cluster/objects/clusterObject.ts';
import type { EvidenceLine } from './evidenceLine.ts';

/** `namespace`: that of the operator; `definition`: that of KataConfig; `subscription`: one in another namespace. */
export type BesideKind = 'namespace' | 'definition' | 'subscription';

export interface ExtraObject extends ClusterObject {
  readonly kind: BesideKind;
  readonly conditions: readonly StatusCondition[];
  /** Of a Subscription. */
  readonly package?: string;
  readonly marks: readonly EvidenceLine[];
}

/** Undefined for what cannot be read. */
export function readBeside(kind: BesideKind, raw: unknown, marks: readonly EvidenceLine[]): ExtraObject | undefined {
  const object = parseClusterObject(raw);
  if (object === undefined) return undefined;
  const named =
    kind === 'subscription' ? (getWord(raw, 'spec', 'name') ?? getString(raw, 'metadata', 'name')) : undefined;
  return { ...object, kind, conditions: readConditions(raw), marks, ...omitUndefined({ package: named }) };
}
