/** The operator and what it runs, part by part. Sources: domain/01-kataconfig.md 1.8; notes/cluster.md 5; OSC 1.12 §2.2, §3.3. */
import { creatingKataConfig, installingOperator } from '../../docSections.ts';
import { operatorNamespace } from '../../namespaces.ts';
import { findRelease } from '../../releases.ts';
import type { LiveKindId } from '../kinds/index.ts';
import { conditionOf, type Condition } from '../object.ts';
import type { Snapshot } from '../snapshot.ts';
import { worstHealth, type Explanation, type Health, type Part } from './explanation.ts';
import { csvOf, olmParts, subscriptionOf } from './olmParts.ts';
import { colon } from './pools.ts';
import { isKnown, itemNamed, surroundingsOf } from './surroundings.ts';

export interface OperatorState {
  /** That of the part that needs a look first. */
  readonly health: Health;
  /** A few words: `OSC 1.12.0`, `Not installed`, `Waits for approval`. */
  readonly headline: string;
  readonly parts: readonly Part[];
}

/** The operator as a whole, and its parts in the order in which they come into being. */
export function operatorState(snapshot: Snapshot): OperatorState {
  const parts = operatorParts(snapshot);
  const health = worstHealth(parts.map((part) => part.health));
  const version = versionOf(snapshot);
  const worst = parts.find((part) => part.health === health);
  const headline = health === 'ok' && version !== undefined ? `OSC ${version}` : worst === undefined ? 'Not known yet' : partWords(worst);
  return { health, headline, parts };
}

/** `Monitor: on 0 of 2 nodes`; of the operator itself, only its state. */
function partWords({ id, name, headline }: Part): string {
  if (id === 'operator') return headline;
  return `${name}: ${/^[A-Z][a-z]/.test(headline) ? `${headline.slice(0, 1).toLowerCase()}${headline.slice(1)}` : headline}`;
}

/** Each with its own state. */
export function operatorParts(snapshot: Snapshot): readonly Part[] {
  const olm = olmParts(snapshot);
  const manager = itemNamed(snapshot, 'deployments', 'controller-manager');
  if (olm.length === 0 && manager === undefined) return [absence(snapshot)];
  const isRunningAlone = olm.length === 0 && isKnown(snapshot, 'subscriptions') && isKnown(snapshot, 'clusterServiceVersions');
  return [
    ...olm,
    ...(isKnown(snapshot, 'deployments')
      ? [managerPart(snapshot, isRunningAlone)]
      : [unseen('deployment/controller-manager', 'Operator', 'deployments', snapshot)]),
    ...operands(snapshot),
  ];
}

/** The release of OSC that is installed, as users write it (`1.12`); undefined: none, or one that is not known here. */
export function releaseOf(snapshot: Snapshot): string | undefined {
  const version = versionOf(snapshot);
  return version === undefined ? undefined : findRelease(version)?.id;
}

/** The version of the operator as it says itself: `1.12.0`. */
export function versionOf(snapshot: Snapshot): string | undefined {
  const version = csvOf(snapshot)?.version;
  return version === undefined || version === '' ? undefined : version;
}

function absence(snapshot: Snapshot): Part {
  const id = 'operator';
  const name = 'Operator';
  const { state } = snapshot.subscriptions;
  if (isKnown(snapshot, 'subscriptions') || state.kind === 'absent') {
    const olm = state.kind === 'absent' ? ' The cluster has no Operator Lifecycle Manager.' : '';
    return {
      id,
      name,
      // Nobody has to have it; but a KataConfig without it stays as it is.
      health: surroundingsOf(snapshot).kataConfig === undefined ? 'ok' : 'failed',
      headline: 'Not installed',
      meaning: `Nothing of the OpenShift sandboxed containers Operator is in ${operatorNamespace}.${olm}`,
      todo: 'Install it: a namespace, an OperatorGroup and a Subscription.',
      docs: installingOperator,
    };
  }
  return unseen(id, name, 'subscriptions', snapshot);
}

/** It cannot be told, and why. */
function unseen(id: string, name: string, kind: LiveKindId, snapshot: Snapshot): Part {
  const { state } = snapshot[kind];
  if (state.kind === 'forbidden')
    return { id, name, health: 'unknown', headline: 'May not be seen', meaning: `You may not ${state.verb}: nothing can be said of it.` };
  // Of a must-gather it stays so.
  if (state.kind === 'idle') return { id, name, health: 'unknown', headline: 'Not known', meaning: 'Nothing was read that tells of it.' };
  return { id, name, health: 'unknown', headline: 'Not known yet', meaning: 'It was not read yet.' };
}

