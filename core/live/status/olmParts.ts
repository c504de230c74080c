/**
 * What OLM makes of the wish to have the operator: Subscription, OperatorGroup, InstallPlan, ClusterServiceVersion.
 * Sources: operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/operators (catalog, olm); notes/cluster.md 5.1, 5.3; OSC 1.12 §2.2.
 */
import { installingOperator } from '../../docSections.ts';
import { misspelledNamespaces, operatorNamespace, subscription as known } from '../../namespaces.ts';
import type { ClusterServiceVersion } from '../kinds/clusterServiceVersion.ts';
import type { InstallPlan } from '../kinds/installPlan.ts';
import type { Subscription } from '../kinds/subscription.ts';
import { conditionOf } from '../object.ts';
import type { Snapshot } from '../snapshot.ts';
import { namesWords, oneLine } from '../words.ts';
import type { Explanation, Part } from './explanation.ts';
import { colon } from './pools.ts';
import { isKnown, itemNamed, itemsOf } from './surroundings.ts';

const docs = installingOperator;

/** The Subscription of the operator, by its package: its name may be any. */
export function subscriptionOf(snapshot: Snapshot): Subscription | undefined {
  return itemsOf(snapshot, 'subscriptions').find((one) => one.package === known.package);
}

/** The release that is installed, or is to be: that of the Subscription, else the newest that is there. */
export function csvOf(snapshot: Snapshot): ClusterServiceVersion | undefined {
  const subscription = subscriptionOf(snapshot);
  const wanted = [subscription?.installedCsv, subscription?.currentCsv].flatMap((name) =>
    name === undefined ? [] : (itemNamed(snapshot, 'clusterServiceVersions', name) ?? []),
  );
  const ours = itemsOf(snapshot, 'clusterServiceVersions').filter(({ name }) => name.startsWith(known.startingCsvPrefix));
  return wanted[0] ?? ours.toSorted((one, other) => (other.created ?? 0) - (one.created ?? 0))[0];
}

/** The parts that OLM knows of; what is not there and need not be is left out. */
export function olmParts(snapshot: Snapshot): readonly Part[] {
  const subscription = subscriptionOf(snapshot);
  const csv = csvOf(snapshot);
  const parts: Part[] = [];
  if (subscription !== undefined) parts.push({ id: 'subscription', name: 'Subscription', ...explainSubscription(subscription, snapshot) });
  if (subscription !== undefined || csv !== undefined) {
    const group = explainGroups(snapshot);
    if (group !== undefined) parts.push({ id: 'operatorGroup', name: 'OperatorGroup', ...group });
  }
  const plan = planOf(subscription, snapshot);
  if (plan !== undefined) parts.push({ id: 'installPlan', name: 'InstallPlan', ...explainPlan(plan) });
  if (csv !== undefined) parts.push({ id: 'csv', name: 'Release', ...explainCsv(csv) });
  return parts;
}

