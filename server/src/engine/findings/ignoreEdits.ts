/** Creates the edit that suppresses a finding with a comment. */
import { listMultilineScalars } from '../yaml/multilineScalars.ts';
import type { OpenFile } from '../workspace/openFile.ts';
import { detectLineEnding, getLineStart } from './edits.ts';
import type { FileFinding } from './fileFinding.ts';
import type { Edit } from './rule.ts';
import { createSuppressionComment } from './suppressions.ts';

/**
 * Returns the edit that inserts a comment line above the line of the finding, with the same indentation. Returns an
 * empty list if that line starts inside a scalar, because the comment would become part of the value.
 */
export function ignoreEdits(file: OpenFile, finding: FileFinding): Edit[] {
  // JSON doesn't support comments.
  if (file.language === 'json') return [];
  const text = file.text.getText();
  const start = Math.max(getLineStart(text, finding.start), text.startsWith('\uFEFF') ? 1 : 0);
  const indent = /^[ \t]*/.exec(text.slice(start, finding.start))?.[0] ?? '';
  const placed = file.documentAt(finding.start);
  const inDocument = start - (placed?.start ?? 0);
  const scalars = placed === undefined ? [] : listMultilineScalars(placed.document.parsed.root, placed.document.text);
  if (scalars.some((scalar) => scalar.start < inDocument && inDocument <= scalar.end)) return [];
  return [
    { start, end: start, text: `${indent}${createSuppressionComment(finding.rule.id)}${detectLineEnding(text)}` },
  ];
}
