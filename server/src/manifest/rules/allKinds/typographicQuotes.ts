import * as l10n from '@vscode/l10n';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { findField, getFields, type FieldKnowledge, type FieldTable } from '#core/kinds/field.ts';
import { kindIds } from '#core/kinds/index.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { PathSegment, ScalarNode } from '#server/engine/yaml/node.ts';
import { isForKata } from '../pods/annotations/annotationKey.ts';
import { isOwnObject, listStrings } from '../shared/ownValues.ts';
import { longestValue, withoutSmartQuotes } from '../shared/pastedValue.ts';

const dataIds: ReadonlySet<string> = new Set(dataObjects.map(({ id }) => id));
/** Matches fields and annotations for text of the user, in which the quotes can be intended. */
const texts = /^(?:.*[/._-])?(?:comments?|description|display-?name|messages?|notes?|reason|summary|text|title)$/i;
/** Fields whose values are names or addresses, for which the API server or the kubelet accepts no quotes. */
const names: ReadonlySet<PathSegment> = new Set(['name', 'namespace', 'image', 'runtimeClassName', 'generateName']);

/** A value in typographic quotes. */
interface QuotedValue {
  readonly node: ScalarNode;
  readonly path: readonly PathSegment[];
  readonly inner: string;
}

/** Returns the values that are in typographic quotes instead of straight ones. */
export function listTypographicQuotes(manifest: Manifest, text: string): readonly QuotedValue[] {
  if (!/[\u2018-\u201f]/.test(text) || manifest.part === 'generator' || !isOwnObject(manifest)) return [];
  return [...listStrings(manifest.root)].flatMap(({ node, path }) => {
    const inner = node.style === 'plain' && !isReportedElsewhere(manifest, path) ? innerText(node.text) : undefined;
    return inner === undefined || (!isName(path) && isProse(node.text, inner, path)) ? [] : [{ node, path, inner }];
  });
}

export default defineRule({
  id: 'typographic-quotes',
  title: () => l10n.t`Typographic quotes around a value`,
  severity: 'warning',
  appliesTo: kindIds,
  why: () =>
    l10n.t`YAML recognizes only \`"\` and \`'\` as quotes. Typographic quotes from a word processor or web page (\`“web”\`) become part of the value. The severity is error for names, images, and other values that can't contain quotes. Descriptions and text in other languages aren't checked.

Use straight quotes.`,
  source: ['YAML 1.2.2, 7.3 Flow scalar styles', 'OSC 1.12 for AWS, 6.4 (prints typographic quotes in a command)'],
  *check({ manifest, text, about }) {
    const quoted = listTypographicQuotes(manifest, text);
    if (quoted.length === 0) return;
    const fields = getFields(manifest.kind, about());
    for (const { node, path, inner } of quoted)
      yield describe(node, inner, findField(fields, path), hasForm(path, fields));
  },
  examples: () => [
    {
      avoid: createExamplePod('  runtimeClassName: kata')
        .replace('  name: web\n', '  name: “web”\n#       ^^^^^ want\n')
        .replace(/image: (\S+)\n/, 'image: “$1”\n#            ^^^^^^^^^^^^^^^^^^^^^ want\n'),
      prefer: createExamplePod('  runtimeClassName: kata')
        .replace('  name: web\n', '  name: "web"\n')
        .replace(/image: (\S+)\n/, 'image: "$1"\n'),
    },
  ],
});

/**
 * Returns the text within the quotes. Returns undefined if it contains non-ASCII characters, because it's then probably
 * in a language that uses these quotes.
 */
function innerText(text: string): string | undefined {
  if (text.length > longestValue) return undefined;
  const inner = /^[\u2018-\u201f]/.test(text) ? withoutSmartQuotes(text) : undefined;
  return inner === undefined || /^[ -~]*$/.test(inner) ? inner : undefined;
}

/**
 * Returns whether a value can be a text, in which the quotes are intended. The letters don't show its language: French
 * and German texts can consist of ASCII letters. Commands and their arguments aren't texts.
 */
function isProse(text: string, inner: string, path: readonly PathSegment[]): boolean {
  if (path.some((step) => typeof step === 'string' && texts.test(step))) return true;
  // Only languages other than English start a quotation with a low quotation mark.
  if (/^[\u201a\u201e]/.test(text)) return true;
  if (path.includes('command') || path.includes('args')) return false;
  return inner.split(/\s+/).filter((word) => /^[A-Za-z']+[,;:.!?]?$/.test(word)).length > 1;
}

/** Returns whether another rule reports the quotes and suggests the correct value. */
function isReportedElsewhere({ kind }: Manifest, [first, second]: readonly PathSegment[]): boolean {
  return dataIds.has(kind.id)
    ? first === 'data' || first === 'stringData'
    : kind.id === 'KataConfig' && first === 'spec' && second === 'logLevel';
}

/** Returns whether a value is a name, an address, a label, or a setting of Kata. */
function isName(path: readonly PathSegment[]): boolean {
  const last = path.at(-1);
  if (last !== undefined && (names.has(last) || isForKata(String(last)))) return true;
  return path.at(-2) === 'labels' || path.at(-2) === 'matchLabels';
}

/** Returns whether a value with quotes is definitely invalid in this field. */
function hasForm(path: readonly PathSegment[], fields: FieldTable): boolean {
  if (isName(path)) return true;
  const field = findField(fields, path);
  return field?.values !== undefined || (field?.type !== undefined && field.type !== 'string');
}

function describe(node: ScalarNode, inner: string, field: FieldKnowledge | undefined, hasForm: boolean): Finding {
  const { type } = field ?? {};
  const isBare = type === 'boolean' || type === 'integer';
  const right = isBare ? inner : quote(inner);
  return {
    start: node.start,
    end: node.end,
    message: [l10n.t`The typographic quotes become part of the value.`, l10n.t`Use ${sanitizeQuote(right, 60)}.`].join(
      getSentenceSeparator(),
    ),
    ...(hasForm ? { severity: 'error' } : {}),
    fixes: node.borrowed
      ? []
      : [
          {
            title: isBare ? l10n.t`Remove the quotes` : l10n.t`Use straight quotes`,
            edits: [replaceNode(node, right)],
            sure: node.anchored !== true,
          },
        ],
  };
}

/** Quotes ASCII text for YAML. */
function quote(text: string): string {
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}
