/**
 * A KataConfig that comes, changes, or is there. Sources: domain/01-kataconfig.md 1.2, 1.5 (1-3, 9), 1.8; OSC 1.12
 * §3.3, §8.1.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig, kataConfigByCli, nodeEligibility, statusMessages } from '#core/product/docSections.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { selectPlural, getSentenceSeparator } from '#core/text/grammar.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { countWords } from '#core/text/counts.ts';
import { namesWords, formatReason } from '#core/text/phrases.ts';
import { hasNfdLabels } from '../nodes/eligibility.ts';
import type { Explanation } from '../explanation.ts';
import { firstHindrance, getKataPoolName, listRelevantPools } from '../nodes/pools.ts';
import { getKataStatus } from './kataStatus.ts';
import { isEligible, listSelectedNodes, poolSelectorProblem, formatPoolSelector } from '../nodes/nodeSelection.ts';
import { isKnown, listItems, indexSnapshot, isOperatorRunning } from '../snapshotIndex.ts';

const docs = statusMessages;

/** The selector cannot be used: the operator stops and says so in its log alone. Undefined: it can. */
export function explainSelector(kataConfig: KataConfig, snapshot: Snapshot): Explanation | undefined {
  const problem = poolSelectorProblem(kataConfig, indexSnapshot(snapshot).converged);
  if (problem === undefined) return undefined;
  return {
    health: 'attention',
    headline: l10n.t`The node selector cannot be used`,
    meaning: l10n.t`kataConfigPoolSelector: ${problem}. The operator ignores this KataConfig and reports the problem only in its log.`,
    next: l10n.t`When you fix the selector, the operator continues automatically.`,
    todo: l10n.t`Mend it: \`oc edit kataconfig ${kataConfig.name}\`.`,
    docs: kataConfigByCli,
  };
}

/** There is no condition. */
export function explainSilence(kataConfig: KataConfig, snapshot: Snapshot): Explanation {
  if (isOperatorRunning(snapshot) === false) {
    return {
      health: 'attention',
      headline: l10n.t`Nobody works on it`,
      meaning: l10n.t`The operator does not run: nothing happens to the KataConfig.`,
      next: l10n.t`When the operator runs, it begins by itself.`,
      todo: l10n.t`Check the operator status.`,
      docs: creatingKataConfig,
    };
  }
  return (
    explainNoEligible(kataConfig, snapshot) ?? {
      health: 'unknown',
      headline: l10n.t`Not begun`,
      meaning: l10n.t`The operator has not said anything of this KataConfig yet. It usually does so within seconds.`,
      todo: l10n.t`If it stays so, read its log: \`oc logs -n ${operatorNamespace} deployment/controller-manager\`.`,
      docs: creatingKataConfig,
    }
  );
}

/** Eligibility is checked, and no node is: the operator says so in its log alone. */
function explainNoEligible(kataConfig: KataConfig, snapshot: Snapshot): Explanation | undefined {
  // Where peer pods are on, the operator does not ask whether there is such a node.
  if (!kataConfig.checkNodeEligibility || kataConfig.enablePeerPods || !isKnown(snapshot, 'nodes')) return undefined;
  if (listItems(snapshot, 'nodes').some(isEligible)) return undefined;
  const labelled = hasNfdLabels(snapshot) === true;
  return {
    health: 'attention',
    headline: labelled ? l10n.t`No node is eligible` : l10n.t`No labels of Node Feature Discovery`,
    meaning: labelled
      ? l10n.t`checkNodeEligibility is true, but no node has the label ${eligibleLabel}=true. The operator reports this only in its log.`
      : l10n.t`checkNodeEligibility is true, but no node has the label ${eligibleLabel}=true or any other Node Feature Discovery label. The operator reports this only in its log.`,
    next: l10n.t`When a node gets the label, the operator continues automatically.`,
    todo: labelled
      ? l10n.t`See that a rule of Node Feature Discovery sets the label, or set checkNodeEligibility to false.`
      : l10n.t`See that the Node Feature Discovery Operator and a NodeFeatureDiscovery are there and well, or set checkNodeEligibility to false.`,
    docs: nodeEligibility,
  };
}

