/**
 * Defines OpenShift Virtualization alongside Kata: its CRD, a virtual machine that can be migrated, and one that can't.
 * Source: kubevirt/api core/v1 types.go (VirtualMachineInstance, conditions LiveMigratable and Ready).
 */
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import type { Seed } from '../engine/scenario.ts';

export const virtualMachineInstances: ResourceName = { group: 'kubevirt.io', plural: 'virtualmachineinstances' };

const definition: ObjectToWrite = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'virtualmachineinstances.kubevirt.io' },
  spec: {
    group: 'kubevirt.io',
    names: {
      kind: 'VirtualMachineInstance',
      listKind: 'VirtualMachineInstanceList',
      plural: 'virtualmachineinstances',
      shortNames: ['vmi', 'vmis'],
    },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/**
 * Creates the CRD, a namespace, and its virtual machines.
 * @param node the node that they run on
 */
export function virtualization(node: string, born: string): readonly Seed[] {
  const namespace = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'machines' },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
  return [
    { resource: names.crds, object: definition },
    { resource: names.namespaces, object: namespace },
    { resource: virtualMachineInstances, object: machine('moves', node, born, { status: 'True' }) },
    {
      resource: virtualMachineInstances,
      object: machine('stays', node, born, {
        status: 'False',
        reason: 'DisksNotLiveMigratable',
        message:
          'cannot migrate VMI: PVC stays-disk is not shared, live migration requires that all PVCs must be shared (using ReadWriteMany access mode)',
      }),
    },
  ];
}

function machine(
  name: string,
  nodeName: string,
  born: string,
  migratable: Readonly<Record<string, string>>,
): ObjectToWrite {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: { name, namespace: 'machines' },
    spec: { domain: { devices: {} }, evictionStrategy: 'LiveMigrate' },
    status: {
      phase: 'Running',
      nodeName,
      conditions: [
        { type: 'Ready', status: 'True', lastTransitionTime: born },
        { type: 'LiveMigratable', ...migratable, lastTransitionTime: born },
      ],
    },
  };
}