function explainSubscription(subscription: Subscription, snapshot: Snapshot): Explanation {
  const { conditions, state, installedCsv, currentCsv, approval, channel, source, sourceNamespace, name } = subscription;
  const bad = (type: string): { readonly reason: string; readonly message: string } | undefined => {
    const condition = conditionOf(conditions, type);
    return condition?.status === 'True' ? condition : undefined;
  };
  const groups = itemsOf(snapshot, 'operatorGroups').length;
  if (isKnown(snapshot, 'operatorGroups') && groups !== 1) {
    return {
      health: 'failed',
      headline: 'Nothing happens to it',
      meaning: `There ${groups === 0 ? 'is no OperatorGroup' : `are ${groups} OperatorGroups`} in its namespace, and there must be exactly one: OLM does nothing, and says nothing.`,
      todo: 'See what is said of the OperatorGroup.',
      docs,
    };
  }
  const unpacking = bad('BundleUnpackFailed');
  if (unpacking !== undefined) {
    return {
      health: 'failed',
      headline: 'Its bundle cannot be fetched',
      meaning: `OLM could not unpack the bundle of the operator${colon(unpacking.message)}`,
      next: 'OLM tries again after some minutes.',
      todo: `See whether the cluster can pull images from the registry: \`oc get jobs,pods -n ${sourceNamespace}\`.`,
      docs,
    };
  }
  const failed = bad('ResolutionFailed');
  if (failed !== undefined) {
    const stray = /clusterserviceversion (\S{1,253}) exists and is not referenced by a subscription/i.exec(failed.message.slice(0, 4000))?.[1];
    const catalogue = bad('CatalogSourcesUnhealthy');
    return {
      health: 'failed',
      headline: 'No release can be found for it',
      meaning:
        stray === undefined
          ? `OLM finds no release that fits (channel ${channel}, catalog ${source})${colon(failed.message)}${catalogue === undefined ? '' : ` The catalogs are not well${colon(catalogue.message)}`}`
          : `A release from an earlier Subscription is still there (${stray}), and OLM does not take it over.`,
      todo:
        stray === undefined
          ? resolveTodo(subscription, `${failed.message} ${catalogue?.message ?? ''}`)
          : `Remove it, and OLM installs it anew: \`oc delete csv ${stray} -n ${operatorNamespace}\`.`,
      docs,
    };
  }
  const planFailed = bad('InstallPlanFailed');
  if (planFailed !== undefined) {
    return {
      health: 'failed',
      headline: 'Its install failed',
      meaning: `The InstallPlan failed${colon(planFailed.message || planFailed.reason)}`,
      todo: `See which step: \`oc describe installplan -n ${operatorNamespace}\`.`,
      docs,
    };
  }
  const unhealthy = bad('CatalogSourcesUnhealthy');
  if (unhealthy !== undefined) {
    return {
      health: installedCsv === undefined ? 'failed' : 'attention',
      headline: 'Its catalog cannot be reached',
      meaning: `The catalogs are not well${colon(unhealthy.message || unhealthy.reason)}${installedCsv === undefined ? '' : ' What is installed runs; updates are not seen.'}`,
      todo: `See the catalog: \`oc get catalogsource ${source} -n ${sourceNamespace} -o yaml\`.`,
      docs,
    };
  }
  if (bad('InstallPlanPending')?.reason === 'RequiresApproval') {
    if (planOf(subscription, snapshot)?.approved === true) {
      return {
        health: 'busy',
        headline: 'Approved',
        meaning: `${currentCsv ?? 'A release'} is about to be installed.`,
        next: 'OLM carries the InstallPlan out.',
        docs,
      };
    }
    return {
      health: 'attention',
      headline: installedCsv === undefined ? 'Waits for approval' : 'An update waits for approval',
      meaning: `${currentCsv ?? 'A release'} is found, and its InstallPlan waits until somebody approves it.`,
      todo: 'Approve the InstallPlan, or set installPlanApproval to Automatic for the next ones.',
      docs,
    };
  }
  if (bad('BundleUnpacking') !== undefined) {
    return {
      health: 'busy',
      headline: 'Fetching the bundle',
      meaning: 'OLM fetches and unpacks the bundle of the operator.',
      next: 'Then it plans the install.',
      docs,
    };
  }
  if (installedCsv === undefined) {
    return {
      health: 'busy',
      headline: 'OLM is at it',
      meaning: currentCsv === undefined ? 'OLM looks for a release that fits.' : `${currentCsv} is being installed.`,
      next: 'OLM plans the install, and carries it out.',
      docs,
    };
  }
  const pending = state === 'UpgradePending' || (currentCsv !== undefined && currentCsv !== installedCsv);
  return {
    health: pending ? 'busy' : 'ok',
    headline: pending ? `Updating to ${currentCsv ?? 'a newer release'}` : `Channel ${channel}, ${approval.toLowerCase()} updates`,
    meaning: pending
      ? `${installedCsv} is installed; ${currentCsv ?? 'a newer release'} follows.`
      : `${installedCsv} is installed, the newest that the channel of the Subscription ${name} has.`,
    docs,
  };
}

/** What to do when OLM finds no release: its message tells whether the catalog, the channel or the release is the trouble. */
function resolveTodo({ startingCsv, channel, source, sourceNamespace }: Subscription, message: string): string {
  if (/at least one catalogsource/i.test(message)) {
    return 'There is no catalog. See whether those of OpenShift are disabled: `oc get operatorhubs cluster -o yaml`.';
  }
  if (/failed to populate resolver cache|failed to list bundles/i.test(message)) {
    return `See whether the pods of the catalogs run: \`oc get catalogsources,pods -n ${sourceNamespace}\`. Until ${source} answers, nothing can be installed from it.`;
  }
  if (startingCsv !== undefined && message.includes(`no operators found with name ${startingCsv} `)) {
    return `The channel does not have ${startingCsv}. Delete the Subscription, and create it with the startingCSV of a release that the channel has, or without one: \`oc get packagemanifests ${known.package} -n ${sourceNamespace} -o yaml\`.`;
  }
  const wrong = [...(channel === known.channel ? [] : [`channel ${known.channel}`]), ...(source === known.source ? [] : [`catalog ${known.source}`])];
  const documented = wrong.length === 0 ? '' : ` The documents have ${wrong.join(', ')}.`;
  return `See whether the catalog has it: \`oc get packagemanifests ${known.package} -n ${sourceNamespace}\`.${documented}`;
}

