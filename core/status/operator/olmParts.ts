/**
 * Explains the OLM resources of the operator: Subscription, OperatorGroup, InstallPlan, and ClusterServiceVersion.
 * Sources: operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/operators (catalog, olm);
 * notes/cluster.md 5.1, 5.3; OSC 1.12 §2.2.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { misspelledNamespaces, operatorNamespace, documentedSubscription as known } from '#core/product/namespaces.ts';
import type { ClusterServiceVersion } from '#core/cluster/watchedKinds/clusterServiceVersion.ts';
import type { InstallPlan } from '#core/cluster/watchedKinds/installPlan.ts';
import type { Subscription } from '#core/cluster/watchedKinds/subscription.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatNames, formatReason } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Explanation, Part } from '../explanation.ts';
import { explainSubscription } from './explainSubscription.ts';
import { requiredOpenShift } from './requiredOpenShift.ts';
import { isKnown, findItem, listItems } from '../snapshotIndex.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

const docs = installingOperator;

/** Returns the operator's Subscription. Searches by package, because it can have any name. */
export function findSubscription(snapshot: Snapshot): Subscription | undefined {
  return listItems(snapshot, 'subscriptions').find((one) => one.package === known.package);
}

/** Returns the CSV that is installed or being installed according to the Subscription, otherwise the newest one. */
export function findCsv(snapshot: Snapshot): ClusterServiceVersion | undefined {
  const subscription = findSubscription(snapshot);
  const wanted = [subscription?.installedCsv, subscription?.currentCsv].flatMap((name) =>
    name === undefined ? [] : (findItem(snapshot, 'clusterServiceVersions', name) ?? []),
  );
  const ours = listItems(snapshot, 'clusterServiceVersions').filter(({ name }) =>
    name.startsWith(known.startingCsvPrefix),
  );
  return wanted[0] ?? ours.toSorted((one, other) => (other.created ?? 0) - (one.created ?? 0))[0];
}

/** Returns the OLM parts. Omits optional parts that don't exist. */
export function listOlmParts(snapshot: Snapshot): readonly Part[] {
  const subscription = findSubscription(snapshot);
  const csv = findCsv(snapshot);
  const plan = findInstallPlan(subscription, snapshot);
  const parts: Part[] = [];
  if (subscription !== undefined)
    parts.push({ id: 'subscription', name: 'Subscription', ...explainSubscription(subscription, plan, snapshot) });
  if (subscription !== undefined || csv !== undefined) {
    const group = explainGroups(snapshot);
    if (group !== undefined) parts.push({ id: 'operatorGroup', name: 'OperatorGroup', ...group });
  }
  if (plan !== undefined) parts.push({ id: 'installPlan', name: 'InstallPlan', ...explainPlan(plan, snapshot) });
  if (csv !== undefined) parts.push({ id: 'csv', name: l10n.t`ClusterServiceVersion`, ...explainCsv(csv) });
  return parts;
}

/** Explains whether the OperatorGroups of the namespace are correct. Returns undefined if unknown. */
export function explainGroups(snapshot: Snapshot): Explanation | undefined {
  if (!isKnown(snapshot, 'operatorGroups')) return undefined;
  const groups = listItems(snapshot, 'operatorGroups');
  const [group, ...others] = groups;
  if (group === undefined) {
    return {
      health: 'failed',
      headline: l10n.t`Not found`,
      meaning: l10n.t`The operator namespace has no OperatorGroup. Without one, OLM doesn't install the operator and reports no error.`,
      todo: l10n.t`Create an OperatorGroup with targetNamespaces: [${operatorNamespace}].`,
      docs,
    };
  }
  if (others.length > 0) {
    return {
      health: 'failed',
      headline: l10n.t`${groups.length} found`,
      meaning: l10n.t`The operator namespace has several OperatorGroups: ${formatNames(
        groups.map(({ name }) => name),
        5,
      )}. OLM requires exactly one.`,
      todo: l10n.t`Keep only the OperatorGroup that targets the operator namespace. Delete the others.`,
      docs,
    };
  }
  const targets =
    group.namespaces.length > 0
      ? group.namespaces
      : group.targetNamespaces.length > 0 || group.hasSelector
        ? group.targetNamespaces
        : [''];
  if (targets.includes('') || targets.length > 1) {
    return {
      health: 'failed',
      headline: targets.includes('') ? l10n.t`Targets all namespaces` : l10n.t`Targets several namespaces`,
      meaning: l10n.t`The operator supports only OperatorGroups that target exactly one namespace. With this OperatorGroup, the CSV of the operator fails with UnsupportedOperatorGroup.`,
      todo: l10n.t`Set targetNamespaces in OperatorGroup ${group.name} to [${operatorNamespace}].`,
      docs,
    };
  }
  const [target] = targets;
  if (target !== undefined && target !== operatorNamespace) {
    const slip = misspelledNamespaces.find(({ name }) => name === target);
    const other = l10n.t`The OperatorGroup targets ${sanitizeLine(target, 80)}, but the operator runs in ${operatorNamespace}.`;
    return {
      health: 'failed',
      headline: l10n.t`Targets another namespace`,
      meaning: slip === undefined ? other : `${other}${getSentenceSeparator()}${slip.why()}`,
      todo: l10n.t`Set targetNamespaces in OperatorGroup ${group.name} to [${operatorNamespace}].`,
      docs,
    };
  }
  const meaning =
    target === undefined
      ? l10n.t`The OperatorGroup targets the namespaces that match its selector.`
      : l10n.t`The OperatorGroup targets ${target}.`;
  return { health: 'ok', headline: group.name, meaning, docs };
}

