/** A KataConfig that comes, changes, or is there. Sources: domain/01-kataconfig.md 1.2, 1.5 (1-3, 9), 1.8; OSC 1.12 §3.3, §8.1. */
import { creatingKataConfig, kataConfigByCli, nodeEligibility, statusMessages } from '../../docSections.ts';
import { eligibleLabel } from '../../nodeLabels.ts';
import { operatorNamespace } from '../../namespaces.ts';
import type { KataConfig } from '../kinds/kataConfig.ts';
import type { Condition } from '../object.ts';
import type { Snapshot } from '../snapshot.ts';
import { countWords, namesWords } from '../words.ts';
import { nfdHasLabelled } from './eligibility.ts';
import type { Explanation } from './explanation.ts';
import { colon, firstHindrance, kataPoolName, relevantPools } from './pools.ts';
import { operatorRuns, progressOf } from './progress.ts';
import { isEligible, meantNodes, poolSelectorProblem, poolSelectorWords } from './selects.ts';
import { isKnown, itemsOf, surroundingsOf } from './surroundings.ts';

const docs = statusMessages;

/** The selector cannot be used: the operator stops and says so in its log alone. Undefined: it can. */
export function explainSelector(kataConfig: KataConfig, snapshot: Snapshot): Explanation | undefined {
  const problem = poolSelectorProblem(kataConfig, surroundingsOf(snapshot).converged);
  if (problem === undefined) return undefined;
  return {
    health: 'attention',
    headline: 'The node selector cannot be used',
    meaning: `kataConfigPoolSelector: ${problem}. The operator does nothing with this KataConfig, and says so in its log alone.`,
    next: 'When the selector is mended, it goes on by itself.',
    todo: `Mend it: \`oc edit kataconfig ${kataConfig.name}\`.`,
    docs: kataConfigByCli,
  };
}

/** There is no condition. */
export function explainSilence(kataConfig: KataConfig, snapshot: Snapshot): Explanation {
  if (operatorRuns(snapshot) === false) {
    return {
      health: 'attention',
      headline: 'Nobody works on it',
      meaning: 'The operator does not run: nothing happens to the KataConfig.',
      next: 'When the operator runs, it begins by itself.',
      todo: 'See what is said of the operator.',
      docs: creatingKataConfig,
    };
  }
  return (
    explainNoEligible(kataConfig, snapshot) ?? {
      health: 'unknown',
      headline: 'Not begun',
      meaning: 'The operator has not said anything of this KataConfig yet. It usually does so within seconds.',
      todo: `If it stays so, read its log: \`oc logs -n ${operatorNamespace} deployment/controller-manager\`.`,
      docs: creatingKataConfig,
    }
  );
}

/** Eligibility is checked, and no node is: the operator says so in its log alone. */
function explainNoEligible(kataConfig: KataConfig, snapshot: Snapshot): Explanation | undefined {
  // Where peer pods are on, the operator does not ask whether there is such a node.
  if (!kataConfig.checkNodeEligibility || kataConfig.enablePeerPods || !isKnown(snapshot, 'nodes')) return undefined;
  if (itemsOf(snapshot, 'nodes').some(isEligible)) return undefined;
  const labelled = nfdHasLabelled(snapshot) === true;
  return {
    health: 'attention',
    headline: labelled ? 'No node is eligible' : 'No labels of Node Feature Discovery',
    meaning:
      `checkNodeEligibility is on, and no node has the label ${eligibleLabel}=true` +
      (labelled ? '.' : ': no node has any label of Node Feature Discovery.') +
      ' The operator says so in its log alone.',
    next: 'When a node gets the label, the operator goes on by itself.',
    todo: labelled
      ? 'See that a rule of Node Feature Discovery sets the label, or set checkNodeEligibility to false.'
      : 'See that the Node Feature Discovery Operator and a NodeFeatureDiscovery are there and well, or set checkNodeEligibility to false.',
    docs: nodeEligibility,
  };
}