/** Returns the headline while nodes are installed one by one. */
export function installingHeadline(done: number, total: number): string {
  return l10n.t`Installing: ${done} of ${total} done`;
}

/** `Installing`, and `Updating`. */
export function explainWork(kataConfig: KataConfig, { reason }: StatusCondition, snapshot: Snapshot): Explanation {
  const surroundings = indexSnapshot(snapshot);
  const installing = reason.toLowerCase() === 'installing';
  const { waitingForMco } = kataConfig;
  const next = installing
    ? l10n.t`Each node is drained, gets its configuration and reboots, one after the other. When all are done, the runtime class kata comes.`
    : l10n.t`Each node is drained, gets its configuration and reboots, one after the other.`;
  const hindrance = firstHindrance(surroundings, listRelevantPools(surroundings, installing ? 'install' : 'update'));
  if (hindrance !== undefined) {
    const headline = installing ? l10n.t`Installation is stuck` : l10n.t`Update is stuck`;
    return {
      health: hindrance.health,
      headline,
      meaning: hindrance.what,
      next,
      ...(hindrance.todo === undefined ? {} : { todo: hindrance.todo }),
      docs,
    };
  }
  const failure = explainListedFailure(kataConfig, snapshot);
  if (failure !== undefined) return failure;
  if (waitingForMco) {
    return {
      health: 'busy',
      headline: l10n.t`Waiting for the Machine Config Operator`,
      meaning: l10n.t`The operator has asked for kata on the nodes; the Machine Config Operator has not begun to update the pool ${getKataPoolName(surroundings)}.`,
      next,
      docs,
    };
  }
  return explainProgress(kataConfig, snapshot, installing, next);
}

/** Explains the progress of an install or update that nothing blocks. */
function explainProgress(kataConfig: KataConfig, snapshot: Snapshot, installing: boolean, next: string): Explanation {
  const { lists } = kataConfig;
  const { done, total } = getKataStatus(snapshot);
  const headline = installing ? installingHeadline(done, total) : l10n.t`Updating nodes: ${done} of ${total} done`;
  const working = [...lists.installing, ...lists.uninstalling];
  if (working.length > 0) {
    const meaning = workWords(working, lists.waitingToInstall.length + lists.waitingToUninstall.length);
    return {
      health: 'busy',
      headline,
      meaning: installing ? meaning : `${meaning}${getSentenceSeparator()}${whyUpdating(snapshot)}`,
      next,
      docs,
    };
  }
  if (total > 0 && done === total) {
    const after = kataConfig.enablePeerPods
      ? l10n.t`The runtime class kata comes, then the pod VM image is made.`
      : l10n.t`The runtime class kata comes.`;
    return {
      health: 'busy',
      headline,
      meaning: l10n.t`All nodes are done.`,
      next: installing ? after : l10n.t`The operator ends the update.`,
      docs,
    };
  }
  if (kataConfig.nodeCount === 0 && installing) {
    return {
      health: 'busy',
      headline: l10n.t`Installation begins`,
      meaning: l10n.t`The operator has asked for kata on the nodes, and has not counted them yet.`,
      next,
      docs,
    };
  }
  return {
    health: 'busy',
    headline,
    meaning: installing
      ? l10n.t`No node is being updated yet.`
      : `${l10n.t`No node is being updated yet.`}${getSentenceSeparator()}${whyUpdating(snapshot)}`,
    next,
    docs,
  };
}

