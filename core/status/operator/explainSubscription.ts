/**
 * Explains the OLM status of the operator's Subscription. Sources:
 * operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/operators (catalog, olm); OSC 1.12 §2.2.
 */
import * as l10n from '@vscode/l10n';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { InstallPlan } from '#core/cluster/watchedKinds/installPlan.ts';
import type { Subscription } from '#core/cluster/watchedKinds/subscription.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { installingOperator as docs } from '#core/product/docSections.ts';
import { operatorNamespace, documentedSubscription as known } from '#core/product/namespaces.ts';
import { formatReason } from '#core/text/phrases.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Explanation } from '../explanation.ts';
import { isKnown, listItems } from '../snapshotIndex.ts';

type State = Omit<Explanation, 'docs'>;

interface StatusCondition {
  readonly reason: string;
  readonly message: string;
}

/** Explains a condition with status `True`. Returns undefined if the condition isn't decisive. */
type ConditionCase = (
  condition: StatusCondition,
  subscription: Subscription,
  plan: InstallPlan | undefined,
) => State | undefined;

/**
 * Explanations by condition. The first decisive condition applies. Conditions that prevent an installation come before
 * those that only delay it.
 */
const conditionCases: Readonly<Record<string, ConditionCase>> = {
  BundleUnpackFailed: explainUnpackFailure,
  ResolutionFailed: explainResolutionFailure,
  InstallPlanFailed: explainPlanFailure,
  CatalogSourcesUnhealthy: explainCatalogProblem,
  InstallPlanPending: explainApproval,
  BundleUnpacking: explainUnpacking,
};

/**
 * Explains the progress of OLM with the operator's Subscription.
 * @param plan its InstallPlan
 */
export function explainSubscription(
  subscription: Subscription,
  plan: InstallPlan | undefined,
  snapshot: Snapshot,
): Explanation {
  const state = explainGroupProblem(snapshot) ?? explainConditions(subscription, plan) ?? explainProgress(subscription);
  return { ...state, docs };
}

function explainConditions(subscription: Subscription, plan: InstallPlan | undefined): State | undefined {
  for (const [type, explain] of Object.entries(conditionCases)) {
    const condition = findTrueCondition(subscription, type);
    const state = condition === undefined ? undefined : explain(condition, subscription, plan);
    if (state !== undefined) return state;
  }
  return undefined;
}

/** Returns a condition of the Subscription if its status is `True`, otherwise undefined. */
function findTrueCondition({ conditions }: Subscription, type: string): StatusCondition | undefined {
  const condition = findStatusCondition(conditions, type);
  return condition?.status === 'True' ? condition : undefined;
}

function explainGroupProblem(snapshot: Snapshot): State | undefined {
  const groups = listItems(snapshot, 'operatorGroups').length;
  if (!isKnown(snapshot, 'operatorGroups') || groups === 1) return undefined;
  return {
    health: 'failed',
    headline: l10n.t`Ignored by OLM`,
    meaning:
      groups === 0
        ? l10n.t`The namespace has no OperatorGroup. OLM silently ignores the subscription unless the namespace has exactly one.`
        : l10n.t`The namespace has ${groups} OperatorGroups. OLM silently ignores the subscription unless the namespace has exactly one.`,
    todo: l10n.t`To fix the problem, follow the instructions shown for the OperatorGroup.`,
  };
}

function explainUnpackFailure(unpacking: StatusCondition, { sourceNamespace }: Subscription): State {
  return {
    health: 'failed',
    headline: l10n.t`Bundle unpacking failed`,
    meaning: l10n.t`OLM couldn't unpack the operator bundle${formatReason(unpacking.message)}`,
    next: l10n.t`OLM retries after a few minutes.`,
    todo: l10n.t(
      'Check whether the cluster can pull images from the registry: `oc get jobs,pods -n {0}`.',
      sourceNamespace,
    ),
  };
}

function explainResolutionFailure(failed: StatusCondition, subscription: Subscription): State {
  const { channel, source } = subscription;
  const stray = /clusterserviceversion (\S{1,253}) exists and is not referenced by a subscription/i.exec(
    failed.message.slice(0, 4000),
  )?.[1];
  const catalogue = findTrueCondition(subscription, 'CatalogSourcesUnhealthy');
  const none = l10n.t`OLM found no matching operator version (channel ${channel}, catalog ${source})${formatReason(failed.message)}`;
  return {
    health: 'failed',
    headline: l10n.t`No matching version`,
    meaning:
      stray === undefined
        ? [
            none,
            ...(catalogue === undefined
              ? []
              : [l10n.t`The catalog sources are unhealthy${formatReason(catalogue.message)}`]),
          ].join(getSentenceSeparator())
        : l10n.t`CSV ${stray} from an earlier Subscription still exists. OLM won't adopt it.`,
    todo:
      stray === undefined
        ? resolveTodo(subscription, `${failed.message} ${catalogue?.message ?? ''}`)
        : l10n.t(
            'Delete the CSV so that OLM can install the operator again: `oc delete csv {0} -n {1}`.',
            stray,
            operatorNamespace,
          ),
  };
}

function explainPlanFailure(planFailed: StatusCondition): State {
  return {
    health: 'failed',
    headline: l10n.t`Installation failed`,
    meaning: l10n.t`The install plan failed${formatReason(planFailed.message || planFailed.reason)}`,
    todo: l10n.t('To find the failed step, run `oc describe installplan -n {0}`.', operatorNamespace),
  };
}