/**
 * Returns the relevant InstallPlan: the one that the Subscription references, otherwise the newest one for the
 * operator.
 */
export function findInstallPlan(subscription: Subscription | undefined, snapshot: Snapshot): InstallPlan | undefined {
  const plans = listItems(snapshot, 'installPlans').filter(({ csvs }) =>
    csvs.some((csv) => csv.startsWith(known.startingCsvPrefix)),
  );
  return (
    plans.find(({ name }) => name === subscription?.installPlan) ??
    plans.toSorted((one, other) => (other.created ?? 0) - (one.created ?? 0))[0]
  );
}

/** Explains an InstallPlan. */
export function explainPlan({ name, phase, csvs, approved, conditions }: InstallPlan, snapshot: Snapshot): Explanation {
  const what = formatNames(csvs, 4);
  switch (phase) {
    case 'Complete':
      return { health: 'ok', headline: l10n.t`Complete`, meaning: l10n.t`The install plan installed ${what}.`, docs };
    case 'Failed':
      return {
        health: 'failed',
        headline: l10n.t`Failed`,
        meaning: l10n.t`OLM couldn't install ${what}${formatReason(findStatusCondition(conditions, 'Installed')?.message ?? '')}`,
        todo: l10n.t('To find the failed step, run `oc describe installplan {0} -n {1}`.', name, operatorNamespace),
        docs,
      };
    case 'RequiresApproval':
      if (approved)
        return { health: 'busy', headline: l10n.t`Approved`, meaning: l10n.t`${what} is about to be installed.`, docs };
      return waitingPlan(name, what, requiredOpenShift(snapshot, csvs));
    case 'Installing':
      return { health: 'busy', headline: l10n.t`Installing`, meaning: l10n.t`${what} is being installed.`, docs };
    case '':
    case 'Planning':
      return {
        health: 'busy',
        headline: l10n.t`Planning`,
        meaning: l10n.t`OLM is determining what ${what} requires.`,
        docs,
      };
    default:
      return {
        health: 'unknown',
        headline: sanitizeLine(phase, 40),
        meaning: l10n.t`The install plan for ${what} has an unknown phase.`,
        docs,
      };
  }
}

/**
 * Explains an install plan that is waiting for approval.
 * @param openShift OpenShift version to update to first, because an approval can't be undone
 */
function waitingPlan(name: string, what: string, openShift: string | undefined): Explanation {
  const approve = `\`oc patch installplan ${name} -n ${operatorNamespace} --type merge -p '{"spec":{"approved":true}}'\``;
  return {
    health: 'attention',
    headline: l10n.t`Waiting for approval`,
    meaning: l10n.t`The install plan installs ${what} after approval.`,
    next: l10n.t`After approval, OLM installs and starts the operator.`,
    todo:
      openShift === undefined
        ? l10n.t`Approve the install plan: ${approve}.`
        : l10n.t`First update OpenShift to ${openShift} or later. Then approve the install plan: ${approve}.`,
    docs,
  };
}

const failures: Readonly<Record<string, Message>> = {
  NoOperatorGroup: () => l10n.t`The operator namespace has no OperatorGroup.`,
  TooManyOperatorGroups: () => l10n.t`The operator namespace has several OperatorGroups.`,
  UnsupportedOperatorGroup: () =>
    l10n.t`The operator doesn't support the target namespaces of the OperatorGroup. The OperatorGroup must target exactly one namespace.`,
  InterOperatorGroupOwnerConflict: () =>
    l10n.t`The operator is also installed in another namespace, and both installations provide the same APIs.`,
  ComponentUnhealthy: () =>
    l10n.t`The operator Deployment isn't available. This is expected for a short time while its pod moves to another node.`,
  InstallCheckFailed: () => l10n.t`The operator Deployment didn't become available in time.`,
  InstallComponentFailed: () => l10n.t`OLM couldn't create one of the operator's resources.`,
};

