/**
 * Where a must-gather is written: whether it can be, how much room there is, and whether it would be among files that
 * get to others. Without VS Code.
 */
import * as l10n from '@vscode/l10n';
import { constants } from 'node:fs';
import { access, mkdir, realpath, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '#client/oc/findOc.ts';

export interface Destination {
  /** Of its disk; undefined: the system does not say. */
  readonly freeBytes: number | undefined;
  /** Why nothing can be written there, as a sentence. */
  readonly unwritable: string | undefined;
  /** The folder of the workspace, or the Git repository, in which it is. */
  readonly inside: string | undefined;
}

/** Levels up that are looked at. */
const mostLevels = 64;

/** The folder that is proposed: that of the user, not of the files that are worked on. */
export function usualDestination(home: string): string {
  return path.join(home, 'must-gather');
}

/**
 * Nothing is made or written for it.
 * @param folder need not be there: then the nearest that is counts
 * @param workspace its folders
 */
export async function lookAtDestination(folder: string, workspace: readonly string[]): Promise<Destination> {
  const there = await nearest(folder);
  if (there === undefined)
    return {
      freeBytes: undefined,
      unwritable: l10n.t`Can't create ${folder}. Select another folder.`,
      inside: undefined,
    };
  // As it is named, and where it really is: a link may lead into files that get to others.
  const really = path.join(await real(there), path.relative(there, folder));
  const roots = [...workspace, ...(await Promise.all(workspace.map(real)))];
  const inside = (await whereInside(folder, roots)) ?? (await whereInside(really, roots));
  return { freeBytes: await freeOf(there), unwritable: await whyNot(there, folder), inside };
}

/** Makes the folder. Rejects when that is not possible. */
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

async function freeOf(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    // Some file systems say nothing.
    return free > 0 || bavail === 0 ? free : undefined;
  } catch {
    return undefined;
  }
}

async function whyNot(there: string, folder: string): Promise<string | undefined> {
  try {
    await access(there, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return there === folder
      ? l10n.t`You don't have permission to write to ${there}. Select another folder.`
      : l10n.t(
          "Can't create {1} because you don't have permission to write to {0}. Select another folder.",
          there,
          folder,
        );
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
