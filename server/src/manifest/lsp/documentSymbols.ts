/** Creates the outline: one symbol per supported object, with its kind and name, and its fields as children. */
import type { DocumentSymbol } from 'vscode-languageserver';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import { SymbolKind } from '#server/engine/protocolValues.ts';
import { hasPassword, holdsCredential } from '#core/peerPods/keys/index.ts';
import { listSecretKeys } from '#core/peerPods/keys/secretKeys.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { YamlNode } from '#server/engine/yaml/node.ts';
import { takeWithinQuota } from '#server/engine/yaml/quota.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';

/**
 * Maximum numbers of objects and of symbols. Both are checked after each document, so the last document is always
 * complete.
 */
const maxDocuments = 1000;
const maxSymbols = 20_000;

/** Lists the manifests of a file and their fields. */
export function documentSymbols(file: OpenFile, { yamlExtension }: LanguageContext): DocumentSymbol[] | undefined {
  if (yamlExtension.active) return undefined;
  const symbols: DocumentSymbol[] = [];
  let left = maxSymbols;
  for (const placed of takeWithinQuota(file.documents)) {
    for (const manifest of placed.document.manifests) {
      const symbol = symbolOf(manifest, placed.start, file);
      symbols.push(symbol);
      left -= count(symbol);
    }
    if (left <= 0 || symbols.length >= maxDocuments) break;
  }
  return symbols;
}

function count({ children = [] }: DocumentSymbol): number {
  return children.reduce((sum, child) => sum + count(child), 1);
}

function symbolOf({ kind, name, root }: Manifest, start: number, file: OpenFile): DocumentSymbol {
  const range = { start: file.text.positionAt(start + root.start), end: file.text.positionAt(start + root.end) };
  return {
    name: name === undefined || name === '' ? kind.kind : `${kind.kind} ${name}`,
    detail: kind.group,
    kind: SymbolKind.Object,
    range,
    selectionRange: { start: range.start, end: range.start },
    children: children(root, start, file, kind.kind === 'Secret'),
  };
}

const secretKeys: ReadonlySet<string> = new Set(
  listSecretKeys(undefined).flatMap(({ name, credential }) => (credential === true ? [name] : [])),
);

/** Returns whether a value is secret. Values that belong in a Secret aren't shown in other objects either. */
function isSecret(name: string, value: string): boolean {
  return holdsCredential(name) || secretKeys.has(name) || hasPassword(value);
}

/**
 * Returns the symbols of the children.
 * @param secret true to omit values
 */
function children(node: YamlNode, start: number, file: OpenFile, secret: boolean): DocumentSymbol[] {
  const at = (offset: number) => file.text.positionAt(start + offset);
  if (node.type === 'scalar' || node.borrowed) return [];
  if (node.type === 'seq') {
    return node.items
      .filter((item) => item.type !== 'scalar')
      .map((item, index) => {
        const range = { start: at(item.start), end: at(item.end) };
        return {
          name: `[${index}]`,
          kind: SymbolKind.Array,
          range,
          selectionRange: { start: range.start, end: range.start },
          children: children(item, start, file, secret),
        };
      });
  }
  return node.entries
    .filter(({ key, borrowed }) => !borrowed && key.text !== '')
    .map(({ key, value }) => ({
      name: key.text,
      ...(value.type === 'scalar' && !value.borrowed && !secret && !isSecret(key.text, value.text)
        ? { detail: value.text.slice(0, 80) }
        : {}),
      kind: value.type === 'map' ? SymbolKind.Object : value.type === 'seq' ? SymbolKind.Array : SymbolKind.Property,
      range: { start: at(key.start), end: at(Math.max(key.end, value.end)) },
      selectionRange: { start: at(key.start), end: at(key.end) },
      children: children(value, start, file, secret),
    }));
}
