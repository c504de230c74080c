/** Describes a failed cloud command in a dialog. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';

export interface FailedCommand {
  /** The command line. */
  readonly line: string;
  /** A sentence that names the cause. */
  readonly message: string;
  /** True if the command doesn't exist on this computer. In this case, there is no output. */
  readonly isMissing?: true;
  /** What the command printed, without credentials. */
  readonly output?: string;
}

/**
 * Number of lines and characters that fit into a dialog without scrolling. A dialog opens at its top, but the error is
 * at the end of the output.
 */
const [mostLines, longest] = [10, 1000];

/** Returns the command and its output. Long output is truncated at the start, because the error is at the end. */
export function failureDetail({ line, output = '', isMissing }: FailedCommand): {
  readonly text: string;
  readonly isCut: boolean;
} {
  const end = output.split('\n').slice(-mostLines).join('\n').slice(-longest);
  const isCut = end.length < output.length;
  const nothing = isMissing === true ? [] : [l10n.t`The command printed no error output.`];
  const note = isCut ? [l10n.t`To see the complete output, open the extension's log.`] : [];
  return { text: [line, ...(end === '' ? nothing : [`${isCut ? '…' : ''}${end}`]), ...note].join('\n\n'), isCut };
}
