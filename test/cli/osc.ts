/** Runs the bundled command line as users do, with the system's Node.js if there is one. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dist } from '../support/lsp/editor.ts';
import { nodes } from '../support/lsp/nodeVersions.ts';
import { silentServer } from '../support/network/silentServer.ts';

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const node = nodes[0]?.path ?? process.execPath;
export const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\n';
export const clean = `${head}spec:\n  logLevel: info\n`;
export const bad = `${head}spec:\n  logLevel: Debug\n`;

/** Runs `osc-tools lint`. */
export async function lint(args: readonly string[], setting: Setting = {}): Promise<Run> {
  return osc(['lint', ...args], setting);
}

/** Environment that makes `osc-tools` print English, whatever the language of the developer's environment. */
export const english: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C.UTF-8', NO_COLOR: '1' };

/** Conditions of a run. Only the superuser can set the user ID. */
interface Setting {
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly uid?: number | undefined;
  /** Environment variables to add to those of the tests, which select English. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder with the bundles, if not `dist`. */
  readonly build?: string;
}

/** Starts `osc-tools` with these environment variables in addition to those of the tests. */
export function spawnOsc(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  return spawn(node, [path.join(dist, 'cli.js'), ...args], { cwd: tmpdir(), env: { ...english, ...env } });
}

export async function osc(
  args: readonly string[],
  { cwd = tmpdir(), input = '', uid, env = {}, build = dist }: Setting = {},
): Promise<Run> {
  const child = spawn(node, [path.join(build, 'cli.js'), ...args], {
    cwd,
    env: { ...english, ...env },
    ...(uid === undefined ? {} : { uid }),
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (data: string) => (stdout += data));
  child.stderr.setEncoding('utf8').on('data', (data: string) => (stderr += data));
  // The process can exit before it has read its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [status] = await once(child, 'close');
  return { status: typeof status === 'number' ? status : null, stdout, stderr };
}

/** Parent of all folders that the tests of this process create. Deleted on exit. */
const parent = mkdtempSync(path.join(tmpdir(), 'osc cli-'));
// Some tests read the folders as another user.
chmodSync(parent, 0o755);
process.on('exit', () => rmSync(parent, { recursive: true, force: true }));

/** Creates a temporary folder with these files and returns its path. */
export function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(path.join(parent, 'folder '));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** Returns options that select a server on this computer. */
export function serverAt(port: number): readonly string[] {
  const kubeconfig = {
    clusters: [{ name: 'c', cluster: { server: `https://127.0.0.1:${port}` } }],
    users: [{ name: 'u', user: { token: 'secret-token-123' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  };
  const file = path.join(folderOf({ kubeconfig: JSON.stringify(kubeconfig) }), 'kubeconfig');
  chmodSync(file, 0o600);
  return ['--context', 'x', '--kubeconfig', file];
}

/** Starts a command for a server that never responds, and sends a signal after the command connected. */
export async function interruptedWhileConnecting(
  args: readonly string[],
  signal: NodeJS.Signals = 'SIGINT',
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const connected = new AbortController();
  const server = await silentServer(() => connected.abort());
  try {
    const child = spawnOsc([...args, ...serverAt(server.port)], env);
    connected.signal.addEventListener('abort', () => child.kill(signal), { once: true });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (data: string) => (stdout += data));
    child.stderr.setEncoding('utf8').on('data', (data: string) => (stderr += data));
    child.stdin.end();
    const [code] = await once(child, 'close');
    return { status: typeof code === 'number' ? code : null, stdout, stderr };
  } finally {
    await server.close();
  }
}

/** A command whose input and output are a terminal. */
interface TerminalRun {
  readonly output: () => string;
  /** Resolves when the output contains a text. */
  readonly shows: (text: string) => Promise<void>;
  readonly type: (text: string) => void;
  /** Resolves with the exit code when the command ends. */
  readonly ends: () => Promise<unknown>;
}

/** Runs `osc-tools` in a pseudoterminal, which `script` of util-linux creates. */
export function inTerminal(args: readonly string[], cwd: string): TerminalRun {
  const quoted = [node, path.join(dist, 'cli.js'), ...args].map((arg) => `'${arg.replaceAll("'", String.raw`'\''`)}'`);
  const child = spawn('script', ['-qefc', quoted.join(' '), '/dev/null'], { cwd, env: english });
  const closed = once(child, 'close');
  let [output, look] = ['', (): void => undefined];
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    output += data;
    look();
  });
  return {
    output: () => output,
    shows: (text) =>
      new Promise((resolve, reject) => {
        look = () => (output.includes(text) ? resolve() : undefined);
        look();
        closed.then(() => reject(new Error(output)), reject);
      }),
    type: (text) => void child.stdin.write(text),
    ends: async () => (await closed)[0],
  };
}
