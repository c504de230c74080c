/**
 * Creates the step for the install plan of a Subscription. OLM creates the install plan, waits for approval if
 * required, and then runs it. Sources: notes/cluster.md 5.1, 5.3;
 * operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/operators/catalog.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { InstallPlan } from '#core/cluster/watchedKinds/installPlan.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { listOlmParts, findInstallPlan, findSubscription } from '#core/status/operator/olmParts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace, documentedSubscription as documented } from '#core/product/namespaces.ts';
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { openShiftWarning } from '#core/operations/preflightFindings/openShiftFinding.ts';
import type { ConfirmationGate, ProcedureStep, CompletionCriterion } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  catalogueProblem,
  describeMissingCatalogEntry,
  notNeededStatus,
  isInstalledWithoutOlm,
} from '../installObstacles.ts';
import { isListKnown, createStep, toStepStatus, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';
import { joinSentences } from '#core/text/grammar.ts';

/**
 * Creates the step.
 * @param name name of the Subscription if it doesn't exist yet
 * @param release name of the wanted CSV; undefined for the latest
 */
export function installPlanStep(
  situation: ObservedCluster,
  name: string = documented.name,
  release?: string,
): ProcedureStep {
  const subscription = createWatchedReference('subscriptions', name);
  const until: CompletionCriterion =
    release === undefined
      ? { object: subscription, jsonpath: '{.status.state}', is: 'AtLatestKnown', minutes: 15 }
      : { object: subscription, jsonpath: '{.status.installedCSV}', is: release, minutes: 15 };
  const waiting = waitingPlan(situation);
  const shape = {
    id: 'install-plan',
    title: l10n.t`Run the install plan`,
    docs: installingOperator,
    changes: waiting === undefined ? [] : [approval(waiting)],
    until: [until],
  };
  return createStep(shape, tell(situation));
}

/** Returns the install plan of the operator that is waiting for approval. Returns undefined if there is none. */
export function waitingPlan({ snapshot }: Pick<ObservedCluster, 'snapshot'>): InstallPlan | undefined {
  const plan = findInstallPlan(findSubscription(snapshot), snapshot);
  return plan?.phase === 'RequiresApproval' && !plan.approved && plan.deleting === undefined ? plan : undefined;
}

/**
 * Creates the change that approves an install plan. The resource version ensures that only the reviewed contents are
 * approved.
 */
export function approval({ name, resourceVersion }: InstallPlan): ClusterChange {
  return {
    how: 'merge',
    target: createWatchedReference('installPlans', name),
    patch: { spec: { approved: true } },
    resourceVersion,
  };
}

export function approvalGate(situation: ObservedCluster, { name, csvs }: InstallPlan): ConfirmationGate {
  const { context } = situation;
  const warning = openShiftWarning(situation);
  const others = csvs.filter((csv) => !csv.startsWith(documented.startingCsvPrefix));
  const otherNames = sanitizeLine(formatNames(others, 6));
  return {
    question: l10n.t`Approve install plan ${name} on ${context}?`,
    consequences: [
      l10n.t`OLM installs ${sanitizeLine(formatNames(csvs, 6))}.`,
      ...(warning === undefined ? [] : [warning]),
      ...(others.length === 0
        ? []
        : [
            others.length === 1
              ? l10n.t`The install plan also installs another operator: ${otherNames}.`
              : l10n.t`The install plan also installs other operators: ${otherNames}.`,
          ]),
    ],
  };
}

function tell(situation: ObservedCluster): StepStatus {
  const { snapshot } = situation;
  if (isInstalledWithoutOlm(snapshot)) return notNeededStatus(snapshot);
  if (!isListKnown(snapshot, 'subscriptions')) return describeUnreadableKind(snapshot, 'subscriptions');
  const subscription = findSubscription(snapshot);
  if (subscription === undefined) return { state: 'later', headline: l10n.t`Not started` };
  if (subscription.installedCsv !== undefined)
    return {
      state: 'done',
      headline: subscription.installedCsv,
      evidence: [l10n.t`Subscription ${subscription.name} installed ${subscription.installedCsv}.`],
    };
  const plan = findInstallPlan(subscription, snapshot);
  const evidence = [
    ...(plan === undefined ? [] : [planWords(plan)]),
    ...subscription.conditions
      .filter(({ status }) => status === 'True')
      .map(({ type, reason }) => l10n.t`Subscription condition: ${sanitizeLine(`${type} (${reason})`, 120)}.`),
  ];
  const waiting = waitingPlan(situation);
  if (waiting !== undefined) {
    return {
      state: 'ready',
      headline: l10n.t`Waiting for approval: ${sanitizeLine(formatNames(waiting.csvs, 2), 120)}`,
      evidence,
      meaning: l10n.t`Install plan ${waiting.name} is waiting for approval.`,
      gate: approvalGate(situation, waiting),
    };
  }
  const parts = listOlmParts(snapshot);
  const part =
    parts.find(({ id, health }) => id === 'installPlan' && health === 'failed') ??
    parts.find(({ id }) => id === 'subscription');
  if (part === undefined) return { state: 'waiting', headline: l10n.t`Waiting for OLM`, evidence };
  const told = { ...toStepStatus(part), evidence };
  if (told.state !== 'blocked') return told;
  if (part.id === 'installPlan') return { ...told, todo: joinSentences(part.todo ?? '', again(subscription.name)) };
  if (findStatusCondition(subscription.conditions, 'ResolutionFailed')?.status !== 'True') return told;
  const { channel, source, sourceNamespace, startingCsv } = subscription;
  const wanted = { channel, source, sourceNamespace, ...omitUndefined({ startingCsv }) };
  return { ...told, ...(describeMissingCatalogEntry(situation, wanted) ?? catalogueProblem(situation, wanted)) };
}

/** Describes an install plan. OLM runs each install plan once. */
function planWords({ name, phase, csvs }: InstallPlan): string {
  const [state, names] = [sanitizeLine(phase, 40), sanitizeLine(formatNames(csvs, 4))];
  return state === ''
    ? l10n.t`Install plan ${name}: not started (${names}).`
    : l10n.t`Install plan ${name}: ${state} (${names}).`;
}

function again(subscription: string): string {
  return l10n.t`After you fix the problem, delete the Subscription (\`oc delete subscription ${subscription} -n ${operatorNamespace}\`) and any CSV that remains. Then continue the operation so that OLM creates a new install plan.`;
}
