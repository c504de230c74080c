/** Provides completions and hovers for PromQL in files and in the expressions of PrometheusRules. */
import type { CompletionItem, CompletionItemKind, Hover, Position } from 'vscode-languageserver';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import type { PromqlCompletion } from '../protocol/promqlAssist.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import { completePromql } from './complete.ts';
import { explainPromql } from './explain.ts';
import { expressionsIn } from './expressions.ts';
import { recordsIn } from '../engine/workspace/prometheusRules.ts';

/** Completion kinds by their protocol numbers. The library that names them is larger than the rest of this bundle. */
const kinds: Readonly<Record<PromqlCompletion['kind'], CompletionItemKind>> = {
  series: 6, // Variable
  label: 5, // Field
  value: 20, // EnumMember
  function: 3, // Function
  aggregation: 2, // Method
  keyword: 14, // Keyword
  duration: 11, // Unit
};

/** PromQL in a file: its text, the offset in it, and a function that maps offsets back to the file. */
interface PlacedPromql {
  readonly text: string;
  readonly offset: number;
  readonly toFile: (offset: number) => number;
  readonly records: readonly string[];
}

/** Returns the completions at a position. Returns undefined if the position isn't in PromQL. */
export function promqlCompletion(
  file: OpenFile,
  position: Position,
  workspace: WorkspaceSnapshot | undefined,
  trigger?: string,
): CompletionItem[] | undefined {
  const placed = promqlAt(file, file.text.offsetAt(position));
  if (placed === undefined) return undefined;
  // Spaces and colons trigger completion in YAML, but in PromQL they can be between any two tokens.
  if (trigger === ' ' || trigger === ':' || trigger === '.') return [];
  const records = new Set([...(workspace?.records ?? []), ...placed.records]);
  const range = ({ start, end }: PromqlCompletion) => ({
    start: file.text.positionAt(placed.toFile(start)),
    end: file.text.positionAt(Math.max(placed.toFile(start), end > start ? placed.toFile(end - 1) + 1 : 0)),
  });
  return completePromql(placed.text, placed.offset, records).map((item, index) => ({
    label: item.label,
    kind: kinds[item.kind],
    detail: item.detail,
    ...(item.help === undefined ? {} : { documentation: { kind: 'markdown', value: item.help } }),
    sortText: String(index).padStart(4, '0'),
    filterText: item.insertText,
    textEdit: { range: range(item), newText: item.insertText },
  }));
}

/**
 * Returns the hover at a position. Returns null if nothing is known about the token, and undefined if the position
 * isn't in PromQL.
 */
export function promqlHover(file: OpenFile, position: Position): Hover | null | undefined {
  const placed = promqlAt(file, file.text.offsetAt(position));
  if (placed === undefined) return undefined;
  const found = explainPromql(placed.text, placed.offset);
  if (found === undefined) return null;
  const range = {
    start: file.text.positionAt(placed.toFile(found.start)),
    end: file.text.positionAt(placed.toFile(found.end - 1) + 1),
  };
  return { contents: { kind: 'markdown', value: found.markdown }, range };
}

function promqlAt(file: OpenFile, offset: number): PlacedPromql | undefined {
  if (file.language === 'promql') return { text: file.text.getText(), offset, toFile: (at) => at, records: [] };
  const placed = file.documentAt(offset);
  if (placed === undefined) return undefined;
  const { document, start } = placed;
  const expression = expressionsIn(document).find(({ at }) => start + at.start <= offset && offset <= start + at.end);
  if (expression === undefined) return undefined;
  const { text, map } = expression;
  return {
    text,
    offset: map.toText(offset - start),
    toFile: (at) => start + map.toFile(at),
    records: recordsIn(document),
  };
}
