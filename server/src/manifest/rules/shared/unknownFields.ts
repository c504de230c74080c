/** Finds fields that a kind doesn't have, in the mappings whose fields are all known. */
import * as l10n from '@vscode/l10n';
import {
  anyItem,
  headFields,
  listClosedLevels,
  listWrittenMetadata,
  metadataFields,
  type ClosedLevel,
} from '#core/kinds/closedFields.ts';
import { formatFieldPath, type KindKnowledge } from '#core/kinds/field.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { removeEntry, replaceNode } from '#server/engine/findings/edits.ts';
import type { Edit, Finding, Fix, RuleContext } from '#server/engine/findings/rule.ts';
import { findNearestName, type Nearest } from '#server/engine/text/nearestName.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type MapEntry, type MapNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { moveBelow } from './moveBelow.ts';
import { moveToParent } from './moveToParent.ts';

/** A field that its kind doesn't have. */
export interface UnknownField {
  readonly entry: MapEntry;
  readonly map: MapNode;
  readonly level: ClosedLevel;
  /** The field that is probably meant. */
  readonly near: Nearest | undefined;
}

/** Maximum length of the names that a message lists, in characters. */
const maxListed = 100;
/** Short forms that aren't similar enough to the field name to be recognized as typos. */
const shortForms: Readonly<Record<string, string>> = { meta: 'metadata', ns: 'namespace' };
/** Top-level fields that tools add to files, and remove before they apply the objects. */
export const toolFields: ReadonlySet<string> = new Set(['sops']);

/** Returns the unknown fields of an object. Returns none for the output of a kustomization. */
export function listUnknownFields(manifest: Manifest): readonly UnknownField[] {
  if (manifest.part === 'generator') return [];
  return listClosedLevels(manifest.kind).flatMap((level) =>
    listMaps(manifest.root, level.path).flatMap((map) =>
      map.entries.flatMap((entry) => {
        const { text, unknown } = entry.key;
        // Directives such as `$patch` in a kustomize patch never reach the cluster.
        if (unknown || entry.borrowed || text === '' || text.startsWith('$') || level.names.includes(text)) return [];
        if (level.path.length === 0 && toolFields.has(text)) return [];
        const near = findNearestField(text, level.names);
        return level.isOpen === true && near?.sure !== true ? [] : [{ entry, map, level, near }];
      }),
    ),
  );
}

/** Maximum number of list items to check. */
const maxItems = 100;

/** Returns the mappings at a path that are written there, and not inserted by an alias. */
function listMaps(root: YamlNode, [step, ...others]: readonly string[]): readonly MapNode[] {
  if (root.borrowed) return [];
  if (step === undefined) return root.type === 'map' ? [root] : [];
  if (step === anyItem)
    return root.type === 'seq' ? root.items.slice(0, maxItems).flatMap((item) => listMaps(item, others)) : [];
  const value = findYamlNode(root, [step]);
  return value === undefined ? [] : listMaps(value, others);
}

/** Returns the path of a level for a message. */
const formatLevelPath = (path: readonly string[]): string => formatFieldPath(path.filter((step) => step !== anyItem));

/** Returns the field that is probably meant by a name. */
export function findNearestField(name: string, names: readonly string[]): Nearest | undefined {
  const long = Object.hasOwn(shortForms, name) ? shortForms[name] : undefined;
  return long !== undefined && names.includes(long) ? { name: long, sure: true } : findNearestName(name, names);
}

/**
 * Returns whether a mapping contains this field only under a misspelled name. Another finding reports the misspelled
 * name, so adding the field would make the document worse.
 */
export function isMisspelled(map: YamlNode | undefined, field: string): boolean {
  return (
    map?.type === 'map' &&
    findMapEntry(map, field) === undefined &&
    map.entries.some(({ key }) => !key.unknown && findNearestField(key.text, [field])?.sure === true)
  );
}

/** Returns the finding for an unknown field. */
function describeUnknownField({ manifest, text }: RuleContext, unknown: UnknownField): Finding {
  const { entry, map, level, near } = unknown;
  const { start, end } = entry.key;
  const field = sanitizeQuote(entry.key.text, 60);
  const parentPath = near?.sure === true ? undefined : findParentPath(manifest.kind, entry.key.text, level);
  if (parentPath !== undefined) {
    const edit = moveInto(text, manifest.kind, unknown, parentPath);
    const where = formatFieldPath(parentPath);
    return {
      start,
      end,
      message: l10n.t`${field} belongs under ${where}. Here, oc rejects it or, without validation, the API server drops it.`,
      fixes: edit === undefined ? [] : [{ title: l10n.t`Move under ${where}`, edits: [edit], sure: true }],
    };
  }
  const nested = findNestedFields(unknown);
  if (nested !== undefined) {
    const edit = moveToParent(text, map, entry);
    return {
      start,
      end,
      message: l10n.t`${manifest.kind.kind} has no field "${field}", so oc rejects the object. Move its fields (${nested}) to the top level.`,
      fixes: edit === undefined ? [] : [{ title: l10n.t`Move to the top level`, edits: [edit], sure: true }],
    };
  }
  const where = level.path.length === 0 ? manifest.kind.kind : formatLevelPath(level.path);
  const taken = near !== undefined && findMapEntry(map, near.name) !== undefined;
  return {
    start,
    end,
    message: [
      l10n.t`${where} has no field "${field}", so oc rejects the object.`,
      ...formatAdvice(manifest.kind, level, near, taken),
    ].join(getSentenceSeparator()),
    fixes: [...renameFix(text, entry, taken ? undefined : near), ...removeFix(text, map, entry)],
  };
}

