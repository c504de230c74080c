/**
 * Creates folding ranges for documents and indented blocks in files with a supported document. In other files, the
 * editor creates them.
 */
import type { FoldingRange } from 'vscode-languageserver';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import { FoldingRangeKind } from '#server/engine/protocolValues.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';

/** Returns the folding ranges of a file with a supported document. */
export function foldingRanges(file: OpenFile, { yamlExtension }: LanguageContext): FoldingRange[] | undefined {
  if (yamlExtension.active || !file.documents.some(({ document }) => document.mayBeKnown)) return undefined;
  const lines = file.text.getText().split(/\r\n|\r|\n/);
  return [
    ...documentFolds(
      file.documents.map(({ start }) => file.text.positionAt(start).line),
      lines,
    ),
    ...indentationFolds(lines),
  ];
}

/** Returns one range per document, if the file has several. A range ends at the last line that isn't blank. */
function documentFolds(starts: readonly number[], lines: readonly string[]): FoldingRange[] {
  if (starts.length < 2) return [];
  return starts.flatMap((startLine, index) =>
    fold(startLine, lastContentLine(lines, (starts[index + 1] ?? lines.length) - 1), FoldingRangeKind.Region),
  );
}

/**
 * Returns ranges by indentation: a line and the more deeply indented lines after it. List items can have the same
 * indentation as their key.
 */
function indentationFolds(lines: readonly string[]): FoldingRange[] {
  const folds: FoldingRange[] = [];
  const open: { indent: number; line: number }[] = [];
  let last = 0;
  const closeTo = (indent: number) => {
    while ((open.at(-1)?.indent ?? -1) >= indent) folds.push(...fold(open.pop()?.line ?? 0, last));
  };
  for (const [line, text] of lines.entries()) {
    if (/^\s*(?:#.*)?$/.test(text)) continue;
    const marker = /^(?:---|\.\.\.)(?:\s|$)/.test(text);
    const blanks = /^[ \t]*/.exec(text)?.[0].length ?? 0;
    // A list item with the indentation of its key belongs to the key.
    const indent = marker ? 0 : blanks + (/^-(?:\s|$)/.test(text.slice(blanks)) ? 0.5 : 0);
    closeTo(indent);
    if (!marker) open.push({ indent, line });
    last = marker ? last : line;
  }
  closeTo(0);
  return folds;
}

function lastContentLine(lines: readonly string[], from: number): number {
  let line = from;
  while (line > 0 && (lines[line] ?? '').trim() === '') line -= 1;
  return line;
}

function fold(startLine: number, endLine: number, kind?: FoldingRange['kind']): FoldingRange[] {
  return endLine > startLine ? [{ startLine, endLine, ...(kind === undefined ? {} : { kind }) }] : [];
}
