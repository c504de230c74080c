/**
 * Checks the destination folder of a must-gather: whether it is writable, how much space is free, and whether its files
 * would be shared with others. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { constants } from 'node:fs';
import { access, mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '#client/oc/findOc.ts';
import { freeOf } from './freeSpace.ts';
import { findHomeFolder, isWritableFolder } from '#client/processes/homeFolder.ts';

export interface Destination {
  /** Free space on the disk in bytes. Undefined if the operating system doesn't report it. */
  readonly freeBytes: number | undefined;
  /** Reason why the folder isn't writable, as a sentence. */
  readonly unwritable: string | undefined;
  /** The workspace folder or Git repository that contains the folder. */
  readonly inside: string | undefined;
}

/** Maximum number of parent folders to check. */
const mostLevels = 64;

/**
 * Returns the default folder, which is never in the workspace. It's in the home folder or, if this process can't write
 * to the home folder, in the folder of the extension.
 * @param storage folder of the extension, in which VS Code stores its state
 */
export function usualDestination(storage: string, home = findHomeFolder()): string {
  const usual = path.join(home, 'must-gather');
  return isWritableFolder(home) || isWritableFolder(usual) ? usual : path.join(storage, 'must-gather');
}

/**
 * Checks a folder without creating or writing anything.
 * @param folder might not exist; then its nearest existing parent is checked
 * @param workspace folders of the workspace
 */
export async function lookAtDestination(folder: string, workspace: readonly string[]): Promise<Destination> {
  const there = await nearest(folder);
  if (there === undefined)
    return {
      freeBytes: undefined,
      unwritable: l10n.t`Can't create ${folder}. Select another folder.`,
      inside: undefined,
    };
  // Checks both the given path and the real path, because a link can lead into files that are shared with others.
  const really = path.join(await real(there), path.relative(there, folder));
  const roots = [...workspace, ...(await Promise.all(workspace.map(real)))];
  const inside = (await whereInside(folder, roots)) ?? (await whereInside(really, roots));
  return { freeBytes: await freeOf(there), unwritable: await whyNot(there), inside };
}

/** Creates the folder. Rejects if that fails. */
export async function makeDestination(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

async function nearest(folder: string): Promise<string | undefined> {
  let here = folder;
  for (let level = 0; level < mostLevels; level += 1) {
    const found = await stat(here).catch(() => undefined);
    if (found !== undefined) return found.isDirectory() ? here : undefined;
    const above = path.dirname(here);
    if (above === here) return undefined;
    here = above;
  }
  return undefined;
}

function real(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

async function whyNot(there: string): Promise<string | undefined> {
  try {
    await access(there, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return l10n.t`You don't have permission to write to ${there}. Select another folder.`;
  }
}

async function whereInside(folder: string, workspace: readonly string[]): Promise<string | undefined> {
  const root = workspace.find((one) => isInside(folder, one));
  if (root !== undefined) return l10n.t`the workspace folder ${root}`;
  for (let here = folder, level = 0; level < mostLevels; level += 1) {
    if (
      await stat(path.join(here, '.git')).then(
        () => true,
        () => false,
      )
    )
      return l10n.t`the Git repository ${here}`;
    const above = path.dirname(here);
    if (above === here) return undefined;
    here = above;
  }
  return undefined;
}