/** `Installing`, and `Updating`. */
export function explainWork(kataConfig: KataConfig, { reason }: Condition, snapshot: Snapshot): Explanation {
  const surroundings = surroundingsOf(snapshot);
  const installing = reason.toLowerCase() === 'installing';
  const { lists, waitingForMco } = kataConfig;
  const next = installing
    ? 'Each node is drained, gets its configuration and reboots, one after the other. When all are done, the runtime class kata comes.'
    : 'Each node is drained, gets its configuration and reboots, one after the other.';
  const hindrance = firstHindrance(surroundings, relevantPools(surroundings, installing ? 'install' : 'update'));
  if (hindrance !== undefined) {
    const headline = installing ? 'Installation is stuck' : 'Update is stuck';
    return { health: hindrance.health, headline, meaning: hindrance.what, next, ...(hindrance.todo === undefined ? {} : { todo: hindrance.todo }), docs };
  }
  if (waitingForMco) {
    return {
      health: 'busy',
      headline: 'Waiting for the Machine Config Operator',
      meaning: `The operator has asked for kata on the nodes; the Machine Config Operator has not begun to update the pool ${kataPoolName(surroundings)}.`,
      next,
      docs,
    };
  }
  const { done, total } = progressOf(snapshot);
  const headline = `${installing ? 'Installing' : 'Updating nodes'}: ${done} of ${total} done`;
  const working = [...lists.installing, ...lists.uninstalling];
  if (working.length > 0) {
    const waiting = lists.waitingToInstall.length + lists.waitingToUninstall.length;
    const rest =
      waiting === 0 ? (working.length === 1 ? 'it is the last' : 'no other waits') : `${countWords(waiting, 'node')} ${waiting === 1 ? 'waits' : 'wait'}`;
    const meaning = `${namesWords(working)} ${working.length === 1 ? 'is' : 'are'} being updated; ${rest}.`;
    return { health: 'busy', headline, meaning: installing ? meaning : `${meaning} ${whyUpdating(snapshot)}`, next, docs };
  }
  if (total > 0 && done === total) {
    const after = kataConfig.enablePeerPods ? 'runtime class kata comes, then the pod VM image is made' : 'runtime class kata comes';
    return { health: 'busy', headline, meaning: 'All nodes are done.', next: installing ? `The ${after}.` : 'The operator ends the update.', docs };
  }
  if (kataConfig.nodeCount === 0 && installing) {
    return {
      health: 'busy',
      headline: 'Installation begins',
      meaning: 'The operator has asked for kata on the nodes, and has not counted them yet.',
      next,
      docs,
    };
  }
  return {
    health: 'busy',
    headline,
    meaning: installing ? 'No node is being updated yet.' : `No node is being updated yet. ${whyUpdating(snapshot)}`,
    next,
    docs,
  };
}

/** The operator calls every update of its pools so, whatever brought it about. */
function whyUpdating(snapshot: Snapshot): string {
  const [version] = itemsOf(snapshot, 'clusterVersions');
  if (version?.updating === true) return `OpenShift is being updated${version.desired === undefined ? '' : ` to ${version.desired}`}.`;
  return 'Nodes come to kata or leave it, or their configuration changes, as with logLevel.';
}

/** `Failed`: the node is named by the message. */
export function explainFailed(kataConfig: KataConfig, { message }: Condition, snapshot: Snapshot): Explanation {
  const { nodes } = surroundingsOf(snapshot);
  const found = /^node (\S{1,253}) degraded:?\s*(.*)$/is.exec(message);
  const name = found?.[1] ?? '';
  const why = found?.[2] ?? message;
  const leaving = kataConfig.deleting !== undefined;
  const failing = [...kataConfig.lists.failedToInstall, ...kataConfig.lists.failedToUninstall];
  if (name !== '' && !failing.includes(name) && nodes.get(name)?.mcoState !== 'Degraded') {
    const now = nodes.get(name)?.mcoState === 'Done' ? 'is done with it' : 'is at it again';
    return {
      health: 'busy',
      headline: `${name} ${now}`,
      meaning: `${name} failed before${colon(why)} It ${now}; the operator keeps saying so until all nodes are done.`,
      next:
        kataConfig.lists.waitingToInstall.length + kataConfig.lists.waitingToUninstall.length > 0
          ? 'The other nodes follow.'
          : 'When all nodes are done, the operator says so.',
      docs,
    };
  }
  const others = failing.filter((other) => other !== name);
  return {
    health: 'failed',
    headline: name === '' ? 'A node failed' : `${name} failed`,
    meaning:
      `${name === '' ? 'A node' : name} could not ${leaving ? 'lose' : 'take'} kata${colon(why)}` +
      (others.length === 0 ? '' : ` ${namesWords(others)} failed, too.`),
    next: 'Other nodes wait: a node that fails counts as one that is away. When it is mended, it goes on by itself.',
    todo: name === '' ? 'Look which node is degraded: `oc get mcp`.' : `See why: \`oc describe node ${name}\` and the log of its machine-config-daemon.`,
    docs,
  };
}

