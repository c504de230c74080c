/** MachineConfigPools. Source: openshift/api machineconfiguration/v1 types; domain/01-kataconfig.md 1.7. */
import * as l10n from '@vscode/l10n';
import { getBoolean, omitUndefined, getList, getNumber, getValue } from '#core/common/json.ts';
import { readSelector, type LabelSelector } from '#core/labels/labelSelector.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import {
  getName,
  readConditions,
  truncateWord,
  type StatusCondition,
  type ClusterObject,
} from '../objects/clusterObject.ts';

export interface MachineConfigPool extends ClusterObject {
  /** The rendered config that its nodes are to have. */
  readonly target?: string;
  readonly paused: boolean;
  /** Which nodes belong to it; undefined: none, or all (nobody does that). */
  readonly nodeSelector?: LabelSelector;
  /** How many nodes may be away at once, as written: `1`, `10%`; undefined: 1. */
  readonly maxUnavailable?: string;
  readonly conditions: readonly StatusCondition[];
  readonly machineCount: number;
  readonly updatedCount: number;
  readonly readyCount: number;
  readonly degradedCount: number;
  /** The names of the MachineConfigs that the rendered one is made of. */
  readonly sources: readonly string[];
}

export const machineConfigPools = defineWatchedKind<MachineConfigPool>({
  group: 'machineconfiguration.openshift.io',
  version: 'v1',
  plural: 'machineconfigpools',
  kind: 'MachineConfigPool',
  scope: 'cluster',
  neededFor: () => l10n.t`which nodes are being updated, or why none are`,
  read(raw, object) {
    const count = (field: string): number => getNumber(raw, 'status', field) ?? 0;
    return {
      ...object,
      ...omitUndefined({
        target: getName(raw, 'spec', 'configuration', 'name'),
        nodeSelector: readSelector(raw, 'spec', 'nodeSelector'),
        maxUnavailable: textOf(getValue(raw, 'spec', 'maxUnavailable')),
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

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? truncateWord(value) : undefined;
}
