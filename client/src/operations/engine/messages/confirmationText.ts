/** What somebody is asked before something is done, in words. Pure. */
import * as l10n from '@vscode/l10n';
import { gateSentences, type ConfirmationGate } from '#core/operations/procedure.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';

/** Characters that a dialog shows (`sanitizeDetail`), less some for what is left out; and of one line. */
const longest = 3800;
const longestLine = 400;

export interface ConfirmationText {
  readonly message: string;
  /** Below it: what comes of it, a line each. */
  readonly detail: string;
  /** What must be typed, each in turn. */
  readonly typed: readonly string[];
}

/**
 * @param gates one or more
 * @param title of the procedure: `Install kata`
 * @param whole they are those of all that is done, not only of what comes next
 */
export function createConfirmationText(
  title: string,
  context: string,
  gates: readonly ConfirmationGate[],
  whole: boolean,
): ConfirmationText {
  const [only, ...others] = gates;
  // Names of others stand in them: whatever they are, they make no line of their own. A dialog shows no code.
  const lines = (consequences: readonly string[]): readonly string[] =>
    consequences.map((line) => `• ${sanitizeLine(line.replaceAll('`', ''), longestLine)}`);
  const typed = [...new Set(gates.flatMap((gate) => gate.typed ?? []))];
  if (!whole && only !== undefined && others.length === 0)
    return { message: only.question, detail: fitting(lines(gateSentences(only))), typed };
  const parts = gates.map((gate) => {
    const sentences = lines(gateSentences(gate));
    return [
      sanitizeLine(gate.question.replace(/[?？]$/, sentences.length === 0 ? '.' : ':'), longestLine),
      ...sentences,
    ];
  });
  return {
    message: l10n.t`${title} on ${context}?`,
    detail: fitting(parts.flatMap((part, index) => (index === 0 ? part : ['', ...part]))),
    typed,
  };
}

/** Of too many lines those in the middle are left out, and that is said: which nodes reboot stands at the end. */
function fitting(lines: readonly string[]): string {
  const all = lines.join('\n');
  if (all.length <= longest) return all;
  const first = within(lines, longest * 0.3);
  const last = within(lines.toReversed(), longest * 0.7).toReversed();
  const left = lines.length - first.length - last.length;
  return [...first, l10n.t`... ${left} more lines not shown ...`, ...last].join('\n');
}

/** As many from the beginning as have room. */
function within(lines: readonly string[], room: number): readonly string[] {
  let left = room;
  const count = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return count === -1 ? lines : lines.slice(0, count);
}
