/** Explains the field or value under the pointer, from our own knowledge of the kind: no schema machinery is loaded for it. */
import { MarkupKind, type Hover } from 'vscode-languageserver';
import type { FieldKnowledge, FieldTable } from '../../../core/kinds/field.ts';
import { fieldMarkdown, valuesMarkdown } from '../../../core/kinds/markdown.ts';
import type { Feature, ServerContext } from '../context.ts';
import { placeAt, type Place, type Step } from '../documents/node.ts';

const feature: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register(context) {
    context.connection.onHover(({ textDocument, position }) => hover(context, textDocument.uri, position));
  },
};
export default feature;

function hover({ files, yamlExtension }: ServerContext, uri: string, position: { line: number; character: number }): Hover | null {
  const file = files.get(uri);
  // The YAML extension has our schema with the same texts: two hovers would say the same twice.
  if (file === undefined || yamlExtension.value.hovers) return null;
  const offset = file.text.offsetAt(position);
  const placed = file.documentAt(offset);
  if (placed === undefined || !placed.document.mayBeKnown) return null;
  const { manifest } = placed.document;
  const place = manifest === undefined ? undefined : placeAt(manifest.root, offset - placed.start);
  const field = place === undefined || manifest === undefined ? undefined : fieldAt(manifest.kind.fields, place.path);
  if (place === undefined || field === undefined) return null;
  const { start, end } = place.scalar;
  return {
    contents: { kind: MarkupKind.Markdown, value: describe(place, field) },
    range: { start: file.text.positionAt(placed.start + start), end: file.text.positionAt(placed.start + end) },
  };
}

/** Keys are anything that people write: `constructor` is no field, and a key that itself holds a dot is no path. */
function fieldAt(fields: FieldTable, path: readonly Step[]): FieldKnowledge | undefined {
  const name = fieldPath(path);
  return Object.hasOwn(fields, name) && !path.some((step) => typeof step === 'string' && /[.[\]]/.test(step)) ? fields[name] : undefined;
}

/** A path as tables of fields have it: every index is `[]`. */
export function fieldPath(path: readonly Step[]): string {
  return path
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

function describe(place: Place, field: FieldKnowledge): string {
  const name = fieldPath(place.path).replaceAll('[]', '');
  const current = !place.onKey && typeof place.scalar.value === 'string' ? place.scalar.value : undefined;
  const values = valuesMarkdown(field, current);
  return [`**${name}**`, fieldMarkdown(field), ...(values === '' ? [] : [`**Values:**\n\n${values}`])].join('\n\n');
}
