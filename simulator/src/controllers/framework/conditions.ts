/** Conditions, as most objects carry them in their status. */
import { isJsonObject, getList, getString, type JsonObject } from '#simulator/store/kubeObject.ts';

/** One condition; `lastTransitionTime` is written here. */
export interface ConditionUpdate {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
}

/** The condition of this type. */
export function findObjectCondition(conditions: readonly unknown[], type: string): JsonObject | undefined {
  return conditions.filter(isJsonObject).find((condition) => condition['type'] === type);
}

/** Whether it is there and True. */
export function isConditionTrue(object: unknown, type: string): boolean {
  return getString(findObjectCondition(getList(object, 'status', 'conditions'), type), 'status') === 'True';
}

/** With this condition. Its time is that of the last change of its status; what does not change is left as it was. */
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

/** Without the condition of this type. */
export function withoutCondition(conditions: readonly unknown[], type: string): readonly unknown[] {
  return conditions.filter((condition) => getString(condition, 'type') !== type);
}
