import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { eligibleLabel, isPlatformLabel, kataRole, masterRole, workerRole } from '#core/product/nodeLabels.ts';
import { meets, type LabelDemand } from '#core/labels/labelRequirement.ts';
import { operator18, operatorDev } from '#core/product/sources.ts';
import type { ValidationCluster, KnownNode } from '#server/engine/cluster/knownCluster.ts';
import { findMapEntry, findYamlNode, type MapNode } from '#server/engine/yaml/node.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { longestLabelKey } from '#server/engine/text/longestLabel.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { demandsOf, type WrittenDemand } from './selectorDemands.ts';

export default defineRule({
  id: 'kataconfig-selector-no-nodes',
  title: () => l10n.t`Node selector that matches no nodes`,
  severity: 'warning',
  appliesTo: ['KataConfig'],
  needs: ['cluster'],
  mayBeAdded: true,
  why: () =>
    l10n.t`The KataConfig doesn't select any nodes on the open cluster. The operator installs Kata only on worker nodes with the labels in \`kataConfigPoolSelector\`, so it won't install Kata on any node. With \`checkNodeEligibility: true\`, a node must also have the label \`feature.node.kubernetes.io/runtime.kata: "true"\`. If no node has it, the operator reports "no Nodes with required labels found. Is NFD running?" and doesn't install Kata.

The rule reports this only if it knows all nodes on the cluster. It doesn't check clusters without separate worker nodes, because the operator ignores the selector there.

Change the selector, or label the nodes. If you don't use Node Feature Discovery (NFD), set \`checkNodeEligibility: false\`.`,
  source: [
    operatorDev('00ef4c71', 'controllers/openshift_controller.go (nodes are labeled kata-oc)'),
    operator18('controllers/openshift_controller.go:633'),
    operator18('controllers/openshift_controller.go:600'),
    'OSC 1.12 §3.3',
  ],
  *check(context) {
    const { cluster } = context;
    const nodes = cluster?.nodes;
    // With incomplete data, or if the cluster ignores selectors, nothing can be reported.
    if (cluster === undefined || nodes === undefined || !hasOwnWorkers(cluster, nodes)) return;
    const workers = nodes.filter(isWorker);
    // The message counts only these nodes. Users don't expect Kata on control plane nodes.
    const named = workers.filter((node) => !isControlPlane(node));
    if (named.length === 0) return;
    yield* bySelector(context, cluster, workers, named);
    yield* byEligibility(context, cluster, workers);
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  kataConfigPoolSelector:
    matchLabels:
      kata: "true"
#           ^^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  kataConfigPoolSelector:
    matchLabels:
      kata: "yes"
`,
      cluster: {
        cluster: 'demo',
        asOf: '2026-11-21T10:41:00Z',
        converged: false,
        nodes: [
          { name: 'worker-0', labels: { 'node-role.kubernetes.io/worker': '', kata: 'yes' } },
          { name: 'worker-1', labels: { 'node-role.kubernetes.io/worker': '' } },
        ],
      },
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  checkNodeEligibility: true
#                       ^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  checkNodeEligibility: false
`,
      cluster: {
        cluster: 'demo',
        asOf: '2026-11-21T10:41:00Z',
        converged: false,
        nodes: [{ name: 'worker-0', labels: { 'node-role.kubernetes.io/worker': '' } }],
      },
    },
  ],
});

const controlPlaneRoles = [masterRole, 'node-role.kubernetes.io/control-plane'];

function isWorker({ labels }: KnownNode): boolean {
  return Object.hasOwn(labels, workerRole);
}

function isControlPlane({ labels }: KnownNode): boolean {
  return controlPlaneRoles.some((role) => Object.hasOwn(labels, role));
}

/**
 * Returns whether the cluster has separate worker nodes. Selectors apply only to such clusters. If the cluster data
 * doesn't specify this, returns true if any node is a worker node but not a control plane node.
 */
function hasOwnWorkers({ converged }: ValidationCluster, nodes: readonly KnownNode[]): boolean {
  if (converged !== undefined) return !converged;
  return nodes.some((node) => isWorker(node) && !isControlPlane(node));
}

/**
 * Reports a selector that matches no node.
 * @param workers all nodes that the operator might select
 * @param named nodes to count in the message and to search for similar labels
 */
function* bySelector(
  { manifest }: RuleContext,
  cluster: ValidationCluster,
  workers: readonly KnownNode[],
  named: readonly KnownNode[],
): Iterable<Finding> {
  const selector = findYamlNode(manifest.root, ['spec', 'kataConfigPoolSelector']);
  const demands = selector?.type === 'map' ? demandsOf(selector) : undefined;
  if (
    selector?.type !== 'map' ||
    demands === undefined ||
    workers.some(({ labels }) => demands.every((demand) => meets(labels, demand)))
  )
    return;
  // A requirement that no node meets is the likely mistake. Otherwise, the combination is.
  const alone = demands.find((demand) => !workers.some(({ labels }) => meets(labels, demand)));
  // A separate rule (selectorKataOc.ts) checks for the operator's label without a cluster.
  if (alone?.key === kataRole) return;
  const near = alone === undefined ? undefined : nearLabel(alone, named);
  yield {
    ...placeOf(manifest.root, alone, near),
    message: joinSentences(
      effectWords(cluster, formatCount(named.length, 'worker')),
      near === undefined ? l10n.t`Change the selector or label the nodes.` : hasWords(near),
    ),
    fixes: alone === undefined || near === undefined ? [] : fixesOf(alone, near),
  };
}

