/** Reads and changes the conditions in the status of objects. */
import { isJsonObject, getList, getString, type JsonObject } from '#simulator/store/kubeObject.ts';

/** A new condition. `withCondition` adds `lastTransitionTime`. */
export interface ConditionUpdate {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
}

/** Returns the condition of the given type. */
export function findObjectCondition(conditions: readonly unknown[], type: string): JsonObject | undefined {
  return conditions.filter(isJsonObject).find((condition) => condition['type'] === type);
}

/** Returns whether the condition exists and is True. */
export function isConditionTrue(object: unknown, type: string): boolean {
  return getString(findObjectCondition(getList(object, 'status', 'conditions'), type), 'status') === 'True';
}

/** Adds or replaces a condition. `lastTransitionTime` changes only if the status changes. */
export function withCondition(
  conditions: readonly unknown[],
  condition: ConditionUpdate,
  now: string,
): readonly unknown[] {
  const old = findObjectCondition(conditions, condition.type);
  const changed = old === undefined || old['status'] !== condition.status;
  const next = { ...condition, lastTransitionTime: changed ? now : (old['lastTransitionTime'] ?? now) };
  return old === undefined
    ? [...conditions, next]
    : conditions.map((other) => (other === old ? { ...old, ...next } : other));
}

/** Returns the conditions without the one of the given type. */
export function withoutCondition(conditions: readonly unknown[], type: string): readonly unknown[] {
  return conditions.filter((condition) => getString(condition, 'type') !== type);
}
