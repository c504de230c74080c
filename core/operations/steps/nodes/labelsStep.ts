/** Creates a step that adds a label to nodes and removes it from others. */
import * as l10n from '@vscode/l10n';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { createStepWithDefaults, type StepOptions } from '../createStep.ts';
import { isListKnown, describeUnreadableKind } from '../stepStatus.ts';

export interface NodeLabel {
  readonly key: string;
  readonly value: string;
  /** Names of the nodes that should have the label. */
  readonly nodes: readonly string[];
  /** Returns whether the label is removed from a node that isn't in `nodes`. */
  readonly others: (node: ClusterNode) => boolean;
}

/** Returns the planned labels of a node. */
export function labelsAfter({ key, value, nodes, others }: NodeLabel, node: ClusterNode): ClusterNode['labels'] {
  if (nodes.includes(node.name)) return { ...node.labels, [key]: value };
  if (!hasLabel(node, { key, value }) || !others(node)) return node.labels;
  return Object.fromEntries(Object.entries(node.labels).filter(([name]) => name !== key));
}

export function labelsStep(
  situation: ObservedCluster,
  label: NodeLabel,
  parts: Pick<StepOptions, 'id' | 'title' | 'docs' | 'gate'>,
): ProcedureStep {
  const { snapshot } = situation;
  if (!isListKnown(snapshot, 'nodes'))
    return createStepWithDefaults({ ...parts, ...describeUnreadableKind(snapshot, 'nodes') });
  const { nodes } = indexSnapshot(snapshot);
  const { key, value } = label;
  const lost = label.nodes.filter((name) => !nodes.has(name));
  if (lost.length > 0)
    return createStepWithDefaults({
      ...parts,
      state: 'blocked',
      headline: l10n.t`Node ${lost[0] ?? ''} not found`,
      todo: l10n.t`Select the nodes again.`,
    });
  const gains = label.nodes.flatMap((name) => nodes.get(name) ?? []).filter((node) => !hasLabel(node, label));
  const loses = [...nodes.values()].filter(
    (node) => !label.nodes.includes(node.name) && hasLabel(node, label) && label.others(node),
  );
  const change = (name: string, to: string | null) =>
    ({
      how: 'merge',
      target: createWatchedReference('nodes', name),
      patch: { metadata: { labels: { [key]: to } } },
    }) as const;
  const todo = [...gains.map(({ name }) => change(name, value)), ...loses.map(({ name }) => change(name, null))];
  const step = {
    ...parts,
    evidence: [
      ...gains.map(({ name }) => l10n.t`${name}: add label ${key}=${value}`),
      ...loses.map(({ name }) => l10n.t`${name}: remove label ${key}`),
    ].slice(0, 40),
    changes: todo,
    until: label.nodes.map((name) => ({
      object: createWatchedReference('nodes', name),
      jsonpath: `{.metadata.labels.${key.replaceAll('.', String.raw`\.`)}}`,
      is: value,
      minutes: 1,
    })),
  };
  return createStepWithDefaults(
    todo.length === 0
      ? { ...step, state: 'done', headline: l10n.t`${formatCount(label.nodes.length, 'node')} labeled` }
      : { ...step, state: 'ready', headline: l10n.t`${formatCount(todo.length, 'node')} to change` },
  );
}

function hasLabel({ labels }: Pick<ClusterNode, 'labels'>, { key, value }: Pick<NodeLabel, 'key' | 'value'>): boolean {
  return Object.hasOwn(labels, key) && labels[key] === value;
}
