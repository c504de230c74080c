/**
 * Explains the operator and the components that it runs. Sources: domain/01-kataconfig.md 1.8; notes/cluster.md 5; OSC
 * 1.12 §2.2, §3.3.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig, installingOperator } from '#core/product/docSections.ts';
import { installerName, operatorNamespace, uninstallerName } from '#core/product/namespaces.ts';
import { findRelease } from '#core/product/releases.ts';
import { afterColon, selectPlural, getSentenceSeparator } from '#core/text/grammar.ts';
import { findStatusCondition, type StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { worstHealth, type Explanation, type Health, type Part } from '../explanation.ts';
import { findClusterExtension, lacksClusterExtension, listExtensionParts } from './clusterExtensionParts.ts';
import { findCsv, listOlmParts, findSubscription } from './olmParts.ts';
import { formatReason } from '#core/text/phrases.ts';
import { unseenPart } from './unseenPart.ts';
import { isKnown, findItem, indexSnapshot } from '../snapshotIndex.ts';

export interface OperatorState {
  /** Health of the part that needs attention first. */
  readonly health: Health;
  /** Headline such as `OSC 1.12.0`, `Not installed`, or `Waiting for approval`. */
  readonly headline: string;
  readonly parts: readonly Part[];
}

/** Returns the state of the operator and its parts, in the order in which they're created. */
export function getOperatorState(snapshot: Snapshot): OperatorState {
  const parts = listOperatorParts(snapshot);
  const health = worstHealth(parts.map((part) => part.health));
  const version = getOperatorVersion(snapshot);
  const worst = findWorstPart(parts);
  const headline =
    health === 'ok' && version !== undefined
      ? `OSC ${version}`
      : worst === undefined
        ? l10n.t`Not read yet`
        : partWords(worst);
  return { health, headline, parts };
}

/** Returns the part that needs attention first. An update that is waiting for approval is the least urgent problem. */
export function findWorstPart(parts: readonly Part[]): Part | undefined {
  const health = worstHealth(parts.map((part) => part.health));
  const worst = parts.filter((part) => part.health === health);
  return worst.find(({ id }) => health !== 'attention' || (id !== 'subscription' && id !== 'installPlan')) ?? worst[0];
}

/** Returns text such as `Monitor: on 0 of 2 nodes`. For the operator itself, returns only its state. */
function partWords({ id, name, headline }: Part): string {
  if (id === 'operator') return headline;
  return `${name}: ${afterColon(headline)}`;
}

/** Returns the parts of the operator, each with its own state. */
export function listOperatorParts(snapshot: Snapshot): readonly Part[] {
  const olm = [...listOlmParts(snapshot), ...listExtensionParts(snapshot)];
  const manager = findItem(snapshot, 'deployments', 'controller-manager');
  if (olm.length === 0 && manager === undefined) return [absence(snapshot)];
  const isRunningAlone =
    olm.length === 0 && isKnown(snapshot, 'subscriptions') && isKnown(snapshot, 'clusterServiceVersions');
  const isExtensionHidden = olm.length === 0 && snapshot.clusterExtensions.state.kind === 'forbidden';
  return [
    ...olm,
    ...(isExtensionHidden ? [unseenPart('clusterExtension', 'ClusterExtension', 'clusterExtensions', snapshot)] : []),
    ...(isKnown(snapshot, 'deployments')
      ? [managerPart(snapshot, isRunningAlone)]
      : [unseenPart('deployment/controller-manager', l10n.t`Operator`, 'deployments', snapshot)]),
    ...operands(snapshot),
  ];
}

/** Resource kinds of the operator. If none of them exists, the operator isn't installed. */
const operatorKinds = ['subscriptions', 'clusterServiceVersions', 'deployments'] as const;

/**
 * Returns whether the operator certainly isn't installed. `withCrd`: after an uninstall, the CRD of the KataConfig
 * still exists.
 */
