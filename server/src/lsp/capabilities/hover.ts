/** Explains the field or value under the pointer, from our own knowledge of the kind: no schema machinery is loaded for it. */
import * as l10n from '@vscode/l10n';
import { MarkupKind, type Hover } from 'vscode-languageserver';
import { sectionFor } from '#core/product/sectionFor.ts';
import { fieldAt, fieldPath, fieldsOf, type FieldKnowledge, type KindKnowledge } from '#core/kinds/field.ts';
import { fieldMarkdown, valuesMarkdown } from '#core/kinds/fieldMarkdown.ts';
import type { Release } from '#core/product/releases.ts';
import type { Feature, ServerContext } from '../context.ts';
import { aboutOf } from '#server/engine/workspace/fieldContext.ts';
import { placeAt, type Place, type Step } from '#server/engine/yaml/node.ts';
import { loadRules } from '../checker.ts';
import { isKnownElsewhere } from '#server/manifest/lsp/knownElsewhere.ts';
import { askPolicy, isPolicy } from '../policyLanguage.ts';
import { explainPromqlAt } from '../promqlLanguage.ts';
import { explainStatusAt, isOfStatuses } from '../statusLanguage.ts';

const feature: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register(context) {
    context.connection.onHover(({ textDocument, position }) => hover(context, textDocument.uri, position));
  },
};
export default feature;

async function hover(context: ServerContext, uri: string, position: { line: number; character: number }): Promise<Hover | null> {
  const { files, settings, workspace, cluster, yamlExtension } = context;
  const file = files.get(uri);
  if (file === undefined) return null;
  if (isPolicy(file)) return askPolicy(context, file, null, (language, about) => language.hover(file, position, about));
  const promql = await explainPromqlAt(file, position);
  if (promql !== undefined) return promql;
  const status = await explainStatusAt(file, position);
  if (status !== undefined || isOfStatuses(file)) return status ?? null;
  const offset = file.text.offsetAt(position);
  const placed = file.documentAt(offset);
  if (placed === undefined || !placed.document.mayBeKnown) return null;
  const manifest = placed.document.manifestAt(offset - placed.start);
  const place = manifest === undefined ? undefined : placeAt(manifest.root, offset - placed.start);
  if (place === undefined || manifest === undefined || (yamlExtension.value.hovers && isKnownElsewhere(manifest.kind, place.path))) return null;
  const { release } = await settings.for(uri);
  const fields = fieldsOf(manifest.kind, aboutOf(manifest, release, workspace.facts()));
  const field = fieldAt(fields, place.path) ?? headField(manifest.kind, place.path);
  if (field === undefined) return null;
  const { start, end } = place.scalar;
  // Before anything is waited for: the text may change meanwhile.
  const range = { start: file.text.positionAt(placed.start + start), end: file.text.positionAt(placed.start + end) };
  const isName = place.path.join('.') === 'metadata.name';
  const state = isName && cluster.value !== undefined ? (await loadRules()).kataConfigMarkdown(manifest, cluster.value) : undefined;
  return {
    contents: { kind: MarkupKind.Markdown, value: [describe(place, forRelease(field, release)), ...(state === undefined ? [] : [state])].join('\n\n') },
    range,
  };
}

/** `kind` of any object that we know says what it is. */
function headField({ summary, section }: KindKnowledge, path: readonly Step[]): FieldKnowledge | undefined {
  return path.length === 1 && path[0] === 'kind' ? { summary, ...(section === undefined ? {} : { section }) } : undefined;
}

/** Returns the field with a link to the documentation of the release that the file is checked for. */
function forRelease(field: FieldKnowledge, { id }: Release): FieldKnowledge {
  return field.section === undefined ? field : { ...field, section: sectionFor(field.section, id) };
}

function describe(place: Place, field: FieldKnowledge): string {
  const name = fieldPath(place.path).replaceAll('[]', '');
  const current = !place.onKey && typeof place.scalar.value === 'string' ? place.scalar.value : undefined;
  const values = valuesMarkdown(field, current);
  return [`**${name}**`, fieldMarkdown(field), ...(values === '' ? [] : [`${l10n.t`**Values:**`}\n\n${values}`])].join('\n\n');
}
