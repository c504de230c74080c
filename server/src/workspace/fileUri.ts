/** URIs of files. Clients write one and the same in several ways: `a (1)` and `a%20%281%29`. */
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The path of a file URI; undefined of another one. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    // Of another host, or with an escape that is none.
    return undefined;
  }
}

/** The same URI for the same path, however it was written. What is no path stays as it is. */
export function canonicalUri(uri: string): string {
  const file = pathOf(uri);
  return file === undefined ? uri : pathToFileURL(file).href;
}
