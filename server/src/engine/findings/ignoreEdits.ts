/** The edit that suppresses a finding by a comment. */
import { listMultilineScalars } from '../yaml/multilineScalars.ts';
import type { OpenFile } from '../workspace/openFile.ts';
import { detectLineEnding, getLineStart } from './edits.ts';
import type { FileFinding } from './fileFinding.ts';
import type { Edit } from './rule.ts';
import { createSuppressionComment } from './suppressions.ts';

/**
 * Returns a comment line above the finding's line, indented like it. None where that line begins inside a scalar: there
 * it would be text.
 */
export function ignoreEdits(file: OpenFile, finding: FileFinding): Edit[] {
  // JSON has no comments.
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
