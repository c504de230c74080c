/**
 * Finds OpenShift Virtualization VMs that can't be live migrated. They block a drain or stop during it. Sources:
 * kubevirt.io/v1 VirtualMachineInstance, condition LiveMigratable (VirtualMachineInstanceIsMigratable); OSC 1.12 §1.5.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import {
  findStatusCondition,
  truncateMessage,
  readConditions,
  parseClusterObject,
  truncateWord,
  type ClusterObject,
} from '#core/cluster/objects/clusterObject.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

export interface FixedMachine extends ClusterObject {
  readonly namespace: string;
  readonly node?: string;
  /** Reason of the condition, such as `DisksNotLiveMigratable`. */
  readonly reason: string;
  readonly message: string;
  /** `LiveMigrate`, `None`, ... Undefined if the cluster's default applies. */
  readonly evictionStrategy?: string;
}

export interface VirtualMachines {
  /** VMs that report that they can't be live migrated. Others might not have reported yet. */
  readonly fixed: readonly FixedMachine[];
  readonly cut: boolean;
}

const path = getCollectionPath({ group: 'kubevirt.io', version: 'v1', plural: 'virtualmachineinstances' });
const most = 1000;

export const virtualMachinesFact = defineLookup<VirtualMachines>({
  neededFor: () => l10n.t`whether VMs block a node drain`,
  read: async (reader) =>
    mapReadResult(
      await reader.list(path, most, isFixed),
      ({ items, cut }) => ({ fixed: items.filter(isFixed).flatMap(readMachine), cut }),
      {
        fixed: [],
        cut: false,
      },
    ),
});

function isFixed(raw: unknown): boolean {
  const ended = ['Succeeded', 'Failed'].includes(getString(raw, 'status', 'phase') ?? '');
  return !ended && findStatusCondition(readConditions(raw), 'LiveMigratable')?.status === 'False';
}

function readMachine(raw: unknown): readonly FixedMachine[] {
  const object = parseClusterObject(raw);
  const condition = findStatusCondition(readConditions(raw), 'LiveMigratable');
  if (object?.namespace === undefined || condition === undefined) return [];
  const strategy = getString(raw, 'spec', 'evictionStrategy');
  return [
    {
      ...object,
      namespace: object.namespace,
      reason: condition.reason,
      message: truncateMessage(condition.message),
      ...omitUndefined({
        node: getString(raw, 'status', 'nodeName'),
        evictionStrategy: strategy === undefined || strategy === '' ? undefined : truncateWord(strategy),
      }),
    },
  ];
}
