import * as l10n from '@vscode/l10n';
import { labelKeyProblem, labelValueProblem, selectorOperators } from '#core/labels/selectorSyntax.ts';
import { isPlaceholder } from '#core/text/placeholder.ts';
import {
  findMapEntry,
  findYamlNode,
  type MapEntry,
  type MapNode,
  type YamlNode,
  type ScalarNode,
} from '#server/engine/yaml/node.ts';
import { removeEntry, replaceNode } from '#server/engine/findings/edits.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Finding, type Fix } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { joinSentences } from '#core/text/grammar.ts';

export default defineRule({
  id: 'kataconfig-selector-invalid',
  title: () => l10n.t`Invalid node selector`,
  severity: 'error',
  appliesTo: ['KataConfig'],
  why: () =>
    l10n.t`Part of \`kataConfigPoolSelector\` is invalid: for example, a selector operator other than \`In\`, \`NotIn\`, \`Exists\`, and \`DoesNotExist\`, \`values\` that don't fit the selector operator, or an invalid label. The CRD accepts any strings in these fields, so \`oc apply\` succeeds. The OSC operator then only logs "Invalid KataConfig.spec.kataConfigPoolSelector - please fix your KataConfig". It doesn't change any nodes, and no status condition shows the cause.

Correct the marked part of the selector.`,
  source: [
    'openshift/sandboxed-containers-operator@d0632e58 controllers/openshift_controller.go:141',
    'kubernetes/apimachinery pkg/apis/meta/v1/validation (ValidateLabelSelector)',
    'OSC 1.12 §3.3',
  ],
  *check({ manifest, text }) {
    const selector = findYamlNode(manifest.root, ['spec', 'kataConfigPoolSelector']);
    const labels = findMapEntry(selector, 'matchLabels')?.value;
    for (const { key, value } of labels?.type === 'map' ? labels.entries : []) {
      yield* badKey(key);
      yield* badValue(value);
    }
    const expressions = findMapEntry(selector, 'matchExpressions')?.value;
    for (const item of expressions?.type === 'seq' ? expressions.items : []) {
      if (item.type === 'map') yield* badExpression(item, text);
    }
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
    matchExpressions:
      - key: kata
        operator: in
#                 ^^ want
        values: ["yes"]
      - key: node-role.kubernetes.io/infra
        operator: DoesNotExist
        values: [""]
#       ^^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  kataConfigPoolSelector:
    matchExpressions:
      - key: kata
        operator: In
        values: ["yes"]
      - key: node-role.kubernetes.io/infra
        operator: DoesNotExist
`,
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  kataConfigPoolSelector:
    matchLabels:
      <label_key>: "true"
#     ^^^^^^^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  kataConfigPoolSelector:
    matchLabels:
      node-role.kubernetes.io/kata: "true"
`,
    },
  ],
});

function* badKey(node: YamlNode | undefined): Iterable<Finding> {
  if (
    node?.type !== 'scalar' ||
    node.unknown ||
    node.text === '' ||
    node.end === node.start ||
    node.text.startsWith('$')
  )
    return;
  const span = { start: node.start, end: node.end };
  if (isPlaceholder(node.text))
    yield {
      ...span,
      message: placeholderWords(node.text),
    };
  else {
    const problem = labelKeyProblem(node.text);
    if (problem !== undefined)
      yield {
        ...span,
        message: invalidWords(node.text, problem),
      };
  }
}

function* badValue(node: YamlNode): Iterable<Finding> {
  if (node.type !== 'scalar' || node.unknown || typeof node.value !== 'string') return;
  const span = { start: node.start, end: node.end };
  if (isPlaceholder(node.text))
    yield {
      ...span,
      message: placeholderWords(node.text),
    };
  else {
    const problem = labelValueProblem(node.text);
    if (problem !== undefined)
      yield {
        ...span,
        message: invalidWords(node.text, problem),
      };
  }
}

function placeholderWords(text: string): string {
  return l10n.t`${'kataConfigPoolSelector'} still contains the placeholder ${sanitizeQuote(text)}, which is used literally. Replace it with your own value.`;
}

function invalidWords(label: string, problem: string): string {
  return l10n.t`Invalid label "${sanitizeQuote(label)}": ${problem}. With an invalid selector, the operator only logs an error, without changing any nodes or setting a status condition.`;
}

function* badExpression(expression: MapNode, text: string): Iterable<Finding> {
  yield* badKey(findMapEntry(expression, 'key')?.value);
  const operator = findMapEntry(expression, 'operator')?.value;
  if (operator?.type !== 'scalar' || operator.unknown || typeof operator.value !== 'string') return;
  const values = findMapEntry(expression, 'values');
  if (!Object.hasOwn(selectorOperators, operator.value)) {
    yield unknownOperator(operator, values !== undefined);
    return;
  }
  const wantsValues = takesValues(operator.value);
  const count = values?.value.type === 'seq' ? values.value.items.length : 0;
  if (wantsValues && (values === undefined || (values.value.type === 'seq' && count === 0))) {
    yield {
      start: operator.start,
      end: operator.end,
      message: l10n.t`${operator.value} requires at least one entry in values. With an invalid selector, the operator only logs an error, without changing any nodes or setting a status condition.`,
    };
  }
  if (!wantsValues && values !== undefined && count > 0) yield needlessValues(operator.value, expression, values, text);
  if (wantsValues && values?.value.type === 'seq') for (const value of values.value.items) yield* badValue(value);
}

function unknownOperator(node: ScalarNode, hasValues: boolean): Finding {
  const near = findNearestName(node.text, Object.keys(selectorOperators));
  const fix: Fix[] =
    near === undefined || node.borrowed
      ? []
      : [
          {
            title: l10n.t`Change to ${near.name}`,
            edits: [replaceNode(node, near.name)],
            sure: near.sure && node.anchored !== true && takesValues(near.name) === hasValues,
          },
        ];
  const known =
    near === undefined ? l10n.t`Use one of ${Object.keys(selectorOperators).join(', ')}.` : l10n.t`Use ${near.name}.`;
  return {
    start: node.start,
    end: node.end,
    message: joinSentences(
      l10n.t`The OSC operator can't use the selector and doesn't change any nodes, because "${sanitizeQuote(node.text)}" isn't a selector operator.`,
      known,
    ),
    fixes: fix,
  };
}

function needlessValues(operator: string, expression: MapNode, values: MapEntry, text: string): Finding {
  const edit = removeEntry(text, expression, values);
  return {
    start: values.key.start,
    end: values.key.end,
    message: l10n.t`${operator} doesn't accept values. With an invalid selector, the operator only logs an error, without changing any nodes or setting a status condition.`,
    fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${values.key.text}`, edits: [edit], sure: false }],
  };
}

function takesValues(operator: string): boolean {
  return operator === 'In' || operator === 'NotIn';
}
