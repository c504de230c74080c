/**
 * What OLM makes of the wish to have the operator: Subscription, OperatorGroup, InstallPlan, ClusterServiceVersion.
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
import { namesWords, formatReason } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Explanation, Part } from '../explanation.ts';
import { explainSubscription } from './explainSubscription.ts';
import { requiredOpenShift } from './requiredOpenShift.ts';
import { isKnown, findItem, listItems } from '../snapshotIndex.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

const docs = installingOperator;

/** The Subscription of the operator, by its package: its name may be any. */
export function findSubscription(snapshot: Snapshot): Subscription | undefined {
  return listItems(snapshot, 'subscriptions').find((one) => one.package === known.package);
}

/** The release that is installed, or is to be: that of the Subscription, else the newest that is there. */
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

/** The parts that OLM knows of; what is not there and need not be is left out. */
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
  if (csv !== undefined) parts.push({ id: 'csv', name: l10n.t`Release`, ...explainCsv(csv) });
  return parts;
}

/** Whether the OperatorGroups of the namespace are as they must be; undefined: that is not known. */
export function explainGroups(snapshot: Snapshot): Explanation | undefined {
  if (!isKnown(snapshot, 'operatorGroups')) return undefined;
  const groups = listItems(snapshot, 'operatorGroups');
  const [group, ...others] = groups;
  if (group === undefined) {
    return {
      health: 'failed',
      headline: l10n.t`There is none`,
      meaning: l10n.t`The operator namespace has no OperatorGroup. OLM installs nothing there and reports no error.`,
      todo: l10n.t`Create one with targetNamespaces: [${operatorNamespace}].`,
      docs,
    };
  }
  if (others.length > 0) {
    return {
      health: 'failed',
      headline: l10n.t`There are ${groups.length}`,
      meaning: l10n.t`There must be exactly one OperatorGroup, and there are ${namesWords(
        groups.map(({ name }) => name),
        5,
      )}: OLM does not know which counts.`,
      todo: l10n.t`Delete all but the one that names the namespace of the operator.`,
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
      headline: targets.includes('') ? l10n.t`Means all namespaces` : l10n.t`Means several namespaces`,
      meaning: l10n.t`The operator supports its own namespace or a single one: its release fails with UnsupportedOperatorGroup.`,
      todo: l10n.t`Set targetNamespaces of ${group.name} to [${operatorNamespace}].`,
      docs,
    };
  }
  const [target] = targets;
  if (target !== undefined && target !== operatorNamespace) {
    const slip = misspelledNamespaces.find(({ name }) => name === target);
    const other = l10n.t`It names ${sanitizeLine(target, 80)}, and the operator works in ${operatorNamespace}.`;
    return {
      health: 'failed',
      headline: l10n.t`Means another namespace`,
      meaning: slip === undefined ? other : `${other}${getSentenceSeparator()}${slip.why()}`,
      todo: l10n.t`Set targetNamespaces of ${group.name} to [${operatorNamespace}].`,
      docs,
    };
  }
  const meaning =
    target === undefined
      ? l10n.t`It means the namespaces that it selects, as it should.`
      : l10n.t`It means ${target}, as it should.`;
  return { health: 'ok', headline: group.name, meaning, docs };
}

/** The plan that counts: one that waits or failed, and the last one while it is carried out. */
export function findInstallPlan(subscription: Subscription | undefined, snapshot: Snapshot): InstallPlan | undefined {
  const plans = listItems(snapshot, 'installPlans').filter(({ csvs }) =>
    csvs.some((csv) => csv.startsWith(known.startingCsvPrefix)),
  );
  return (
    plans.find(({ name }) => name === subscription?.installPlan) ??
    plans.toSorted((one, other) => (other.created ?? 0) - (one.created ?? 0))[0]
  );
}

function explainPlan({ name, phase, csvs, approved, conditions }: InstallPlan, snapshot: Snapshot): Explanation {
  const what = namesWords(csvs, 4);
  switch (phase) {
    case 'Complete':
      return { health: 'ok', headline: l10n.t`Carried out`, meaning: l10n.t`${what} was installed by it.`, docs };
    case 'Failed':
      return {
        health: 'failed',
        headline: l10n.t`Failed`,
        meaning: l10n.t`${what} could not be installed${formatReason(findStatusCondition(conditions, 'Installed')?.message ?? '')}`,
        todo: l10n.t`See which step: \`oc describe installplan ${name} -n ${operatorNamespace}\`.`,
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
        headline: l10n.t`Being planned`,
        meaning: l10n.t`OLM works out what ${what} needs.`,
        docs,
      };
    default:
      return {
        health: 'unknown',
        headline: sanitizeLine(phase, 40),
        meaning: l10n.t`The InstallPlan for ${what} is in a phase that is not known here.`,
        docs,
      };
  }
}

