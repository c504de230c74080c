/**
 * Explains a KataConfig that is being installed or updated, or that is already installed. Sources:
 * domain/01-kataconfig.md 1.2, 1.5 (1-3, 9), 1.8; OSC 1.12 §3.3, §8.1.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig, kataConfigByCli, nodeEligibility, statusMessages } from '#core/product/docSections.ts';
import { ignoresMatchOn } from '#core/product/nodeFeatureRules.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { selectPlural, getSentenceSeparator } from '#core/text/grammar.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames, formatReason } from '#core/text/phrases.ts';
import { findIneffectiveRuleOf, getOpenShiftVersion } from '../nodes/ineffectiveRule.ts';
import { isUpdate } from '../nodes/nodeGroups.ts';
import { hasNfdLabels } from '../nodes/eligibility.ts';
import type { Explanation } from '../explanation.ts';
import { firstHindrance, getKataPoolName, listRelevantPools } from '../nodes/pools.ts';
import { getKataStatus } from './kataStatus.ts';
import { whyUpdating, workWords } from './updateProgressText.ts';
import { explainPeerPodsFault, explainPendingReboots, installProgressText } from '../daemonSetMode/explainDaemonSet.ts';
import { getDaemonSetMode } from '../daemonSetMode/daemonSetMode.ts';
import { isEligible, listSelectedNodes, poolSelectorProblem, formatPoolSelector } from '../nodes/nodeSelection.ts';
import { isKnown, listItems, indexSnapshot, isOperatorRunning } from '../snapshotIndex.ts';

const docs = statusMessages;

/**
 * Explains an invalid selector, which the operator reports only in its log. Returns undefined if the selector is valid.
 */
export function explainSelector(kataConfig: KataConfig, snapshot: Snapshot): Explanation | undefined {
  const problem = poolSelectorProblem(kataConfig, indexSnapshot(snapshot).converged);
  if (problem === undefined) return undefined;
  return {
    health: 'attention',
    headline: l10n.t`Invalid node selector`,
    meaning: l10n.t`Error in kataConfigPoolSelector: ${problem}. The operator ignores this KataConfig and reports the error only in its log.`,
    next: l10n.t`When you fix the selector, the operator continues automatically.`,
    todo: l10n.t('Edit the selector: `oc edit kataconfig {0}`.', kataConfig.name),
    docs: kataConfigByCli,
  };
}

/** Explains a KataConfig without an InProgress condition. */
export function explainSilence(kataConfig: KataConfig, snapshot: Snapshot): Explanation {
  if (isOperatorRunning(snapshot) === false) {
    return {
      health: 'attention',
      headline: l10n.t`Operator isn't running`,
      meaning: l10n.t`The operator isn't running, so the KataConfig has no effect yet.`,
      next: l10n.t`When the operator starts, it processes the KataConfig automatically.`,
      todo: l10n.t`To find out why the operator isn't running, see the details of the operator.`,
      docs: creatingKataConfig,
    };
  }
  return (
    explainNoEligible(kataConfig, snapshot) ?? {
      health: 'unknown',
      headline: l10n.t`Not started`,
      meaning: l10n.t`The operator hasn't reported a status for this KataConfig yet. It usually does so within seconds.`,
      todo: l10n.t(
        'If this continues, read the operator log: `oc logs -n {0} deployment/controller-manager`.',
        operatorNamespace,
      ),
      docs: creatingKataConfig,
    }
  );
}

/** Explains an eligibility check that no node passes, which the operator reports only in its log. */
function explainNoEligible(kataConfig: KataConfig, snapshot: Snapshot): Explanation | undefined {
  // With peer pods enabled, the operator doesn't require an eligible node.
  if (!kataConfig.checkNodeEligibility || kataConfig.enablePeerPods || !isKnown(snapshot, 'nodes')) return undefined;
  if (listItems(snapshot, 'nodes').some(isEligible)) return undefined;
  const labelled = hasNfdLabels(snapshot) === true;
  const ineffective = findIneffectiveRuleOf(snapshot);
  if (ineffective !== undefined)
    return {
      health: 'attention',
      headline: ineffective.headline,
      meaning: [
        ineffective.meaning,
        l10n.t`checkNodeEligibility is true, but no node has the label ${eligibleLabel}=true. The operator reports this only in its log.`,
      ].join(getSentenceSeparator()),
      next: l10n.t`When a node gets the label, the operator continues automatically.`,
      todo: ineffective.todo,
      docs: nodeEligibility,
    };
  return {
    health: 'attention',
    headline: labelled ? l10n.t`No eligible nodes` : l10n.t`No Node Feature Discovery labels`,
    meaning: labelled
      ? l10n.t`checkNodeEligibility is true, but no node has the label ${eligibleLabel}=true. The operator reports this only in its log.`
      : l10n.t`checkNodeEligibility is true, but no node has the label ${eligibleLabel}=true or any other Node Feature Discovery label. The operator reports this only in its log.`,
    next: l10n.t`When a node gets the label, the operator continues automatically.`,
    todo: labelled
      ? ignoresMatchOn(getOpenShiftVersion(snapshot)) === true
        ? l10n.t`Make sure that a Node Feature Discovery rule sets the label and doesn't use ${'matchOn'}, which OpenShift 4.15 and later ignore. Otherwise, set checkNodeEligibility to false.`
        : l10n.t`Make sure that a Node Feature Discovery rule sets the label, or set checkNodeEligibility to false.`
      : l10n.t`Make sure that the Node Feature Discovery Operator and a NodeFeatureDiscovery resource exist and are healthy, or set checkNodeEligibility to false.`,
    docs: nodeEligibility,
  };
}

