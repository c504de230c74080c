import * as l10n from '@vscode/l10n';
import { findMapEntry, findYamlNode, type MapEntry, type MapNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { detectLineEnding, getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Edit, type Fix } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

const selectorFields = ['matchLabels', 'matchExpressions'];

export default defineRule({
  id: 'kataconfig-selector-nodeselector',
  title: () => l10n.t`Labels outside matchLabels`,
  severity: 'error',
  appliesTo: ['KataConfig'],
  why: () =>
    l10n.t`\`kataConfigPoolSelector\` is a label selector, so its labels belong under \`matchLabels\`. Here, they are directly in \`kataConfigPoolSelector\` or under \`nodeSelector\`, as in a pod. \`oc\` rejects labels outside \`matchLabels\` as unknown fields. Without validation, the API server drops them. The selector is then empty, so the operator selects and reboots **every** worker node.

Move the labels under \`matchLabels\`.`,
  source: ['openshift/openshift-docs#55841', 'OSC 1.5, 2.3.2 (nodeSelector syntax is not supported)'],
  *check({ manifest, text }) {
    const selector = findYamlNode(manifest.root, ['spec', 'kataConfigPoolSelector']);
    if (selector?.type !== 'map') return;
    const stray = selector.entries.filter(
      ({ key }) =>
        !selectorFields.includes(key.text) &&
        findNearestName(key.text, selectorFields) === undefined &&
        !key.unknown &&
        !key.text.startsWith('$'),
    );
    const first = stray[0];
    if (first === undefined) return;
    yield {
      start: first.key.start,
      end: first.key.end,
      message: l10n.t`The API server rejects the unknown field "${sanitizeQuote(first.key.text)}" in kataConfigPoolSelector or, without strict validation, ignores it and selects every worker node. Move labels under matchLabels.`,
      fixes: fixes(text, selector, stray),
    };
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
    node-role.kubernetes.io/kata: ""
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
    zone: a # the first zone
  logLevel: info
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  kataConfigPoolSelector:
    matchLabels:
      node-role.kubernetes.io/kata: ""
      zone: a # the first zone
  logLevel: info
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
    nodeSelector:
#   ^^^^^^^^^^^^ want
      zone: a
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  kataConfigPoolSelector:
    matchLabels:
      zone: a
`,
    },
  ],
});

function fixes(text: string, selector: MapNode, stray: readonly MapEntry[]): Fix[] {
  if (selector.flow || stray.some((entry) => entry.borrowed) || findMapEntry(selector, 'matchLabels') !== undefined)
    return [];
  const [only] = stray;
  const sure = selector.anchored !== true && stray.every(({ key }) => key.anchored !== true);
  if (only?.key.text === 'nodeSelector' && stray.length === 1 && holdsLabels(only.value)) {
    return [
      {
        title: l10n.t`Rename to ${'matchLabels'}`,
        edits: [{ start: only.key.start, end: only.key.end, text: 'matchLabels' }],
        sure,
      },
    ];
  }
  // Offered only if all entries are labels, so that they can be moved as one block of lines.
  if (
    stray.length !== selector.entries.length ||
    stray.some(({ key, value }) => value.type !== 'scalar' || key.text === 'nodeSelector')
  )
    return [];
  const edits = wrap(text, stray);
  return edits === undefined ? [] : [{ title: l10n.t`Move under ${'matchLabels'}`, edits, sure }];
}

/** Inserts a `matchLabels:` line before the labels and indents each of their lines by two spaces. */
function wrap(text: string, labels: readonly MapEntry[]): Edit[] | undefined {
  const [first] = labels;
  const last = labels.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const start = getLineStart(text, first.key.start);
  const indent = text.slice(start, first.key.start);
  if (indent.trim() !== '' || indent.includes('\t')) return undefined;
  const edits: Edit[] = [{ start, end: start, text: `${indent}matchLabels:${detectLineEnding(text)}  ` }];
  // Includes all lines of the labels, because a value can start or continue below its key.
  for (let at = getLineEnd(text, start); at < last.value.end || at <= last.key.start; at = getLineEnd(text, at)) {
    if (text.slice(at, getLineEnd(text, at)).trim() !== '') edits.push({ start: at, end: at, text: '  ' });
  }
  return edits;
}

/** Returns whether the node is a mapping of scalars, or empty. */
function holdsLabels(node: YamlNode): boolean {
  return node.type === 'map'
    ? node.entries.every(({ value }) => value.type === 'scalar')
    : node.type === 'scalar' && node.value === null;
}
