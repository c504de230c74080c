/**
 * Creates the steps that install the operator with OLM v1: one creates the ClusterExtension and the permissions of its
 * installer, the other waits for the result. Sources: openshift/sandboxed-containers-operator@6336df9b config/olmv1,
 * @24f3950d docs/olm/MIGRATION.md.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { explainClusterExtension, findClusterExtension } from '#core/status/operator/clusterExtensionParts.ts';
import { findCsv, findSubscription } from '#core/status/operator/olmParts.ts';
import { isKnown, listItems } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { extensionNames, operatorNamespace } from '#core/product/namespaces.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { createExtensionManifests, type ExtensionOptions } from '#core/operations/changes/extensionManifests.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { obstacleOf } from '../installObstacles.ts';
import { createStep, describeUnreadableKind, toStepStatus, type StepStatus } from '../stepStatus.ts';

const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' } as const;

/** Returns the sentence that no version of OLM takes over what the other one installed. */
function noMove(): string {
  return l10n.t`OLM has no in-place move from v0 to v1: uninstall, then install.`;
}

/** Returns why OLM v1 can't install the operator. Returns undefined if no problem is visible. */
export function extensionObstacle(situation: ObservedCluster): StepStatus | undefined {
  const { snapshot } = situation;
  if (findClusterExtension(snapshot) !== undefined) return undefined;
  const blocked = { state: 'blocked', docs: installingOperator } as const;
  if (snapshot.clusterExtensions.state.kind === 'absent')
    return {
      ...blocked,
      headline: l10n.t`No OLM v1`,
      meaning: l10n.t`The cluster has no ClusterExtension CRD, so the operator can't be installed with OLM v1.`,
    };
  if (!isKnown(snapshot, 'clusterExtensions')) return describeUnreadableKind(snapshot, 'clusterExtensions');
  const there = findSubscription(snapshot) ?? findCsv(snapshot);
  if (there !== undefined)
    return { ...blocked, headline: l10n.t`Installed by OLM v0`, evidence: [there.name], meaning: noMove() };
  // A cluster needs no Subscription CRD for OLM v1.
  return snapshot.subscriptions.state.kind === 'absent' ? undefined : obstacleOf(situation);
}

/** Creates the step that creates the ClusterExtension and the objects that it needs. */
export function extensionStep(
  situation: ObservedCluster,
  options: ExtensionOptions,
  obstacle: StepStatus | undefined,
): ProcedureStep {
  const { serviceAccount, clusterRole, clusterRoleBinding, clusterExtension } = createExtensionManifests(options);
  const { extension, serviceAccount: account, role, binding } = extensionNames;
  const target = createWatchedReference('clusterExtensions', extension);
  const shape = {
    id: 'cluster-extension',
    title: l10n.t`Create the ClusterExtension`,
    docs: installingOperator,
    changes: [
      {
        how: 'apply',
        target: {
          group: '',
          version: 'v1',
          plural: 'serviceaccounts',
          kind: 'ServiceAccount',
          name: account,
          namespace: operatorNamespace,
        },
        object: serviceAccount,
      },
      {
        how: 'apply',
        target: { ...rbac, plural: 'clusterroles', kind: 'ClusterRole', name: role },
        object: clusterRole,
      },
      {
        how: 'apply',
        target: { ...rbac, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding', name: binding },
        object: clusterRoleBinding,
      },
      { how: 'apply', target, object: clusterExtension },
    ],
    until: [{ object: target, is: 'present', minutes: 1 }],
  } as const;
  return createStep(shape, tellRequest(situation, options, obstacle));
}

function tellRequest(
  situation: ObservedCluster,
  { version, watchesOwnNamespace }: ExtensionOptions,
  obstacle: StepStatus | undefined,
): StepStatus {
  const all = listItems(situation.snapshot, 'clusterExtensions');
  if (all.length > 1)
    return {
      state: 'blocked',
      headline: l10n.t`More than one ClusterExtension installs the operator`,
      meaning: l10n.t`OLM v1 can install the CRDs of the operator only once.`,
      todo: l10n.t`Delete all ClusterExtensions except one. If a KataConfig exists, keep the ClusterExtension that installed the operator.`,
    };
  // An existing ClusterExtension is used unchanged, no matter who created it.
  if (all.length === 1) return { state: 'done', headline: formatNames(all.map(({ name }) => name)) };
  const gate: ConfirmationGate = {
    question: l10n.t`Install the operator with OLM v1 on ${situation.context}?`,
    consequences: [
      l10n.t`ServiceAccount ${extensionNames.serviceAccount} gets permission to create CRDs, webhooks, and cluster roles.`,
      ...(watchesOwnNamespace
        ? [
            l10n.t`OSC 1.13 watches only its own namespace. OLM v1 installs such an operator only if the cluster has the feature set TechPreviewNoUpgrade, which can't be removed again and prevents minor version updates of OpenShift.`,
          ]
        : []),
      ...(version === undefined
        ? []
        : [
            l10n.t`OLM v1 installs only versions in the range ${version}, and updates the operator only within this range.`,
          ]),
      noMove(),
    ],
  };
  // A runbook for any cluster also asks for confirmation, although the state of the cluster is unknown.
  if (obstacle !== undefined) return obstacle.state === 'unknown' ? { ...obstacle, gate } : obstacle;
  return { state: 'ready', headline: extensionNames.extension, gate };
}

/** Creates the step that waits until OLM v1 has installed the operator. */
export function extensionInstalledStep(situation: ObservedCluster): ProcedureStep {
  const found = findClusterExtension(situation.snapshot);
  const object = createWatchedReference('clusterExtensions', found?.name ?? extensionNames.extension);
  return createStep(
    {
      id: 'extension-installed',
      title: l10n.t`Install the operator`,
      docs: installingOperator,
      changes: [],
      until: [{ object, jsonpath: '{.status.conditions[?(@.type=="Installed")].status}', is: 'True', minutes: 15 }],
    },
    found === undefined
      ? { state: 'waiting', headline: l10n.t`Not installed yet` }
      : toStepStatus(explainClusterExtension(found), found.installedVersion === undefined ? 'blocked' : 'done'),
  );
}
