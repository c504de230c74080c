/**
 * Offers keys, values, and complete documents from the product's kind data. Uses the lines of the text, because
 * incomplete text might not be valid YAML.
 */
import * as l10n from '@vscode/l10n';
import type { CompletionItem, CompletionList, Position } from 'vscode-languageserver';
import {
  formatKindApiVersion,
  getFields,
  type FieldContext,
  type FieldTable,
  type KindKnowledge,
} from '#core/kinds/field.ts';
import { findListedKind, hasKubernetesFields } from '#core/kinds/listedKinds.ts';
import { workerConfigFields } from '#core/kinds/operandKinds.ts';
import { kustomizationFields } from '#core/kinds/kustomization.ts';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import { CompletionItemKind, InsertTextFormat, MarkupKind } from '#server/engine/protocolValues.ts';
import { customResourceId, fieldsOfSchema, withCrdFields } from '#server/engine/workspace/crds/crdFields.ts';
import { customKindOf } from '#server/engine/workspace/crds/customObjects.ts';
import { nearestCrd } from '#server/engine/workspace/crds/findCrd.ts';
import type { IndexedCrd } from '#server/engine/workspace/crds/readCrds.ts';
import { createFieldContextFromLines } from '#server/engine/workspace/fieldContext.ts';
import { findYamlCursor, type YamlCursor } from '#server/engine/yaml/cursor/cursor.ts';
import { itemAround, type ListItemText } from '#server/engine/yaml/cursor/listItem.ts';
import { findItems, kindByLines } from '#server/engine/yaml/manifest.ts';
import type { YamlNode } from '#server/engine/yaml/node.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import type { PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import { itemsAt, type Style } from './completionItems.ts';
import { offerLiterals } from './completionLiterals.ts';
import { offerHeader, offerNames, offerObjects } from './completionHeads.ts';
import { offerHeaderKeys } from './headerKeys.ts';
import { describesKubernetes } from '../lsp/kubernetesScope.ts';
import { withDocumentNames } from './documentNames.ts';
import { isKnownElsewhere } from '../lsp/knownElsewhere.ts';
import { findWorkerConfigCursor } from '../workerConfigText.ts';
import { findTermFields, listFeatureNames } from './featureNames.ts';
import { findBlankPrefix } from './blankPrefix.ts';

/** Maximum length of a document for completion, in characters. Users don't write longer documents manually. */
const maxLength = 500_000;