function explainCatalogProblem(
  unhealthy: StatusCondition,
  { installedCsv, source, sourceNamespace }: Subscription,
): State {
  return {
    health: installedCsv === undefined ? 'failed' : 'attention',
    headline: l10n.t`Catalog sources unhealthy`,
    meaning: [
      l10n.t`The catalog sources are unhealthy${formatReason(unhealthy.message || unhealthy.reason)}`,
      ...(installedCsv === undefined
        ? []
        : [l10n.t`The installed operator keeps running, but OLM doesn't find updates.`]),
    ].join(getSentenceSeparator()),
    todo: l10n.t('Check the catalog source: `oc get catalogsource {0} -n {1} -o yaml`.', source, sourceNamespace),
  };
}

function explainApproval(
  { reason }: StatusCondition,
  { installedCsv, currentCsv }: Subscription,
  plan: InstallPlan | undefined,
): State | undefined {
  if (reason !== 'RequiresApproval') return undefined;
  if (plan?.approved === true) {
    return {
      health: 'busy',
      headline: l10n.t`Approved`,
      meaning:
        currentCsv === undefined
          ? l10n.t`The operator is about to be installed.`
          : l10n.t`${currentCsv} is about to be installed.`,
      next: l10n.t`OLM runs the install plan.`,
    };
  }
  return {
    health: 'attention',
    headline: installedCsv === undefined ? l10n.t`Waiting for approval` : l10n.t`Update waiting for approval`,
    meaning:
      currentCsv === undefined
        ? l10n.t`OLM found an operator version to install. The install plan is waiting for approval.`
        : l10n.t`OLM found ${currentCsv}. The install plan is waiting for approval.`,
    todo: l10n.t`Approve the install plan. To approve later install plans automatically, set installPlanApproval to Automatic.`,
  };
}

function explainUnpacking(): State {
  return {
    health: 'busy',
    headline: l10n.t`Unpacking the bundle`,
    meaning: l10n.t`OLM is downloading and unpacking the operator bundle.`,
    next: l10n.t`OLM then creates an install plan.`,
  };
}

/** Explains a Subscription without a decisive condition. */
function explainProgress(subscription: Subscription): State {
  const { installedCsv } = subscription;
  return installedCsv === undefined ? explainFirstInstall(subscription) : explainInstalled(subscription, installedCsv);
}

function explainFirstInstall({ currentCsv }: Subscription): State {
  return {
    health: 'busy',
    headline: l10n.t`Waiting for OLM`,
    meaning:
      currentCsv === undefined
        ? l10n.t`OLM is looking for a matching operator version.`
        : l10n.t`${currentCsv} is being installed.`,
    next: l10n.t`OLM creates an install plan and runs it.`,
  };
}

function explainInstalled({ state, currentCsv, channel, approval, name }: Subscription, installedCsv: string): State {
  if (state === 'UpgradePending' || (currentCsv !== undefined && currentCsv !== installedCsv)) {
    return {
      health: 'busy',
      headline: currentCsv === undefined ? l10n.t`Updating to a newer version` : l10n.t`Updating to ${currentCsv}`,
      meaning:
        currentCsv === undefined
          ? l10n.t`${installedCsv} is installed. The update to a newer version is in progress.`
          : l10n.t`${installedCsv} is installed. The update to ${currentCsv} is in progress.`,
    };
  }
  return {
    health: 'ok',
    headline: updatesWords(channel, approval),
    meaning: l10n.t`${installedCsv} is installed. It's the latest version in the channel of Subscription ${name}.`,
  };
}

/** Returns text such as `Channel stable, automatic updates`. */
function updatesWords(channel: string, approval: string): string {
  switch (approval.toLowerCase()) {
    case 'automatic':
      return l10n.t`Channel ${channel}, automatic updates`;
    case 'manual':
      return l10n.t`Channel ${channel}, manual updates`;
    default:
      return l10n.t`Channel ${channel}, ${approval.toLowerCase()} updates`;
  }
}

/**
 * Returns what to do if OLM finds no matching version. The message shows whether the catalog, the channel, or the
 * version is the problem.
 */
function resolveTodo({ startingCsv, channel, source, sourceNamespace }: Subscription, message: string): string {
  if (/at least one catalogsource/i.test(message)) {
    return l10n.t`No catalog source is available. Check whether the default OpenShift catalog sources are disabled: \`oc get operatorhubs cluster -o yaml\`.`;
  }
  if (/failed to populate resolver cache|failed to list bundles/i.test(message)) {
    return l10n.t(
      "Check whether the catalog pods are running: `oc get catalogsources,pods -n {0}`. Operators can't be installed from {1} until it responds.",
      sourceNamespace,
      source,
    );
  }
  if (startingCsv !== undefined && message.includes(`no operators found with name ${startingCsv} `)) {
    return l10n.t(
      "The channel doesn't contain {0}. Delete the Subscription, then recreate it without startingCSV or with a version from the channel. To list the versions, run `oc get packagemanifests {1} -n {2} -o yaml`.",
      startingCsv,
      known.package,
      sourceNamespace,
    );
  }
  const look = l10n.t(
    'Check whether the catalog contains the package: `oc get packagemanifests {0} -n {1}`.',
    known.package,
    sourceNamespace,
  );
  if (channel === known.channel)
    return source === known.source
      ? look
      : `${look}${getSentenceSeparator()}${l10n.t`Documented catalog: ${known.source}.`}`;
  return source === known.source
    ? `${look}${getSentenceSeparator()}${l10n.t`Documented channel: ${known.channel}.`}`
    : `${look}${getSentenceSeparator()}${l10n.t`Documented values: channel ${known.channel}, catalog ${known.source}.`}`;
}
