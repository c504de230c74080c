/**
 * Explains the Subscription of the operator: what OLM makes of it. Sources:
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

/** Explains a condition whose status is `True`; undefined: it decides nothing. */
type ConditionCase = (
  condition: StatusCondition,
  subscription: Subscription,
  plan: InstallPlan | undefined,
) => State | undefined;

/**
 * The first condition that decides something counts. What prevents an installation comes before what only delays it.
 */
const conditionCases: Readonly<Record<string, ConditionCase>> = {
  BundleUnpackFailed: explainUnpackFailure,
  ResolutionFailed: explainResolutionFailure,
  InstallPlanFailed: explainPlanFailure,
  CatalogSourcesUnhealthy: explainCatalogProblem,
  InstallPlanPending: explainApproval,
  BundleUnpacking: explainUnpacking,
};

/** Explains how far OLM is with the Subscription of the operator. @param plan its InstallPlan */
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

/** Returns a condition of the Subscription if its status is `True`. */
function findTrueCondition({ conditions }: Subscription, type: string): StatusCondition | undefined {
  const condition = findStatusCondition(conditions, type);
  return condition?.status === 'True' ? condition : undefined;
}

function explainGroupProblem(snapshot: Snapshot): State | undefined {
  const groups = listItems(snapshot, 'operatorGroups').length;
  if (!isKnown(snapshot, 'operatorGroups') || groups === 1) return undefined;
  return {
    health: 'failed',
    headline: l10n.t`Nothing happens to it`,
    meaning:
      groups === 0
        ? l10n.t`The namespace has no OperatorGroup. Without exactly one, OLM silently ignores the subscription.`
        : l10n.t`There are ${groups} OperatorGroups in its namespace, and there must be exactly one: OLM does nothing, and says nothing.`,
    todo: l10n.t`See the OperatorGroup status.`,
  };
}

function explainUnpackFailure(unpacking: StatusCondition, { sourceNamespace }: Subscription): State {
  return {
    health: 'failed',
    headline: l10n.t`Its bundle cannot be fetched`,
    meaning: l10n.t`OLM could not unpack the bundle of the operator${formatReason(unpacking.message)}`,
    next: l10n.t`OLM tries again after some minutes.`,
    todo: l10n.t`See whether the cluster can pull images from the registry: \`oc get jobs,pods -n ${sourceNamespace}\`.`,
  };
}

function explainResolutionFailure(failed: StatusCondition, subscription: Subscription): State {
  const { channel, source } = subscription;
  const stray = /clusterserviceversion (\S{1,253}) exists and is not referenced by a subscription/i.exec(
    failed.message.slice(0, 4000),
  )?.[1];
  const catalogue = findTrueCondition(subscription, 'CatalogSourcesUnhealthy');
  const none = l10n.t`OLM finds no release that fits (channel ${channel}, catalog ${source})${formatReason(failed.message)}`;
  return {
    health: 'failed',
    headline: l10n.t`No release can be found for it`,
    meaning:
      stray === undefined
        ? [
            none,
            ...(catalogue === undefined ? [] : [l10n.t`The catalogs are not well${formatReason(catalogue.message)}`]),
          ].join(getSentenceSeparator())
        : l10n.t`A release from an earlier Subscription is still there (${stray}), and OLM does not take it over.`,
    todo:
      stray === undefined
        ? resolveTodo(subscription, `${failed.message} ${catalogue?.message ?? ''}`)
        : l10n.t`Remove it, and OLM installs it anew: \`oc delete csv ${stray} -n ${operatorNamespace}\`.`,
  };
}

function explainPlanFailure(planFailed: StatusCondition): State {
  return {
    health: 'failed',
    headline: l10n.t`Its install failed`,
    meaning: l10n.t`The InstallPlan failed${formatReason(planFailed.message || planFailed.reason)}`,
    todo: l10n.t`See which step: \`oc describe installplan -n ${operatorNamespace}\`.`,
  };
}

