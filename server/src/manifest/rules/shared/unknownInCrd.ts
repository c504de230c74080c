/** Describes a field that the CRD of a kind in the workspace doesn't define. */
import * as l10n from '@vscode/l10n';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Finding, RuleContext } from '#server/engine/findings/rule.ts';
import { schemaAt, type MatchingCrd } from '#server/engine/workspace/crds/findCrd.ts';
import { findMapEntry, type MapEntry, type MapNode, type PathSegment } from '#server/engine/yaml/node.ts';
import { formatCrdFile, formatPath } from './crdWords.ts';
import { findNearestField, removeFix, renameFix } from './unknownFields.ts';

/** A field of an object, with the mapping that contains it. */
export interface PlacedField {
  readonly entry: MapEntry;
  readonly parent: MapNode;
  /** Path of the mapping. */
  readonly path: readonly PathSegment[];
}

/** Returns the names of the fields that a CRD defines at a path. Returns none if it allows any name. */
export function listCrdFields({ schema }: MatchingCrd, path: readonly PathSegment[]): readonly string[] {
  const at = schemaAt(schema, path);
  return at === undefined || at === 'open' ? [] : [...at.properties.keys()];
}

/** Returns the finding for a field that the CRD doesn't define, with the field that is probably meant. */
export function describeUnknownInCrd(
  { manifest, text, uri }: Pick<RuleContext, 'manifest' | 'text' | 'uri'>,
  match: MatchingCrd,
  { entry, parent, path }: PlacedField,
): Finding {
  const { start, end, text: field } = entry.key;
  const names = listCrdFields(match, path);
  const near = findNearestField(field, names);
  const taken = near !== undefined && findMapEntry(parent, near.name) !== undefined;
  const where = path.length === 0 ? manifest.kind.kind : formatPath(path);
  const file = formatCrdFile(uri, match.crd);
  const advice =
    near === undefined
      ? listed(names)
      : [taken ? l10n.t`Remove it, because ${near.name} already exists.` : l10n.t`Did you mean ${near.name}?`];
  return {
    start,
    end,
    message: [
      l10n.t`${where} has no field "${sanitizeQuote(field, 40)}" in the CRD in ${file}, so oc rejects the object.`,
      ...advice,
    ].join(getSentenceSeparator()),
    fixes: [...renameFix(text, entry, taken ? undefined : near), ...removeFix(text, parent, entry)],
  };
}

/** Maximum length of the names that a message lists, in characters. */
const maxListed = 60;

function listed(names: readonly string[]): string[] {
  const all = sanitizeQuote(names.join(', '), maxListed + 1);
  return all === '' || all.length > maxListed ? [] : [l10n.t`Known names: ${all}.`];
}
