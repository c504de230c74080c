import * as l10n from '@vscode/l10n';
import { kindIds } from '#core/kinds/index.ts';
import { repairObjectName } from '#core/kinds/objectName.ts';
import { labelKeyProblem, labelValueProblem } from '#core/labels/selectorSyntax.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { customResourceId } from '#server/engine/workspace/crds/crdFields.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type MapEntry, type ScalarNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { isForKata } from '../pods/annotations/annotationKey.ts';
import { describeInvalidName, isVariable } from '../shared/invalidName.ts';

export default defineRule({
  id: 'metadata-invalid',
  title: () => l10n.t`Invalid name, label, or annotation key`,
  severity: 'error',
  appliesTo: [...kindIds, customResourceId],
  why: () =>
    l10n.t`The API server rejects an object with an invalid name, label, or annotation key. A name can contain only lowercase letters, digits, \`-\`, and \`.\`, and at most 253 characters. A Namespace name can't contain \`.\` and has at most 63 characters. A label value has at most 63 characters.

The rule doesn't check values that contain a placeholder or a variable.

Correct the marked text.`,
  source: [
    'kubernetes/kubernetes@03014f48 staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go',
    'kubernetes/kubernetes@9349688d staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go',
  ],
  *check({ manifest }) {
    const { kind, root, part } = manifest;
    if (part === 'generator') return;
    if (kind.names === undefined) yield* checkName(manifest);
    const podPath = kind.podPath ?? [];
    for (let depth = 0; depth <= podPath.length; depth += 1) {
      const metadata = findYamlNode(root, [...podPath.slice(0, depth), 'metadata']);
      yield* checkLabels(findMapEntry(metadata, 'labels')?.value);
      yield* checkAnnotations(findMapEntry(metadata, 'annotations')?.value);
    }
  },
  examples: () => [
    {
      avoid: createExamplePod('  runtimeClassName: kata').replace(
        '  name: web\n',
        '  name: Hello_World\n#       ^^^^^^^^^^^ want\n',
      ),
      prefer: createExamplePod('  runtimeClassName: kata').replace('  name: web\n', '  name: hello-world\n'),
    },
    {
      avoid: createExamplePod('  runtimeClassName: kata').replace(
        '  name: web\n',
        '  name: web\n  labels:\n    app: "my app"\n#        ^^^^^^^^ want\n    bad key: web\n#   ^^^^^^^ want\n',
      ),
    },
  ],
});

/** Reports a name that the API server rejects. For objects with a fixed name, another rule checks the name. */
function* checkName({ root, kind }: Manifest): Generator<Finding> {
  const node = findYamlNode(root, ['metadata', 'name']);
  const prefix = node === undefined ? findYamlNode(root, ['metadata', 'generateName']) : undefined;
  // The API server appends letters and digits to the prefix.
  const invalid = isString(prefix) ? describeInvalidName(`${prefix.text}x`, kind.kind) : undefined;
  if (isString(prefix) && invalid !== undefined) yield { start: prefix.start, end: prefix.end, message: invalid };
  if (!isString(node)) return;
  const message = describeInvalidName(node.text, kind.kind);
  if (message === undefined) return;
  const right = repairObjectName(node.text, kind.kind);
  yield {
    start: node.start,
    end: node.end,
    message,
    // The field `namespace` of a kustomization replaces the name of a Namespace.
    ...(kind.kind === 'Namespace' ? { changedBy: 'namespaces' as const } : {}),
    fixes:
      right === undefined || node.borrowed
        ? []
        : [{ title: l10n.t`Change to ${right}`, edits: [replaceNode(node, right)], sure: false }],
  };
}

function* checkLabels(labels: YamlNode | undefined): Generator<Finding> {
  for (const { key, value } of entriesOf(labels)) {
    yield* checkKey(key, labelKeyProblem(key.text));
    const problem = isString(value) ? labelValueProblem(value.text) : undefined;
    if (problem !== undefined && isString(value) && !isVariable(value.text))
      yield {
        start: value.start,
        end: value.end,
        message: l10n.t`The API server rejects the label value "${sanitizeQuote(value.text, 60)}", because ${problem}.`,
      };
  }
}

/**
 * Reports annotation keys that the API server rejects. The API server converts keys to lowercase before it validates
 * them. Another rule checks Kata annotations.
 */
function* checkAnnotations(annotations: YamlNode | undefined): Generator<Finding> {
  for (const { key } of entriesOf(annotations)) {
    const problem = labelKeyProblem(key.text.toLowerCase());
    if (problem !== undefined && !isForKata(key.text)) yield* checkKey(key, problem);
  }
}

function* checkKey(key: ScalarNode, problem: string | undefined): Generator<Finding> {
  if (problem === undefined || isVariable(key.text)) return;
  yield {
    start: key.start,
    end: key.end,
    message: l10n.t`The API server rejects the key "${sanitizeQuote(key.text, 60)}", because ${problem}.`,
  };
}

function entriesOf(node: YamlNode | undefined): readonly MapEntry[] {
  return node?.type === 'map' ? node.entries.filter(({ key, borrowed }) => !key.unknown && !borrowed) : [];
}

/** Returns whether the node is a string with a known value. */
function isString(node: YamlNode | undefined): node is ScalarNode {
  return node?.type === 'scalar' && typeof node.value === 'string' && !node.unknown;
}
