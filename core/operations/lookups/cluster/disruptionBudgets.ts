/** PodDisruptionBudgets that forbid every eviction now: a drain waits for them. Source: policy/v1 PodDisruptionBudget. */
import * as l10n from '@vscode/l10n';
import { given, numberAt, valueAt } from '#core/common/json.ts';
import { readSelector, type LabelSelector } from '#core/labels/labelSelector.ts';
import { readObject, type LiveObject } from '#core/cluster/objects/clusterObject.ts';
import { collectionPath } from '#core/cluster/objects/objectReference.ts';
import { defineFact, mapAnswer } from '../lookup.ts';

export interface TightBudget extends LiveObject {
  readonly namespace: string;
  /** Pods that it speaks of: not 0. */
  readonly expectedPods: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  /** As written: `1`, `50%`. */
  readonly minAvailable?: string;
  readonly maxUnavailable?: string;
  readonly selector?: LabelSelector;
}

export interface DisruptionBudgets {
  /** Those that allow 0 disruptions now. */
  readonly tight: readonly TightBudget[];
  /** There are more that were not looked at. */
  readonly cut: boolean;
}

const path = collectionPath({ group: 'policy', version: 'v1', plural: 'poddisruptionbudgets' });
const most = 1000;

export const disruptionBudgetsFact = defineFact<DisruptionBudgets>({
  neededFor: l10n.t`what may hold up the drain of a node`,
  read: async (reader) =>
    mapAnswer(await reader.list(path, most, isTight), ({ items, cut }) => ({ tight: items.filter(isTight).flatMap(readBudget), cut }), {
      tight: [],
      cut: false,
    }),
});

/** Nothing is said of budgets that the disruption controller has not counted yet. */
function isTight(raw: unknown): boolean {
  return numberAt(raw, 'status', 'disruptionsAllowed') === 0 && (numberAt(raw, 'status', 'expectedPods') ?? 0) > 0;
}

function readBudget(raw: unknown): readonly TightBudget[] {
  const object = readObject(raw);
  if (object?.namespace === undefined) return [];
  const count = (field: string): number => numberAt(raw, 'status', field) ?? 0;
  return [
    {
      ...object,
      namespace: object.namespace,
      expectedPods: count('expectedPods'),
      currentHealthy: count('currentHealthy'),
      desiredHealthy: count('desiredHealthy'),
      ...given({
        minAvailable: amountOf(valueAt(raw, 'spec', 'minAvailable')),
        maxUnavailable: amountOf(valueAt(raw, 'spec', 'maxUnavailable')),
        selector: readSelector(raw, 'spec', 'selector'),
      }),
    },
  ];
}

function amountOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= 20 ? value : undefined;
}