/** @param openShift the version to update to first, because an approval can't be undone */
function waitingPlan(name: string, what: string, openShift: string | undefined): Explanation {
  const approve = `\`oc patch installplan ${name} -n ${operatorNamespace} --type merge -p '{"spec":{"approved":true}}'\``;
  return {
    health: 'attention',
    headline: l10n.t`Waiting for approval`,
    meaning: l10n.t`It installs ${what} after it is approved.`,
    next: l10n.t`Once it is approved, OLM installs the release; then it runs.`,
    todo:
      openShift === undefined
        ? l10n.t`Approve it: ${approve}.`
        : l10n.t`Update OpenShift to ${openShift} or later first. Then approve the InstallPlan: ${approve}.`,
    docs,
  };
}

const failures: Readonly<Record<string, Message>> = {
  NoOperatorGroup: () => l10n.t`There is no OperatorGroup in its namespace.`,
  TooManyOperatorGroups: () => l10n.t`There are several OperatorGroups in its namespace.`,
  UnsupportedOperatorGroup: () =>
    l10n.t`The OperatorGroup means namespaces that the operator does not support: it supports its own, or a single one.`,
  InterOperatorGroupOwnerConflict: () =>
    l10n.t`The operator is installed a second time elsewhere, and both want the same kinds.`,
  ComponentUnhealthy: () =>
    l10n.t`The Deployment of the operator does not run; that is so for a while when its pod moves to another node.`,
  InstallCheckFailed: () => l10n.t`The Deployment of the operator did not come up in time.`,
  InstallComponentFailed: () => l10n.t`A part of the operator could not be created.`,
};

function explainCsv(csv: ClusterServiceVersion): Explanation {
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
        meaning: l10n.t`OLM has created the parts of the operator, and waits until they run.`,
        docs,
      };
    case 'Replacing':
      return {
        health: 'busy',
        headline: l10n.t`${title}: being replaced`,
        meaning: l10n.t`A newer release takes its place.`,
        docs,
      };
    case 'Deleting':
      return {
        health: 'busy',
        headline: l10n.t`${title}: being removed`,
        meaning: l10n.t`The release is being removed.`,
        docs,
      };
    default:
      return {
        health: 'unknown',
        headline: `${title}: ${sanitizeLine(phase, 40)}`,
        meaning: l10n.t`This phase is not known here.`,
        docs,
      };
  }
}

function explainFailed({ name, reason, message }: ClusterServiceVersion, title: string): Explanation {
  const shown = sanitizeLine(reason, 60);
  const said = sanitizeLine(message);
  const other = shown === '' ? l10n.t`OLM says no reason.` : l10n.t`OLM says ${shown}.`;
  const why = Object.hasOwn(failures, reason) ? (failures[reason]?.() ?? other) : other;
  return {
    // OLM mends that one by itself.
    health: reason === 'ComponentUnhealthy' ? 'attention' : 'failed',
    headline: reason === 'ComponentUnhealthy' ? l10n.t`${title}: not well` : l10n.t`${title}: failed`,
    meaning: `${why}${getSentenceSeparator()}${said === '' ? l10n.t`OLM: no message.` : l10n.t`OLM: ${said}`}`,
    todo: failedTodo(name, reason),
    docs,
  };
}

function explainPending({ reason, unmet }: ClusterServiceVersion, title: string): Explanation {
  const tooOld = unmet.find((one) => one.includes('minKubeVersion'));
  if (tooOld !== undefined && reason === 'RequirementsNotMet') {
    return {
      health: 'attention',
      headline: l10n.t`${title}: the cluster is too old for it`,
      meaning: l10n.t`It asks for a newer Kubernetes than the cluster is${formatReason(tooOld.slice(tooOld.indexOf('minKubeVersion')))}`,
      todo: l10n.t`Update the cluster, or install a release of the operator that supports this one.`,
      docs,
    };
  }
  return {
    health: unmet.length > 0 && reason === 'RequirementsNotMet' ? 'attention' : 'busy',
    headline:
      reason === 'RequirementsNotMet' ? l10n.t`${title}: something is missing` : l10n.t`${title}: being checked`,
    meaning:
      unmet.length === 0
        ? l10n.t`OLM checks what the release needs.`
        : l10n.t`It needs ${sanitizeLine(namesWords(unmet, 4))}.`,
    next: l10n.t`When all is there, OLM starts the operator.`,
    docs,
  };
}

function failedTodo(name: string, reason: string): string {
  if (reason.includes('OperatorGroup')) return l10n.t`See the OperatorGroup status.`;
  // What keeps the Deployment is told by its pods alone: the release says that it waited.
  return reason === 'InstallCheckFailed' || reason === 'ComponentUnhealthy'
    ? l10n.t(
        'See why its pod does not run: `oc describe pods -n {0}`, and `oc describe csv {1} -n {2}`.',
        operatorNamespace,
        name,
        operatorNamespace,
      )
    : l10n.t`See more: \`oc describe csv ${name} -n ${operatorNamespace}\`.`;
}