/** Returns the headline while nodes are installed one by one. */
export function installingHeadline(done: number, total: number): string {
  return l10n.t`Installing: ${done} of ${total} done`;
}

/** Explains the reasons `Installing` and `Updating`. */
export function explainWork(
  kataConfig: KataConfig,
  { reason, message }: StatusCondition,
  snapshot: Snapshot,
): Explanation {
  const index = indexSnapshot(snapshot);
  const installing = reason.toLowerCase() === 'installing';
  const { waitingForMco } = kataConfig;
  const runtimeClass = runtimeClassIn(message);
  const mode = getDaemonSetMode(snapshot);
  if (mode !== undefined) {
    const then = installProgressText(installing ? runtimeClass : undefined);
    const problem = explainPendingReboots(snapshot) ?? explainPeerPodsFault(snapshot);
    return problem ?? explainProgress(kataConfig, snapshot, { installing, next: then, runtimeClass });
  }
  const next = installing
    ? l10n.t`The Machine Config Operator drains, configures, and reboots the nodes, one after another. Then the OpenShift sandboxed containers Operator creates the ${runtimeClass} runtime class.`
    : l10n.t`The nodes are drained, configured, and rebooted one after another.`;
  const hindrance = firstHindrance(index, listRelevantPools(index, installing ? 'install' : 'update'));
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
      meaning: l10n.t`The operator requested that Kata be installed on the nodes. The Machine Config Operator hasn't started updating the ${getKataPoolName(index)} pool yet.`,
      next,
      docs,
    };
  }
  return explainProgress(kataConfig, snapshot, { installing, next, runtimeClass });
}

/**
 * Returns the runtime class that a message contains. The documentation uses `kata-remote` where the code uses `kata`.
 */
function runtimeClassIn(message: string): string {
  return message.includes('kata-remote') ? 'kata-remote' : 'kata';
}

/** Explains the progress of an install or update that nothing blocks. */
function explainProgress(
  kataConfig: KataConfig,
  snapshot: Snapshot,
  {
    installing,
    next,
    runtimeClass,
  }: { readonly installing: boolean; readonly next: string; readonly runtimeClass: string },
): Explanation {
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
      ? l10n.t`The operator creates the kata runtime class, then the pod VM image.`
      : l10n.t`The operator creates the ${runtimeClass} runtime class.`;
    return {
      health: 'busy',
      headline,
      meaning: l10n.t`All nodes have been updated.`,
      next: installing ? after : l10n.t`The operator finishes the update.`,
      docs,
    };
  }
  if (kataConfig.nodeCount === 0 && installing) {
    return {
      health: 'busy',
      headline: l10n.t`Starting the installation`,
      meaning: l10n.t`The operator requested that Kata be installed on the nodes, but the KataConfig status doesn't show the number of nodes yet.`,
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

/** Explains the reason `Failed`. The message contains the node name. */
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
      headline: isDone ? l10n.t`${name} recovered` : l10n.t`Retrying the update of ${name}`,
      meaning: isDone
        ? l10n.t`The update of ${name} failed earlier${end} The node has recovered, but the operator reports the failure until all nodes are updated.`
        : l10n.t`The update of ${name} failed earlier${end} The Machine Config Daemon is retrying the update, but the operator reports the failure until all nodes are updated.`,
      next:
        kataConfig.lists.waitingToInstall.length + kataConfig.lists.waitingToUninstall.length > 0
          ? l10n.t`The Machine Config Operator updates the remaining nodes next.`
          : l10n.t`When all nodes are updated, the operator updates the KataConfig status.`,
      docs,
    };
  }
  const others = failing.filter((other) => other !== name);
  return {
    health: 'failed',
    headline: name === '' ? l10n.t`A node failed` : l10n.t`${name} failed`,
    meaning: [
      !leaving && isUpdate('failedToInstall', name, kataConfig, snapshot)
        ? l10n.t`Configuration update failed on ${name}${formatReason(why)}`
        : failedWords(name, leaving, why),
      ...(others.length === 0 ? [] : [l10n.t`${formatNames(others)} also failed.`]),
    ].join(getSentenceSeparator()),
    next: l10n.t`Other nodes are waiting because a failed node counts as unavailable. After the node is fixed, the update continues automatically.`,
    todo:
      name === ''
        ? l10n.t('To find the degraded node, run `oc get mcp`.')
        : l10n.t('To find the cause, run `oc describe node {0}` and check the Machine Config Daemon log.', name),
    docs,
  };
}

