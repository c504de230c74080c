/** Completion and hover of PromQL, in files and in the expressions of PrometheusRules. */
import type { CompletionItem, CompletionItemKind, Hover, Position } from 'vscode-languageserver';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import type { PromqlCompletion } from '../protocol/promqlAssist.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import { completePromql } from './complete.ts';
import { explainPromql } from './explain.ts';
import { expressionsIn } from './expressions.ts';
import { recordsIn } from '../engine/workspace/prometheusRules.ts';

/** By their numbers in the protocol: the library that names them is larger than all else in this bundle. */
const kinds: Readonly<Record<PromqlCompletion['kind'], CompletionItemKind>> = {
  series: 6, // Variable
  label: 5, // Field
  value: 20, // EnumMember
  function: 3, // Function
  aggregation: 2, // Method
  keyword: 14, // Keyword
  duration: 11, // Unit
};

/** Where PromQL stands in a file: its text, the offset in it, and the way back. */
interface PlacedPromql {
  readonly text: string;
  readonly offset: number;
  readonly toFile: (offset: number) => number;
  readonly records: readonly string[];
}

/** What may stand at a position; undefined where there is no PromQL. */
export function promqlCompletion(
  file: OpenFile,
  position: Position,
  workspace: WorkspaceSnapshot | undefined,
  trigger?: string,
): CompletionItem[] | undefined {
  const placed = promqlAt(file, file.text.offsetAt(position));
  if (placed === undefined) return undefined;
  // Blanks and colons are signs to complete in YAML; here they stand between any two words.
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

/** What stands at a position, explained; null where nothing is known of it, undefined where there is no PromQL. */
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