export function findOperatorAbsence(snapshot: Snapshot): 'complete' | 'withCrd' | undefined {
  if (listOperatorParts(snapshot).some(({ id }) => id !== 'operator')) return undefined;
  if (snapshot.kataConfigs.state.kind === 'absent') return 'complete';
  const isUnused = isKnown(snapshot, 'kataConfigs') && indexSnapshot(snapshot).kataConfig === undefined;
  return isUnused && operatorKinds.every((kind) => isKnown(snapshot, kind)) ? 'withCrd' : undefined;
}

/**
 * Returns the installed OSC release as users write it (`1.12`). Returns undefined if none is installed or the release
 * is unknown.
 */
export function getInstalledRelease(snapshot: Snapshot): string | undefined {
  const version = getOperatorVersion(snapshot);
  return version === undefined ? undefined : findRelease(version)?.id;
}

/**
 * Returns the installed version of the operator, such as `1.12.0`. The CSV decides. Without a CSV, the ClusterExtension
 * of OLM v1 does.
 */
export function getOperatorVersion(snapshot: Snapshot): string | undefined {
  const csv = findCsv(snapshot);
  const version = csv === undefined ? findClusterExtension(snapshot)?.installedVersion : csv.version;
  return version === undefined || version === '' ? undefined : version;
}

function absence(snapshot: Snapshot): Part {
  const isHidden =
    indexSnapshot(snapshot).kataConfig !== undefined &&
    !isKnown(snapshot, 'deployments') &&
    snapshot.clusterExtensions.state.kind === 'idle' &&
    !lacksClusterExtension(snapshot);
  // OLM v1 might have installed an operator that a must-gather of OSC doesn't contain.
  return isHidden
    ? unseenPart('operator', l10n.t`Operator`, 'clusterExtensions', snapshot)
    : describeMissingOperator(snapshot);
}

/** Returns the part of an operator without any object of OLM v0, assuming that OLM v1 didn't install it. */
export function describeMissingOperator(snapshot: Snapshot): Part {
  const id = 'operator';
  const name = l10n.t`Operator`;
  const { state } = snapshot.subscriptions;
  const extensions = snapshot.clusterExtensions.state;
  if (isKnown(snapshot, 'subscriptions') || state.kind === 'absent') {
    const nothing = l10n.t`The OpenShift sandboxed containers Operator isn't installed in ${operatorNamespace}.`;
    return {
      id,
      name,
      // The operator is optional, but a KataConfig has no effect without it.
      health: indexSnapshot(snapshot).kataConfig === undefined ? 'ok' : 'failed',
      headline: l10n.t`Not installed`,
      meaning:
        state.kind === 'absent'
          ? `${nothing}${getSentenceSeparator()}${l10n.t`The cluster has no Operator Lifecycle Manager.`}`
          : extensions.kind === 'forbidden'
            ? `${nothing}${getSentenceSeparator()}${l10n.t`You don't have ${extensions.verb} permission for ClusterExtensions, so an installation that OLM v1 has begun isn't visible.`}`
            : nothing,
      todo: l10n.t`Install the operator: create a namespace, an OperatorGroup, and a Subscription.`,
      docs: installingOperator,
    };
  }
  return unseenPart(id, name, 'subscriptions', snapshot);
}

