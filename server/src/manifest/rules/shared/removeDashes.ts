/** Repairs a mapping that is written as a list. */
import * as l10n from '@vscode/l10n';
import { findField } from '#core/kinds/field.ts';
import { getLineStart } from '#server/engine/findings/edits.ts';
import type { Edit, Fix, RuleContext } from '#server/engine/findings/rule.ts';
import type { MapEntry, MapNode, YamlNode } from '#server/engine/yaml/node.ts';

/** Returns a fix that converts a list of mappings to a mapping by removing the dashes. */
export function removeDashes({ manifest, text }: Pick<RuleContext, 'manifest' | 'text'>, entry: MapEntry): Fix[] {
  const { value: list } = entry;
  if (list.type !== 'seq' || list.flow || list.borrowed || list.anchored === true) return [];
  const isPlain = (item: YamlNode): item is MapNode =>
    item.type === 'map' && !item.flow && !item.borrowed && item.anchored !== true;
  const keys = list.items.filter(isPlain).flatMap((item) => item.entries);
  const names = new Set(keys.map(({ key }) => key.text));
  if (
    !list.items.every(isPlain) ||
    keys.length === 0 ||
    names.size < keys.length ||
    keys.some(({ key, borrowed }) => borrowed || key.unknown)
  )
    return [];
  const edits = list.items.map((item): Edit | undefined => {
    const start = getLineStart(text, item.start);
    const lead = text.slice(start, item.start);
    return /^ *- +$/.test(lead) ? { start, end: item.start, text: ' '.repeat(lead.length) } : undefined;
  });
  if (edits.includes(undefined) || new Set(edits.map((edit) => edit?.text)).size > 1) return [];
  const sure = keys.every(
    ({ key, value }) =>
      value.type === 'scalar' &&
      typeof value.value === 'string' &&
      findField(manifest.kind.fields, [entry.key.text, key.text]) !== undefined,
  );
  return [{ title: l10n.t`Remove the dashes`, edits: edits.filter((edit) => edit !== undefined), sure }];
}