function explainCatalogProblem(
  unhealthy: StatusCondition,
  { installedCsv, source, sourceNamespace }: Subscription,
): State {
  return {
    health: installedCsv === undefined ? 'failed' : 'attention',
    headline: l10n.t`Its catalog cannot be reached`,
    meaning: [
      l10n.t`The catalogs are not well${formatReason(unhealthy.message || unhealthy.reason)}`,
      ...(installedCsv === undefined ? [] : [l10n.t`What is installed runs; updates are not seen.`]),
    ].join(getSentenceSeparator()),
    todo: l10n.t`See the catalog: \`oc get catalogsource ${source} -n ${sourceNamespace} -o yaml\`.`,
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
          ? l10n.t`A release is about to be installed.`
          : l10n.t`${currentCsv} is about to be installed.`,
      next: l10n.t`OLM carries the InstallPlan out.`,
    };
  }
  return {
    health: 'attention',
    headline: installedCsv === undefined ? l10n.t`Waiting for approval` : l10n.t`An update is waiting for approval`,
    meaning:
      currentCsv === undefined
        ? l10n.t`A release is found, and its InstallPlan waits until somebody approves it.`
        : l10n.t`${currentCsv} is found, and its InstallPlan waits until somebody approves it.`,
    todo: l10n.t`Approve the InstallPlan, or set installPlanApproval to Automatic for the next ones.`,
  };
}

function explainUnpacking(): State {
  return {
    health: 'busy',
    headline: l10n.t`Fetching the bundle`,
    meaning: l10n.t`OLM fetches and unpacks the bundle of the operator.`,
    next: l10n.t`Then it plans the install.`,
  };
}

/** Explains a Subscription without conditions that decide something. */
function explainProgress(subscription: Subscription): State {
  const { installedCsv } = subscription;
  return installedCsv === undefined ? explainFirstInstall(subscription) : explainInstalled(subscription, installedCsv);
}

function explainFirstInstall({ currentCsv }: Subscription): State {
  return {
    health: 'busy',
    headline: l10n.t`OLM is at it`,
    meaning:
      currentCsv === undefined ? l10n.t`OLM looks for a release that fits.` : l10n.t`${currentCsv} is being installed.`,
    next: l10n.t`OLM plans the install, and carries it out.`,
  };
}

function explainInstalled({ state, currentCsv, channel, approval, name }: Subscription, installedCsv: string): State {
  if (state === 'UpgradePending' || (currentCsv !== undefined && currentCsv !== installedCsv)) {
    return {
      health: 'busy',
      headline: currentCsv === undefined ? l10n.t`Updating to a newer release` : l10n.t`Updating to ${currentCsv}`,
      meaning:
        currentCsv === undefined
          ? l10n.t`${installedCsv} is installed; a newer release follows.`
          : l10n.t`${installedCsv} is installed; ${currentCsv} follows.`,
    };
  }
  return {
    health: 'ok',
    headline: updatesWords(channel, approval),
    meaning: l10n.t`${installedCsv} is installed, the newest that the channel of the Subscription ${name} has.`,
  };
}

/** `Channel stable, automatic updates`. */
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
 * What to do when OLM finds no release: its message tells whether the catalog, the channel or the release is the
 * trouble.
 */
function resolveTodo({ startingCsv, channel, source, sourceNamespace }: Subscription, message: string): string {
  if (/at least one catalogsource/i.test(message)) {
    return l10n.t`No catalog source is available. Check whether the default OpenShift catalog sources are disabled: \`oc get operatorhubs cluster -o yaml\`.`;
  }
  if (/failed to populate resolver cache|failed to list bundles/i.test(message)) {
    return l10n.t(
      'See whether the pods of the catalogs run: `oc get catalogsources,pods -n {0}`. Until {1} answers, nothing can be installed from it.',
      sourceNamespace,
      source,
    );
  }
  if (startingCsv !== undefined && message.includes(`no operators found with name ${startingCsv} `)) {
    return l10n.t(
      'The channel does not have {0}. Delete the Subscription, and create it with the startingCSV of a release that the channel has, or without one: `oc get packagemanifests {1} -n {2} -o yaml`.',
      startingCsv,
      known.package,
      sourceNamespace,
    );
  }
  const look = l10n.t`See whether the catalog has it: \`oc get packagemanifests ${known.package} -n ${sourceNamespace}\`.`;
  if (channel === known.channel)
    return source === known.source
      ? look
      : `${look}${getSentenceSeparator()}${l10n.t`The documents have catalog ${known.source}.`}`;
  return source === known.source
    ? `${look}${getSentenceSeparator()}${l10n.t`The documents have channel ${known.channel}.`}`
    : `${look}${getSentenceSeparator()}${l10n.t`The documents have channel ${known.channel}, catalog ${known.source}.`}`;
}
