/** Writes the token of a user to the kubeconfig file that defines the user, as `oc login` does. */
import * as l10n from '@vscode/l10n';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { Clock } from '../../clock.ts';
import { fileFailure, readFileWithLimit } from '../../readFileWithLimit.ts';
import { editUserToken } from './editUserToken.ts';
import { lockFile, lockPath } from './lockFile.ts';
import { replaceFile } from './replaceFile.ts';

export interface UserTokenChange {
  /** The files of the kubeconfig. The first one that defines the user applies, as for kubectl. */
  readonly files: readonly string[];
  /** Name of the user entry. */
  readonly user: string;
  /** The new token. An empty string removes the token. */
  readonly token: string;
}

/** Maximum size of a kubeconfig file in bytes. */
const maxFileSize = 2_000_000;
/** Maximum number of attempts if another process changes the file without a lock. */
const mostAttempts = 3;
/** Time between two searches for the user, in milliseconds. */
const pause = 50;

/**
 * Writes the token.
 * @returns the file, or a sentence that explains why the token can't be written. Neither contains the token.
 */
export async function writeUserToken(change: UserTokenChange, clock: Clock): Promise<Result<string, string>> {
  const found = await findStableUserFile(change, clock);
  if (!found.ok) return found;
  const file = found.value;
  try {
    const target = await realpath(file);
    // kubectl locks the path in its configuration, which can be a symbolic link.
    const locks = [...new Set([file, target])].toSorted();
    return await withLocks(locks, clock, () => writeLocked(change, file, target));
  } catch {
    return fail(l10n.t`Can't write ${file}.`);
  }
}

/**
 * Searches again if no file defines the user, because kubectl doesn't replace the file. During its write, the file is
 * empty or incomplete.
 */
async function findStableUserFile(change: UserTokenChange, clock: Clock): Promise<Result<string, string>> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await findUserFile(change);
    if (found.ok || attempt === mostAttempts) return found;
    await new Promise<void>((resolve) => void clock.after(pause, resolve));
  }
}

/**
 * Returns the file that defines the user, or a sentence that explains why its token can't be changed. Doesn't change
 * the file.
 */
export async function findUserFile({ files, user, token }: UserTokenChange): Promise<Result<string, string>> {
  for (const file of files) {
    const read = await readFileWithLimit(file, maxFileSize);
    if (!read.ok) continue;
    const edited = editBytes(read.value, user, token);
    if (edited.ok) return (await isWritable(file)) ? succeed(file) : fail(l10n.t`${file} is read-only.`);
    if (edited.error === 'unsupported') return fail(unsupported(file, user));
  }
  return fail(l10n.t`User "${user}" isn't in any kubeconfig file.`);
}

/** Edits the content of a file. Text that isn't UTF-8 would be damaged. */
function editBytes(bytes: Buffer, user: string, token: string): ReturnType<typeof editUserToken> {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? editUserToken(text, user, token) : fail('unsupported');
}

function unsupported(file: string, user: string): string {
  return l10n.t`The entry of user "${user}" in ${file} has a form that the extension can't change, such as a YAML alias.`;
}

/** Returns whether the file can be written. The mode also counts for administrators, who can write any file. */
async function isWritable(file: string): Promise<boolean> {
  try {
    await access(file, constants.W_OK);
    return ((await stat(file)).mode & 0o222) !== 0;
  } catch {
    return false;
  }
}

/** Runs the work while all files are locked. */
async function withLocks(
  [first, ...others]: readonly string[],
  clock: Clock,
  work: () => Promise<Result<string, string>>,
): Promise<Result<string, string>> {
  if (first === undefined) return work();
  const lock = await lockFile(first, clock);
  if (!lock.ok)
    return fail(
      lock.error === 'locked'
        ? l10n.t`Another command is changing ${first}. If no command is running, delete ${lockPath(first)}.`
        : l10n.t`Can't write ${first}.`,
    );
  try {
    return await withLocks(others, clock, work);
  } finally {
    await lock.value();
  }
}

async function writeLocked(
  { user, token }: UserTokenChange,
  file: string,
  target: string,
): Promise<Result<string, string>> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const before = await stat(target, { bigint: true });
    const read = await readFileWithLimit(target, maxFileSize);
    if (!read.ok) return fail(`${fileFailure(file, read.error)}.`);
    const edited = editBytes(read.value, user, token);
    if (!edited.ok) return fail(unsupported(file, user));
    if (await replaceFile(target, edited.value, before)) return succeed(file);
  }
  return fail(l10n.t`Another command is changing ${file}. Try again.`);
}
