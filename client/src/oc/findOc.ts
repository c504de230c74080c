/**
 * Where `oc` is: as the setting says, or on the PATH. Never in a folder of the workspace: what is there came with files
 * of others. Without VS Code.
 */
import * as l10n from '@vscode/l10n';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { canRun, pathOf } from '../kubernetes/auth/findExecutable.ts';
import { resolveKubeconfigSetting } from '../kubernetes/kubeconfig/kubeconfigPaths.ts';

export interface OcSearch {
  /** `osc.oc.path`; `` for the one on the PATH. */
  readonly setting: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As os.homedir() says. */
  readonly home: string;
  /** Folders out of which nothing is run: those of the workspace. */
  readonly never: readonly string[];
  readonly platform?: NodeJS.Platform;
}

/**
 * `missing`: there is none on the PATH; `setting`: what the setting names cannot be it. The message is a sentence with
 * what to do.
 */
export interface OcNotFound {
  readonly why: 'missing' | 'setting';
  readonly message: string;
}

/** The absolute path of the program; it is not run for this. */
export async function findOc(search: OcSearch): Promise<Result<string, OcNotFound>> {
  const named = resolveKubeconfigSetting(search.setting, search.home);
  return named === undefined ? onPath(search) : asNamed(named, search);
}

async function asNamed(file: string, search: OcSearch): Promise<Result<string, OcNotFound>> {
  const wrong = (message: string): Result<string, OcNotFound> => fail({ why: 'setting', message });
  if (isWindows(search) && !/\.exe$/i.test(file))
    return wrong(
      l10n.t`The osc.oc.path setting specifies ${file}, which isn't an .exe file. Scripts require a shell, and the extension doesn't use one.`,
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
    message: l10n.t`oc isn't on the PATH of VS Code, which can differ from the PATH of your terminal. Install oc, or set osc.oc.path.`,
  });
}

/** What is relative in a PATH is so to a folder that nobody chose. */
function pathFolders(search: OcSearch): readonly string[] {
  return (pathOf(search.env, isWindows(search)) ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
}

function isWindows({ platform = process.platform }: OcSearch): boolean {
  return platform === 'win32';
}

/** As it is named, and where it really is: a link may lead there, or away from there. */
async function isBelow(file: string, folders: readonly string[]): Promise<boolean> {
  const places = [file, await real(file)];
  const roots = [...folders, ...(await Promise.all(folders.map(real)))];
  return places.some((place) => roots.some((root) => isInside(place, root)));
}

async function real(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}

/** Whether a path is a folder, or below it. */
export function isInside(place: string, folder: string): boolean {
  const between = path.relative(folder, place);
  return between === '' || (!between.startsWith(`..${path.sep}`) && between !== '..' && !path.isAbsolute(between));
}