/**
 * Returns the failure as a sentence.
 * @param name empty if the node is unknown
 */
function failedWords(name: string, leaving: boolean, why: string): string {
  const end = formatReason(why);
  if (name === '')
    return leaving ? l10n.t`Kata uninstall failed on a node${end}` : l10n.t`Kata installation failed on a node${end}`;
  return leaving ? l10n.t`Kata uninstall failed on ${name}${end}` : l10n.t`Kata installation failed on ${name}${end}`;
}

/**
 * Explains a node in a list of failed nodes, regardless of the condition. The lists might be more recent than the
 * condition.
 */
export function explainListedFailure(kataConfig: KataConfig, snapshot: Snapshot): Explanation | undefined {
  const [first] = [...kataConfig.lists.failedToInstall, ...kataConfig.lists.failedToUninstall];
  if (first === undefined) return undefined;
  return explainFailed(
    kataConfig,
    { type: '', status: '', reason: '', message: `Node ${first} Degraded: ${reasonOf(first, snapshot)}` },
    snapshot,
  );
}

/** Explains the status `False` without a reason: no operation is in progress. */
export function explainFinished(kataConfig: KataConfig, snapshot: Snapshot): Explanation {
  const { lists, runtimeClasses, nodeCount, enablePeerPods } = kataConfig;
  const failure = explainListedFailure(kataConfig, snapshot);
  if (failure !== undefined) return failure;
  const moving = [...lists.waitingToInstall, ...lists.installing, ...lists.waitingToUninstall, ...lists.uninstalling];
  if (moving.length > 0) {
    const names = formatNames(moving);
    return {
      health: 'busy',
      headline: l10n.t`Node update is starting`,
      meaning: selectPlural(
        moving.length,
        l10n.t`${names} is about to be updated or is being updated. The operator hasn't updated the InProgress condition yet.`,
        l10n.t`${names} are about to be updated or are being updated. The operator hasn't updated the InProgress condition yet.`,
      ),
      docs,
    };
  }
  if (nodeCount === 0) return explainNowhere(kataConfig, snapshot);
  const classes = formatNames(runtimeClasses, 6);
  if (enablePeerPods && !runtimeClasses.includes('kata-remote')) {
    return {
      health: 'busy',
      headline: l10n.t`Installed, kata-remote pending`,
      meaning: l10n.t`Kata is installed on ${formatCount(nodeCount, 'node')} and peer pods are enabled, but the kata-remote runtime class doesn't exist yet.`,
      next: l10n.t`The operator is preparing the nodes and the pod VM image for kata-remote.`,
      docs,
    };
  }
  return {
    health: runtimeClasses.length === 0 ? 'attention' : 'ok',
    headline: l10n.t`Installed on ${formatCount(nodeCount, 'node')}`,
    meaning:
      runtimeClasses.length === 0
        ? l10n.t`Kata is installed on ${formatCount(nodeCount, 'node')}, but pods can't use it because no runtime class exists.`
        : selectPlural(
            runtimeClasses.length,
            l10n.t`Pods can use the runtime class ${classes}.`,
            l10n.t`Pods can use the runtime classes ${classes}.`,
          ),
    ...(runtimeClasses.length === 0
      ? { todo: l10n.t('Read the operator log: `oc logs -n {0} deployment/controller-manager`.', operatorNamespace) }
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
    const names = formatNames(wanted);
    return {
      health: 'busy',
      headline: l10n.t`Nodes not in the KataConfig status yet`,
      meaning: selectPlural(
        wanted.length,
        l10n.t`Kata will be installed on ${names}. The operator hasn't added the node to the KataConfig status yet.`,
        l10n.t`Kata will be installed on ${names}. The operator hasn't added the nodes to the KataConfig status yet.`,
      ),
      docs,
    };
  }
  const chosen = formatPoolSelector(kataConfig);
  return {
    health: 'attention',
    headline: l10n.t`Not installed on any node`,
    meaning: kataConfig.checkNodeEligibility
      ? l10n.t`The KataConfig selects no nodes. Node selector: ${chosen}. Required label: ${eligibleLabel}=true.`
      : l10n.t`The KataConfig selects no nodes. Node selector: ${chosen}.`,
    next: l10n.t`When the KataConfig selects a node, Kata is installed on the node automatically, and the node reboots.`,
    todo: l10n.t`Add the missing labels to nodes, or change kataConfigPoolSelector.`,
    docs: kataConfigByCli,
  };
}
