import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { UriResolver } from '../platform.ts';

/** Folder with the rule pages, relative to the bundle in dist/ or to the sources in server/src/platform/node/. */
const rulePages = ['../docs/rules', '../../../../docs/rules']
  .map((relative) => path.resolve(import.meta.dirname, relative))
  .find((candidate) => existsSync(candidate));

export const files: UriResolver = {
  pathOf(uri) {
    try {
      return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
    } catch {
      // The URI has another host or an invalid escape.
      return undefined;
    }
  },
  // Clients encode the same path differently: `a (1)` and `a%20%281%29`. Other URIs are returned unchanged.
  canonicalUri(uri) {
    const file = files.pathOf(uri);
    return file === undefined ? uri : pathToFileURL(file).href;
  },
  normalize: (relative) => path.posix.normalize(relative),
  rulePage: (rule) => (rulePages === undefined ? undefined : pathToFileURL(path.join(rulePages, `${rule}.md`)).href),
  async isOnDisk(uri) {
    const file = files.pathOf(uri);
    return file !== undefined && (await lstat(file).catch(() => undefined))?.isFile() === true;
  },
};
