/**
 * Creates the row for pods without a sandbox, or for the missing permission to find them. Creates no row if there are
 * no such pods or if nothing was read.
 */
import * as l10n from '@vscode/l10n';
import type { FailedSandbox } from '#core/cluster/objects/failedSandbox.ts';
import { explainSandboxesOfNode, failedSandboxesOf } from '#core/status/nodes/failedSandboxes.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import { sanitizeTooltip, sanitizeMarkdownCode } from '#core/text/sanitize.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createPagedNodes } from '../pagedNodes.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { messageNode } from '../messageNode.ts';
import { withoutSandboxNode } from './workloadNode.ts';

/** Maximum number of nodes whose cause the tooltip shows. */
const mostNodes = 3;

export function failedSandboxesNode(seen: ClusterTreeInput): TreeNode | undefined {
  const { context, snapshot, now } = seen;
  const { knowledge, pods, byNode } = failedSandboxesOf(snapshot);
  const label = l10n.t`Failed`;
  const id = `${context}/failedSandboxes`;
  if (pods.length === 0) return knowledge === 'notAllowed' ? notAllowedNode(seen, id, label) : undefined;
  const causes = [...byNode].slice(0, mostNodes).map(([node, ofNode]) => explainSandboxesOfNode(node, ofNode, now));
  const isUnscheduled = pods.every(({ node }) => node === undefined);
  return explainedNode({
    id,
    label,
    fullName: l10n.t`Failed sandboxes`,
    description: formatCount(pods.length, 'pod'),
    explanation: {
      health: 'attention',
      headline: isUnscheduled
        ? formatCount(pods.length, 'pod')
        : l10n.t({
            message: '{0} on {1}',
            args: [pods.length, formatNames([...byNode.keys()], 2)],
            comment: ['{0} is the number of failed sandboxes. {1} is a list of nodes: "3 on worker-1".'],
          }),
      meaning: causes.map(({ meaning }) => meaning).join(getSentenceSeparator()),
      todo: [...new Set(causes.map(({ todo }) => todo))].join(getSentenceSeparator()),
    },
    target: { context },
    collapsible: 'collapsed',
    children: () => createPagedNodes(seen, id, sortByName(pods), (pod) => withoutSandboxNode(seen, pod, id)),
  });
}

/** Sorts pods so that their rows keep their places when new events arrive. */
function sortByName(pods: readonly FailedSandbox[]): readonly FailedSandbox[] {
  const key = ({ namespace, name }: FailedSandbox): string => `${namespace}/${name}`;
  return pods.toSorted((one, other) => key(one).localeCompare(key(other), 'en'));
}

function notAllowedNode({ context, snapshot }: ClusterTreeInput, id: string, label: string): TreeNode {
  const { state } = snapshot.failedSandboxes;
  const isGet = state.kind === 'forbidden' && state.verb === 'get';
  const [verb, resource] = isGet ? ['get', 'pods'] : [state.kind === 'forbidden' ? state.verb : 'list', 'events'];
  return messageNode(context, {
    id,
    label,
    description: l10n.t`No permission`,
    icon: 'lock',
    tooltip: joinParagraphs(
      l10n.t`You don't have permission to ${sanitizeTooltip(verb)} ${sanitizeMarkdownCode(resource)} in all namespaces, so pods whose sandbox can't be created aren't shown.`,
      l10n.t`**To do:** Request the permission from an administrator. To check the permission, run: ${sanitizeMarkdownCode(`oc auth can-i ${verb} ${resource} --all-namespaces`)}`,
      state.kind === 'forbidden' ? l10n.t`Server message: ${sanitizeTooltip(state.trouble.message)}` : undefined,
    ),
    contextValue: 'osc-explained',
  });
}
