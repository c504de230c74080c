import * as l10n from '@vscode/l10n';
import { one, parseQuantity } from '#core/common/quantity.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { labelKeyProblem } from '#core/labels/selectorSyntax.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { findMapEntry, type MapNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import { isPeerPod } from '#server/engine/yaml/objects/podNode.ts';
import { isVariable } from '../shared/invalidName.ts';
import { describeNearest } from './describeNearest.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { isCheckedObject } from './objects/checkedObject.ts';
import { listContainers, textOfQuantity } from './objects/podParts.ts';

const withResources = (lines: string): string =>
  `${createExamplePod('  runtimeClassName: kata')}      resources:\n${lines}`;

/** The resources of a container without a domain. */
const ownResources = ['cpu', 'memory', 'ephemeral-storage'];

export default defineRule({
  id: 'kubernetes-resource',
  title: () => l10n.t`Invalid container resource`,
  severity: 'error',
  appliesTo: workloadIds,
  skipsPatches: true,
  why: () =>
    withCheckedObjects(
      l10n.t`The API server rejects a container resource with an unknown name, such as \`mem\`, and a request above its limit. It also rejects a device, such as \`nvidia.com/gpu\`, if its amount isn't a whole number or its request differs from its limit.

If an amount of memory or ephemeral storage isn't a whole number of bytes, such as \`512m\`, the severity is warning. The API server accepts the object with a warning, and rounds the amount up. \`m\` means one thousandth.

The rule doesn't check Pods with the runtime class \`kata-remote\`, because the peer pods webhook removes their resources.

Correct the name or the amount.`,
    ),
  source: [
    'kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go (ValidateContainerResourceRequirements)',
    'kubernetes/kubernetes@1853742d pkg/api/pod/warnings.go',
  ],
  *check({ manifest }) {
    if (!isCheckedObject(manifest) || (manifest.kind.id === 'Pod' && isPeerPod(manifest))) return;
    for (const { map } of listContainers(manifest) ?? []) {
      const resources = findMapEntry(map, 'resources')?.value;
      if (resources === undefined) continue;
      const limits = findMapEntry(resources, 'limits')?.value;
      const requests = findMapEntry(resources, 'requests')?.value;
      const limited = limits?.type === 'map' ? listAmounts(limits) : [];
      const requested = requests?.type === 'map' ? listAmounts(requests) : [];
      yield* checkAmounts(limited);
      yield* checkAmounts(requested);
      // A template might fill in the limits.
      const hasUnknownLimits = limits?.type === 'scalar' && limits.unknown;
      if (requested.length > 0 && !hasUnknownLimits)
        yield* compare(requested, limited, limits?.type === 'map' ? limits : undefined);
    }
  },
  examples: () => [
    {
      avoid: withResources('        limits:\n          mem: 1Gi\n#         ^^^ want\n'),
      prefer: withResources('        limits:\n          memory: 1Gi\n'),
    },
    {
      avoid: withResources(
        '        requests:\n          memory: 2Gi\n#                 ^^^ want\n        limits:\n          memory: 1Gi\n',
      ),
    },
    { avoid: withResources('        limits:\n          memory: 512m\n#                 ^^^^ want\n') },
  ],
});

/** The amount of a resource. */
interface Amount {
  readonly name: string;
  readonly key: ScalarNode;
  readonly node: ScalarNode;
  readonly amount: bigint;
}

/** Returns the amounts that are known. Another rule reports those that aren't quantities. */
function listAmounts(list: MapNode): readonly Amount[] {
  return list.entries.flatMap(({ key, value: node }) => {
    const amount = node.type === 'scalar' && !node.unknown ? parseQuantity(textOfQuantity(node)) : undefined;
    return node.type !== 'scalar' || key.unknown || amount === undefined ? [] : [{ name: key.text, key, node, amount }];
  });
}

function* checkAmounts(amounts: readonly Amount[]): Generator<Finding> {
  for (const { name, key, node, amount } of amounts) {
    if (!isKnownResource(name)) {
      if (!isVariable(name)) yield unknownResource(key);
    } else if (isDevice(name) && amount % one !== 0n) {
      const { start, end } = node;
      yield {
        start,
        end,
        message: l10n.t`The amount of ${sanitizeQuote(name, 80)} must be a whole number, so the API server rejects the object.`,
      };
    } else if (['memory', 'ephemeral-storage'].includes(name) && amount % one !== 0n) {
      const number = /^(\d+)m$/.exec(node.text)?.[1];
      const problem = l10n.t`"${sanitizeQuote(node.text, 40)}" isn't a whole number of bytes.`;
      const advice = number === undefined ? [] : [l10n.t`Use one of ${`${number}M, ${number}Mi`}.`];
      yield {
        start: node.start,
        end: node.end,
        severity: 'warning',
        message: [problem, ...advice].join(getSentenceSeparator()),
      };
    }
  }
}

function unknownResource(key: ScalarNode): Finding {
  const problem = l10n.t`Containers have no resource "${sanitizeQuote(key.text, 60)}", so the API server rejects the object.`;
  return describeNearest(key, problem, ownResources, {
    otherwise: l10n.t`Use one of ${ownResources.join(', ')}.`,
    ...(/^(?:mem|ram)$/i.test(key.text) ? { meant: 'memory' } : {}),
  });
}

function isKnownResource(name: string): boolean {
  if (name.includes('/')) return labelKeyProblem(name) === undefined;
  return ownResources.includes(name) || name.startsWith('hugepages-');
}

/** Returns whether a resource is a device of a node. Kubernetes itself doesn't define devices. */
function isDevice(name: string): boolean {
  const [domain = '', ...others] = name.split('/');
  return others.length === 1 && domain !== 'kubernetes.io' && !domain.endsWith('.kubernetes.io');
}

/** Compares the requests of a container with its limits, which a mapping contains. */
function* compare(
  requested: readonly Amount[],
  limited: readonly Amount[],
  limits: MapNode | undefined,
): Generator<Finding> {
  // A template or a merge key might add limits.
  if (limits?.entries.some(({ key }) => key.unknown || key.text === '<<') === true) return;
  for (const { name, node, amount } of requested) {
    const limit = limited.findLast((one) => one.name === name);
    if (!isKnownResource(name) || (limit === undefined && findMapEntry(limits, name) !== undefined)) continue;
    const { start, end } = node;
    const resource = sanitizeQuote(name, 80);
    if (isDevice(name) && limit?.amount !== amount)
      yield {
        start,
        end,
        message: l10n.t`${resource} requires a limit that is equal to the request, so the API server rejects the object.`,
      };
    else if (limit !== undefined && amount > limit.amount)
      yield {
        start,
        end,
        message: l10n.t`The request for ${resource} exceeds the limit ${sanitizeQuote(limit.node.text, 40)}, so the API server rejects the object.`,
      };
  }
}
