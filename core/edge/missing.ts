/** What was not read of a cluster or a node pool: the answers say what is there, so that nothing is ever said to be absent. */
import { countWords } from '../live/words.ts';
import type { EdgeAnswer, EdgeEntry } from './answers.ts';
import type { EdgeMissing, EdgeNode } from './edgeTree.ts';
import type { EdgeResource } from './pair.ts';

/** The read actions that bring a kind of resources. */
const actionsOf: Readonly<Record<EdgeResource, string>> = {
  cluster: 'ListClusters',
  nodePool: 'ListEdgeNodePools and ListNodePools',
  node: 'ListEdgeNodes and ListNodes',
  component: 'ListAddons',
};

export function missingOf(node: Omit<EdgeNode, 'missing' | 'severity' | 'below'>, answers: readonly EdgeAnswer[]): readonly EdgeMissing[] {
  const { resource, children, entry, contradicting } = node;
  const own = entry === undefined ? [] : statusMissing(entry, contradicting);
  if (resource === 'cluster')
    return [
      ...own,
      ...kindMissing('nodePool', 'Node pools', node, answers),
      ...nodesMissing(node, answers),
      ...kindMissing('component', 'Components', node, answers),
    ];
  // Of a pool in a cluster whose nodes were not read the cluster says so; by itself it does.
  return resource === 'nodePool' && (entry?.nodes !== undefined || children.length > 0) ? [...own, ...nodesMissing(node, answers)] : own;
}

function statusMissing({ noStatus }: EdgeEntry, contradicting: readonly EdgeEntry[]): readonly EdgeMissing[] {
  if (contradicting.length > 0)
    return [
      { what: 'State', state: 'two answers differ', todo: 'Nothing says which answer is the newer one: read the resource anew, and open that answer alone.' },
    ];
  return noStatus ? [{ what: 'State', state: 'not in the answer', todo: 'The answer names it without a Status: save the whole answer.' }] : [];
}

function kindMissing(kind: EdgeResource, what: string, { children }: Pick<EdgeNode, 'children'>, answers: readonly EdgeAnswer[]): readonly EdgeMissing[] {
  if (children.some(({ resource }) => resource === kind)) return [];
  const wasRead = answers.some(({ resource }) => resource === kind);
  return [
    wasRead
      ? {
          what,
          state: 'none in these answers',
          todo: `An answer does not say what was asked for: whether there are others is not known. ${actionsOf[kind]} without filters tell.`,
        }
      : { resource: kind, what, state: 'not read', todo: `Add the answers of ${actionsOf[kind]}.` },
  ];
}

function nodesMissing({ children, entry }: Pick<EdgeNode, 'children' | 'entry'>, answers: readonly EdgeAnswer[]): readonly EdgeMissing[] {
  const count = (nodes: readonly EdgeNode[]): number => nodes.reduce((sum, one) => sum + (one.resource === 'node' ? 1 : count(one.children)), 0);
  const there = count(children);
  const total = entry?.nodes;
  // A pool that says so by itself.
  if (children.some(({ missing }) => missing.some(({ resource }) => resource === 'node'))) return [];
  const todo = `Add the answers of ${actionsOf.node}, with all of their pages.`;
  if (total !== undefined) {
    if (there >= total) return [];
    return [{ resource: 'node', what: 'Nodes', state: there === 0 ? `none of ${total} read` : `${there} of ${countWords(total, 'node')} read`, todo }];
  }
  if (there > 0) return [];
  return answers.some(({ resource }) => resource === 'node')
    ? [
        {
          resource: 'node',
          what: 'Nodes',
          state: 'none in these answers',
          todo: 'An answer does not say what was asked for: whether there are others is not known.',
        },
      ]
    : [{ resource: 'node', what: 'Nodes', state: 'not read', todo }];
}