/** Who is at it, and how many wait. */
function workWords(working: readonly string[], waiting: number): string {
  const names = namesWords(working);
  if (waiting === 0)
    return selectPlural(
      working.length,
      l10n.t`${names} is being updated; it is the last.`,
      l10n.t`${names} are being updated; no other waits.`,
    );
  return selectPlural(
    working.length,
    selectPlural(
      waiting,
      l10n.t`${names} is being updated; ${waiting} node waits.`,
      l10n.t`${names} is being updated; ${waiting} nodes wait.`,
    ),
    selectPlural(
      waiting,
      l10n.t`${names} are being updated; ${waiting} node waits.`,
      l10n.t`${names} are being updated; ${waiting} nodes wait.`,
    ),
  );
}

/** The operator calls every update of its pools so, whatever brought it about. */
function whyUpdating(snapshot: Snapshot): string {
  const [version] = listItems(snapshot, 'clusterVersions');
  if (version?.updating === true)
    return version.desired === undefined
      ? l10n.t`OpenShift is being updated.`
      : l10n.t`OpenShift is being updated to ${version.desired}.`;
  return l10n.t`Kata is being installed on or uninstalled from nodes, or the node configuration is changing, for example logLevel.`;
}

/** `Failed`: the node is named by the message. */
export function explainFailed(kataConfig: KataConfig, { message }: StatusCondition, snapshot: Snapshot): Explanation {
  const { nodes } = indexSnapshot(snapshot);
  const found = /^node (\S{1,253}) degraded:?\s*(.*)$/is.exec(message);
  const name = found?.[1] ?? '';
  const why = found?.[2] ?? message;
  const { failedToInstall, failedToUninstall } = kataConfig.lists;
  const leaving =
    failedToUninstall.includes(name) || (kataConfig.deleting !== undefined && !failedToInstall.includes(name));
  const failing = [...kataConfig.lists.failedToInstall, ...kataConfig.lists.failedToUninstall];
  if (name !== '' && !failing.includes(name) && nodes.get(name)?.mcoState !== 'Degraded') {
    const isDone = nodes.get(name)?.mcoState === 'Done';
    const end = formatReason(why);
    return {
      health: 'busy',
      headline: isDone ? l10n.t`${name} is done with it` : l10n.t`${name} is at it again`,
      meaning: isDone
        ? l10n.t`${name} failed before${end} It is done with it; the operator keeps saying so until all nodes are done.`
        : l10n.t`${name} failed before${end} It is at it again; the operator keeps saying so until all nodes are done.`,
      next:
        kataConfig.lists.waitingToInstall.length + kataConfig.lists.waitingToUninstall.length > 0
          ? l10n.t`The other nodes follow.`
          : l10n.t`When all nodes are done, the operator says so.`,
      docs,
    };
  }
  const others = failing.filter((other) => other !== name);
  return {
    health: 'failed',
    headline: name === '' ? l10n.t`A node failed` : l10n.t`${name} failed`,
    meaning: [
      failedWords(name, leaving, why),
      ...(others.length === 0 ? [] : [l10n.t`${namesWords(others)} failed, too.`]),
    ].join(getSentenceSeparator()),
    next: l10n.t`Other nodes are waiting because a failed node counts as unavailable. After the node is fixed, the update continues automatically.`,
    todo:
      name === ''
        ? l10n.t`Look which node is degraded: \`oc get mcp\`.`
        : l10n.t`See why: \`oc describe node ${name}\` and the log of its machine-config-daemon.`,
    docs,
  };
}

/** @param name empty: it is not known */
function failedWords(name: string, leaving: boolean, why: string): string {
  const end = formatReason(why);
  if (name === '')
    return leaving ? l10n.t`A node could not lose kata${end}` : l10n.t`Kata installation failed on a node${end}`;
  return leaving ? l10n.t`${name} could not lose kata${end}` : l10n.t`Kata installation failed on ${name}${end}`;
}

/** A node among those that failed, whatever the condition says: the lists may be ahead of it. */
export function explainListedFailure(kataConfig: KataConfig, snapshot: Snapshot): Explanation | undefined {
  const [first] = [...kataConfig.lists.failedToInstall, ...kataConfig.lists.failedToUninstall];
  if (first === undefined) return undefined;
  return explainFailed(
    kataConfig,
    { type: '', status: '', reason: '', message: `Node ${first} Degraded: ${reasonOf(first, snapshot)}` },
    snapshot,
  );
}

