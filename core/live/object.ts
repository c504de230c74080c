/** What every object of a cluster has, as far as we look at it. Answers of clusters are read field by field, and only what is read is kept. */
import { given, isJsonObject, listAt, stringAt, textsAt } from '../json.ts';
import { millisecondsOf } from './time.ts';

export interface LiveObject {
  readonly uid: string;
  readonly name: string;
  /** Undefined for what belongs to no namespace. */
  readonly namespace?: string;
  readonly resourceVersion: string;
  /** Milliseconds since 1970. */
  readonly created?: number;
  /** Its deletion was asked for then; it stays as long as there are finalizers. */
  readonly deleting?: number;
}

/** One of `status.conditions`. */
export interface Condition {
  readonly type: string;
  /** `True`, `False` or `Unknown`, or whatever stands there. */
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** Milliseconds since 1970 of the last change. */
  readonly since?: number;
}

/** What all objects have; undefined for what is no object of the API. */
export function readObject(raw: unknown): LiveObject | undefined {
  const name = stringAt(raw, 'metadata', 'name');
  const uid = stringAt(raw, 'metadata', 'uid');
  if (name === undefined || uid === undefined) return undefined;
  return {
    uid,
    name,
    resourceVersion: stringAt(raw, 'metadata', 'resourceVersion') ?? '',
    ...given({
      namespace: stringAt(raw, 'metadata', 'namespace'),
      created: millisecondsOf(stringAt(raw, 'metadata', 'creationTimestamp')),
      deleting: millisecondsOf(stringAt(raw, 'metadata', 'deletionTimestamp')),
    }),
  };
}

export function readConditions(raw: unknown): readonly Condition[] {
  return listAt(raw, 'status', 'conditions').flatMap((one) => {
    const type = stringAt(one, 'type');
    if (!isJsonObject(one) || type === undefined) return [];
    const text = (field: string): string => stringAt(one, field) ?? '';
    const since = millisecondsOf(stringAt(one, 'lastTransitionTime'));
    return [{ type, status: text('status'), reason: text('reason'), message: text('message'), ...given({ since }) }];
  });
}

export function conditionOf(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((condition) => condition.type === type);
}

export function readFinalizers(raw: unknown): readonly string[] {
  return textsAt(raw, 'metadata', 'finalizers');
}
