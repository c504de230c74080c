/** Caches values that are computed from an open file until its text changes. */
import type { OpenFile } from './openFile.ts';

interface Kept<Of> {
  readonly version: number;
  readonly of: Of;
}

/**
 * Returns a function that computes a value once per version of a file.
 * @param make computes the value; also receives the value of an earlier version, if there is one
 */
export function perVersion<Of>(make: (file: OpenFile, earlier: Of | undefined) => Of): (file: OpenFile) => Of {
  const known = new WeakMap<OpenFile, Kept<Of>>();
  return (file) => {
    const last = known.get(file);
    if (last?.version === file.version) return last.of;
    const of = make(file, last?.of);
    known.set(file, { version: file.version, of });
    return of;
  };
}
