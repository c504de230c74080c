/** Normalizes file URIs, because clients encode the same URI differently: `a (1)` and `a%20%281%29`. */
import { files } from '#platform/files.ts';

/** Returns the path of a file URI, or undefined for another URI. */
export function uriToPath(uri: string): string | undefined {
  return files.pathOf(uri);
}

let last: { readonly uri: string; readonly canonical: string } | undefined;

/**
 * Returns the same URI for the same path, regardless of its encoding. Returns other URIs unchanged. The last result is
 * cached, because a check asks for each finding in the same file.
 */
export function canonicalizeUri(uri: string): string {
  if (last?.uri !== uri) last = { uri, canonical: files.canonicalUri(uri) };
  return last.canonical;
}

/** Returns the decoded file name in a URI, or the encoded name if its encoding is invalid. */
export function getUriFileName(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Returns whether a URI identifies a file in a folder that the server can read: on disk, or in a workspace that the
 * editor reads for the server. Unsaved and embedded documents aren't in such a folder.
 */
export function isAmongFiles(uri: string): boolean {
  return uri.startsWith('file:') || (/^[a-z][a-z0-9+.-]+:\//i.test(uri) && !/^(?:untitled|osc-[a-z]+):/.test(uri));
}

/**
 * Returns the URI that a relative path in a file refers to, or undefined if it isn't a valid URI. The path must be
 * normalized and use slashes.
 */
export function besideUri(uri: string, relative: string): string | undefined {
  try {
    return canonicalizeUri(new URL(relative.split('/').map(encodeURIComponent).join('/'), uri).href);
  } catch {
    // Half of a surrogate pair can't be encoded in a URI.
    return undefined;
  }
}

/** Returns the URI of the folder that contains a file or folder, without a slash at the end. */
export function getFolderUri(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

/** Maximum length of a file name in a message. */
const maxName = 80;

/** Returns the path of another file for a message, without the folders that it has in common with this one. */
export function getRelativeName(uri: string, other: string): string {
  const [mine, others] = [canonicalizeUri(uri).split('/'), other.split('/')];
  const common = others.findIndex((name, index) => name !== mine[index]);
  return others.slice(Math.max(common, 0)).map(decodePart).join('/').slice(0, maxName);
}

function decodePart(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
