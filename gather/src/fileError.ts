/** What a code of the file system means, in words; undefined for others. */
export function fileError(code: unknown): string | undefined {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'no such file or folder';
  if (code === 'ELOOP') return 'a link stands in its place';
  return code === 'EACCES' || code === 'EPERM' ? 'permission denied' : undefined;
}
