/** Runs the command line as users do: the bundle, with the machine's own Node where there is one. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dist } from '../support/lsp/editor.ts';
import { nodes } from '../support/lsp/nodeVersions.ts';

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const node = nodes[0]?.path ?? process.execPath;
export const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\n';
export const clean = `${head}spec:\n  logLevel: info\n`;
export const bad = `${head}spec:\n  logLevel: Debug\n`;

/** `osc-tools lint` with these arguments, in this folder, with this text on standard input. */
export async function lint(args: readonly string[], setting: Setting = {}): Promise<Run> {
  return osc(['lint', ...args], setting);
}

/** The environment in which it is in English, whatever the language of whoever runs the tests. */
export const english: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C.UTF-8', NO_COLOR: '1' };

/** How it is run: in which folder, with which standard input, and as which user (only the superuser may choose). */
interface Setting {
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly uid?: number | undefined;
  /** Besides that of the tests; they are in English. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts it with this environment besides that of the tests. */
export function spawnOsc(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  return spawn(node, [path.join(dist, 'cli.js'), ...args], { cwd: tmpdir(), env: { ...english, ...env } });
}

export async function osc(
  args: readonly string[],
  { cwd = tmpdir(), input = '', uid, env = {} }: Setting = {},
): Promise<Run> {
  const child = spawn(node, [path.join(dist, 'cli.js'), ...args], {
    cwd,
    env: { ...english, ...env },
    ...(uid === undefined ? {} : { uid }),
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (data: string) => (stdout += data));
  child.stderr.setEncoding('utf8').on('data', (data: string) => (stderr += data));
  // It may end without having read its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [status] = await once(child, 'close');
  return { status: typeof status === 'number' ? status : null, stdout, stderr };
}

/** Where the folders of a run stand; they go with it. */
const parent = mkdtempSync(path.join(tmpdir(), 'osc cli-'));
// Some are read as another user.
chmodSync(parent, 0o755);
process.on('exit', () => rmSync(parent, { recursive: true, force: true }));

/** A folder with these files. */
export function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(path.join(parent, 'folder '));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}
