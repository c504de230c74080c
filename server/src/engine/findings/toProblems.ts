/** Converts findings to the form that the CLI and comparisons of releases report. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { PlacedFinding, PlacedMessage } from '#core/common/placedFinding.ts';
import type { Release } from '#core/product/releases.ts';
import { toPublicRuleId } from './rule.ts';
import { findRuleDocs } from './ruleDocs.ts';
import type { FileFinding } from './fileFinding.ts';
import type { Span } from '../text/span.ts';

/** The file with the findings. The name appears in the output. */
export interface ProblemFile {
  readonly name: string;
  readonly uri: string;
  readonly text: string;
}

/** Returns the findings of a file with their locations, and with links to the documentation of a release. */
export function toProblems(file: ProblemFile, findings: readonly FileFinding[], release: Release): PlacedFinding[] {
  const document = TextDocument.create(file.uri, 'yaml', 0, file.text);
  return findings.flatMap((finding) => {
    const docs = findRuleDocs(finding.rule, release);
    const problem: PlacedFinding = {
      file: file.name,
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