/** `False` without a reason: nothing is under way. */
export function explainFinished(kataConfig: KataConfig, snapshot: Snapshot): Explanation {
  const { lists, runtimeClasses, nodeCount, enablePeerPods } = kataConfig;
  const failing = [...lists.failedToInstall, ...lists.failedToUninstall];
  if (failing.length > 0)
    return explainFailed(
      kataConfig,
      { type: '', status: '', reason: '', message: `Node ${failing[0] ?? ''} Degraded: ${reasonOf(failing[0], snapshot)}` },
      snapshot,
    );
  const moving = [...lists.waitingToInstall, ...lists.installing, ...lists.waitingToUninstall, ...lists.uninstalling];
  if (moving.length > 0) {
    return {
      health: 'busy',
      headline: 'Nodes are about to change',
      meaning: `${namesWords(moving)} ${moving.length === 1 ? 'is' : 'are'} about to be updated, or being updated; the operator has not said so in its condition yet.`,
      docs,
    };
  }
  if (nodeCount === 0) return explainNowhere(kataConfig, snapshot);
  const classes = namesWords(runtimeClasses, 6);
  if (enablePeerPods && !runtimeClasses.includes('kata-remote')) {
    return {
      health: 'busy',
      headline: 'Installed, without kata-remote yet',
      meaning: `Kata is on ${countWords(nodeCount, 'node')}; peer pods are on, and the runtime class kata-remote is not there.`,
      next: 'The operator prepares the nodes and the pod VM image for it.',
      docs,
    };
  }
  return {
    health: runtimeClasses.length === 0 ? 'attention' : 'ok',
    headline: `Installed on ${countWords(nodeCount, 'node')}`,
    meaning:
      runtimeClasses.length === 0
        ? `Kata is on ${countWords(nodeCount, 'node')}, and there is no runtime class by which pods could use it.`
        : `Pods can use the runtime class${runtimeClasses.length === 1 ? '' : 'es'} ${classes}.`,
    ...(runtimeClasses.length === 0 ? { todo: `Read the operator's log: \`oc logs -n ${operatorNamespace} deployment/controller-manager\`.` } : {}),
    docs,
  };
}

function reasonOf(name: string | undefined, snapshot: Snapshot): string {
  return surroundingsOf(snapshot).nodes.get(name ?? '')?.mcoReason ?? '';
}

function explainNowhere(kataConfig: KataConfig, snapshot: Snapshot): Explanation {
  const none = explainNoEligible(kataConfig, snapshot);
  if (none !== undefined) return none;
  const wanted = isKnown(snapshot, 'nodes') ? meantNodes(kataConfig, snapshot).map(({ name }) => name) : [];
  if (wanted.length > 0) {
    return {
      health: 'busy',
      headline: 'Nodes are about to come',
      meaning: `${namesWords(wanted)} ${wanted.length === 1 ? 'is' : 'are'} to have kata; the operator has not counted ${wanted.length === 1 ? 'it' : 'them'} yet.`,
      docs,
    };
  }
  return {
    health: 'attention',
    headline: 'Kata is on no node',
    meaning: `No node is meant by the KataConfig (${poolSelectorWords(kataConfig)}${kataConfig.checkNodeEligibility ? `, ${eligibleLabel}=true` : ''}).`,
    next: 'When a worker gets the labels, it gets kata by itself, and reboots.',
    todo: 'Label workers, or change kataConfigPoolSelector.',
    docs: kataConfigByCli,
  };
}
