/** Reads the files of a comparison within limits. Doesn't use VS Code. */
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { describeReadFailure, readFileWithLimit } from '#client/kubernetes/readFileWithLimit.ts';

/** Access to files. Paths are absolute. Errors are one phrase without the path. */
export interface ManifestFiles {
  kindOf(file: string): Promise<'file' | 'folder' | undefined>;
  /** Returns whether the path is a symbolic link. */
  isLink(file: string): Promise<boolean>;
  /** Reads a file of at most 20 MB. */
  read(file: string): Promise<Result<Uint8Array, string>>;
  /** Lists the names in a folder, sorted. */
  list(folder: string): Promise<Result<readonly string[], string>>;
  /** Returns whether the file is below the folder, also after symbolic links are resolved. */
  isBelow(file: string, folder: string): Promise<boolean>;
}

/** Maximum size of a file in bytes. */
const longestFile = 20_000_000;
/** Maximum number of names in a folder. */
const mostNames = 10_000;

/** The files of this computer. */
export const diskFiles: ManifestFiles = {
  async kindOf(file) {
    const info = await stat(file).catch(() => undefined);
    if (info === undefined) return undefined;
    return info.isDirectory() ? 'folder' : 'file';
  },
  isLink(file) {
    return lstat(file).then(
      (info) => info.isSymbolicLink(),
      () => false,
    );
  },
  async read(file) {
    const content = await readFileWithLimit(file, longestFile);
    return content.ok ? content : fail(describeReadFailure(content.error));
  },
  async list(folder) {
    try {
      const names = await readdir(folder);
      return names.length > mostNames ? fail(l10n.t`More than ${mostNames} files found.`) : succeed(names.toSorted());
    } catch {
      return fail(describeReadFailure('unreadable'));
    }
  },
  async isBelow(file, folder) {
    try {
      const relative = path.relative(await realpath(folder), await realpath(file));
      return relative !== '' && !/^\.\.(?:[/\\]|$)/.test(relative) && !path.isAbsolute(relative);
    } catch {
      return false;
    }
  },
};

/** Decodes a file as UTF-8 without its byte order mark. The error is one phrase. */
export function decodeText(bytes: Uint8Array): Result<string, string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? fail(l10n.t`not UTF-8 text`) : succeed(text);
  } catch {
    return fail(l10n.t`not UTF-8 text`);
  }
}
