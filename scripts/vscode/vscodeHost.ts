/**
 * Runs a real VS Code in the browser (code-server) that listens only on this computer and has its own settings and
 * extensions.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { VscodeInstallation } from './vscodeInstall.ts';
import { skippedExtensions, type VscodeSettings } from './vscodeSettings.ts';

export interface ServerOptions {
  readonly installation: VscodeInstallation;
  /** Folder for settings, extensions, and state. The caller creates and removes it. */
  readonly home: string;
  readonly settings: VscodeSettings;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** True if folders must be trusted first. The settings must enable this too. */
  readonly trust?: boolean;
  /**
   * Languages that a browser can request, such as `ko`. They apply to extensions. VS Code itself stays in English,
   * because it would download its translations.
   */
  readonly languages?: readonly string[];
  /** Returns the command that runs the server's command line, for example as another user. */
  readonly wrap?: (command: readonly string[]) => readonly [string, ...string[]];
}

export interface VscodeTestServerOptions extends ServerOptions {
  /** Port, or 0 for a free one. */
  readonly port: number;
}

/** Options for opening a window. Paths are absolute. */
interface WindowOptions {
  readonly folder?: string;
  readonly files?: readonly string[];
  /** Additional keys of VS Code's start parameters, such as `extensionTestsPath`. */
  readonly payload?: readonly (readonly [key: string, value: string])[];
}

/** A running VS Code server. It has no authentication. */
export interface Server {
  /** Returns everything that the server has printed. */
  log(): string;
  /** Settles when the server has exited, by itself or through `stop`. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** A server with its own address, for tests. Any process that finds its port can use it. */
export interface VscodeTestServer extends Server {
  readonly url: string;
  /** Returns the address of a window. */
  windowUrl(options?: WindowOptions): string;
  /** Returns the URI of a local file as the window identifies it. */
  remoteUri(file: string): string;
}

const quiet = [
  '--disable-telemetry',
  '--disable-update-check',
  '--disable-getting-started-override',
  '--ignore-last-opened',
];

/** Returns the folder in which extensions are installed. */
export function getExtensionsFolder(home: string): string {
  return path.join(home, 'extensions');
}

/** Starts the server on a local port. Rejects with the server's output if it doesn't start listening. */
export async function startHost({ port, ...options }: VscodeTestServerOptions): Promise<VscodeTestServer> {
  const { listensAt: url, ...server } = await startServer(options, [`--bind-addr=127.0.0.1:${port}`]);
  const remoteUri = (file: string) => `vscode-remote://${new URL(url).host}${file}`;
  return {
    ...server,
    url,
    remoteUri,
    windowUrl({ folder, files = [], payload = [] } = {}) {
      const address = new URL(url);
      const start = [...files.map((file) => ['openFile', remoteUri(file)]), ...payload];
      if (folder !== undefined) address.searchParams.set('folder', folder);
      if (start.length > 0) address.searchParams.set('payload', JSON.stringify(start));
      return address.toString();
    },
  };
}

/**
 * Starts the server on a socket file in its home, which web pages and other accounts can't reach (vscodeGate.ts gives
 * access).
 */
export async function startBehindSocket(options: ServerOptions): Promise<Server & { readonly socket: string }> {
  const socket = path.join(options.home, 'vscode.sock');
  const { listensAt: _same, ...server } = await startServer(options, [`--socket=${socket}`, '--socket-mode=600']);
  return { ...server, socket };
}

async function startServer(
  { installation, home, settings, args = [], env = {}, trust = false, languages = [], wrap }: ServerOptions,
  bind: readonly string[],
): Promise<Server & { readonly listensAt: string }> {
  mkdirSync(path.join(userData(home), 'User'), { recursive: true });
  mkdirSync(getExtensionsFolder(home), { recursive: true });
  writeFileSync(path.join(userData(home), 'User/settings.json'), JSON.stringify(settings, null, 2));
  if (languages.length > 0) knowLanguages(home, languages);
  const command = [
    installation.entry,
    ...ownFolders(home),
    ...quiet,
    ...(trust ? [] : ['--disable-workspace-trust']),
    '--auth=none',
    ...bind,
    `--session-socket=${path.join(home, 'session.sock')}`,
    ...args,
  ];
  const [program, ...rest] = wrap?.([installation.node, ...command]) ?? [installation.node, ...command];
  const child = spawn(
    program,
    rest,
    // A separate process group ensures that all child processes of the server end with it.
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...ownEnvironment(home), VSCODE_SKIP_BUILTIN_EXTENSIONS: skippedExtensions.join(','), ...env },
    },
  );
  const kill = () => killGroup(child);
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const output = collect(child);
  const listensAt = await listening(child, output);
  return {
    listensAt,
    log: output.text,
    ended,
    async stop() {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}

/** Installs a .vsix before the server is started. */
export async function installExtension(installation: VscodeInstallation, home: string, vsix: string): Promise<void> {
  mkdirSync(getExtensionsFolder(home), { recursive: true });
  const child = spawn(installation.node, [installation.entry, ...ownFolders(home), '--install-extension', vsix], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: ownEnvironment(home),
  });
  const output = collect(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`VS Code didn't install ${vsix}:\n${output.text()}`);
}

