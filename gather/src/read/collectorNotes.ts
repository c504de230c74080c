/**
 * Reads what the collection scripts of a must-gather report about data that they couldn't collect. Source of
 * must-gather-errors.log: openshift/sandboxed-containers-operator#2341. The form of its lines isn't known, so only its
 * beginning is quoted.
 */
import * as l10n from '@vscode/l10n';
import { selectPlural } from '#core/text/grammar.ts';
import { sanitizeLiteral } from '#core/text/sanitize.ts';

/** Maximum number of skipped nodes to report. */
const mostNodes = 20;
/** Maximum number of characters of a quoted line. */
const longest = 300;

/** Returns the reported gaps, with one text per gap. */
export function listCollectorNotes(path: string, text: string): readonly string[] {
  const lines = text.split('\n').flatMap((line) => {
    const trimmed = line.trim();
    return trimmed === '' ? [] : [trimmed.slice(0, longest)];
  });
  if (!path.endsWith('.log')) return lines.slice(0, mostNodes);
  const [first] = lines;
  if (first === undefined) return [];
  const file = sanitizeLiteral(path);
  return [
    selectPlural(
      lines.length,
      l10n.t`The must-gather couldn't collect some data. ${file} contains 1 line: ${first}`,
      l10n.t`The must-gather couldn't collect some data. ${file} contains ${lines.length} lines and starts with: ${first}`,
    ),
  ];
}
