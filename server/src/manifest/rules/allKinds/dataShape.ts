import * as l10n from '@vscode/l10n';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { findField } from '#core/kinds/field.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import { detectLineEnding, getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { describeUnknownFields, listUnknownFields } from '../shared/unknownFields.ts';
import { hasWrittenData, isDataKey, listDataEntries, renameKey } from '#server/engine/yaml/objects/dataEntries.ts';
import { moveBelow } from '../shared/moveBelow.ts';
import { removeDashes } from '../shared/removeDashes.ts';
import { isFaultless } from '../peerPods/values/isValueValid.ts';
import { isBase64 } from '../secrets/base64.ts';
import { defineRule, type Edit, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { describeWrongType } from './wrongType.ts';
import { hasSection, isKey, misplacedData, type MisplacedData } from './misplacedData.ts';

const head = (kind: string, name: string): string =>
  `\napiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: openshift-sandboxed-containers-operator\n`;
const gates = head('ConfigMap', 'osc-feature-gates');

export default defineRule({
  id: 'data-shape',
  title: () => l10n.t`ConfigMap or Secret keys not under data`,
  severity: 'error',
  appliesTo: dataObjects.map(({ id }) => id),
  why: () =>
    l10n.t`The keys must be in a mapping: under \`data\` in a ConfigMap, and under \`stringData\` or \`data\` in a Secret. If they are at the top level, under \`spec\`, or under \`Data\`, \`oc\` rejects them as unknown fields. Without validation, the API server drops them and creates an empty object. Server-side apply rejects them in any case. If \`data\` contains a string or a list, the API server rejects the object. The rule also reports other unknown fields at the top level, a key with a space or a slash, an \`immutable\` value that isn't a boolean, and plain text under \`binaryData\`.

Write \`KEY: value\` below \`data\`. \`KEY=value\` is env file syntax, not YAML. The finding never shows values, because they might be credentials.`,
  source: ['Kubernetes API reference, ConfigMap v1 and Secret v1 (data, stringData)', 'kubernetes/kubernetes#105916'],
  *check(context) {
    const found = misplacedData(context.manifest);
    // Keys at the top level have a common cause, so they're reported as one finding.
    const [firstKey] = found.filter(({ fault }) => fault === 'no section');
    for (const one of found) if (one.fault !== 'no section' || one === firstKey) yield findingOf(context, one);
    const entries = new Set(found.map(({ entry }) => entry));
    yield* describeUnknownFields(
      context,
      listUnknownFields(context.manifest).filter(({ entry, level }) => level.path.length === 0 && !entries.has(entry)),
    );
    yield* wrongValues(context.manifest);
    yield* wrongKeys(context);
  },
  examples: () => [
    {
      avoid: `${gates}data:\n# <---- want\n  confidential=true\n`,
      prefer: `${gates}data:\n  confidential: "true"\n`,
    },
    {
      avoid: `${gates}data:\n# <---- want\n  - confidential: "true"\n`,
      prefer: `${gates}data:\n    confidential: "true"\n`,
    },
    {
      avoid: `${gates}spec:\n# <---- want\n  confidential: "true"\n`,
      prefer: `${gates}data:\n  confidential: "true"\n`,
    },
    {
      avoid: `${gates}confidential: "true"\n# <------------ want\n`,
      prefer: `${gates}data:\n  confidential: "true"\n`,
    },
    {
      avoid: `${gates.replace('metadata:', 'metaData:\n# <-------- want')}date:\n# <---- want\n  confidential: "true"\nimmutable: "true"\n#          ^^^^^^ want\n`,
      prefer: `${gates}data:\n  confidential: "true"\nimmutable: true\n`,
    },
    {
      avoid: `${gates}data:\n  "confidential ": "true"\n# ^^^^^^^^^^^^^^^ want\n`,
      prefer: `${gates}data:\n  "confidential": "true"\n`,
    },
    {
      avoid: `${gates}binaryData:\n  confidential: "true!"\n#               ^^^^^^^ want\n`,
    },
  ],
});

/** Reports keys that the API server rejects. The fix is safe if the corrected key is known. */
function* wrongKeys({ manifest, text }: RuleContext): Generator<Finding> {
  if (manifest.part === 'generator') return;
  const { kind } = manifest;
  for (const section of kind.kind === 'Secret' ? ['stringData', 'data'] : ['data', 'binaryData'])
    for (const entry of listDataEntries(manifest, section)) {
      const { name, key } = entry;
      if (isDataKey(name) || name === '' || isPlaceholder(name)) continue;
      const right = name.trim().replace(/[\s/]+/g, '_');
      const isKnown = isKey(manifest, right, section) && !hasWrittenData(manifest, right, section);
      const edit = isKnown ? renameKey(entry, right, text) : undefined;
      yield {
        start: key.start,
        end: key.end,
        message: l10n.t`The API server rejects the key "${sanitizeQuote(name, 60)}". Keys consist of letters, digits, "-", "_", and ".".`,
        ...fixed(l10n.t`Rename to ${right}`, edit, true),
      };
    }
}

/** Reports values of `immutable` and `binaryData` that the API server can't read. */
function* wrongValues({ root, kind, part }: Manifest): Generator<Finding> {
  if (part === 'generator') return;
  const immutable = findYamlNode(root, ['immutable']);
  if (
    immutable !== undefined &&
    !(
      immutable.type === 'scalar' &&
      (immutable.unknown || immutable.value === null || typeof immutable.value === 'boolean')
    )
  )
    yield describeWrongType(immutable, ['boolean'], ['immutable']);
  const binary = kind.kind === 'ConfigMap' ? findYamlNode(root, ['binaryData']) : undefined;
  if (binary?.type !== 'map') return;
  for (const { key, value } of binary.entries) {
    if (key.unknown || value.type !== 'scalar' || value.unknown || value.value === null || isEncoded(value)) continue;
    yield {
      start: value.start,
      end: value.end,
      message: l10n.t`${sanitizeQuote(key.text)} under binaryData isn't valid base64, so the API server rejects the object. Write plain text under data.`,
    };
  }
}

/** Returns whether the value is base64, or a placeholder for it. */
function isEncoded({ value, text }: ScalarNode): boolean {
  return typeof value === 'string' && (isPlaceholder(text) || isBase64(text));
}

function findingOf(context: RuleContext, one: MisplacedData): Finding {
  const { kind } = context.manifest.kind;
  const { entry, section } = one;
  const { key } = entry;
  const place = { start: key.start, end: key.end };
  if (one.fault === 'text') {
    return {
      ...place,
      message: shapeWords(section, l10n.t`a string`),
      ...asMap(context, one),
    };
  }
  if (one.fault === 'list') {
    return {
      ...place,
      message: shapeWords(section, l10n.t`a list`),
      fixes: removeDashes(context, one.entry),
    };
  }
  if (one.fault === 'wrong name') {
    const edit =
      hasSection(context.manifest, one) || key.anchored === true
        ? undefined
        : { start: key.start, end: key.end, text: section };
    return {
      ...place,
      message: `${l10n.t`${kind} has no field "${key.text}", so oc rejects it or, without validation, the API server drops it.`}${getSentenceSeparator()}${l10n.t`Use ${section}.`}`,
      ...fixed(l10n.t`Rename to ${section}`, edit, true),
    };
  }
  const belongs = (name: string) => findField(context.manifest.kind.fields, [section, name]) !== undefined;
  const edit = moveBelow(context.text, { map: context.manifest.root, name: section, entry, belongs });
  return {
    ...place,
    message: l10n.t`${sanitizeQuote(key.text)} belongs under ${section}. Here, oc rejects it or, without validation, the API server drops it.`,
    ...fixed(l10n.t`Move under ${section}`, edit, true),
  };
}

function shapeWords(section: string, type: string): string {
  return `${l10n.t`${section} must be ${l10n.t`a mapping`}, but is ${type}, so the API server rejects the object.`}${getSentenceSeparator()}${l10n.t`Write each line as KEY: "value".`}`;
}

function fixed(title: string, edit: Edit | undefined, sure: boolean): { readonly fixes: readonly Fix[] } {
  return { fixes: edit === undefined ? [] : [{ title, edits: [edit], sure }] };
}

/** Maximum length of text that can be converted, in characters. */
const longest = 10_000;
const pair = /^([A-Za-z][\w.-]*)=(.*)$/;

/** Converts `KEY=value` lines to a mapping. */
function asMap(
  { manifest, text, release }: RuleContext,
  { entry, section }: MisplacedData,
): { readonly fixes: readonly Fix[] } {
  const { value } = entry;
  if (
    value.type !== 'scalar' ||
    value.borrowed ||
    value.anchored === true ||
    value.style === 'quoted' ||
    value.end - value.start > longest
  )
    return { fixes: [] };
  const [first = '', ...rest] = text.slice(value.start, value.end).split(/\r\n|\n|\r/);
  const isBlock = value.style === 'block';
  if (isBlock && !/^[|>][-+]?[ \t]*$/.test(first)) return { fixes: [] };
  const pairs = (isBlock ? rest : [first, ...rest])
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => pair.exec(line));
  const names = pairs.map((match) => match?.[1] ?? '');
  if (pairs.length === 0 || names.includes('') || new Set(names).size < names.length) return { fixes: [] };
  const at = isBlock ? getLineEnd(text, value.start) : value.start;
  const before = isBlock ? '' : text.slice(getLineStart(text, value.start), value.start);
  const indent = isBlock ? (/^[ ]*/.exec(text.slice(at))?.[0] ?? '') : before;
  // The text might start on the line of its key, or be indented with a tab.
  if (!/^ *$/.test(indent)) return { fixes: [] };
  const entries = pairs.map((match) => [match?.[1] ?? '', plainValue(match?.[2] ?? '')] as const);
  const lines = entries
    .map(([name, written]) => `${name}: ${JSON.stringify(written)}`)
    .join(`${detectLineEnding(text)}${indent}`);
  const sure =
    manifest.kind.kind === 'ConfigMap' &&
    entries.every(
      ([name, written]) =>
        findField(manifest.kind.fields, [section, name]) !== undefined && isRight(manifest, name, written, release),
    );
  return fixed(
    l10n.t`Convert to a mapping`,
    {
      start: isBlock ? blanksBefore(text, value.start) : value.start,
      end: value.end,
      text: isBlock ? `${detectLineEnding(text)}${indent}${lines}` : lines,
    },
    sure,
  );
}

function blanksBefore(text: string, offset: number): number {
  let start = offset;
  while (/[ \t]/.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

/** Returns the value as a shell would read it. Quotation marks around the whole value aren't part of it. */
function plainValue(written: string): string {
  const value = written.trim();
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}

function isRight(manifest: Manifest, name: string, written: string, release: RuleContext['release']): boolean {
  return manifest.kind.id !== 'peer-pods-cm' || isFaultless(name, written, { manifest, release });
}
