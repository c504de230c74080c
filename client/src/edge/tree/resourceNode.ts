/**
 * Creates the row of an edge hosting cluster, node pool, node, or component, with its children and its missing data.
 */
import * as l10n from '@vscode/l10n';
import type { EdgeMissing, EdgeNode } from '#core/edge/tree/edgeNode.ts';
import { describeChildren, describeEdgeNode } from '#core/edge/tree/describeNode.ts';
import type { ExplainedStatus } from '#core/status/explainedStatus.ts';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeLine, sanitizeTooltip } from '#core/text/sanitize.ts';
import { getHealthIcon, type HealthIcon } from '#client/tree/model/health.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { messageNode } from '#client/tree/rows/messageNode.ts';
import { createPagedNodes } from '#client/tree/rows/pagedNodes.ts';
import { edgeMarkdown } from './edgeMarkdown.ts';

export interface EdgeTreeInput {
  /** Name of the source. It prefixes every row ID. */
  readonly context: string;
  readonly shown: ReadonlyMap<string, number>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Returns the row of a resource.
 * @param open whether the row is initially expanded
 */
export function resourceNode(node: EdgeNode, seen: EdgeTreeInput, open = false): TreeNode {
  const told = describeEdgeNode(node);
  const { icon, color, word } = lookAt(told);
  const label = edgeLabel(node);
  const description = [stateWords(node, told), describeChildren(node.below)].filter((part) => part !== '').join(', ');
  const id = `${seen.context}/${node.key}`;
  const missing = node.missing.filter(({ resource }) => resource !== undefined);
  const isLeaf = node.children.length + missing.length === 0;
  return {
    view: {
      id,
      label,
      description,
      tooltip: edgeMarkdown(node, seen.now),
      icon,
      contextValue: 'osc-edgeExplained',
      accessibility: [label, ...kindWords(node), description, word()].join(', '),
      collapsible: isLeaf ? 'none' : open ? 'expanded' : 'collapsed',
      ...omitUndefined({ color }),
    },
    target: { context: seen.context },
    ...(isLeaf
      ? {}
      : {
          children: () => [
            ...createPagedNodes(
              seen,
              id,
              node.children,
              (child) => resourceNode(child, seen, open && child.below.error + child.below.warning > 0),
              'osc.edge.showMore',
            ),
            ...missing.map((one) => missingNode(seen.context, id, one)),
          ],
        }),
  };
}

/** Returns the label of a resource, such as `Edge cluster north`. Nodes are labeled only with their names. */
export function edgeLabel(node: EdgeNode): string {
  const name = sanitizeLine(node.label, 100) || l10n.t`unnamed`;
  if (node.resource === 'node') return name;
  switch (node.resource) {
    case 'cluster':
      return l10n.t`Edge cluster ${name}`;
    case 'nodePool':
      return l10n.t`Node pool ${name}`;
    case 'component':
      return l10n.t`Component ${name}`;
    default:
      return l10n.t`Resource ${name}`;
  }
}

/**
 * Returns the state that the console shows. If the resource has a problem, adds its conditions. The console omits the
 * conditions, so that it shows `Running` even for a node that accepts no pods.
 */
function stateWords({ entry, contradicting }: EdgeNode, { headline, severity }: ExplainedStatus): string {
  if ((severity !== 'error' && severity !== 'warning') || entry === undefined || contradicting.length > 0)
    return headline;
  const conditions = entry.item.status.conditions.join(', ');
  return conditions === '' ? headline : sanitizeLine(`${headline}: ${conditions}`, 120);
}

/** Returns the kind for screen readers, if the label doesn't contain it. */
function kindWords({ resource }: EdgeNode): readonly string[] {
  return resource === 'node' ? [l10n.t`edge hosting node`] : [];
}

function lookAt({ severity, passing }: ExplainedStatus): HealthIcon {
  if (severity === 'info')
    return passing === true ? getHealthIcon('busy') : { icon: 'info', word: () => l10n.t`not a problem` };
  return getHealthIcon(severity === 'error' ? 'failed' : severity === 'warning' ? 'attention' : severity);
}

function missingNode(context: string, id: string, { what, state, todo, resource = 'node' }: EdgeMissing): TreeNode {
  return messageNode(context, {
    id: `${id}/missing/${resource}`,
    label: what,
    description: state,
    tooltip: sanitizeTooltip(todo),
    icon: 'question',
  });
}
