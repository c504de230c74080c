/** Explains the field or value at a position from the kind data. Doesn't load the schema validator. */
import * as l10n from '@vscode/l10n';
import type { Hover, Position } from 'vscode-languageserver';
import { sectionFor } from '#core/product/sectionFor.ts';
import { findField, formatFieldPath, getFields, type FieldKnowledge, type KindKnowledge } from '#core/kinds/field.ts';
import { renderFieldMarkdown, valuesMarkdown } from '#core/kinds/fieldMarkdown.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import type { Release } from '#core/product/releases.ts';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import { MarkupKind } from '#server/engine/protocolValues.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { createFieldContext } from '#server/engine/workspace/fieldContext.ts';
import { locateYamlNode, type NodeLocation, type PathSegment } from '#server/engine/yaml/node.ts';
import { kataConfigMarkdown } from '../kataConfigState.ts';
import { describePodVmCapacity, listCapacityKeys } from '../podVmCapacity.ts';
import { isKnownElsewhere } from './knownElsewhere.ts';

/** Returns the explanation of the field or value at a position. */
export async function hover(file: OpenFile, position: Position, context: LanguageContext): Promise<Hover | undefined> {
  const offset = file.text.offsetAt(position);
  const placed = file.documentAt(offset);
  if (placed === undefined || !placed.document.mayBeKnown) return undefined;
  const manifest = placed.document.manifestAt(offset - placed.start);
  const place = manifest === undefined ? undefined : locateYamlNode(manifest.root, offset - placed.start);
  if (
    place === undefined ||
    manifest === undefined ||
    (context.yamlExtension.hovers && isKnownElsewhere(manifest.kind, place.path))
  )
    return undefined;
  const { release } = await context.settingsFor(file.uri);
  const fields = getFields(manifest.kind, createFieldContext(manifest, release, context.workspace));
  const field = findField(fields, place.path) ?? headField(manifest.kind, place.path);
  if (field === undefined) return undefined;
  const { start, end } = place.scalar;
  const range = { start: file.text.positionAt(placed.start + start), end: file.text.positionAt(placed.start + end) };
  const isName = place.path.join('.') === 'metadata.name';
  const { cluster } = context;
  const capacity =
    manifest.kind.id === peerPodsConfigMapName && listCapacityKeys(manifest).includes(String(place.path.at(-1)))
      ? describePodVmCapacity(manifest, release, cluster?.kataNodes)
      : undefined;
  const state = isName && cluster !== undefined ? kataConfigMarkdown(manifest, cluster) : undefined;
  return {
    contents: {
      kind: MarkupKind.Markdown,
      value: [describe(place, forRelease(field, release)), capacity, state]
        .filter((part) => part !== undefined)
        .join('\n\n'),
    },
    range,
  };
}

/** Returns the description of the kind for the field `kind` of any supported object. */
function headField({ summary, section }: KindKnowledge, path: readonly PathSegment[]): FieldKnowledge | undefined {
  return path.length === 1 && path[0] === 'kind'
    ? { summary, ...(section === undefined ? {} : { section }) }
    : undefined;
}

/** Returns the field with a link to the documentation of the release that the file is checked against. */
function forRelease(field: FieldKnowledge, { id }: Release): FieldKnowledge {
  return field.section === undefined ? field : { ...field, section: sectionFor(field.section, id) };
}

function describe(place: NodeLocation, field: FieldKnowledge): string {
  const name = formatFieldPath(place.path).replaceAll('[]', '');
  const current = !place.onKey && typeof place.scalar.value === 'string' ? place.scalar.value : undefined;
  const values = valuesMarkdown(field, current);
  return [
    `**${name}**`,
    renderFieldMarkdown(field),
    ...(values === '' ? [] : [`${l10n.t`**Values:**`}\n\n${values}`]),
  ].join('\n\n');
}
