/** Provides the objects of a cluster with Kata, and the steps that uninstall it. */
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { condition, kataConfig, object, snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import { situationWith } from '#test/support/operations/procedureStage.ts';

/** Choices that also delete the namespace and the CRD. */
export const deleteEverything = { namespace: true, crd: true } as const;

/** A KataConfig that is installed on worker-0. */
export const installedKataConfig = kataConfig(
  condition('False', '', ''),
  { installed: ['worker-0'] },
  { runtimeClasses: ['kata'] },
);

/** The CSV of the operator. */
export const operatorCsv = object('sandboxed-containers-operator.v1.12.0', {
  spec: { version: '1.12.0' },
  status: { phase: 'Succeeded' },
});

/** The subscription of the operator. */
export const operatorSubscription = object('ours', {
  spec: { name: 'sandboxed-containers-operator' },
  status: { installedCSV: 'sandboxed-containers-operator.v1.12.0' },
});

/** The operator group of the operator. */
export const operatorGroup = object('group', { spec: { targetNamespaces: [operatorNamespace] } });

/** The fact that the operator namespace exists. */
export const namespaceFact = {
  found: { uid: 'n', name: operatorNamespace, resourceVersion: '1', labels: {}, conditions: [], phase: 'Active' },
} as const;

/** The fact that the KataConfig CRD exists. */
export const crdFact = {
  found: {
    uid: 'c',
    name: 'kataconfigs.kataconfiguration.openshift.io',
    resourceVersion: '1',
    versions: [],
    conditions: [],
    finalizers: [],
  },
} as const;

/** The fact that no pod uses Kata. */
export const noPodsFact = { pods: [], cut: false } as const;

/** Returns the current step of an uninstall. */
export function findUninstallStep(
  objects: Parameters<typeof snapshotOf>[0],
  facts: Parameters<typeof situationWith>[1] = {},
): ProcedureStep | undefined {
  return findCurrentStep(
    uninstall.steps(
      situationWith(snapshotOf(objects), {
        kataPods: noPodsFact,
        operatorNamespace: namespaceFact,
        kataConfigCrd: crdFact,
        ...facts,
      }),
      deleteEverything,
    ),
  );
}