/** Explains a ClusterServiceVersion of the operator. */
export function explainCsv(csv: ClusterServiceVersion): Explanation {
  const { name, version, phase } = csv;
  const title = version === '' ? name : `OSC ${version}`;
  switch (phase) {
    case 'Succeeded':
      return { health: 'ok', headline: title, meaning: l10n.t`${name} is installed.`, docs };
    case 'Failed':
      return explainFailed(csv, title);
    case 'Pending':
      return explainPending(csv, title);
    case '':
    case 'InstallReady':
    case 'Installing':
      return {
        health: 'busy',
        headline: l10n.t`${title}: being installed`,
        meaning: l10n.t`OLM created the operator's resources and is waiting for them to become ready.`,
        docs,
      };
    case 'Replacing':
      return {
        health: 'busy',
        headline: l10n.t`${title}: being replaced`,
        meaning: l10n.t`A newer version is replacing this one.`,
        docs,
      };
    case 'Deleting':
      return {
        health: 'busy',
        headline: l10n.t`${title}: being deleted`,
        meaning: l10n.t`The CSV is being deleted.`,
        docs,
      };
    default:
      return {
        health: 'unknown',
        headline: `${title}: ${sanitizeLine(phase, 40)}`,
        meaning: l10n.t`Unknown phase.`,
        docs,
      };
  }
}

function explainFailed({ name, reason, message }: ClusterServiceVersion, title: string): Explanation {
  const shown = sanitizeLine(reason, 60);
  const said = sanitizeLine(message);
  const other = shown === '' ? l10n.t`OLM reported no reason.` : l10n.t`OLM reason: ${shown}.`;
  const why = Object.hasOwn(failures, reason) ? (failures[reason]?.() ?? other) : other;
  return {
    // OLM fixes this problem automatically.
    health: reason === 'ComponentUnhealthy' ? 'attention' : 'failed',
    headline: reason === 'ComponentUnhealthy' ? l10n.t`${title}: unhealthy` : l10n.t`${title}: failed`,
    meaning: `${why}${getSentenceSeparator()}${said === '' ? l10n.t`OLM reported no message.` : l10n.t`OLM message: ${said}`}`,
    todo: failedTodo(name, reason),
    docs,
  };
}

function explainPending({ reason, unmet }: ClusterServiceVersion, title: string): Explanation {
  const tooOld = unmet.find((one) => one.includes('minKubeVersion'));
  if (tooOld !== undefined && reason === 'RequirementsNotMet') {
    return {
      health: 'attention',
      headline: l10n.t`${title}: cluster version too old`,
      meaning: l10n.t`The cluster's Kubernetes version is too old for the CSV${formatReason(tooOld.slice(tooOld.indexOf('minKubeVersion')))}`,
      todo: l10n.t`Update the cluster, or install an operator version that supports the current cluster version.`,
      docs,
    };
  }
  return {
    health: unmet.length > 0 && reason === 'RequirementsNotMet' ? 'attention' : 'busy',
    headline:
      reason === 'RequirementsNotMet'
        ? l10n.t`${title}: requirements not met`
        : l10n.t`${title}: checking requirements`,
    meaning:
      unmet.length === 0
        ? l10n.t`OLM is checking the CSV requirements.`
        : l10n.t`Unmet requirements: ${sanitizeLine(formatNames(unmet, 4))}.`,
    next: l10n.t`When all requirements are met, OLM starts the operator.`,
    docs,
  };
}

function failedTodo(name: string, reason: string): string {
  if (reason.includes('OperatorGroup'))
    return l10n.t`To fix the problem, follow the instructions shown for the OperatorGroup.`;
  // The CSV only reports that it waited. Only the pods show why the Deployment isn't available.
  return reason === 'InstallCheckFailed' || reason === 'ComponentUnhealthy'
    ? l10n.t(
        "To find out why the operator pod isn't running, run `oc describe pods -n {0}` and `oc describe csv {1} -n {2}`.",
        operatorNamespace,
        name,
        operatorNamespace,
      )
    : l10n.t('For details, run `oc describe csv {0} -n {1}`.', name, operatorNamespace);
}
