/** A command of a cloud that failed, in the words of a dialog. Without VS Code. */
import * as l10n from '@vscode/l10n';

export interface FailedCommand {
  /** The command line. */
  readonly line: string;
  /** A sentence that names the cause. */
  readonly message: string;
  /** What the command printed, without credentials. */
  readonly output?: string;
}

/** A dialog shows at most 4,000 characters: more than that would leave no place for the command and the note. */
const longest = 3000;

/** Returns the command and its output. Of a long output, the end is shown: it has the error. */
export function failureDetail({ line, output = '' }: FailedCommand): { readonly text: string; readonly isCut: boolean } {
  const isCut = output.length > longest;
  const shown = isCut ? `…${output.slice(1 - longest)}` : output;
  const nothing = l10n.t`The command printed no error output.`;
  const note = isCut ? [l10n.t`The log has the complete output.`] : [];
  return { text: [line, shown === '' ? nothing : shown, ...note].join('\n\n'), isCut };
}
