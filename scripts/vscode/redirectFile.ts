/**
 * Creates a page on disk that redirects a browser to an address. Every account can read the command line of a process,
 * but only the user can read the file.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A page that redirects a browser to an address. */
export interface RedirectFile {
  /** URL of the page, with the `file:` scheme. */
  readonly url: string;
  remove(): void;
}

/**
 * Writes the page into a new folder below the first of these folders whose file system enforces permissions. Returns
 * undefined if there is none.
 */
export function writeRedirectFile(address: string, folders: readonly string[]): RedirectFile | undefined {
  for (const parent of folders) {
    const folder = privateFolder(parent);
    if (folder === undefined) continue;
    const remove = () => rmSync(folder, { recursive: true, force: true });
    const file = path.join(folder, 'open.html');
    // The folder is checked while it's empty, so no other account can open the file.
    writeFileSync(file, pageTo(address), { mode: 0o600, flag: 'wx' });
    if (isPrivate(file)) return { url: pathToFileURL(file).href, remove };
    remove();
  }
  return undefined;
}

function privateFolder(parent: string): string | undefined {
  let folder: string;
  try {
    mkdirSync(parent, { recursive: true });
    folder = mkdtempSync(path.join(parent, 'osc-open-'));
  } catch {
    // There is no space or no permission.
    return undefined;
  }
  chmodSync(folder, 0o700);
  if (isPrivate(folder)) return folder;
  rmSync(folder, { recursive: true, force: true });
  return undefined;
}

/** Returns whether only the user can read the file. Some file systems ignore file modes. */
function isPrivate(file: string): boolean {
  return (statSync(file).mode & 0o077) === 0;
}

function pageTo(address: string): string {
  const escaped = address.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const head = '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">';
  return `${head}<meta http-equiv="refresh" content="0;url=${escaped}"><title>VS Code</title><a href="${escaped}">Open VS Code</a>\n`;
}
