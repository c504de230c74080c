import * as l10n from '@vscode/l10n';
import { checkedKindIds } from '#core/kinds/listedKinds.ts';
import { findNumberRange, type NumberRange } from '#core/kubernetes/numberRanges.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, type PathSegment, type ScalarNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { findPodNode } from '#server/engine/yaml/objects/podNode.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { formatPath, isCheckedObject, walkCheckedObject } from './objects/checkedObject.ts';
import { listContainers, listMaps } from './objects/podParts.ts';
import type { TypedScalar } from './objects/walkFields.ts';

/** The largest permissions of a file, 0777. */
const maxMode = 0o777;

export default defineRule({
  id: 'kubernetes-number',
  title: () => l10n.t`Number out of range`,
  severity: 'error',
  appliesTo: checkedKindIds,
  skipsPatches: true,
  why: () =>
    withCheckedObjects(
      l10n.t`The API server doesn't accept this number for the field and rejects the object (\`must be between 1 and 65535, inclusive\`). The permissions of a volume's files are octal: \`0644\` with the leading zero, or \`420\` as a decimal number. The decimal number \`644\` is too large.

Use a number in the range that the message contains.`,
    ),
  source: [
    'kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go',
    'kubernetes/kubernetes@2dd1588c pkg/apis/apps/validation/validation.go',
    'kubernetes/kubernetes@3989b185 pkg/apis/batch/validation/validation.go',
  ],
  *check({ manifest }) {
    for (const scalar of walkCheckedObject(manifest).scalars) {
      const { value } = scalar.node;
      const range = typeof value === 'number' ? findNumberRange(scalar.owner, scalar.field) : undefined;
      if (typeof value === 'number' && range !== undefined && (value < range.least || value > range.most))
        yield describe(scalar, range);
    }
    if (!isCheckedObject(manifest)) return;
    if (manifest.kind.id === 'Deployment') yield* checkDeadline(findYamlNode(manifest.root, ['spec']));
    yield* checkHostPorts(manifest);
  },
  examples: () => [
    {
      avoid: `${createExamplePod('  runtimeClassName: kata')}      ports:
        - containerPort: 70000
#                        ^^^^^ want
`,
    },
    {
      avoid: createExamplePod(`  runtimeClassName: kata
  volumes:
    - name: settings
      configMap:
        name: settings
        defaultMode: 644
#                    ^^^ want`),
      prefer: createExamplePod(`  runtimeClassName: kata
  volumes:
    - name: settings
      configMap:
        name: settings
        defaultMode: 0644`),
    },
  ],
});

function findNumber(node: YamlNode | undefined, path: readonly PathSegment[]): NumberNode | undefined {
  const found = findYamlNode(node, path);
  return found?.type === 'scalar' && !found.unknown && typeof found.value === 'number'
    ? { node: found, value: found.value }
    : undefined;
}

interface NumberNode {
  readonly node: ScalarNode;
  readonly value: number;
}

/** Reports a deadline that ends before new pods count as available. */
function* checkDeadline(spec: YamlNode | undefined): Generator<Finding> {
  const deadline = findNumber(spec, ['progressDeadlineSeconds']);
  const ready = findNumber(spec, ['minReadySeconds']);
  if (deadline === undefined || deadline.value > (ready?.value ?? 0)) return;
  const { start, end } = deadline.node;
  yield {
    start,
    end,
    message: l10n.t`${'spec.progressDeadlineSeconds'} must be greater than ${'minReadySeconds'}, so the API server rejects the object.`,
  };
}

/** Reports ports of the node that differ from those of the container, although both have the same network. */
function* checkHostPorts(manifest: Manifest): Generator<Finding> {
  const network = findPodNode(manifest, ['spec', 'hostNetwork']);
  if (network?.type !== 'scalar' || network.value !== true) return;
  for (const { map } of listContainers(manifest) ?? [])
    for (const port of listMaps(map, 'ports') ?? []) {
      const host = findNumber(port, ['hostPort']);
      const own = findNumber(port, ['containerPort']);
      if (host === undefined || own === undefined || host.value === 0 || host.value === own.value) continue;
      const { start, end } = host.node;
      yield {
        start,
        end,
        message: l10n.t`With hostNetwork, hostPort must be equal to containerPort, so the API server rejects the object.`,
      };
    }
}

function describe({ node, path }: TypedScalar, { least, most }: NumberRange): Finding {
  const octal = most === maxMode && /^[0-7]{3}$/.test(node.text) ? `0${node.text}` : undefined;
  const isOpen = most === 2 ** 31 - 1;
  return {
    start: node.start,
    end: node.end,
    message: [
      isOpen
        ? l10n.t`${formatPath(path)} must be at least ${least}, so the API server rejects the object.`
        : l10n.t`${formatPath(path)} must be between ${least} and ${most}, so the API server rejects the object.`,
      ...(octal === undefined ? [] : [l10n.t`Did you mean ${octal}?`]),
    ].join(getSentenceSeparator()),
    fixes:
      octal === undefined || node.borrowed
        ? []
        : [{ title: l10n.t`Change to ${octal}`, edits: [replaceNode(node, octal)], sure: false }],
  };
}