/** Returns the completions at a position. */
export async function complete(
  file: OpenFile,
  position: Position,
  context: LanguageContext,
): Promise<CompletionItem[] | CompletionList> {
  const offset = file.text.offsetAt(position);
  const placed = file.documentAt(offset);
  if (placed === undefined) return [];
  const literalItems = await offerLiterals(context, file, placed, offset);
  if (file.isEnvFile || literalItems.length > 0) return literalItems;
  const start = await offerStart(context, file, placed, position);
  if (start !== undefined) return start;
  const { text, mayBeKnown } = placed.document;
  if (text.length > maxLength) return [];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const item = itemAround(text, offset - placed.start);
  const begun = item ?? { text, offset: offset - placed.start };
  const names = offerNames(begun, position);
  if (names.length > 0) return names;
  const crds = context.workspace?.crds ?? [];
  const found =
    mayBeKnown || text.length < 20_000
      ? (kindAt(placed, offset - placed.start, item) ??
        customKindAt(begun.text, crds, file.uri, item) ??
        (await listedKindAt(begun.text, item, file, context)))
      : undefined;
  if (found === undefined) {
    const objects = item === undefined ? undefined : offerObjects(item, item.indent, newline, position);
    if (objects !== undefined) return objects;
    if (isKustomization(file.uri, text)) return offerOfKustomization(context, file, placed, offset);
    const values = offerHeader(begun, position);
    const cursor = values.length > 0 ? undefined : findYamlCursor(text, offset - placed.start);
    return cursor === undefined
      ? values
      : offerHeaderKeys(begun, inObject(cursor, item === undefined ? 0 : 2), styleAt(context, file, placed, cursor));
  }
  const { kind, depth } = found;
  const inConfig = kind.id === 'NodeFeatureDiscovery' ? findWorkerConfigCursor(text, offset - placed.start) : undefined;
  if (inConfig !== undefined) {
    const fields = listFeatureNames(text, offset - placed.start, inConfig) ?? workerConfigFields;
    return itemsAt(fields, inConfig, styleAt(context, file, placed, inConfig));
  }
  const inDocument = findYamlCursor(text, offset - placed.start);
  if (inDocument === undefined) return [];
  const cursor = inObject(inDocument, depth);
  const inTerm = kind.kind === 'NodeFeatureRule' ? findTermFields(text, offset - placed.start, cursor) : undefined;
  if (inTerm !== undefined) return itemsAt(inTerm.fields, inTerm.cursor, styleAt(context, file, placed, cursor));
  const { release } = await context.settingsFor(file.uri);
  const about: FieldContext = createFieldContextFromLines(kind, begun.text, release, context.workspace);
  const ofCrd = crdFieldsFor(kind, begun.text, crds, file.uri);
  const style = styleAt(context, file, placed, cursor);
  const own = withHead(kind, withCrdFields(getFields(kind, about), ofCrd));
  const object = { text: begun.text, root: rootAt(placed, offset, depth) };
  const items = itemsAt(await withKubernetesFields(own, kind, about, object, cursor, file, context), cursor, style);
  if (!context.yamlExtension.completes || !isKnownElsewhere(kind, cursor.path)) return items;
  // Other extensions don't know the CRDs in the workspace.
  const known = new Set(itemsAt(getFields(kind, about), cursor, style).map(({ label }) => label));
  return kind.id === customResourceId
    ? items
    : items.filter(({ label }) => !known.has(label) && label !== 'apiVersion' && label !== 'kind');
}