function managerPart(snapshot: Snapshot, alone: boolean): Part {
  const deployment = itemNamed(snapshot, 'deployments', 'controller-manager');
  const part = { id: 'deployment/controller-manager', name: 'Operator' };
  if (deployment === undefined) {
    const waiting = subscriptionOf(snapshot) !== undefined;
    return {
      ...part,
      health: waiting && surroundingsOf(snapshot).kataConfig === undefined ? 'busy' : 'failed',
      headline: 'Does not run yet',
      meaning: 'Its Deployment controller-manager is not there.',
      next: 'OLM creates it with the release.',
      docs: installingOperator,
    };
  }
  const { available, wanted, conditions } = deployment;
  if (available > 0) {
    return {
      ...part,
      health: 'ok',
      headline: 'Runs',
      meaning: `The operator runs${alone ? ', and there is no Subscription and no ClusterServiceVersion: it was installed in another way' : ''}.`,
      docs: installingOperator,
    };
  }
  const consequence = 'Until it runs, nothing is done with KataConfigs, and none can be created: its webhook is asked first.';
  if (wanted === 0) {
    return {
      ...part,
      health: 'attention',
      headline: 'Scaled down to none',
      meaning: `Its Deployment wants no pod. ${consequence}`,
      todo: `Start it: \`oc scale deployment controller-manager --replicas=1 -n ${operatorNamespace}\`.`,
      docs: installingOperator,
    };
  }
  const gaveUp = progressProblem(conditions);
  return {
    ...part,
    health: gaveUp === undefined ? 'busy' : 'failed',
    headline: gaveUp === undefined ? 'Starts' : 'Cannot start',
    meaning: `No pod of it is available${gaveUp === undefined ? '; that is so while it starts, and while it moves to another node.' : colon(gaveUp)} ${consequence}`,
    todo: `${gaveUp === undefined ? 'If it lasts' : 'See why'}: \`oc get pods -n ${operatorNamespace}\`.`,
    docs: installingOperator,
  };
}

/** What Kubernetes says of a Deployment that does not come up in time; undefined: it may still come. */
function progressProblem(conditions: readonly Condition[]): string | undefined {
  const progressing = conditionOf(conditions, 'Progressing');
  return progressing?.status === 'False' ? progressing.message || progressing.reason : undefined;
}

/** What the operator runs once kata is there. */
function operands(snapshot: Snapshot): readonly Part[] {
  const { kataConfig } = surroundingsOf(snapshot);
  const installed = kataConfig !== undefined && kataConfig.deleting === undefined && kataConfig.runtimeClasses.length > 0;
  const remote = installed && kataConfig.enablePeerPods && kataConfig.runtimeClasses.includes('kata-remote');
  return [
    ...daemonSetPart(snapshot, 'openshift-sandboxed-containers-monitor', 'Monitor', 'Without it there are no metrics of kata.', installed),
    ...daemonSetPart(snapshot, 'osc-caa-ds', 'cloud-api-adaptor', 'On a node without it no peer pod starts.', remote),
    ...webhookPart(snapshot, remote),
  ];
}

function daemonSetPart(snapshot: Snapshot, object: string, name: string, consequence: string, expected: boolean): readonly Part[] {
  if (!isKnown(snapshot, 'daemonSets')) return [];
  const part = { id: `daemonSet/${object}`, name };
  const found = itemNamed(snapshot, 'daemonSets', object);
  if (found === undefined) {
    if (!expected) return [];
    const missing: Explanation = {
      health: 'attention',
      headline: 'Is not there',
      meaning: `The DaemonSet ${object} is missing. ${consequence}`,
      docs: creatingKataConfig,
    };
    return [{ ...part, ...missing }];
  }
  const { ready, wanted } = found;
  if (ready >= wanted) {
    const headline = wanted === 0 ? 'On no node' : `On ${ready} of ${wanted} nodes`;
    return [{ ...part, health: 'ok', headline, meaning: `It runs on all nodes that are to have it.`, docs: creatingKataConfig }];
  }
  return [
    {
      ...part,
      // Nodes that reboot take their pods with them.
      health: 'busy',
      headline: `On ${ready} of ${wanted} nodes`,
      meaning: `Its pods are not ready on ${wanted - ready === 1 ? 'a node' : `${wanted - ready} nodes`}; that is so while they start, and while nodes reboot. ${consequence}`,
      todo: `If it lasts: \`oc get pods -n ${operatorNamespace} -o wide\`.`,
      docs: creatingKataConfig,
    },
  ];
}

function webhookPart(snapshot: Snapshot, expected: boolean): readonly Part[] {
  if (!isKnown(snapshot, 'deployments')) return [];
  const part = { id: 'deployment/peer-pods-webhook', name: 'Webhook of peer pods' };
  const found = itemNamed(snapshot, 'deployments', 'peer-pods-webhook');
  if (found === undefined) {
    return expected
      ? [{ ...part, health: 'attention', headline: 'Is not there', meaning: 'The Deployment peer-pods-webhook is missing.', docs: creatingKataConfig }]
      : [];
  }
  const { available, wanted } = found;
  if (available > 0) {
    const headline = available < wanted ? `Runs, ${available} of ${wanted}` : 'Runs';
    return [
      {
        ...part,
        health: available < wanted ? 'busy' : 'ok',
        headline,
        meaning: 'It sets up pods with kata-remote for their virtual machine.',
        docs: creatingKataConfig,
      },
    ];
  }
  const gaveUp = progressProblem(found.conditions);
  return [
    {
      ...part,
      health: gaveUp === undefined ? 'busy' : 'failed',
      headline: gaveUp === undefined ? 'Does not run yet' : 'Cannot start',
      meaning:
        `No pod of it is available${gaveUp === undefined ? '.' : colon(gaveUp)} While that is so, no pod can be created outside of the namespaces that it leaves alone: ` +
        'its failurePolicy is Fail.',
      todo: `${gaveUp === undefined ? 'If it lasts' : 'See why'}: \`oc get pods -n ${operatorNamespace}\`.`,
      docs: creatingKataConfig,
    },
  ];
}
