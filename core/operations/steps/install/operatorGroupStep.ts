/**
 * Creates the step for the OperatorGroup. The operator namespace must contain exactly one that targets this namespace,
 * with any name. Sources: OSC 1.12 §2.2; notes/cluster.md 5.3.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { explainGroups } from '#core/status/operator/olmParts.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference, getManifestReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { notNeededStatus, isInstalledWithoutOlm } from '../installObstacles.ts';
import { isListKnown, createStep, toStepStatus, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

/**
 * Creates the step.
 * @param obstacle why the operator can't be installed
 */
export function operatorGroupStep(
  situation: ObservedCluster,
  manifest: KubernetesManifest,
  obstacle?: StepStatus,
): ProcedureStep {
  const target = getManifestReference(manifest) ?? createWatchedReference('operatorGroups', '');
  const shape = {
    id: 'operator-group',
    title: l10n.t`Create the OperatorGroup`,
    docs: installingOperator,
    changes: [{ how: 'apply', target, object: manifest }],
    until: [{ object: target, is: 'present', minutes: 1 }],
  } as const;
  return createStep(shape, tell(situation, obstacle));
}

function tell(situation: ObservedCluster, obstacle: StepStatus | undefined): StepStatus {
  const { snapshot } = situation;
  if (isInstalledWithoutOlm(snapshot)) return notNeededStatus(snapshot);
  if (!isListKnown(snapshot, 'operatorGroups')) return describeUnreadableKind(snapshot, 'operatorGroups');
  const groups = listItems(snapshot, 'operatorGroups');
  if (groups.length === 0) return obstacle ?? { state: 'ready', headline: l10n.t`Not found` };
  const evidence = groups.map(({ name, targetNamespaces }) =>
    targetNamespaces.length === 0
      ? l10n.t`OperatorGroup ${name} targets all namespaces.`
      : l10n.t`OperatorGroup ${name} targets ${targetNamespaces.slice(0, 5).join(', ')}.`,
  );
  const [group] = groups;
  if (groups.length === 1 && group?.deleting !== undefined)
    return {
      state: 'waiting',
      headline: l10n.t`Deleting ${group.name}`,
      evidence,
      meaning: l10n.t`The OperatorGroup is being deleted. A new one is created afterward.`,
    };
  const explained = explainGroups(snapshot);
  return explained === undefined
    ? describeUnreadableKind(snapshot, 'operatorGroups')
    : { ...toStepStatus(explained), evidence };
}
