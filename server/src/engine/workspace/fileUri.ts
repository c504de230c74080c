/** URIs of files. Clients write one and the same in several ways: `a (1)` and `a%20%281%29`. */
import { files } from '#platform/files.ts';

/** The path of a file URI; undefined of another one. */
export function uriToPath(uri: string): string | undefined {
  return files.pathOf(uri);
}

/** The same URI for the same path, however it was written. What is no path stays as it is. */
export function canonicalizeUri(uri: string): string {
  return files.canonicalUri(uri);
}

/**
 * A file that others stand beside: on disk, or of a workspace that an editor reads for us. Not one that is unsaved, or
 * packed in another.
 */
export function isAmongFiles(uri: string): boolean {
  return uri.startsWith('file:') || (/^[a-z][a-z0-9+.-]+:\//i.test(uri) && !/^(?:untitled|osc-[a-z]+):/.test(uri));
}

/**
 * The URI of what a file means by a relative path (slashes, already normalized); undefined where that can be no URI.
 */
export function besideUri(uri: string, relative: string): string | undefined {
  try {
    return canonicalizeUri(new URL(relative.split('/').map(encodeURIComponent).join('/'), uri).href);
  } catch {
    // Half a surrogate pair has no URI.
    return undefined;
  }
}
