/** Describes a file system error code. Returns undefined for other codes. */
import * as l10n from '@vscode/l10n';

export function describeFileError(code: unknown): string | undefined {
  if (code === 'ENOENT' || code === 'ENOTDIR') return l10n.t`no such file or folder`;
  if (code === 'ELOOP') return l10n.t`the path contains a link`;
  return code === 'EACCES' || code === 'EPERM' ? l10n.t`permission denied` : undefined;
}
