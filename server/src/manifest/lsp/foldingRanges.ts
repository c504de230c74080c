/** Folds documents and indented blocks, in files that hold a document of ours; others are left to the editor. */
import type { FoldingRange } from 'vscode-languageserver';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import { FoldingRangeKind } from '#server/engine/protocolValues.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';

/** Lists what can be folded in a file that has a document of ours. */
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

/** One fold for each document of a file with several: from its first line to its last that is not blank. */
function documentFolds(starts: readonly number[], lines: readonly string[]): FoldingRange[] {
  if (starts.length < 2) return [];
  return starts.flatMap((startLine, index) =>
    fold(startLine, lastContentLine(lines, (starts[index + 1] ?? lines.length) - 1), FoldingRangeKind.Region),
  );
}

/**
 * Blocks by indentation, as people see them: a line with deeper lines below it. List items may stand at their key's own
 * depth.
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
    // `- ` at the depth of its key still belongs to the key.
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
