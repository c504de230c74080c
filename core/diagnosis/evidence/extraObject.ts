/** Objects of a must-gather that a live cluster is not asked for all the time, and that tell why an install does not begin. */
import { given, stringAt } from '#core/common/json.ts';
import { readConditions, readObject, wordAt, type Condition, type LiveObject } from '#core/cluster/objects/clusterObject.ts';
import type { Mark } from './mark.ts';

/** `namespace`: that of the operator; `definition`: that of KataConfig; `subscription`: one in another namespace. */
export type BesideKind = 'namespace' | 'definition' | 'subscription';

export interface Beside extends LiveObject {
  readonly kind: BesideKind;
  readonly conditions: readonly Condition[];
  /** Of a Subscription. */
  readonly package?: string;
  readonly marks: readonly Mark[];
}

/** Undefined for what cannot be read. */
export function readBeside(kind: BesideKind, raw: unknown, marks: readonly Mark[]): Beside | undefined {
  const object = readObject(raw);
  if (object === undefined) return undefined;
  const named = kind === 'subscription' ? (wordAt(raw, 'spec', 'name') ?? stringAt(raw, 'metadata', 'name')) : undefined;
  return { ...object, kind, conditions: readConditions(raw), marks, ...given({ package: named }) };
}
