/**
 * MachineConfigPools of a cluster. Source: openshift/api machineconfiguration/v1 types; domain/01-kataconfig.md 1.7.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, omitUndefined, getList, getNumber, getValue } from '#core/common/json.ts';
import { readSelector, type LabelSelector } from '#core/labels/labelSelector.ts';
import { lastFieldWrite, type FieldWrite } from '../objects/fieldWrite.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import {
  getName,
  readConditions,
  truncateWord,
  type StatusCondition,
  type ClusterObject,
} from '../objects/clusterObject.ts';

export interface MachineConfigPool extends ClusterObject {
  /** Name of the rendered configuration that the nodes should have. */
  readonly target?: string;
  readonly paused: boolean;
  /** Last write of `spec.paused`, from the managed fields. */
  readonly pausedWrite?: FieldWrite;
  /**
   * Selector for the nodes of the pool. Undefined if the selector is missing or empty. A missing selector selects no
   * nodes. An empty selector selects all nodes and isn't used in practice.
   */
  readonly nodeSelector?: LabelSelector;
  /** Maximum number of unavailable nodes as written, such as `1` or `10%`. Undefined means 1. */
  readonly maxUnavailable?: string;
  readonly conditions: readonly StatusCondition[];
  readonly machineCount: number;
  readonly updatedCount: number;
  readonly readyCount: number;
  readonly degradedCount: number;
  /** True if the status doesn't yet reflect the newest spec (`status.observedGeneration`). */
  readonly isOutdated?: true;
  /** Names of the MachineConfigs that the rendered configuration contains. */
  readonly sources: readonly string[];
}

export const machineConfigPools = defineWatchedKind<MachineConfigPool>({
  group: 'machineconfiguration.openshift.io',
  version: 'v1',
  plural: 'machineconfigpools',
  kind: 'MachineConfigPool',
  scope: 'cluster',
  neededFor: () => l10n.t`which nodes are being updated, or why no nodes are being updated`,
  read(raw, object) {
    const count = (field: string): number => getNumber(raw, 'status', field) ?? 0;
    return {
      ...object,
      ...omitUndefined({
        target: getName(raw, 'spec', 'configuration', 'name'),
        nodeSelector: readSelector(raw, 'spec', 'nodeSelector'),
        maxUnavailable: textOf(getValue(raw, 'spec', 'maxUnavailable')),
        pausedWrite: lastFieldWrite(raw, 'spec', 'paused'),
        isOutdated: isOutdated(raw) ? (true as const) : undefined,
      }),
      paused: getBoolean(raw, 'spec', 'paused') ?? false,
      conditions: readConditions(raw),
      machineCount: count('machineCount'),
      updatedCount: count('updatedMachineCount'),
      readyCount: count('readyMachineCount'),
      degradedCount: count('degradedMachineCount'),
      sources: getList(raw, 'spec', 'configuration', 'source').flatMap((one) => getName(one, 'name') ?? []),
    };
  },
});

function isOutdated(raw: unknown): boolean {
  const observed = getNumber(raw, 'status', 'observedGeneration');
  return observed !== undefined && observed < (getNumber(raw, 'metadata', 'generation') ?? 0);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? truncateWord(value) : undefined;
}
