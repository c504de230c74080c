/**
 * Renames a label key in the node selector of a KataConfig, wherever that selector has it. Nothing else of YAML can be renamed without asking a cluster.
 * In policies, names of their own.
 */
import * as l10n from '@vscode/l10n';
import { LSPErrorCodes, ResponseError, type Position, type Range, type TextEdit, type WorkspaceEdit } from 'vscode-languageserver';
import { labelKeyProblem } from '#core/labels/selectorSyntax.ts';
import type { Feature, ServerContext } from '../context.ts';
import { entryOf, nodeAt, placeAt, type MapNode, type Node, type ScalarNode } from '#server/engine/yaml/node.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { plainScalar } from '#server/engine/yaml/parse/plainScalar.ts';
import { askPolicy, isPolicy } from '../policyLanguage.ts';

const feature: Feature = {
  capabilities: ({ textDocument }) => ({ renameProvider: textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true }),
  register(context) {
    context.connection.onPrepareRename(({ textDocument, position }) => {
      const file = context.files.get(textDocument.uri);
      if (isPolicy(file)) return askPolicy(context, file, null, (language, about) => language.prepareRename(file, position, about));
      const found = find(context, textDocument.uri, position);
      return found === undefined ? null : { range: found.rangeOf(found.under), placeholder: found.under.text };
    });
    context.connection.onRenameRequest(async ({ textDocument, position, newName }): Promise<WorkspaceEdit | null> => {
      const file = context.files.get(textDocument.uri);
      if (isPolicy(file)) {
        const places = await askPolicy(context, file, null, (language, about) => language.rename(file, position, newName, about));
        if (typeof places === 'string') throw new ResponseError(LSPErrorCodes.RequestFailed, places);
        return places === null ? null : { changes: { [file.uri]: places.map((range) => ({ range, newText: newName })) } };
      }
      const found = find(context, textDocument.uri, position);
      if (found === undefined) return null;
      const problem = problemOf(newName, found);
      if (problem !== undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, problem);
      return { changes: { [textDocument.uri]: newName === found.under.text ? [] : found.keys.map((key) => toEdit(key, newName, found)) } };
    });
  },
};
export default feature;

interface LabelKey {
  /** Under the cursor. */
  readonly under: ScalarNode;
  /** All places of that key in the selector, the one under the cursor among them. */
  readonly keys: readonly ScalarNode[];
  /** All keys of the selector. */
  readonly known: readonly ScalarNode[];
  /** What is written between the quotation marks, if there are any. */
  readonly rangeOf: (key: ScalarNode) => Range;
}

function find({ files }: ServerContext, uri: string, position: Position): LabelKey | undefined {
  const file = files.get(uri);
  const offset = file?.text.offsetAt(position) ?? 0;
  const placed = file?.documentAt(offset);
  if (file === undefined || placed?.document.mayBeKnown !== true) return undefined;
  const manifest = placed.document.manifestAt(offset - placed.start);
  const isBroken = placed.document.parsed.problems.length > 0;
  if (manifest?.kind.id !== 'KataConfig' || manifest.part === 'generator' || isBroken) return undefined;
  const known = selectorKeys(manifest.root, placed.document.text);
  const under = known?.find((key) => key === placeAt(manifest.root, offset - placed.start)?.scalar);
  if (known === undefined || under === undefined || under.text === '') return undefined;
  return { under, known, keys: known.filter(({ text }) => text === under.text), rangeOf: (key) => rangeOf(key, file, placed.start) };
}

/** The label keys of the selector; undefined where a change would change something else too, or where some of it is not known. */
function selectorKeys(root: MapNode, text: string): readonly ScalarNode[] | undefined {
  const selector = nodeAt(root, ['spec', 'kataConfigPoolSelector']);
  const [labels, expressions] = ['matchLabels', 'matchExpressions'].map((name) => entryOf(selector, name)?.value);
  const nodes: (Node | undefined)[] = [root, nodeAt(root, ['spec']), selector, labels, expressions];
  const keys: ScalarNode[] = [];
  // What is merged in may have the same key, and would come to light.
  if (selector === undefined || text.slice(selector.start, selector.end).includes('<<')) return undefined;
  for (const { key, borrowed } of labels?.type === 'map' ? labels.entries : []) {
    if (borrowed) return undefined;
    keys.push(key);
  }
  for (const expression of expressions?.type === 'seq' ? expressions.items : []) {
    const entry = entryOf(expression, 'key');
    nodes.push(expression);
    if (entry === undefined) continue;
    if (entry.borrowed || entry.value.type !== 'scalar') return undefined;
    keys.push(entry.value);
  }
  const isOnlyHere = (node: Node | undefined) => node?.borrowed !== true && node?.anchored !== true;
  return nodes.every(isOnlyHere) && keys.every((key) => isOnlyHere(key) && !key.unknown && key.style !== 'block') ? keys : undefined;
}

function problemOf(newName: string, { under, known }: LabelKey): string | undefined {
  const problem = labelKeyProblem(newName);
  if (problem !== undefined) return l10n.t`"${newName.slice(0, 80)}" is not a label key: ${problem}.`;
  const isThere = newName !== under.text && known.some(({ text }) => text === newName);
  return isThere ? l10n.t`The selector has the label key "${newName}" already: two conditions would become one.` : undefined;
}

function rangeOf({ start, end, style }: ScalarNode, file: OpenFile, documentStart: number): Range {
  const inside = style === 'quoted' ? 1 : 0;
  return { start: file.text.positionAt(documentStart + start + inside), end: file.text.positionAt(documentStart + end - inside) };
}

/** Between quotation marks a label key needs no escapes; without them it may look like a number, or a word that means something. */
function toEdit(key: ScalarNode, newName: string, { rangeOf: range }: LabelKey): TextEdit {
  return { range: range(key), newText: key.style === 'quoted' || typeof plainScalar(newName) === 'string' ? newName : JSON.stringify(newName) };
}