/** Whether the OperatorGroups of the namespace are as they must be; undefined: that is not known. */
export function explainGroups(snapshot: Snapshot): Explanation | undefined {
  if (!isKnown(snapshot, 'operatorGroups')) return undefined;
  const groups = itemsOf(snapshot, 'operatorGroups');
  const [group, ...others] = groups;
  if (group === undefined) {
    return {
      health: 'failed',
      headline: 'There is none',
      meaning: 'The namespace of the operator has no OperatorGroup: OLM installs nothing there, and says nothing of it.',
      todo: `Create one with targetNamespaces: [${operatorNamespace}].`,
      docs,
    };
  }
  if (others.length > 0) {
    return {
      health: 'failed',
      headline: `There are ${groups.length}`,
      meaning: `There must be exactly one OperatorGroup, and there are ${namesWords(
        groups.map(({ name }) => name),
        5,
      )}: OLM does not know which counts.`,
      todo: 'Delete all but the one that names the namespace of the operator.',
      docs,
    };
  }
  const targets = group.namespaces.length > 0 ? group.namespaces : group.targetNamespaces.length > 0 || group.hasSelector ? group.targetNamespaces : [''];
  if (targets.includes('') || targets.length > 1) {
    return {
      health: 'failed',
      headline: targets.includes('') ? 'Means all namespaces' : 'Means several namespaces',
      meaning: 'The operator supports its own namespace or a single one: its release fails with UnsupportedOperatorGroup.',
      todo: `Set targetNamespaces of ${group.name} to [${operatorNamespace}].`,
      docs,
    };
  }
  const [target] = targets;
  if (target !== undefined && target !== operatorNamespace) {
    const slip = misspelledNamespaces.find(({ name }) => name === target);
    return {
      health: 'failed',
      headline: 'Means another namespace',
      meaning: `It names ${oneLine(target, 80)}, and the operator works in ${operatorNamespace}.${slip === undefined ? '' : ` ${slip.why}`}`,
      todo: `Set targetNamespaces of ${group.name} to [${operatorNamespace}].`,
      docs,
    };
  }
  return { health: 'ok', headline: group.name, meaning: `It means ${target ?? 'the namespaces that it selects'}, as it should.`, docs };
}

/** The plan that counts: one that waits or failed, and the last one while it is carried out. */
export function planOf(subscription: Subscription | undefined, snapshot: Snapshot): InstallPlan | undefined {
  const plans = itemsOf(snapshot, 'installPlans').filter(({ csvs }) => csvs.some((csv) => csv.startsWith(known.startingCsvPrefix)));
  return plans.find(({ name }) => name === subscription?.installPlan) ?? plans.toSorted((one, other) => (other.created ?? 0) - (one.created ?? 0))[0];
}

function explainPlan({ name, phase, csvs, approved, conditions }: InstallPlan): Explanation {
  const what = namesWords(csvs, 4);
  switch (phase) {
    case 'Complete':
      return { health: 'ok', headline: 'Carried out', meaning: `${what} was installed by it.`, docs };
    case 'Failed':
      return {
        health: 'failed',
        headline: 'Failed',
        meaning: `${what} could not be installed${colon(conditionOf(conditions, 'Installed')?.message ?? '')}`,
        todo: `See which step: \`oc describe installplan ${name} -n ${operatorNamespace}\`.`,
        docs,
      };
    case 'RequiresApproval':
      if (approved) return { health: 'busy', headline: 'Approved', meaning: `${what} is about to be installed.`, docs };
      return {
        health: 'attention',
        headline: 'Waits for approval',
        meaning: `It is to install ${what}, and waits for a yes.`,
        next: 'Once it is approved, OLM installs the release; then it runs.',
        todo: `Approve it: \`oc patch installplan ${name} -n ${operatorNamespace} --type merge -p '{"spec":{"approved":true}}'\`.`,
        docs,
      };
    case 'Installing':
      return { health: 'busy', headline: 'Installing', meaning: `${what} is being installed.`, docs };
    case '':
    case 'Planning':
      return { health: 'busy', headline: 'Being planned', meaning: `OLM works out what ${what} needs.`, docs };
    default:
      return { health: 'unknown', headline: oneLine(phase, 40), meaning: `The InstallPlan for ${what} is in a phase that is not known here.`, docs };
  }
}

