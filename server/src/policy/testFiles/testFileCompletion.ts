/** Provides completions in `*.policy-test.yaml` files. */
import * as l10n from '@vscode/l10n';
import type { CompletionItem, CompletionItemKind, Position } from 'vscode-languageserver';
import { requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { releases } from '#core/product/releases.ts';
import { canonicalizeUri, getFolderUri, getUriFileName } from '#server/engine/workspace/fileUri.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { findYamlCursor, type YamlCursor } from '#server/engine/yaml/cursor/cursor.ts';
import { findDocument } from '#server/engine/yaml/yamlDocument.ts';
import { requestMarkdown } from '../lsp/markdown.ts';
import { dialects, verdictTexts } from '../tests/testFileFaults.ts';
import { testCaseKeys, topLevelKeys, type TestFileKey } from './testFileKeys.ts';

/**
 * Numeric values from the protocol, because the library that defines their names is larger than the rest of this
 * bundle.
 */
const enumMember: CompletionItemKind = 20;
const property: CompletionItemKind = 10;

interface Choice {
  readonly label: string;
  readonly detail: string;
  readonly help?: string;
}

/** Returns the completions at a position. Returns undefined if there are none. */
export function completeTestFile(
  file: OpenFile,
  position: Position,
  workspace: WorkspaceSnapshot | undefined,
): CompletionItem[] | undefined {
  const offset = file.text.offsetAt(position);
  const placed = findDocument(file.documents, offset);
  const cursor = placed === undefined ? undefined : findYamlCursor(placed.document.text, offset - placed.start);
  if (placed === undefined || cursor === undefined) return undefined;
  const keys = keysAt(cursor);
  const choices = keys === undefined ? valuesAt(cursor, file.uri, workspace) : keys.map(keyChoice);
  const range = {
    start: file.text.positionAt(placed.start + cursor.start),
    end: file.text.positionAt(placed.start + cursor.end),
  };
  return choices?.map(({ label, detail, help }, index): CompletionItem => {
    const newText = keys === undefined ? asValue(label, cursor) : cursor.colon === undefined ? `${label}: ` : label;
    return {
      label,
      kind: keys === undefined ? enumMember : property,
      detail,
      ...(help === undefined ? {} : { documentation: { kind: 'markdown', value: help } }),
      sortText: String(index).padStart(4, '0'),
      filterText: newText,
      textEdit: { range, newText },
    };
  });
}

function keysAt({ role, path, siblings }: YamlCursor): readonly TestFileKey[] | undefined {
  const [first, second] = path;
  const isFile = role === 'key' && path.length === 0;
  const isCase =
    first === 'cases' &&
    ((role === 'item' && path.length === 1) || (role === 'key' && path.length === 2 && typeof second === 'number'));
  if (!isFile && !isCase) return undefined;
  const without = new Set(siblings);
  // A test case has either one request or a log.
  if (['request', 'endpoint', 'log'].some((name) => siblings.has(name)))
    for (const name of ['request', 'endpoint', 'log']) without.add(name);
  return (isFile ? topLevelKeys : testCaseKeys).filter(({ name }) => !without.has(name));
}

function keyChoice({ name, summary }: TestFileKey): Choice {
  return { label: name, detail: l10n.t`Policy test`, help: summary() };
}

function valuesAt(
  { role, path }: YamlCursor,
  uri: string,
  workspace: WorkspaceSnapshot | undefined,
): readonly Choice[] | undefined {
  if (role !== 'value') return undefined;
  const [first, index, key, ...others] = path;
  if (path.length === 1) return topLevelValues(first, uri, workspace);
  if (first !== 'cases' || typeof index !== 'number' || others.length > 0) return undefined;
  if (key === 'request' || key === 'endpoint')
    return requestEndpoints.map((row) => ({ label: row.name, detail: row.summary(), help: requestMarkdown(row) }));
  return key === 'allowed' ? verdictTexts.map((label) => ({ label, detail: l10n.t`Expected verdict` })) : undefined;
}

function topLevelValues(
  key: string | number | undefined,
  uri: string,
  workspace: WorkspaceSnapshot | undefined,
): readonly Choice[] | undefined {
  switch (key) {
    case 'release':
      return releases.map(({ id, isPreview }) => ({
        label: id,
        detail: isPreview === true ? l10n.t`OSC ${id} (not released)` : l10n.t`OSC release`,
      }));
    case 'dialect':
      return dialects.map((label) => ({ label, detail: l10n.t`Rego version` }));
    case 'policy': {
      const folder = getFolderUri(canonicalizeUri(uri));
      return (workspace?.policies ?? [])
        .filter((policy) => policy.isPolicy && getFolderUri(canonicalizeUri(policy.uri)) === folder)
        .map((policy) => ({ label: getUriFileName(policy.uri), detail: l10n.t`Agent policy` }));
    }
    default:
      return undefined;
  }
}

/** Formats a value. Quotes releases such as `1.12`, because YAML would parse them as numbers. */
function asValue(label: string, { quote, colon }: YamlCursor): string {
  const value = quote === '' && /^[\d.]+$/.test(label) ? `'${label}'` : label;
  return colon === 'touches' ? ` ${value}` : value;
}
