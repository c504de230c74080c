/**
 * Describes the data of a cluster or node pool that wasn't read. Responses show only what exists, so the text never
 * claims that something doesn't exist.
 */
import * as l10n from '@vscode/l10n';
import type { EdgeResponse, EdgeEntry } from './readAnswers.ts';
import type { EdgeMissing, EdgeNode } from './edgeNode.ts';
import type { EdgeResource } from '../table/edgePair.ts';
import { actionsListing } from '../listActions.ts';
import { formatList, getSentenceSeparator } from '#core/text/grammar.ts';

/** Returns the names of the actions that list a resource kind, for a sentence. */
const actionsOf = (kind: EdgeResource): string => formatList(actionsListing(kind));

export function missingOf(
  node: Omit<EdgeNode, 'missing' | 'severity' | 'below'>,
  answers: readonly EdgeResponse[],
): readonly EdgeMissing[] {
  const { resource, children, entry, contradicting } = node;
  const own = entry === undefined ? [] : statusMissing(entry, contradicting);
  if (resource === 'cluster')
    return [
      ...own,
      ...kindMissing('nodePool', l10n.t`Node pools`, node, answers),
      ...nodesMissing(node, answers),
      ...kindMissing('component', l10n.t`Components`, node, answers),
    ];
  // If the nodes of a whole cluster weren't read, the cluster reports this instead of its node pools.
  return resource === 'nodePool' && (entry?.nodes !== undefined || children.length > 0)
    ? [...own, ...nodesMissing(node, answers)]
    : own;
}

function statusMissing({ noStatus }: EdgeEntry, contradicting: readonly EdgeEntry[]): readonly EdgeMissing[] {
  if (contradicting.length > 0)
    return [
      {
        what: l10n.t`State`,
        state: l10n.t`two responses differ`,
        todo: l10n.t`Can't determine which response is newer. Request the resource again, then open only the new response.`,
      },
    ];
  return noStatus
    ? [
        {
          what: l10n.t`State`,
          state: l10n.t`not in the response`,
          todo: l10n.t`The response lists the resource without a Status. Save the complete response.`,
        },
      ]
    : [];
}

function kindMissing(
  kind: EdgeResource,
  what: string,
  { children }: Pick<EdgeNode, 'children'>,
  answers: readonly EdgeResponse[],
): readonly EdgeMissing[] {
  if (children.some(({ resource }) => resource === kind)) return [];
  const wasRead = answers.some(({ resource }) => resource === kind);
  return [
    wasRead
      ? {
          what,
          state: l10n.t`none in these responses`,
          todo: `${l10n.t`The responses don't show which filters the request used, so other resources might exist.`}${getSentenceSeparator()}${l10n.t`To check, run ${actionsOf(kind)} without filters.`}`,
        }
      : { resource: kind, what, state: l10n.t`not read`, todo: l10n.t`Add the responses from ${actionsOf(kind)}.` },
  ];
}

function nodesMissing(
  { children, entry }: Pick<EdgeNode, 'children' | 'entry'>,
  answers: readonly EdgeResponse[],
): readonly EdgeMissing[] {
  const count = (nodes: readonly EdgeNode[]): number =>
    nodes.reduce((sum, one) => sum + (one.resource === 'node' ? 1 : count(one.children)), 0);
  const there = count(children);
  const total = entry?.nodes;
  // A node pool already reports this.
  if (children.some(({ missing }) => missing.some(({ resource }) => resource === 'node'))) return [];
  const todo = l10n.t`Add the responses from ${actionsOf('node')}, including all pages.`;
  if (total !== undefined) {
    if (there >= total) return [];
    return [
      {
        resource: 'node',
        what: l10n.t`Nodes`,
        state: l10n.t`${there} of ${total} read`,
        todo,
      },
    ];
  }
  if (there > 0) return [];
  return answers.some(({ resource }) => resource === 'node')
    ? [
        {
          resource: 'node',
          what: l10n.t`Nodes`,
          state: l10n.t`none in these responses`,
          todo: l10n.t`The responses don't show which filters the request used, so other resources might exist.`,
        },
      ]
    : [{ resource: 'node', what: l10n.t`Nodes`, state: l10n.t`not read`, todo }];
}