/** Returns the names of the fields below an unknown `spec` if all of them belong at the top level. */
function findNestedFields({ entry, level }: UnknownField): string | undefined {
  const { key, value } = entry;
  if (level.path.length > 0 || key.text !== 'spec' || value.type !== 'map' || value.entries.length === 0)
    return undefined;
  const names = value.entries.map(({ key: child }) => child.text);
  return names.every((name) => level.names.includes(name) && !headFields.includes(name)) ? names.join(', ') : undefined;
}

function formatAdvice(
  kind: KindKnowledge,
  { names }: ClosedLevel,
  near: Nearest | undefined,
  taken: boolean,
): string[] {
  if (near !== undefined)
    return [taken ? l10n.t`Remove it, because ${near.name} already exists.` : l10n.t`Did you mean ${near.name}?`];
  const listed = (names === metadataFields ? listWrittenMetadata(kind) : names).join(', ');
  return listed.length > maxListed ? [] : [l10n.t`Known names: ${listed}.`];
}

/** Returns the fix that renames a field, if its intended name is known. */
export function renameFix(text: string, { key, borrowed }: MapEntry, near: Nearest | undefined): Fix[] {
  if (near === undefined || borrowed) return [];
  // JSON requires quotation marks around keys. In YAML, the author's quotation marks are kept.
  const quote = /^["']/.exec(text.slice(key.start, key.end))?.[0] ?? '';
  return [
    {
      title: l10n.t`Rename to ${near.name}`,
      edits: [replaceNode(key, `${quote}${near.name}${quote}`)],
      sure: near.sure && key.anchored !== true,
    },
  ];
}

/** Returns the fix that removes a field. */
export function removeFix(text: string, map: MapNode, entry: MapEntry): Fix[] {
  const edit = removeEntry(text, map, entry);
  return edit === undefined
    ? []
    : [{ title: l10n.t`Remove ${sanitizeQuote(entry.key.text)}`, edits: [edit], sure: false }];
}

/** Returns the only path below this level that has a field with this name. A path directly below has priority. */
function findParentPath(kind: KindKnowledge, field: string, { path }: ClosedLevel): readonly string[] | undefined {
  if (headFields.includes(field)) return undefined;
  const own = listClosedLevels(kind)
    .filter(({ names, path: levelPath }) => names.includes(field) && !levelPath.includes(anyItem))
    .map((level) => level.path);
  const described = Object.keys(kind.fields)
    .filter((name) => name.endsWith(`.${field}`) && !/[[\]*"]/.test(name) && !name.startsWith('status.'))
    .map((name) => name.split('.').slice(0, -1));
  const all = new Map([...own, ...described].map((parentPath) => [parentPath.join('.'), parentPath]));
  const below = [...all.values()].filter(
    (parentPath) => parentPath.length > path.length && path.every((step, depth) => parentPath[depth] === step),
  );
  const direct = below.filter((parentPath) => parentPath.length === path.length + 1);
  const [only] = direct.length > 0 ? direct : below;
  return (direct.length > 0 ? direct : below).length === 1 ? only : undefined;
}

/** Moves the field, and adjacent fields that belong in the same place, into a mapping directly below its level. */
function moveInto(
  text: string,
  kind: KindKnowledge,
  { entry, map, level }: UnknownField,
  parentPath: readonly string[],
): Edit | undefined {
  const name = parentPath.at(-1);
  if (name === undefined || parentPath.length !== level.path.length + 1) return undefined;
  return moveBelow(text, {
    map,
    name,
    entry,
    belongs: (key) =>
      !level.names.includes(key) && findParentPath(kind, key, level)?.join('.') === parentPath.join('.'),
  });
}

/** Yields one finding for each unknown field, and one for adjacent fields that the same edit moves. */
export function* describeUnknownFields(context: RuleContext, fields: readonly UnknownField[]): Generator<Finding> {
  const moved = new Set<number>();
  for (const field of fields) {
    const finding = describeUnknownField(context, field);
    const [fix] = finding.fixes ?? [];
    const at = fix?.edits[0]?.start;
    // A rename starts at its own key. A move can start at an earlier key.
    if (at !== undefined && at !== finding.start && moved.has(at)) continue;
    if (at !== undefined) moved.add(at);
    yield finding;
  }
}
