/**
 * Creates the rows below a node: the pod of its Machine Config Daemon and, while the node is drained, the pods that
 * block the drain. Requests the pods when the user expands the node.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { isDraining } from '#core/cluster/history.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { DaemonPod, NodePods } from '#core/operations/lookups/nodePods.ts';
import {
  describeBlockingPod,
  formatPodOwner,
  type BlockingPod,
  type BlockingPodOwner,
} from '#core/status/nodes/blockingPods.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { sanitizeLabel, sanitizeLine, sanitizeMarkdownCode } from '#core/text/sanitize.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { podKind } from '#client/kubernetes/read/readableKinds.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createNodeTarget, eventContext, permissionContext } from '#client/tree/model/objectTarget.ts';
import { podWorkloadContext, type PodWorkload } from '#client/tree/model/workloadContext.ts';
import { messageNode } from '../messageNode.ts';
import { createPagedNodes } from '../pagedNodes.ts';

/** Maximum length of a message of the cluster in a row. */
const longestMessage = 200;

/** Creates the rows below a node. */
export function nodePodNodes(seen: ClusterTreeInput, node: ClusterNode): readonly TreeNode[] {
  const id = `${seen.context}/node:${node.uid}`;
  const message: CreateMessage = (part, label, icon, why) => [
    messageNode(seen.context, { id: `${id}/${part}`, label, icon, ...omitUndefined({ description: why }) }),
  ];
  const pods = seen.nodePods?.get(node.name);
  if (pods === undefined) return message('pods', l10n.t`Listing...`, 'loading~spin');
  return [
    ...daemonNodes(seen, id, pods.daemon, message),
    ...(isDraining(node) ? blockingNodes(seen, id, pods.blocking, message) : []),
  ];
}

/** Creates a row. @param why description of the row, such as an error message of the cluster */
type CreateMessage = (part: string, label: string, icon: string, why?: string) => readonly TreeNode[];

function daemonNodes(
  seen: ClusterTreeInput,
  id: string,
  daemon: NodePods['daemon'],
  message: CreateMessage,
): readonly TreeNode[] {
  if (daemon.kind === 'problem')
    return message('daemon', l10n.t`Can't list pods`, 'warning', sanitizeLine(daemon.problem.message, longestMessage));
  const pod = daemon.kind === 'value' ? daemon.value : undefined;
  return pod === undefined
    ? message('daemon', l10n.t`No Machine Config Daemon pod`, 'info')
    : [daemonNode(seen, id, pod)];
}

function daemonNode(seen: ClusterTreeInput, id: string, pod: DaemonPod): TreeNode {
  const { name, namespace, phase, isReady } = pod;
  const isHealthy = phase === 'Running' && isReady;
  const state = isReady || phase !== 'Running' ? sanitizeLine(phase, 40) : l10n.t`Not ready`;
  return explainedNode({
    id: `${id}/daemon`,
    label: 'machine-config-daemon',
    fullName: name,
    explanation: {
      health: isHealthy ? 'ok' : phase === 'Failed' ? 'failed' : 'attention',
      headline: state,
      meaning: l10n.t`The Machine Config Daemon applies the machine config to the node, and reboots the node.`,
    },
    description: state,
    details: l10n.t`**Namespace:** ${sanitizeMarkdownCode(namespace)}`,
    target: createNodeTarget(seen, podKind, pod),
    context: podContext(seen, { group: 'apps', kind: 'DaemonSet' }),
  });
}

function blockingNodes(
  seen: ClusterTreeInput,
  id: string,
  blocking: NodePods['blocking'],
  message: CreateMessage,
): readonly TreeNode[] {
  if (blocking === undefined) return message('blocking', l10n.t`Listing...`, 'loading~spin');
  if (blocking.kind === 'problem')
    return message(
      'blocking',
      l10n.t`Can't list pods`,
      'warning',
      sanitizeLine(blocking.problem.message, longestMessage),
    );
  const { pods, cut } = blocking.kind === 'value' ? blocking.value : { pods: [], cut: false };
  if (pods.length === 0) return message('blocking', l10n.t`No pods block the drain`, 'info');
  return [
    ...createPagedNodes(seen, `${id}/blocking`, pods, (pod) => blockingNode(seen, id, pod)),
    ...(cut ? message('cut', l10n.t`Too many pods to check`, 'info') : []),
  ];
}

function blockingNode(seen: ClusterTreeInput, id: string, pod: BlockingPod): TreeNode {
  const { uid, name, namespace, owner, budgets, isTerminating } = pod;
  const what = isTerminating
    ? l10n.t`Terminating`
    : budgets.map((budget) => `PodDisruptionBudget ${sanitizeLine(budget.name, 100)}`).join(', ');
  const owned = formatPodOwner(pod);
  return explainedNode({
    id: `${id}/blocking:${uid}`,
    label: name,
    description: [what, owned].filter((part) => part !== undefined).join(' · '),
    explanation: {
      health: isTerminating ? 'busy' : 'attention',
      headline: l10n.t`Blocks the drain`,
      meaning: joinSentences(
        describeBlockingPod(pod),
        owner === undefined ? '' : l10n.t`${owner.kind} ${owner.name} recreates the pod if it's deleted.`,
      ),
      ...omitUndefined({
        todo: isTerminating ? undefined : todoOf(pod),
      }),
    },
    details: l10n.t`**Namespace:** ${sanitizeMarkdownCode(namespace)}`,
    target: createNodeTarget(seen, podKind, pod),
    context: podContext(seen, workloadOf(owner)),
  });
}

/** Returns how to allow the eviction. With several budgets, the API server refuses every eviction. */
function todoOf({ budgets: [budget, other], namespace }: BlockingPod): string {
  if (budget === undefined || other !== undefined)
    return l10n.t(
      'Change the PodDisruptionBudgets, so that only one of them selects the pod. To list them, run `oc get pdb -n {0}`. The drain then continues automatically.',
      sanitizeLabel(namespace),
    );
  const edit = quoteShellCommand(['oc', 'edit', 'pdb', sanitizeLabel(budget.name), '-n', sanitizeLabel(namespace)]);
  return l10n.t(
    'To allow the eviction, add replicas, or change minAvailable or maxUnavailable of the PodDisruptionBudget: `{0}`. The drain then continues automatically.',
    edit,
  );
}

function workloadOf(owner: BlockingPodOwner | undefined): PodWorkload {
  if (owner === undefined) return undefined;
  const { group, kind } = owner;
  return group === undefined ? 'unknown' : { group, kind };
}

function podContext(seen: ClusterTreeInput, owner: PodWorkload): readonly string[] {
  return [
    'osc-pod',
    'osc-object',
    'osc-named',
    ...eventContext,
    ...permissionContext(seen, ['deletePod']),
    ...podWorkloadContext(seen, owner),
    ...(seen.console ? ['osc-console'] : []),
  ];
}
