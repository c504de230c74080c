/** Converts findings to the form that the CLI reports. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { PlacedFinding } from '#core/common/placedFinding.ts';
import { toPublicRuleId } from '#server/engine/findings/rule.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import type { Input } from './inputs.ts';

/** Returns the findings of a file with their locations. */
export function toProblems(input: Input, findings: readonly FileFinding[]): PlacedFinding[] {
  const document = TextDocument.create(input.uri, 'yaml', 0, input.text);
  return findings.map((finding) => {
    const start = document.positionAt(finding.start);
    const end = document.positionAt(finding.end);
    return {
      file: input.name,
      line: start.line + 1,
      column: start.character + 1,
      endLine: end.line + 1,
      endColumn: end.character + 1,
      severity: finding.severity,
      rule: toPublicRuleId(finding.rule.id),
      message: finding.message,
      fixable: finding.fixes.some(({ sure }) => sure),
    };
  });
}
