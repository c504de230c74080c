/**
 * Finds the third-party tools that some tests run. If a tool isn't installed, downloads its Debian package into tools/,
 * which needs no root permissions and changes nothing outside this repository.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { findDebianArchive, hasDebianKeyring, unpackDebianPackage } from './debianPackage.ts';
import { repositoryRoot } from '../lib/run.ts';
import { SetupError } from '../vscode/vscodeInstall.ts';

/** The command that installs a tool, for each kind of system. */
export type InstallCommands = Readonly<Record<SystemKind, string>>;
type SystemKind = 'debian' | 'ubuntu' | 'fedora' | 'macos' | 'other';

/** Describes a tool in reports. */
export interface ToolDescription {
  /** Name and oldest usable version, as in "kubectl 1.27 or newer". */
  readonly title: string;
  /** The subject of the sentence "... needs kubectl 1.27 or newer". */
  readonly neededFor: string;
  readonly installCommands: InstallCommands;
}

export interface ExternalTool extends ToolDescription {
  /** Name of the executable, of the Debian package, and of the folder below tools/. */
  readonly name: string;
  /** Environment variable with the path of the executable to use instead. */
  readonly variable: string;
  /** Debian release whose package is new enough. If undefined, the release of this computer. */
  readonly release?: string;
  readonly isUsable: (file: string) => boolean;
}

/**
 * Reports a tool that isn't installed and can't be downloaded. Tests that need it are skipped. Any other SetupError
 * fails the run.
 */
export class MissingToolError extends SetupError {
  readonly tool: ToolDescription;
  /** Explains why the download failed. If undefined, no download was possible on this system. */
  readonly reason: string | undefined;

  constructor(tool: ToolDescription, reason?: string) {
    super(
      `${tool.title} isn't installed${reason === undefined ? '' : `, and installing it failed: ${reason}`}.\nInstall it: ${installCommand(tool)}`,
    );
    this.tool = tool;
    this.reason = reason;
  }
}

/**
 * Returns the path of a usable executable: from the tool's environment variable, then PATH, then tools/. Returns
 * undefined if none is found.
 * @throws SetupError if the environment variable names something that isn't usable
 */
export function findTool(
  { name, title, variable, isUsable }: ExternalTool,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const chosen = env[variable];
  if (chosen !== undefined && chosen !== '') {
    if (!isUsable(chosen)) throw new SetupError(`${variable} is set to ${chosen}, which isn't ${title}.`);
    return chosen;
  }
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return [...folders.map((folder) => path.join(folder, name)), downloadedPath(name)].find(isUsable);
}

/**
 * Returns the path of a usable executable. If none is found, downloads the Debian package.
 * @throws MissingToolError if the package can't be downloaded
 */
export async function bringTool(tool: ExternalTool, say: (line: string) => void): Promise<string> {
  const found = findTool(tool);
  if (found !== undefined) return found;
  const debian = findDebianArchive();
  if (debian === undefined) throw new MissingToolError(tool);
  const release = tool.release ?? debian.codename;
  say(`Downloading ${tool.name} into tools/${tool.name} (from Debian ${release}) ...`);
  const problem = await unpackDebianPackage(tool.name, release, debian.archive, toolFolder(tool.name));
  if (problem !== undefined) throw new MissingToolError(tool, problem);
  const file = downloadedPath(tool.name);
  if (!tool.isUsable(file)) throw new MissingToolError(tool, "the downloaded executable doesn't run");
  return file;
}

/** Returns the output of an executable, or undefined if the file isn't executable or fails. */
export function outputOf(file: string, args: readonly string[]): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile()
      ? execFileSync(file, args, { encoding: 'utf8', timeout: 20_000, stdio: 'pipe' })
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Compares the major and minor number of a version such as "v1.32.4". Returns false if the text doesn't begin with a
 * version.
 */
export function isAtLeast(version: string, [major, minor]: readonly [major: number, minor: number]): boolean {
  const [, foundMajor, foundMinor] = /^v?(\d+)\.(\d+)\./.exec(version) ?? [];
  return Number(foundMajor) > major || (Number(foundMajor) === major && Number(foundMinor) >= minor);
}

export function installCommand({ installCommands }: ToolDescription): string {
  return installCommands[systemKind()];
}

function systemKind(): SystemKind {
  if (existsSync('/etc/debian_version')) return hasDebianKeyring() ? 'debian' : 'ubuntu';
  if (existsSync('/etc/redhat-release')) return 'fedora';
  return process.platform === 'darwin' ? 'macos' : 'other';
}

function toolFolder(name: string): string {
  return path.join(repositoryRoot, 'tools', name);
}

function downloadedPath(name: string): string {
  return path.join(toolFolder(name), 'usr/bin', name);
}
