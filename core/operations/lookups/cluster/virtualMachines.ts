/**
 * Virtual machines of OpenShift Virtualization that cannot move to another node: a drain waits for them, or ends them.
 * Sources: kubevirt.io/v1 VirtualMachineInstance, condition LiveMigratable (VirtualMachineInstanceIsMigratable); OSC 1.12 §1.5.
 */
import * as l10n from '@vscode/l10n';
import { given, stringAt } from '#core/common/json.ts';
import { conditionOf, messageText, readConditions, readObject, shortText, type LiveObject } from '#core/cluster/objects/clusterObject.ts';
import { collectionPath } from '#core/cluster/objects/objectReference.ts';
import { defineFact, mapAnswer } from '../lookup.ts';

export interface FixedMachine extends LiveObject {
  readonly namespace: string;
  readonly node?: string;
  /** Of the condition: `DisksNotLiveMigratable`. */
  readonly reason: string;
  readonly message: string;
  /** `LiveMigrate`, `None`, …; undefined: as the cluster has it by default. */
  readonly evictionStrategy?: string;
}

export interface VirtualMachines {
  /** Those that say that they cannot be moved. Others may not have said yet. */
  readonly fixed: readonly FixedMachine[];
  readonly cut: boolean;
}

const path = collectionPath({ group: 'kubevirt.io', version: 'v1', plural: 'virtualmachineinstances' });
const most = 1000;

export const virtualMachinesFact = defineFact<VirtualMachines>({
  neededFor: l10n.t`which virtual machines hold up the drain of a node`,
  read: async (reader) =>
    mapAnswer(await reader.list(path, most, isFixed), ({ items, cut }) => ({ fixed: items.filter(isFixed).flatMap(readMachine), cut }), {
      fixed: [],
      cut: false,
    }),
});

function isFixed(raw: unknown): boolean {
  const ended = ['Succeeded', 'Failed'].includes(stringAt(raw, 'status', 'phase') ?? '');
  return !ended && conditionOf(readConditions(raw), 'LiveMigratable')?.status === 'False';
}

function readMachine(raw: unknown): readonly FixedMachine[] {
  const object = readObject(raw);
  const condition = conditionOf(readConditions(raw), 'LiveMigratable');
  if (object?.namespace === undefined || condition === undefined) return [];
  const strategy = stringAt(raw, 'spec', 'evictionStrategy');
  return [
    {
      ...object,
      namespace: object.namespace,
      reason: condition.reason,
      message: messageText(condition.message),
      ...given({
        node: stringAt(raw, 'status', 'nodeName'),
        evictionStrategy: strategy === undefined || strategy === '' ? undefined : shortText(strategy),
      }),
    },
  ];
}
