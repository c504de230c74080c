/** Stores the parts of a support bundle until it is saved or discarded. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { redactText } from '#core/redaction/index.ts';
import { isInside } from '#client/oc/findOc.ts';
import { isAlive } from '#client/processes/isProcessAlive.ts';
import { cleanUpPrivateFolders } from '#client/processes/privateFolder.ts';
import type { BundlePartId, MissingPart } from '#core/mustGather/supportBundle.ts';

/** Maximum number of entries about missing data. */
const mostMissing = 500;

/**
 * Returns the start of the names of temporary folders. It identifies the computer, because on a shared disk, a process
 * of another computer can have the ID of a process that doesn't run here.
 */
function folderPrefix(): string {
  return `osc-support-${createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8)}`;
}

/** A temporary folder next to the target, so that both are on the same disk. Only the user can read it. */
export class BundleFolder {
  /** Contents of the bundle. */
  readonly contents: string;
  /** The finished archive. */
  readonly zip: string;
  readonly #root: string;
  readonly #missing: MissingPart[] = [];

  private constructor(root: string, name: string) {
    this.#root = root;
    this.contents = path.join(root, name);
    this.zip = path.join(root, 'bundle.zip');
  }

  /**
   * Creates the folder. First deletes the folders of processes that were killed.
   * @param target path of the archive to create; its name is also the name of the folder in the archive
   * @param mustGather folder or archive of a must-gather that the bundle will contain
   * @throws if the folder can't be created, or would be in the folder of the must-gather
   */
  static async create(target: string, mustGather?: string): Promise<BundleFolder> {
    if (mustGather !== undefined) await assertOutside(target, mustGather);
    const parent = path.dirname(target);
    await cleanUpPrivateFolders(parent, isAlive, { prefix: folderPrefix() });
    const root = await mkdtemp(path.join(parent, `${folderPrefix()}-${process.pid}-`));
    const folder = new BundleFolder(root, path.basename(target).replace(/\.zip$/i, '') || 'support');
    await mkdir(folder.contents, { mode: 0o700 });
    return folder;
  }

  /** Data that couldn't be added. */
  get missing(): readonly MissingPart[] {
    return this.#missing;
  }

  /** Writes a file of the bundle. */
  async write(name: string, text: string): Promise<void> {
    const file = path.join(this.contents, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
  }

  /** Records that data couldn't be read. */
  miss(part: BundlePartId, reason: string): void {
    if (this.#missing.length < mostMissing) this.#missing.push({ part, reason: redactText(reason) });
  }

  /** Records that the bundle doesn't contain a part, which isn't a problem. */
  skip(part: BundlePartId, reason: string): void {
    this.#missing.push({ part, reason, isExpected: true });
  }

  /**
   * Moves the archive to the target and deletes everything else.
   * @param mayReplace true if the user confirmed that an existing file is replaced
   * @throws if the target exists or can't be written; the folder is then deleted too
   */
  async save(target: string, mayReplace: boolean): Promise<void> {
    try {
      if (mayReplace) await rename(this.zip, target);
      else await moveToNew(this.zip, target);
    } finally {
      await this.discard();
    }
  }

  /** Deletes the folder. */
  async discard(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Checks that a file doesn't exist, and no link with its name.
 * @throws if it exists
 */
export async function assertNewFile(target: string): Promise<void> {
  const isThere = await lstat(target).then(
    () => true,
    () => false,
  );
  if (isThere) throw alreadyExists(target);
}

function alreadyExists(target: string): Error {
  return new Error(l10n.t`${target} already exists. Specify another file.`);
}

/** Checks that an archive won't contain itself. */
async function assertOutside(target: string, mustGather: string): Promise<void> {
  const [folder, place] = await Promise.all([realpath(path.dirname(target)), realpath(mustGather)]);
  if (isInside(folder, place))
    throw new Error(
      l10n.t`The support bundle can't be in the must-gather folder ${mustGather}. Specify another folder.`,
    );
}

/** Moves a file and never replaces an existing one. Not all file systems have hard links. */
async function moveToNew(from: string, target: string): Promise<void> {
  try {
    await link(from, target);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw alreadyExists(target);
    await copyFile(from, target, constants.COPYFILE_EXCL);
  }
}
