/** Describes which state of a document a result is based on. */
import * as l10n from '@vscode/l10n';
import type { TextDocument } from 'vscode';
import { getLanguageTag } from '#core/text/grammar.ts';

/** Returns a sentence such as `Evaluated at 17:31:05, with unsaved changes.` */
export function describeDocumentState(
  { isDirty, isUntitled }: Pick<TextDocument, 'isDirty' | 'isUntitled'>,
  now: Date,
): string {
  const time = now.toLocaleTimeString(getLanguageTag(), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return isDirty || isUntitled
    ? l10n.t`Evaluated at ${time}, with unsaved changes.`
    : l10n.t`Evaluated at ${time}, from the saved file.`;
}

/** Returns the file name of a path. */
export function getFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the folder of a relative path. Returns an empty string if the path contains only a file name. */
export function getFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
