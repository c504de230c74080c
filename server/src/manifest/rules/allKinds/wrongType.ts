import * as l10n from '@vscode/l10n';
import type { KindKnowledge } from '#core/kinds/field.ts';
import { kindIds } from '#core/kinds/index.ts';
import {
  findMapEntry,
  findYamlNode,
  type PathSegment,
  type ScalarNode,
  type SeqNode,
  type YamlNode,
} from '#server/engine/yaml/node.ts';
import { nodeFeaturesWith } from '../shared/exampleObjects.ts';
import { removeDashes } from '../shared/removeDashes.ts';
import { withoutCallout } from '../shared/calloutNumber.ts';
import { getLineStart, quoted, replaceNode } from '#server/engine/findings/edits.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { customResourceId } from '#server/engine/workspace/crds/crdFields.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { listWrongValues } from './typedFields.ts';
import { colonEdits } from '../yaml/colons.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

const nodeFeatures = (line: string): string => nodeFeaturesWith(`  operand:\n    ${line}\n`);

export default defineRule({
  id: 'wrong-type',
  title: () => l10n.t`Wrong value type`,
  severity: 'error',
  appliesTo: [...kindIds, customResourceId],
  coveredByYamlExtension: true,
  why: () =>
    l10n.t`The value has a different type than the field requires, so the API server rejects the object (\`must be of type boolean: "string"\`). Values of labels and annotations are strings. The rule reads values as \`oc\` does: \`yes\` and \`on\` are booleans, and \`"true"\` is a string. A callout number pasted from the documentation turns a value into a string, such as \`false 1\`.

Write booleans without quotes and strings in quotes. Remove callout numbers.`,
  source: [
    'openshift/sandboxed-containers-operator@d0632e58 config/crd/bases/kataconfiguration.openshift.io_kataconfigs.yaml',
    'kubernetes-sigs/yaml@742f5e6f goyaml.v2/resolve.go',
  ],
  *check({ manifest, schemaErrors, text }) {
    if (manifest.kind.closed !== true)
      for (const { node, path, expected } of listWrongValues(manifest))
        yield {
          ...describeWrongType(node, [expected], path, { isChangeable: !isTagged(node, text) }),
          ...(expected === 'object' ? { fixes: asMapping({ manifest, text }, path) } : {}),
        };
    for (const error of schemaErrors()) {
      if (error.type !== 'wrong-type') continue;
      const { node, expected } = error;
      // The API server drops a null if the field doesn't allow it, and uses the default.
      if (node.type === 'scalar' && node.value === null) continue;
      const colons = expected.includes('object') ? equalsSigns(node, manifest.kind, text) : undefined;
      if (colons !== undefined) {
        yield { start: node.start, end: node.end, ...colons };
        continue;
      }
      // Quotation marks would only cause a different error, because the field allows only certain values.
      const listed = schemaErrors().some((other) => other.type === 'not-in-enum' && other.node === node);
      yield describeWrongType(node, expected, error.path, { isChangeable: !isTagged(node, text), isListed: listed });
    }
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: cluster-kataconfig
spec:
  checkNodeEligibility: false 1
#                       ^^^^^^^ want
  enablePeerPods: "true"
#                 ^^^^^^ want
  kataConfigPoolSelector:
    matchLabels:
      kata: true
#           ^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: cluster-kataconfig
spec:
  checkNodeEligibility: false
  enablePeerPods: true
  kataConfigPoolSelector:
    matchLabels:
      kata: "true"
`,
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: cluster-kataconfig
spec:
  kataConfigPoolSelector:
    matchExpressions:
      - key: kata
        operator: In
        values: enabled
#               ^^^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: cluster-kataconfig
spec:
  kataConfigPoolSelector:
    matchExpressions:
      - key: kata
        operator: In
        values: [enabled]
`,
    },
    {
      avoid: createExamplePod('  runtimeClassName: [kata-remote]\n#                   ^^^^^^^^^^^^^ want').replace(
        '  name: web\n',
        '  name: web\n  labels:\n    app: 1\n#        ^ want\n',
      ),
      prefer: createExamplePod('  runtimeClassName: kata-remote').replace(
        '  name: web\n',
        '  name: web\n  labels:\n    app: "1"\n',
      ),
    },
    {
      avoid: nodeFeatures('servicePort: "12000"\n#                ^^^^^^^ want'),
      prefer: nodeFeatures('servicePort: 12000'),
    },
  ],
});