function managerPart(snapshot: Snapshot, alone: boolean): Part {
  const deployment = findItem(snapshot, 'deployments', 'controller-manager');
  const part = { id: 'deployment/controller-manager', name: l10n.t`Operator` };
  if (deployment === undefined) {
    const isRequested = findSubscription(snapshot) !== undefined || findClusterExtension(snapshot) !== undefined;
    const isExpected = isRequested && indexSnapshot(snapshot).kataConfig === undefined;
    return {
      ...part,
      health: isExpected ? 'busy' : 'failed',
      headline: isExpected ? l10n.t`Not running yet` : l10n.t`Not found`,
      meaning: l10n.t`The Deployment controller-manager is missing.`,
      next: l10n.t`OLM creates the Deployment when it installs the operator.`,
      docs: installingOperator,
    };
  }
  const { available, wanted, conditions } = deployment;
  if (available > 0) {
    return {
      ...part,
      health: 'ok',
      headline: runs(),
      meaning: !alone
        ? l10n.t`The operator is running.`
        : lacksClusterExtension(snapshot)
          ? l10n.t`The operator is running without a Subscription or ClusterServiceVersion, so it wasn't installed by OLM.`
          : l10n.t`The operator is running without a Subscription or ClusterServiceVersion. A ClusterExtension (OLM v1) might have installed it.`,
      docs: installingOperator,
    };
  }
  const consequence = l10n.t`KataConfig resources aren't processed until the operator is running. You can't create new ones either, because the operator webhook must validate them.`;
  if (wanted === 0) {
    return {
      ...part,
      health: 'attention',
      headline: l10n.t`Scaled to 0`,
      meaning: `${l10n.t`The Deployment is set to 0 replicas.`}${getSentenceSeparator()}${consequence}`,
      todo: l10n.t(
        'Start the operator: `oc scale deployment controller-manager --replicas=1 -n {0}`.',
        operatorNamespace,
      ),
      docs: installingOperator,
    };
  }
  const gaveUp = progressProblem(conditions);
  return {
    ...part,
    health: gaveUp === undefined ? 'busy' : 'failed',
    headline:
      gaveUp === undefined
        ? l10n.t({ message: 'Starting', args: [], comment: ['The state of an operator that is starting.'] })
        : l10n.t`Can't start`,
    meaning: `${gaveUp === undefined ? l10n.t`No operator pod is available. This is expected while the pod starts or moves to another node.` : noPod(gaveUp)}${getSentenceSeparator()}${consequence}`,
    todo: lookAtPods(gaveUp),
    docs: installingOperator,
  };
}

function runs(): string {
  return l10n.t({
    message: 'Running',
    args: [],
    comment: ['The state of an operator or a webhook without problems.'],
  });
}

/**
 * Returns the sentence for a part without an available pod.
 * @param gaveUp reason from the cluster. Empty if there is none
 */
function noPod(gaveUp: string): string {
  return l10n.t`No pod is available${formatReason(gaveUp)}`;
}

/**
 * Returns the command to check the pods.
 * @param gaveUp undefined if the pods might still start
 */
function lookAtPods(gaveUp: string | undefined): string {
  return gaveUp === undefined
    ? l10n.t('If this continues, run `oc get pods -n {0}`.', operatorNamespace)
    : l10n.t('To find the cause, run `oc get pods -n {0}`.', operatorNamespace);
}

/** Returns why a Deployment didn't become available in time, or undefined if it still might. */
function progressProblem(conditions: readonly StatusCondition[]): string | undefined {
  const progressing = findStatusCondition(conditions, 'Progressing');
  return progressing?.status === 'False' ? progressing.message || progressing.reason : undefined;
}

/** Returns the components that the operator runs: the pods that install Kata, and those of an installed Kata. */
function operands(snapshot: Snapshot): readonly Part[] {
  const { kataConfig } = indexSnapshot(snapshot);
  const installed =
    kataConfig !== undefined && kataConfig.deleting === undefined && kataConfig.runtimeClasses.length > 0;
  const remote = installed && kataConfig.enablePeerPods && kataConfig.runtimeClasses.includes('kata-remote');
  return [
    ...daemonSetPart(
      snapshot,
      installerName,
      l10n.t`Kata installer`,
      l10n.t`Kata isn't installed on nodes without a running DaemonSet pod.`,
      false,
    ),
    ...daemonSetPart(
      snapshot,
      uninstallerName,
      l10n.t`Kata uninstaller`,
      l10n.t`Kata isn't uninstalled from nodes without a running DaemonSet pod.`,
      false,
    ),
    ...daemonSetPart(
      snapshot,
      'openshift-sandboxed-containers-monitor',
      l10n.t`Monitor`,
      l10n.t`Kata metrics aren't available from nodes without a running DaemonSet pod.`,
      installed,
    ),
    ...daemonSetPart(
      snapshot,
      'osc-caa-ds',
      'cloud-api-adaptor',
      l10n.t`Peer pods can't start on nodes without a running DaemonSet pod.`,
      remote,
    ),
    ...webhookPart(snapshot, remote),
  ];
}

