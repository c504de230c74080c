/** Says of which text something was worked out, and when. */
import type { TextDocument } from 'vscode';

/** A sentence, as `As in the editor at 17:31:05, not saved.` */
export function asOf({ isDirty, isUntitled }: Pick<TextDocument, 'isDirty' | 'isUntitled'>, now: Date): string {
  const time = now.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return isDirty || isUntitled ? `As in the editor at ${time}, not saved.` : `As saved, at ${time}.`;
}

/** The name of a file. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
