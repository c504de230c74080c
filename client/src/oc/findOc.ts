/**
 * Finds `oc`, either from the setting or on the PATH. Never uses an executable in a workspace folder, because others
 * might have provided it. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { canRun, pathOf } from '../kubernetes/auth/findExecutable.ts';
import { resolveKubeconfigSetting } from '../kubernetes/kubeconfig/kubeconfigPaths.ts';

export interface OcSearch {
  /** Value of `osc.oc.path`. If empty, `oc` is searched for on the PATH. */
  readonly setting: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home folder, as returned by `findHomeFolder`. */
  readonly home: string;
  /** Workspace folders, from which nothing is run. */
  readonly never: readonly string[];
  readonly platform?: NodeJS.Platform;
}

/**
 * Reason why `oc` can't be used. `missing`: `oc` isn't on the PATH. `setting`: the setting specifies an unusable file.
 * The message contains the reason and, if possible, what to do.
 */
export interface OcNotFound {
  readonly why: 'missing' | 'setting';
  readonly message: string;
}

/** Returns the absolute path of `oc` without running it. */
export async function findOc(search: OcSearch): Promise<Result<string, OcNotFound>> {
  const named = resolveKubeconfigSetting(search.setting, search.home);
  return named === undefined ? onPath(search) : asNamed(named, search);
}

async function asNamed(file: string, search: OcSearch): Promise<Result<string, OcNotFound>> {
  const wrong = (message: string): Result<string, OcNotFound> => fail({ why: 'setting', message });
  if (isWindows(search) && !/\.exe$/i.test(file))
    return wrong(
      l10n.t`The osc.oc.path setting specifies ${file}, which isn't an .exe file. Specify an .exe file, because the extension can't run scripts.`,
    );
  if (!(await canRun(file)))
    return wrong(
      l10n.t`The osc.oc.path setting specifies ${file}, which isn't an executable that you can run. Correct the setting, or leave it empty to use oc from the PATH.`,
    );
  if (await isBelow(file, search.never))
    return wrong(
      l10n.t`The osc.oc.path setting specifies ${file}, which is in the workspace. The extension doesn't run executables from a workspace.`,
    );
  return succeed(file);
}

async function onPath(search: OcSearch): Promise<Result<string, OcNotFound>> {
  const name = isWindows(search) ? 'oc.exe' : 'oc';
  for (const folder of pathFolders(search)) {
    const candidate = path.join(folder, name);
    if ((await canRun(candidate)) && !(await isBelow(candidate, search.never))) return succeed(candidate);
  }
  return fail({
    why: 'missing',
    message: l10n.t`oc isn't on the PATH in VS Code, which can differ from the PATH in your terminal. Install oc, or set osc.oc.path.`,
  });
}

/**
 * Returns the absolute folders on the PATH. Omits relative folders, because they depend on the working directory, which
 * the user didn't choose.
 */
function pathFolders(search: OcSearch): readonly string[] {
  return (pathOf(search.env, isWindows(search)) ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
}

function isWindows({ platform = process.platform }: OcSearch): boolean {
  return platform === 'win32';
}

/**
 * Returns whether the file is inside one of the folders. Checks both the given path and the real path, because a link
 * can point into or out of a folder.
 */
async function isBelow(file: string, folders: readonly string[]): Promise<boolean> {
  const places = [file, await real(file)];
  const roots = [...folders, ...(await Promise.all(folders.map(real)))];
  return places.some((place) => roots.some((root) => isInside(place, root)));
}

async function real(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}

/** Returns whether a path is a folder or is inside it. */
export function isInside(place: string, folder: string): boolean {
  const between = path.relative(folder, place);
  return between === '' || (!between.startsWith(`..${path.sep}`) && between !== '..' && !path.isAbsolute(between));
}