function daemonSetPart(
  snapshot: Snapshot,
  object: string,
  name: string,
  consequence: string,
  expected: boolean,
): readonly Part[] {
  if (!isKnown(snapshot, 'daemonSets')) return [];
  const part = { id: `daemonSet/${object}`, name };
  const found = findItem(snapshot, 'daemonSets', object);
  if (found === undefined) {
    if (!expected) return [];
    const missing: Explanation = {
      health: 'attention',
      headline: l10n.t`Not found`,
      meaning: `${l10n.t`The DaemonSet ${object} is missing.`}${getSentenceSeparator()}${consequence}`,
      docs: creatingKataConfig,
    };
    return [{ ...part, ...missing }];
  }
  const { ready, wanted } = found;
  if (wanted === 0)
    return [
      {
        ...part,
        health: 'ok',
        missing: 'none',
        headline: l10n.t`No pods`,
        meaning: l10n.t`The DaemonSet ${object} has no pods. Either it was just created, or no node matches its node selector.`,
        docs: creatingKataConfig,
      },
    ];
  if (ready >= wanted)
    return [
      {
        ...part,
        health: 'ok',
        headline: l10n.t`On ${ready} of ${wanted} nodes`,
        meaning: l10n.t`The DaemonSet pods are ready on all selected nodes.`,
        docs: creatingKataConfig,
      },
    ];
  const away = wanted - ready;
  const notReady = selectPlural(
    away,
    l10n.t`The DaemonSet pod isn't ready on 1 node. This is expected while pods start and nodes reboot.`,
    l10n.t`The DaemonSet pods aren't ready on ${away} nodes. This is expected while pods start and nodes reboot.`,
  );
  return [
    {
      ...part,
      // Pods on rebooting nodes are unavailable, which is expected.
      health: 'busy',
      headline: l10n.t`On ${ready} of ${wanted} nodes`,
      meaning: `${notReady}${getSentenceSeparator()}${consequence}`,
      todo: l10n.t('If this continues, run `oc get pods -n {0} -o wide`.', operatorNamespace),
      docs: creatingKataConfig,
    },
  ];
}

function webhookPart(snapshot: Snapshot, expected: boolean): readonly Part[] {
  if (!isKnown(snapshot, 'deployments')) return [];
  const part = { id: 'deployment/peer-pods-webhook', name: l10n.t`Peer pods webhook` };
  const found = findItem(snapshot, 'deployments', 'peer-pods-webhook');
  if (found === undefined) {
    return expected
      ? [
          {
            ...part,
            health: 'attention',
            headline: l10n.t`Not found`,
            meaning: l10n.t`The Deployment peer-pods-webhook is missing.`,
            docs: creatingKataConfig,
          },
        ]
      : [];
  }
  const { available, wanted } = found;
  if (available > 0) {
    const headline = available < wanted ? l10n.t`Running, ${available} of ${wanted}` : runs();
    return [
      {
        ...part,
        health: available < wanted ? 'busy' : 'ok',
        headline,
        meaning: l10n.t`The webhook prepares pods with the kata-remote runtime class to run in a pod VM.`,
        docs: creatingKataConfig,
      },
    ];
  }
  const gaveUp = progressProblem(found.conditions);
  return [
    {
      ...part,
      health: gaveUp === undefined ? 'busy' : 'failed',
      headline: gaveUp === undefined ? l10n.t`Not running yet` : l10n.t`Can't start`,
      meaning: `${noPod(gaveUp ?? '')}${getSentenceSeparator()}${l10n.t`The webhook's failurePolicy is Fail. Until a webhook pod is available, pods can be created only in namespaces excluded from the webhook.`}`,
      todo: lookAtPods(gaveUp),
      docs: creatingKataConfig,
    },
  ];
}
