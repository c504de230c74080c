/**
 * Finds PodDisruptionBudgets that currently allow no eviction and therefore block a drain. Source: policy/v1
 * PodDisruptionBudget.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getNumber, getValue } from '#core/common/json.ts';
import { readSelector, type LabelSelector } from '#core/labels/labelSelector.ts';
import { parseClusterObject, type ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

export interface TightBudget extends ClusterObject {
  readonly namespace: string;
  /** Number of pods that the budget covers. Never 0. */
  readonly expectedPods: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  /** As specified, such as `1` or `50%`. */
  readonly minAvailable?: string;
  readonly maxUnavailable?: string;
  readonly selector?: LabelSelector;
}

export interface DisruptionBudgets {
  /** Budgets that currently allow 0 disruptions. */
  readonly tight: readonly TightBudget[];
  /** True if there are more budgets that weren't read. */
  readonly cut: boolean;
}

const path = getCollectionPath({ group: 'policy', version: 'v1', plural: 'poddisruptionbudgets' });
const most = 1000;

export const disruptionBudgetsFact = defineLookup<DisruptionBudgets>({
  neededFor: () => l10n.t`whether PodDisruptionBudgets block a node drain`,
  read: async (reader) =>
    mapReadResult(
      await reader.list(path, most, isTight),
      ({ items, cut }) => ({ tight: items.filter(isTight).flatMap(readBudget), cut }),
      {
        tight: [],
        cut: false,
      },
    ),
});

/**
 * Returns whether a budget allows no eviction. Excludes budgets that the disruption controller hasn't processed yet.
 */
function isTight(raw: unknown): boolean {
  return getNumber(raw, 'status', 'disruptionsAllowed') === 0 && (getNumber(raw, 'status', 'expectedPods') ?? 0) > 0;
}

function readBudget(raw: unknown): readonly TightBudget[] {
  const object = parseClusterObject(raw);
  if (object?.namespace === undefined) return [];
  const count = (field: string): number => getNumber(raw, 'status', field) ?? 0;
  return [
    {
      ...object,
      namespace: object.namespace,
      expectedPods: count('expectedPods'),
      currentHealthy: count('currentHealthy'),
      desiredHealthy: count('desiredHealthy'),
      ...omitUndefined({
        minAvailable: amountOf(getValue(raw, 'spec', 'minAvailable')),
        maxUnavailable: amountOf(getValue(raw, 'spec', 'maxUnavailable')),
        selector: readSelector(raw, 'spec', 'selector'),
      }),
    },
  ];
}

function amountOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= 20 ? value : undefined;
}
