/** Creates the text of a confirmation. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { gateSentences, type ConfirmationGate } from '#core/operations/procedure.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';

/**
 * Maximum number of characters in a dialog (slightly less than `sanitizeDetail` allows, to leave room for the omission
 * note), and in one line.
 */
const longest = 3800;
const longestLine = 400;

export interface ConfirmationText {
  readonly message: string;
  /** The consequences, one per line, shown below the message. */
  readonly detail: string;
  /** Texts that the user must type, one after another. */
  readonly typed: readonly string[];
}

/**
 * Creates the text for one or more gates.
 * @param gates one or more gates
 * @param title title of the operation, such as `Install Kata`
 * @param whole true if the gates cover the whole operation, not only its next step
 */
export function createConfirmationText(
  title: string,
  context: string,
  gates: readonly ConfirmationGate[],
  whole: boolean,
): ConfirmationText {
  const [only, ...others] = gates;
  // The lines contain names from the cluster, so they are sanitized to keep each on one line. Dialogs don't render
  // code.
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

/** Omits lines in the middle if there are too many, and adds a note. The nodes that reboot are listed at the end. */
function fitting(lines: readonly string[]): string {
  const all = lines.join('\n');
  if (all.length <= longest) return all;
  const first = within(lines, longest * 0.3);
  const last = within(lines.toReversed(), longest * 0.7).toReversed();
  const left = lines.length - first.length - last.length;
  return [...first, l10n.t`... lines not shown: ${left} ...`, ...last].join('\n');
}

/** Returns as many of the first lines as fit. */
function within(lines: readonly string[], room: number): readonly string[] {
  let left = room;
  const count = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return count === -1 ? lines : lines.slice(0, count);
}