/** `False` without a reason: nothing is under way. */
export function explainFinished(kataConfig: KataConfig, snapshot: Snapshot): Explanation {
  const { lists, runtimeClasses, nodeCount, enablePeerPods } = kataConfig;
  const failure = explainListedFailure(kataConfig, snapshot);
  if (failure !== undefined) return failure;
  const moving = [...lists.waitingToInstall, ...lists.installing, ...lists.waitingToUninstall, ...lists.uninstalling];
  if (moving.length > 0) {
    const names = namesWords(moving);
    return {
      health: 'busy',
      headline: l10n.t`Nodes are about to change`,
      meaning: selectPlural(
        moving.length,
        l10n.t`${names} is about to be updated, or being updated; the operator has not said so in its condition yet.`,
        l10n.t`${names} are about to be updated, or being updated; the operator has not said so in its condition yet.`,
      ),
      docs,
    };
  }
  if (nodeCount === 0) return explainNowhere(kataConfig, snapshot);
  const classes = namesWords(runtimeClasses, 6);
  if (enablePeerPods && !runtimeClasses.includes('kata-remote')) {
    return {
      health: 'busy',
      headline: l10n.t`Installed, without kata-remote yet`,
      meaning: l10n.t`Kata is on ${countWords(nodeCount, 'node')}; peer pods are on, and the runtime class kata-remote is not there.`,
      next: l10n.t`The operator prepares the nodes and the pod VM image for it.`,
      docs,
    };
  }
  return {
    health: runtimeClasses.length === 0 ? 'attention' : 'ok',
    headline: l10n.t`Installed on ${countWords(nodeCount, 'node')}`,
    meaning:
      runtimeClasses.length === 0
        ? l10n.t`Kata is installed on ${countWords(nodeCount, 'node')}, but pods can't use it because no runtime class exists.`
        : selectPlural(
            runtimeClasses.length,
            l10n.t`Pods can use the runtime class ${classes}.`,
            l10n.t`Pods can use the runtime classes ${classes}.`,
          ),
    ...(runtimeClasses.length === 0
      ? { todo: l10n.t`Read the operator's log: \`oc logs -n ${operatorNamespace} deployment/controller-manager\`.` }
      : {}),
    docs,
  };
}

function reasonOf(name: string | undefined, snapshot: Snapshot): string {
  return indexSnapshot(snapshot).nodes.get(name ?? '')?.mcoReason ?? '';
}

function explainNowhere(kataConfig: KataConfig, snapshot: Snapshot): Explanation {
  const none = explainNoEligible(kataConfig, snapshot);
  if (none !== undefined) return none;
  const wanted = isKnown(snapshot, 'nodes') ? listSelectedNodes(kataConfig, snapshot).map(({ name }) => name) : [];
  if (wanted.length > 0) {
    const names = namesWords(wanted);
    return {
      health: 'busy',
      headline: l10n.t`Nodes are about to come`,
      meaning: selectPlural(
        wanted.length,
        l10n.t`${names} is to have kata; the operator has not counted it yet.`,
        l10n.t`${names} are to have kata; the operator has not counted them yet.`,
      ),
      docs,
    };
  }
  const chosen = formatPoolSelector(kataConfig);
  return {
    health: 'attention',
    headline: l10n.t`Kata is on no node`,
    meaning: kataConfig.checkNodeEligibility
      ? l10n.t`No node is meant by the KataConfig (${chosen}, ${eligibleLabel}=true).`
      : l10n.t`No node is meant by the KataConfig (${chosen}).`,
    next: l10n.t`When a worker node gets the labels, Kata is installed on it automatically and the node reboots.`,
    todo: l10n.t`Label workers, or change kataConfigPoolSelector.`,
    docs: kataConfigByCli,
  };
}
