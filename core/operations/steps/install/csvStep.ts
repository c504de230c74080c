/** Creates the step that waits for the CSV and its components. Sources: OSC 1.12 §2.2; notes/cluster.md 5.1, 5.3. */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import type { ClusterServiceVersion } from '#core/cluster/watchedKinds/clusterServiceVersion.ts';
import { findCsv, listOlmParts, findSubscription } from '#core/status/operator/olmParts.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { ProcedureStep, CompletionCriterion } from '#core/operations/procedure.ts';
import { createWatchedReference, operatorDeploymentName } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { crdProblem, crdRemoved } from '../crdProblem.ts';
import { notNeededStatus, isInstalledWithoutOlm } from '../installObstacles.ts';
import { isListKnown, createStep, toStepStatus, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

/**
 * Creates the step.
 * @param release name of the wanted CSV; undefined for the latest
 */
export function csvStep(situation: ObservedCluster, release?: string): ProcedureStep {
  const name = findCsv(situation.snapshot)?.name ?? release;
  const until: CompletionCriterion =
    name === undefined
      ? {
          object: createWatchedReference('deployments', operatorDeploymentName),
          jsonpath: '{.status.conditions[?(@.type=="Available")].status}',
          is: 'True',
          minutes: 15,
        }
      : {
          object: createWatchedReference('clusterServiceVersions', name),
          jsonpath: '{.status.phase}',
          is: 'Succeeded',
          minutes: 15,
        };
  return createStep(
    { id: 'csv', title: l10n.t`Install the operator`, docs: installingOperator, changes: [], until: [until] },
    tell(situation),
  );
}

function tell(situation: ObservedCluster): StepStatus {
  const { snapshot } = situation;
  if (isInstalledWithoutOlm(snapshot)) return notNeededStatus(snapshot);
  if (!isListKnown(snapshot, 'clusterServiceVersions'))
    return describeUnreadableKind(snapshot, 'clusterServiceVersions');
  const csv = findCsv(snapshot);
  const part = listOlmParts(snapshot).find(({ id }) => id === 'csv');
  const removed = removedByHand(situation);
  if (removed !== undefined) return removed;
  if (csv === undefined || part === undefined)
    return {
      state: 'waiting',
      headline: l10n.t`Not created yet`,
      meaning: l10n.t`OLM creates the ClusterServiceVersion when it runs the install plan.`,
    };
  const { name, phase, reason, message, unmet } = csv;
  const evidence = [
    `ClusterServiceVersion ${name}: ${sanitizeLine(phase, 40) || l10n.t({ message: 'not started', args: [], comment: ['Shown instead of the phase of a ClusterServiceVersion that has none yet.'] })}${reason === '' ? '' : ` (${sanitizeLine(reason, 60)})`}.`,
    ...(phase === 'Succeeded' || message === '' ? [] : [l10n.t`OLM message: ${sanitizeLine(message)}`]),
    ...(phase === 'Pending' ? unmet.slice(0, 5).map((line) => l10n.t`Unmet requirements: ${sanitizeLine(line)}.`) : []),
  ];
  // The operator pod moves while nodes reboot. The CSV was complete when the operator accepted the KataConfig.
  const { kataConfig } = indexSnapshot(snapshot);
  const taken = kataConfig?.deleting === undefined && (kataConfig?.created ?? 0) >= (csv.created ?? Infinity);
  if (taken && part.health !== 'failed') return { state: 'done', headline: part.headline, evidence };
  const hopeless =
    phase === 'Pending' && reason === 'RequirementsNotMet'
      ? (crdProblem(situation) ?? crdRemoved(situation) ?? tooOld(csv))
      : undefined;
  return { ...toStepStatus(part, 'waiting'), ...hopeless, evidence: [...evidence, ...(hopeless?.evidence ?? [])] };
}

/**
 * Describes a Kubernetes version that is too old. Waiting doesn't fix it. Source:
 * operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/operators/olm/requirements.go.
 */
function tooOld({ name, unmet }: ClusterServiceVersion): StepStatus | undefined {
  const found = unmet.find((line) => /minKubeVersion/i.test(line.slice(0, 500)));
  if (found === undefined) return undefined;
  return {
    state: 'blocked',
    headline: l10n.t`OpenShift is too old for this release`,
    meaning: l10n.t`${name} requires a newer Kubernetes version: ${sanitizeLine(found)}.`,
    todo: l10n.t`Update OpenShift, or install an older release with startingCSV and manual approval.`,
  };
}

/**
 * Describes a CSV that was deleted manually. OLM doesn't reinstall a CSV that the Subscription reports as installed.
 * Source: operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/operators/catalog.
 */
function removedByHand({ snapshot }: ObservedCluster): StepStatus | undefined {
  const subscription = findSubscription(snapshot);
  const installed = subscription?.installedCsv;
  if (
    subscription === undefined ||
    installed === undefined ||
    snapshot.clusterServiceVersions.state.kind !== 'live' ||
    findCsv(snapshot) !== undefined
  )
    return undefined;
  return {
    state: 'blocked',
    headline: l10n.t`${installed} was deleted`,
    evidence: [
      l10n.t`The Subscription ${subscription.name} reports ${installed} as installed, but that CSV doesn't exist.`,
    ],
    meaning: l10n.t`The CSV was deleted, but the Subscription still exists. OLM considers the operator installed and doesn't install it again.`,
    todo: l10n.t(
      'Delete the Subscription: `oc delete subscription {0} -n {1}`. To recreate it, select Continue.',
      subscription.name,
      operatorNamespace,
    ),
  };
}