function styleAt(
  context: LanguageContext,
  file: OpenFile,
  { document: { text }, start }: PlacedDocument,
  cursor: YamlCursor,
): Style {
  return {
    range: { start: file.text.positionAt(start + cursor.start), end: file.text.positionAt(start + cursor.end) },
    snippets: supportsSnippets(context),
    suggestCommand: context.options.suggestCommand,
    indent: indentOf(text),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** Returns whether the file is a kustomization, by its kind or, if there is none, by its name. */
function isKustomization(uri: string, text: string): boolean {
  const kind = /^kind:[ \t]*["']?(\w*)/m.exec(text)?.[1];
  return (
    kind === 'Kustomization' ||
    kind === 'Component' ||
    ((kind === undefined || kind === '') && /\/kustomization\.ya?ml$/.test(uri))
  );
}

/** Offers the fields of a kustomization. `offerLiterals` handles the positions in its literals. */
function offerOfKustomization(
  context: LanguageContext,
  file: OpenFile,
  placed: PlacedDocument,
  offset: number,
): CompletionItem[] {
  const cursor = findYamlCursor(placed.document.text, offset - placed.start);
  // Other extensions know the fields but not the names of OSC objects.
  const isOurs = cursor?.path.at(-1) === 'name' || cursor?.path.at(-1) === 'namespace';
  if (cursor === undefined || (context.yamlExtension.completes && !isOurs)) return [];
  return itemsAt(kustomizationFields, cursor, styleAt(context, file, placed, cursor));
}

/** Returns the indentation of the first nested key. Defaults to 2 spaces. */
function indentOf(text: string): number {
  return /^[\w-]+:[ \t]*\r?\n( {1,8})[\w"']/m.exec(text)?.[1]?.length ?? 2;
}

/** Returns the kind of the object at the offset and the depth of its path: 2 for items of a List, otherwise 0. */
function kindAt(
  { document }: PlacedDocument,
  offset: number,
  item: ListItemText | undefined,
): { kind: KindKnowledge; depth: number } | undefined {
  const byLines = kindByLines((item ?? document).text);
  if (byLines !== undefined) return { kind: byLines, depth: item === undefined ? 0 : 2 };
  // After the last line of an item, the cursor isn't in an object yet.
  const own =
    item === undefined
      ? undefined
      : document.manifests.find(({ root }) => root.start >= item.start && root.start <= offset);
  const manifest = own ?? document.manifestAt(offset);
  return manifest === undefined || manifest.part === 'generator'
    ? undefined
    : { kind: manifest.kind, depth: manifest.part === 'list item' ? 2 : 0 };
}

/** Returns the kind that a CRD in the workspace defines, based on the `kind` and `apiVersion` lines of the object. */
function customKindAt(
  text: string,
  crds: readonly IndexedCrd[],
  uri: string,
  item: ListItemText | undefined,
): { kind: KindKnowledge; depth: number } | undefined {
  const head = crds.length === 0 ? undefined : headOf(text);
  const kind = head === undefined ? undefined : customKindOf(crds, head, uri);
  return kind === undefined ? undefined : { kind, depth: item === undefined ? 0 : 2 };
}

/** Returns the listed kind of an object, based on its `kind` and `apiVersion` lines. */
async function listedKindAt(
  text: string,
  item: ListItemText | undefined,
  file: OpenFile,
  context: LanguageContext,
): Promise<{ kind: KindKnowledge; depth: number } | undefined> {
  const name = /^kind:[ \t]+["']?(\w{1,100})["']?[ \t]*\r?$/m.exec(text)?.[1];
  const kind = name === undefined ? undefined : findListedKind(apiVersionOf(text), name);
  return kind === undefined || context.yamlExtension.completes || !(await describesKubernetes(file, context))
    ? undefined
    : { kind, depth: item === undefined ? 0 : 2 };
}

function apiVersionOf(text: string): string {
  return /^apiVersion:[ \t]+["']?([\w./-]{1,300})["']?[ \t]*\r?$/m.exec(text)?.[1] ?? '';
}

/** Returns the kind, group, and version from the `kind` and `apiVersion` lines of an object. */
function headOf(text: string): { kind: string; group: string; version: string } | undefined {
  const kind = /^kind:[ \t]+["']?(\w{1,100})["']?[ \t]*\r?$/m.exec(text)?.[1];
  const apiVersion = /^apiVersion:[ \t]+["']?([\w.-]{1,253})\/(\w{1,63})["']?[ \t]*\r?$/m.exec(text);
  return kind === undefined || apiVersion === null
    ? undefined
    : { kind, group: apiVersion[1] ?? '', version: apiVersion[2] ?? '' };
}

const noFields: FieldTable = {};

/** Returns the fields that a CRD in the workspace defines for a known kind. */
function crdFieldsFor(kind: KindKnowledge, text: string, crds: readonly IndexedCrd[], uri: string): FieldTable {
  const head = crds.length === 0 || kind.id === customResourceId ? undefined : headOf(text);
  const crd = head === undefined ? undefined : nearestCrd(crds, kind.group, kind.kind, uri, head.version);
  const schema = crd?.versions.find(({ name }) => name === head?.version)?.schema;
  return crd === undefined || schema === undefined ? noFields : fieldsOfSchema(schema, crd);
}

/**
 * Adds the Kubernetes fields at the cursor in an object of a listed kind. The fields that matter to Kata come first,
 * with their own descriptions. If another extension offers the Kubernetes fields, returns only the product's fields.
 */
async function withKubernetesFields(
  own: FieldTable,
  kind: KindKnowledge,
  { runtimeClass }: FieldContext,
  { text, root }: { readonly text: string; readonly root: YamlNode | undefined },
  cursor: YamlCursor,
  file: OpenFile,
  context: LanguageContext,
): Promise<FieldTable> {
  const version = apiVersionOf(text);
  if (!hasKubernetesFields(version, kind) || context.yamlExtension.completes) return own;
  if (!(await describesKubernetes(file, context))) return own;
  const { kubernetesFieldsAt } = await import('../lsp/kubernetesFields.ts');
  const pod = kind.podPath === undefined ? undefined : { path: kind.podPath, runtimeClass };
  const fields = { ...own, ...kubernetesFieldsAt(version, kind.kind, cursor.path, pod), ...own };
  return root?.type === 'map' ? withDocumentNames(fields, kind, root, cursor.path) : fields;
}

/** Returns the object around an offset of a document, as far as the document can be parsed. */
function rootAt({ document, start }: PlacedDocument, offset: number, depth: number): YamlNode | undefined {
  const { root, template } = document.parsed;
  if (template || depth === 0) return root;
  const items = root?.type === 'map' ? findItems(root) : undefined;
  const at = offset - start;
  return items?.type === 'seq' ? items.items.find((node) => node.start <= at && at <= node.end + 1) : undefined;
}

function inObject(cursor: YamlCursor, depth: number): YamlCursor {
  return depth === 0 ? cursor : { ...cursor, path: cursor.path.slice(depth) };
}

const withHeads = new WeakMap<FieldTable, FieldTable>();

/** Returns the fields of the kind, including the header fields of every object. */
function withHead(kind: KindKnowledge, fields: FieldTable): FieldTable {
  const known = withHeads.get(fields) ?? {
    ...fields,
    apiVersion: {
      summary: () => l10n.t`The API group and version of the object.`,
      ...fields['apiVersion'],
      only: formatKindApiVersion(kind),
    },
    kind: { summary: kind.summary, ...fields['kind'], only: kind.kind },
  };
  withHeads.set(fields, known);
  return known;
}

/**
 * Offers the header keys of objects, followed by complete documents. The client requests the list again after each
 * character, because otherwise it would match the characters in any order and offer `aws-podvm-image-cm` for `apiV`.
 * @returns undefined if the document isn't empty
 */
async function offerStart(
  context: LanguageContext,
  file: OpenFile,
  placed: PlacedDocument,
  position: Position,
): Promise<CompletionList | undefined> {
  const offset = file.text.offsetAt(position) - placed.start;
  const text = beforeMarker(placed.document.text, offset);
  const prefix = findBlankPrefix(text, offset);
  if (prefix === undefined) return undefined;
  const cursor = isKustomization(file.uri, text) ? undefined : findYamlCursor(text, offset);
  const keys =
    cursor === undefined ? [] : offerHeaderKeys({ text, offset }, cursor, styleAt(context, file, placed, cursor));
  const { skeletons, nameThatBegins } = await import('./skeletons.ts');
  const snippets = supportsSnippets(context);
  const start = { line: position.line, character: position.character - prefix.length };
  const documents = skeletons.flatMap((skeleton, index): CompletionItem[] => {
    const filterText = nameThatBegins(skeleton, prefix);
    if (filterText === undefined) return [];
    return [
      {
        label: skeleton.prefix,
        detail: skeleton.description(),
        kind: CompletionItemKind.Snippet,
        filterText,
        // The sort texts of keys start with 0.
        sortText: `1${String(index).padStart(4, '0')}`,
        documentation: { kind: MarkupKind.Markdown, value: skeleton.markdown() },
        insertTextFormat: snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
        textEdit: { range: { start, end: position }, newText: snippets ? skeleton.snippet : skeleton.plain },
      },
    ];
  });
  return { isIncomplete: true, items: [...keys, ...documents] };
}

/**
 * Returns the text before the first `---` if the cursor is there, because text before a marker is a document of its
 * own. Otherwise, returns the whole text.
 */
function beforeMarker(text: string, offset: number): string {
  const marker = /^---(?=\s|$)/m.exec(text.slice(0, 2000))?.index ?? -1;
  return marker === -1 || offset > marker || text.slice(0, offset).includes('---') ? text : text.slice(0, marker);
}

function supportsSnippets({ client }: LanguageContext): boolean {
  return client.textDocument?.completion?.completionItem?.snippetSupport === true;
}
