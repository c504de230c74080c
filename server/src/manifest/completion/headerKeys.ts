/** The header fields of every object, which are offered in a document with an unknown kind. */
import * as l10n from '@vscode/l10n';
import type { CompletionItem } from 'vscode-languageserver';
import { formatKindApiVersion, type FieldTable } from '#core/kinds/field.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { objectMetaFields } from '#core/kinds/objectMeta.ts';
import type { YamlCursor } from '#server/engine/yaml/cursor/cursor.ts';
import { isBlankText } from './blankPrefix.ts';
import type { Begun } from './completionHeads.ts';
import { itemsAt, type Style } from './completionItems.ts';

const headerFields: FieldTable = {
  apiVersion: { summary: () => l10n.t`The API group and version of the object.` },
  kind: { summary: () => l10n.t`The kind of the object, such as \`KataConfig\`.` },
  ...objectMetaFields,
  spec: { type: 'object', summary: () => l10n.t`The desired state of the object.` },
};

/** Keys after which the client immediately shows values. */
const keysWithValues = new Set(['apiVersion', 'kind']);

/** Keys that a supported object can have before its kind. */
const headerKeys = new Set(['apiVersion', 'kind', 'metadata', 'spec']);

/**
 * Maximum length of a document in which header keys are offered, in characters. A longer document almost certainly has
 * an unsupported kind.
 */
const maxLength = 2000;

/**
 * Returns the keys at the cursor: those of the object itself, or those of its metadata.
 * @param begun the incomplete object
 * @param cursor the cursor with its path inside that object
 */
export function offerHeaderKeys({ text }: Begun, cursor: YamlCursor, style: Style): CompletionItem[] {
  const parent = cursor.path.join('.');
  if (
    cursor.role !== 'key' ||
    (parent !== '' && parent !== 'metadata') ||
    text.length > maxLength ||
    !canBecomeOurs(text)
  )
    return [];
  if (
    parent === '' &&
    !(cursor.siblings.size > 0
      ? [...cursor.siblings].every((key) => headerKeys.has(key))
      : isBlankText(withoutWord(text, cursor)))
  )
    return [];
  return itemsAt(headerFields, cursor, style).map((item) =>
    cursor.colon === 'follows' || style.suggestCommand === undefined || !keysWithValues.has(item.label)
      ? item
      : { ...item, command: { title: 'Suggest', command: style.suggestCommand } },
  );
}

/** Returns whether a supported kind matches everything that the document specifies so far. */
function canBecomeOurs(text: string): boolean {
  if (text.includes('{{')) return false;
  const [apiVersion, kind] = [wordAfter(text, /^apiVersion:[ \t]+/m), wordAfter(text, /^kind:[ \t]+/m)];
  const name = wordAfter(text, /^metadata:[ \t]*\r?\n(?:[ \t]+.*\r?\n)*?[ \t]+name:[ \t]+/m);
  return knownKinds.some(
    (known) =>
      (apiVersion === undefined || apiVersion === formatKindApiVersion(known)) &&
      (kind === undefined || kind === known.kind) &&
      (name === undefined || known.names === undefined || known.names.includes(name)),
  );
}

function wordAfter(text: string, pattern: RegExp): string | undefined {
  const match = pattern.exec(text);
  return match === null ? undefined : /^["']?([^\s"'#]+)/.exec(text.slice(match.index + match[0].length))?.[1];
}

function withoutWord(text: string, { start, end }: YamlCursor): string {
  return text.slice(0, start) + text.slice(end);
}
