/** Converts findings to the form that the CLI reports. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { PlacedFinding, PlacedMessage } from '#core/common/placedFinding.ts';
import type { Release } from '#core/product/releases.ts';
import { toPublicRuleId } from '#server/engine/findings/rule.ts';
import { findRuleDocs } from '#server/engine/findings/ruleDocs.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { Input } from './inputs.ts';

/** Returns the findings of a file with their locations, and with links to the documentation of a release. */
export function toProblems(input: Input, findings: readonly FileFinding[], release: Release): PlacedFinding[] {
  const document = TextDocument.create(input.uri, 'yaml', 0, input.text);
  return findings.flatMap((finding) => {
    const docs = findRuleDocs(finding.rule, release);
    const problem: PlacedFinding = {
      file: input.name,
      ...toPlace(document, finding),
      severity: finding.severity,
      rule: toPublicRuleId(finding.rule.id),
      message: finding.message,
      fixable: finding.fixes.some(({ sure }) => sure),
      ...(docs === undefined ? {} : { docs: docs.url }),
      ...(finding.advisory === undefined ? {} : { advisory: finding.advisory }),
      ...(finding.alsoAt === undefined || finding.alsoAt.length === 0
        ? {}
        : { alsoAt: finding.alsoAt.map((place) => ({ ...toPlace(document, place), message: place.message })) }),
    };
    return finding.onCommandLine?.map((one): PlacedFinding => ({ ...problem, ...one })) ?? [problem];
  });
}

function toPlace(document: TextDocument, span: Span): Omit<PlacedMessage, 'message'> {
  const start = document.positionAt(span.start);
  const end = document.positionAt(span.end);
  return {
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}