/** Returns an environment without variables of an outer VS Code, and without the user's own folders. */
function ownEnvironment(home: string): NodeJS.ProcessEnv {
  const foreign =
    /^(?:VSCODE_|CODE_SERVER_|ELECTRON_)|^(?:PORT|PASSWORD|HASHED_PASSWORD|NODE_OPTIONS|NODE_TEST_CONTEXT)$/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(kept),
    XDG_DATA_HOME: path.join(home, 'xdg-data'),
    XDG_CONFIG_HOME: path.join(home, 'xdg-config'),
  };
}

function ownFolders(home: string): string[] {
  const config = path.join(home, 'config.yaml');
  writeFileSync(config, 'auth: none\n');
  return [`--config=${config}`, `--user-data-dir=${userData(home)}`, `--extensions-dir=${getExtensionsFolder(home)}`];
}

function userData(home: string): string {
  return path.join(home, 'user-data');
}

/**
 * Registers language packs. VS Code accepts a language only if it knows a language pack. An empty one is sufficient for
 * extensions.
 */
function knowLanguages(home: string, languages: readonly string[]): void {
  const nothing = path.join(userData(home), 'no-translations.json');
  writeFileSync(nothing, JSON.stringify({ contents: {} }));
  const packs = languages.map((language) => [
    language,
    {
      hash: `test-${language}`,
      label: language,
      extensions: [{ extensionIdentifier: { id: 'test.language-pack' }, version: '1.0.0' }],
      translations: { vscode: nothing },
    },
  ]);
  // Without this file, VS Code always uses English.
  writeFileSync(path.join(userData(home), 'User/argv.json'), '{}');
  writeFileSync(path.join(userData(home), 'languagepacks.json'), JSON.stringify(Object.fromEntries(packs)));
}

interface Output {
  text(): string;
  onText(listener: (text: string) => void): void;
}

function collect(child: ChildProcess): Output {
  let text = '';
  const listeners: ((text: string) => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const listener of listeners) listener(text);
    });
  }
  return { text: () => text, onText: (listener) => listeners.push(listener) };
}

function listening(child: ChildProcess, output: Output): Promise<string> {
  return new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => {
      killGroup(child);
      reject(new Error(`VS Code didn't start listening within 60 s:\n${output.text()}`));
    }, 60_000);
    output.onText((text) => {
      const match = /HTTP server listening on (?:(http:\/\/[^\s/]+)|(\/.*)\n)/.exec(text);
      const address = match?.[1] ?? match?.[2];
      if (address === undefined) return;
      clearTimeout(tooLong);
      resolve(address);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(tooLong);
      reject(new Error(`VS Code exited with code ${code}:\n${output.text()}`));
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // The process has just exited by itself.
  }
}