const failures: Readonly<Record<string, string>> = {
  NoOperatorGroup: 'There is no OperatorGroup in its namespace.',
  TooManyOperatorGroups: 'There are several OperatorGroups in its namespace.',
  UnsupportedOperatorGroup: 'The OperatorGroup means namespaces that the operator does not support: it supports its own, or a single one.',
  InterOperatorGroupOwnerConflict: 'The operator is installed a second time elsewhere, and both want the same kinds.',
  ComponentUnhealthy: 'The Deployment of the operator does not run; that is so for a while when its pod moves to another node.',
  InstallCheckFailed: 'The Deployment of the operator did not come up in time.',
  InstallComponentFailed: 'A part of the operator could not be created.',
};

function explainCsv({ name, version, phase, reason, message, unmet }: ClusterServiceVersion): Explanation {
  const title = version === '' ? name : `OSC ${version}`;
  switch (phase) {
    case 'Succeeded':
      return { health: 'ok', headline: title, meaning: `${name} is installed.`, docs };
    case 'Failed': {
      const why = Object.hasOwn(failures, reason) ? failures[reason] : undefined;
      return {
        // OLM mends that one by itself.
        health: reason === 'ComponentUnhealthy' ? 'attention' : 'failed',
        headline: `${title}: ${reason === 'ComponentUnhealthy' ? 'not well' : 'failed'}`,
        meaning: `${why ?? `OLM says ${oneLine(reason, 60) || 'no reason'}.`} OLM: ${oneLine(message) || 'no message.'}`,
        todo: failedTodo(name, reason),
        docs,
      };
    }
    case 'Pending': {
      const tooOld = unmet.find((one) => one.includes('minKubeVersion'));
      if (tooOld !== undefined && reason === 'RequirementsNotMet') {
        return {
          health: 'attention',
          headline: `${title}: the cluster is too old for it`,
          meaning: `It asks for a newer Kubernetes than the cluster is${colon(tooOld.slice(tooOld.indexOf('minKubeVersion')))}`,
          todo: 'Update the cluster, or install a release of the operator that supports this one.',
          docs,
        };
      }
      return {
        health: unmet.length > 0 && reason === 'RequirementsNotMet' ? 'attention' : 'busy',
        headline: `${title}: something is missing`.replace(
          /: something is missing$/,
          reason === 'RequirementsNotMet' ? ': something is missing' : ': being checked',
        ),
        meaning: unmet.length === 0 ? 'OLM checks what the release needs.' : `It needs ${oneLine(namesWords(unmet, 4))}.`,
        next: 'When all is there, OLM starts the operator.',
        docs,
      };
    }
    case '':
    case 'InstallReady':
    case 'Installing':
      return { health: 'busy', headline: `${title}: being installed`, meaning: 'OLM has created the parts of the operator, and waits until they run.', docs };
    case 'Replacing':
      return { health: 'busy', headline: `${title}: being replaced`, meaning: 'A newer release takes its place.', docs };
    case 'Deleting':
      return { health: 'busy', headline: `${title}: being removed`, meaning: 'The release is being removed.', docs };
    default:
      return { health: 'unknown', headline: `${title}: ${oneLine(phase, 40)}`, meaning: 'This phase is not known here.', docs };
  }
}

function failedTodo(name: string, reason: string): string {
  if (reason.includes('OperatorGroup')) return 'See what is said of the OperatorGroup.';
  // What keeps the Deployment is told by its pods alone: the release says that it waited.
  const pods =
    reason === 'InstallCheckFailed' || reason === 'ComponentUnhealthy' ? `why its pod does not run: \`oc describe pods -n ${operatorNamespace}\`, and ` : '';
  return `See ${pods}${pods === '' ? 'more: ' : ''}\`oc describe csv ${name} -n ${operatorNamespace}\`.`;
}