/**
 * Returns the problem with its consequence: no node gets Kata, or the number of nodes where Kata is installed. Kata
 * might be installed because of another selector.
 * @param workers number of worker nodes with the noun
 */
function effectWords({ said, kataNodes = 0 }: ValidationCluster, workers: string): string {
  return kataNodes === 0
    ? l10n.t`On ${said}, this selector matches 0 of ${workers}, so the operator won't install Kata.`
    : l10n.t`On ${said}, this selector matches 0 of ${workers}, although Kata is installed on ${formatCount(kataNodes, 'node')}.`;
}

function hasWords({ key, value, count }: Near): string {
  const label = `${sanitizeQuote(key, longestLabelKey)}: "${sanitizeQuote(value, 13)}"`;
  return l10n.t`Did you mean ${label} (nodes with this label: ${count})?`;
}

function placeOf(
  root: MapNode,
  alone: WrittenDemand | undefined,
  near: Near | undefined,
): { start: number; end: number } {
  const node =
    alone === undefined
      ? findMapEntry(findYamlNode(root, ['spec']), 'kataConfigPoolSelector')?.key
      : alone.isLabel && near?.key === alone.key
        ? alone.valueNode
        : alone.keyNode;
  return node === undefined ? { start: root.start, end: root.end } : { start: node.start, end: node.end };
}

/** A label that might be intended, and the number of nodes that have it. */
interface Near {
  readonly key: string;
  readonly value: string;
  readonly count: number;
}

/** Maximum number of label keys to compare. */
const maxKeys = 1000;

/**
 * Returns the most frequent other value of the same key, otherwise a similar key with the same value. Excludes platform
 * labels, because they might select all worker nodes, or only nodes where Kata is already installed.
 */
function nearLabel({ key, operator, values }: LabelDemand, nodes: readonly KnownNode[]): Near | undefined {
  const [wanted] = values;
  if (operator !== 'In' || wanted === undefined || values.length > 1 || isPlatformLabel(key)) return undefined;
  const counts = new Map<string, number>();
  for (const { labels } of nodes) {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  // A value that differs on every node, such as a host name, isn't a mistake.
  if (most !== undefined) return counts.size <= 3 ? { key, value: most[0], count: most[1] } : undefined;
  const keys = new Set<string>();
  for (const { labels } of nodes)
    for (const [name, value] of Object.entries(labels))
      if (value === wanted && keys.size < maxKeys && !isPlatformLabel(name)) keys.add(name);
  const name = findNearestName(key, [...keys])?.name;
  return name === undefined
    ? undefined
    : { key: name, value: wanted, count: nodes.filter(({ labels }) => labels[name] === wanted).length };
}

function fixesOf({ key, keyNode, valueNode, isLabel }: WrittenDemand, near: Near): Fix[] {
  const [node, text] = near.key === key ? [valueNode, JSON.stringify(near.value)] : [keyNode, near.key];
  if (!isLabel || node.borrowed || node.anchored === true || node.style === 'block') return [];
  return [
    {
      title: l10n.t`Change to ${sanitizeQuote(text, longestLabelKey)}`,
      edits: [replaceNode(node, text)],
      sure: false,
    },
  ];
}

function* byEligibility(
  { manifest }: RuleContext,
  cluster: ValidationCluster,
  workers: readonly KnownNode[],
): Iterable<Finding> {
  const node = findYamlNode(manifest.root, ['spec', 'checkNodeEligibility']);
  const peerPods = findYamlNode(manifest.root, ['spec', 'enablePeerPods']);
  // With peer pods, the operator doesn't check eligibility. If peer pods are set by a template, it's unknown.
  if (
    node?.type !== 'scalar' ||
    node.value !== true ||
    (peerPods?.type === 'scalar' && (peerPods.value === true || peerPods.unknown))
  )
    return;
  if (workers.some(({ labels }) => labels[eligibleLabel] === 'true')) return;
  yield {
    start: node.start,
    end: node.end,
    message: l10n.t`No worker node on ${cluster.said} has the label ${eligibleLabel}: "true", so the operator doesn't install Kata. Set up Node Feature Discovery.`,
    fixes:
      node.borrowed || node.anchored === true
        ? []
        : [{ title: l10n.t`Change to ${'false'}`, edits: [replaceNode(node, 'false')], sure: false }],
  };
}
