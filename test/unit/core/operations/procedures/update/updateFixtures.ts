/** Provides the objects of a cluster whose operator can be updated, and the steps of the update. */
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import type { UpdateChoices } from '#core/operations/procedures/savedChoices.ts';
import { update } from '#core/operations/procedures/update.ts';
import { formatCsvName } from '#simulator/controllers/olm/bundle.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { condition, kataConfig, manager, object, snapshotOf, type Raw } from '#test/support/cluster/clusterObjects.ts';
import { situationWith } from '#test/support/operations/procedureStage.ts';

/** The CSV of the release before the update. */
export const oldCsvName = formatCsvName('1.11.0');

/** Returns the CSV of OSC 1.12. */
export const createCsv = (created: string, status: Raw = { phase: 'Succeeded' }): Raw =>
  object(
    'sandboxed-containers-operator.v1.12.0',
    { spec: { version: '1.12.0' }, status },
    { creationTimestamp: created },
  );

/** Returns the subscription of the operator. */
export const createSubscription = (status: Raw = {}, spec: Raw = {}): Raw =>
  object('ours', {
    spec: {
      name: 'sandboxed-containers-operator',
      channel: 'stable',
      source: 'redhat-operators',
      sourceNamespace: 'openshift-marketplace',
      ...spec,
    },
    status: {
      installedCSV: 'sandboxed-containers-operator.v1.12.0',
      currentCSV: 'sandboxed-containers-operator.v1.12.0',
      state: 'AtLatestKnown',
      ...status,
    },
  });

const group = object('group', { spec: { targetNamespaces: [operatorNamespace] } });

/** A KataConfig that enables peer pods. */
const currentKataConfig = kataConfig(
  condition('False', '', ''),
  { installed: ['worker-0'] },
  { runtimeClasses: ['kata', 'kata-remote'] },
  { enablePeerPods: true },
  { creationTimestamp: '2026-11-01T10:00:00Z' },
);

/** The objects of a cluster where the operator is up to date. */
export const updatedObjects = {
  operatorGroups: [group],
  subscriptions: [createSubscription()],
  clusterServiceVersions: [createCsv('2026-11-01T11:00:00Z')],
  deployments: [manager],
  kataConfigs: [currentKataConfig],
};

/** The KataConfig above as the update recreates it. */
export const recreatedKataConfig = {
  apiVersion: 'kataconfiguration.openshift.io/v1',
  kind: 'KataConfig',
  metadata: { name: 'example-kataconfig' },
  spec: { enablePeerPods: true },
};

/** The fact that the current KataConfig is the one above. */
export const recreatedKataConfigFact = {
  found: { uid: parseClusterObject(currentKataConfig)?.uid ?? '', manifest: recreatedKataConfig },
};

/** The ConfigMap that stores the KataConfig. */
export const savedConfigMap = {
  uid: 'k',
  name: 'kata-vscode-kept-kataconfig',
  namespace: operatorNamespace,
  resourceVersion: '1',
};

/** The fact that the KataConfig is saved. */
export const savedKataConfigFact = { found: { ...savedConfigMap, kataConfig: recreatedKataConfig } };

/** The facts that a test provides. */
export type UpdateFacts = NonNullable<Parameters<typeof situationWith>[1]>;

/** Returns the steps of an update. */
export function listUpdateSteps(
  objects: Parameters<typeof snapshotOf>[0],
  choices: UpdateChoices = {},
  facts: UpdateFacts = {},
): readonly ProcedureStep[] {
  const known: UpdateFacts = {
    kataPods: { pods: [], cut: false },
    keptKataConfig: {},
    wholeKataConfig: recreatedKataConfigFact,
    ...facts,
  };
  return update.steps(situationWith(snapshotOf(objects), known), choices);
}

/** Returns the current step of an update. */
export function findUpdateStep(
  objects: Parameters<typeof snapshotOf>[0],
  choices: UpdateChoices = {},
  facts: UpdateFacts = {},
): ProcedureStep | undefined {
  return findCurrentStep(listUpdateSteps(objects, choices, facts));
}