const pair = /^([A-Za-z][\w./-]*)=("?)([\w./:+=,-]*)\2$/;

/** Converts labels or annotations in a list, or a single `key=value`, to a mapping. */
function asMapping(context: Pick<RuleContext, 'manifest' | 'text'>, path: readonly PathSegment[]): Fix[] {
  const entry = findMapEntry(findYamlNode(context.manifest.root, path.slice(0, -1)), String(path.at(-1)));
  const node = entry?.value;
  if (entry === undefined || node === undefined || node.type === 'map' || node.borrowed) return [];
  if (node.type === 'seq') return removeDashes(context, entry);
  const [, key, , value] = pair.exec(node.text) ?? [];
  const isOwnLine = context.text.slice(getLineStart(context.text, node.start), node.start).trim() === '';
  if (key === undefined || value === undefined || node.style !== 'plain' || node.anchored === true || !isOwnLine)
    return [];
  return [{ title: l10n.t`Convert to a mapping`, edits: [replaceNode(node, `${key}: "${value}"`)], sure: true }];
}

/** Options of a finding about a value with the wrong type. */
export interface WrongTypeOptions {
  /** True if a fix can change the value. The default is true. */
  readonly isChangeable?: boolean;
  /** True if the field allows only certain values, so that quotation marks don't fix it. */
  readonly isListed?: boolean;
  /** File with the CRD that requires the type, if the product's own data doesn't. */
  readonly crdFile?: string;
}

/** Returns the finding for a value with the wrong type. A fix is offered only if the value can be changed. */
export function describeWrongType(
  node: YamlNode,
  expected: readonly string[],
  path: readonly PathSegment[],
  { isChangeable = true, isListed = false, crdFile }: WrongTypeOptions = {},
): Finding {
  const isNull = node.type === 'scalar' && node.value === null;
  const fix = node.borrowed || isNull || !isChangeable ? undefined : createFix(node, expected, isListed);
  return {
    start: node.start,
    end: node.end,
    message: describe(node, mismatch(node, expected, path, crdFile), fix),
    fixes: fix === undefined ? [] : [fix],
  };
}

const typeNames: Readonly<Record<string, Message>> = {
  object: () => l10n.t`a mapping`,
  array: () => l10n.t`a list`,
  string: () => l10n.t`a string`,
  boolean: () => l10n.t`true or false`,
  integer: () => l10n.t`a whole number`,
  number: () => l10n.t`a number`,
};

/** Adds the advice to the sentence about the problem. */
function describe(node: YamlNode, message: string, fix: Fix | undefined): string {
  if (node.type === 'scalar' && withoutCallout(node.text) !== node.text && fix !== undefined)
    return `${message}${getSentenceSeparator()}${l10n.t`Remove the callout number.`}`;
  return fix === undefined
    ? message
    : `${message}${getSentenceSeparator()}${l10n.t`Use ${sanitizeQuote(fix.edits[0]?.text ?? '')}.`}`;
}

/** Returns the sentence with the expected and the actual type. */
function mismatch(
  node: YamlNode,
  expected: readonly string[],
  path: readonly PathSegment[],
  crdFile: string | undefined,
): string {
  const field = path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
  const [first = '', ...others] = expected.filter((type) => type !== 'null').map((type) => typeNames[type]?.() ?? type);
  const wanted = others.reduce((one, other) => l10n.t`${one} or ${other}`, first);
  const subject = field === '' ? l10n.t`The document` : sanitizeQuote(field, 120);
  if (node.type !== 'scalar' || node.value === null) {
    const type = node.type === 'scalar' ? 'null' : node.type === 'map' ? l10n.t`a mapping` : l10n.t`a list`;
    return crdFile === undefined
      ? l10n.t`${subject} must be ${wanted}, but is ${type}, so the API server rejects the object.`
      : l10n.t`${subject} must be ${wanted} according to the CRD in ${crdFile}, but is ${type}, so the API server rejects the object.`;
  }
  const text = sanitizeQuote(node.text);
  const [value, type] =
    typeof node.value === 'string'
      ? [`"${text}"`, l10n.t`a string`]
      : [text, typeof node.value === 'boolean' ? l10n.t`a boolean` : l10n.t`a number`];
  return crdFile === undefined
    ? l10n.t`${subject} must be ${wanted}, but ${value} is ${type}, so the API server rejects the object.`
    : l10n.t`${subject} must be ${wanted} according to the CRD in ${crdFile}, but ${value} is ${type}, so the API server rejects the object.`;
}

/** Handles `logLevel = debug` as the only line under a key. It's valid YAML, but a string instead of a mapping. */
function equalsSigns(
  node: YamlNode,
  kind: KindKnowledge,
  text: string,
): Pick<Finding, 'message' | 'fixes'> | undefined {
  if (node.type !== 'scalar' || node.style !== 'plain' || node.borrowed || node.anchored === true) return undefined;
  const edits = colonEdits(text, kind, node.start, node.end);
  const lines = text.slice(node.start, node.end).split(/\r\n|\n|\r/);
  if (
    edits.length === 0 ||
    edits.length < lines.length ||
    text.slice(getLineStart(text, node.start), node.start).trim() !== ''
  )
    return undefined;
  return {
    message: l10n.t`Expected a colon instead of the equals sign. Write "${text.slice(node.start, edits[0]?.start)}: " followed by the value.`,
    fixes: [{ title: l10n.t`Change to a colon`, edits, sure: true }],
  };
}

/** Returns whether the value has a tag, such as `!!str true`, which determines its type regardless of its form. */
function isTagged(node: YamlNode, text: string): boolean {
  return /![^\s]*\s+(?:&\S+\s+)?$/.test(text.slice(Math.max(0, node.start - 100), node.start));
}

function createFix(node: YamlNode, expected: readonly string[], listed: boolean): Fix | undefined {
  const sure = node.anchored !== true;
  if (node.type === 'seq') return expected.includes('string') ? onlyItem(node) : undefined;
  if (node.type !== 'scalar') return undefined;
  if (expected.includes('integer'))
    return /^\d+$/.test(node.text)
      ? { title: l10n.t`Change to ${node.text}`, edits: [replaceNode(node, node.text)], sure }
      : undefined;
  if (expected.includes('boolean')) return toBoolean(node);
  if (expected.includes('string') && !listed)
    return { title: l10n.t`Change to "${sanitizeQuote(node.text)}"`, edits: [quoted(node)], sure };
  if (expected.includes('array'))
    return { title: l10n.t`Convert to a list`, edits: [replaceNode(node, `[${listItem(node)}]`)], sure };
  return undefined;
}

/** Replaces a list on one line with its only item. */
function onlyItem(list: SeqNode): Fix | undefined {
  const [item] = list.items;
  if (!list.flow || item?.type !== 'scalar' || list.items.length > 1 || typeof item.value !== 'string')
    return undefined;
  const text = listItem(item);
  return {
    title: l10n.t`Change to ${sanitizeQuote(text)}`,
    edits: [{ start: list.start, end: list.end, text }],
    sure: true,
  };
}

function toBoolean(node: ScalarNode): Fix | undefined {
  const word = withoutCallout(node.text).trim().toLowerCase();
  const value = ['true', 'yes', 'on'].includes(word)
    ? 'true'
    : ['false', 'no', 'off'].includes(word)
      ? 'false'
      : undefined;
  return value === undefined
    ? undefined
    : { title: l10n.t`Change to ${value}`, edits: [replaceNode(node, value)], sure: node.anchored !== true };
}

function listItem(node: ScalarNode): string {
  const simple = typeof node.value === 'string' && /^[A-Za-z][\w./-]*$/.test(node.text) && node.style === 'plain';
  return simple ? node.text : JSON.stringify(node.text);
}
