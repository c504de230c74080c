/**
 * `npm start` opens VS Code in the browser with this extension and a copy of the samples. Ctrl+C stops everything. `npm
 * start -- --port 9000` (or PORT=9000) uses another port, `--port 0` any free port. `--no-open` doesn't open a browser.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { openBrowser } from './vscode/openBrowser.ts';
import { writeRedirectFile } from './vscode/redirectFile.ts';
import { repositoryRoot, run } from './lib/run.ts';
import { openGate, type AuthProxy } from './vscode/vscodeGate.ts';
import { installExtension, startBehindSocket, type Server } from './vscode/vscodeHost.ts';
import { installVscode, SetupError } from './vscode/vscodeInstall.ts';
import { calmSettings } from './vscode/vscodeSettings.ts';
import { makeVsix } from './packaging/vsix.ts';
import { writtenLogs } from './vscode/logModule.ts';

const usage = 'Usage: npm start -- [--port N] [--no-open] [--help]\nPort 0 is any free port.';
const defaultPort = '8123';
const say = (line: string) => console.log(line);

/** Temporary folders, which are deleted on exit. */
const temporary: string[] = [];
process.on('exit', () => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});

try {
  const { port, open, help } = options();
  if (help) say(usage);
  else {
    await mustBeFree(port);
    await serve(port, open);
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exit(1);
}

function options(): { port: number; open: boolean; help: boolean } {
  let values: { port?: string | undefined; open?: boolean | undefined; help?: boolean | undefined };
  try {
    const known = {
      port: { type: 'string' },
      open: { type: 'boolean', default: true },
      help: { type: 'boolean', short: 'h' },
    } as const;
    ({ values } = parseArgs({ options: known, allowNegative: true }));
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
  const { port: asked = process.env['PORT'] ?? defaultPort, open = true, help = false } = values;
  const port = Number(asked);
  if (!/^\d+$/.test(asked) || port > 65_535) throw new SetupError(`"${asked}" isn't a port number.\n${usage}`);
  return { port, open, help };
}

/** Checks the port before anything is installed or built, so that the user doesn't wait minutes for the error. */
async function mustBeFree(port: number): Promise<void> {
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(undefined)));
  });
  if (problem !== undefined) throw portProblem(port, problem);
}

function portProblem(port: number, { code, message }: NodeJS.ErrnoException): SetupError {
  const why = code === 'EADDRINUSE' ? 'is in use by another process' : `can't be used (${message})`;
  return new SetupError(
    `Port ${port} ${why}. Choose another: npm start -- --port ${port === 65_535 ? port - 1 : port + 1}`,
  );
}

async function serve(port: number, open: boolean): Promise<void> {
  const installation = await installVscode(say);
  await run('node', ['scripts/build.ts']);
  const home = temporaryFolder('osc-vscode-');
  const vsix = path.join(home, 'extension.vsix');
  await makeVsix(vsix);
  await installExtension(installation, home, vsix);
  const samples = path.join(temporaryFolder('osc-'), 'samples');
  cpSync(path.join(repositoryRoot, 'samples'), samples, { recursive: true });

  // With a folder argument, the server shows the folder at the plain address, which is short enough to copy manually.
  // It opens the README of the folder first.
  const server = await startBehindSocket({
    installation,
    home,
    settings: { ...calmSettings, 'workbench.startupEditor': 'readme', 'osc.demo.startWith': 'two-workers' },
    args: [samples],
    // Required for Show Log.
    env: writtenLogs(home),
  });
  const stopped = stopOnSignal(server);
  // Another program can have taken the port during the build.
  const gate = await openGate(server.socket, port).catch(async (error: NodeJS.ErrnoException) => {
    await server.stop();
    throw portProblem(port, error);
  });
  say(
    `\nVS Code with OpenShift Sandboxed Containers Tools ${version()} and a copy of samples/ is running at\n\n${gate.url}\n`,
  );
  if (open && !(await openInBrowser(gate))) say("Can't open a browser. Open the address above.");
  // Safari uses the resolver of the operating system, which doesn't resolve these names on every version of macOS.
  if (process.platform === 'darwin') say("If Safari can't find the address, use Chrome, Edge, or Firefox.");
  say(
    'Only browsers on this computer that opened this address have access. To stop VS Code, press Ctrl+C. Your changes are then deleted.',
  );
  await server.ended;
  gate.close();
  if (!stopped()) throw new SetupError(`VS Code stopped unexpectedly:\n${server.log()}`);
}

/**
 * Opens a file in the user's browser that redirects to VS Code, so that no command line contains the address.
 * @returns false if that isn't possible
 */
async function openInBrowser(gate: AuthProxy): Promise<boolean> {
  // Browsers that are installed as snaps can't read /tmp, but they can read the user's folders.
  const page = writeRedirectFile(gate.urlForOnce(), [path.join(repositoryRoot, 'node_modules/.cache'), tmpdir()]);
  if (page === undefined) return false;
  process.on('exit', page.remove);
  return openBrowser(page.url);
}

/**
 * Stops the server when this process receives a signal.
 * @returns a function that returns whether it was stopped this way
 */
function stopOnSignal(server: Server): () => boolean {
  let stopping = false;
  const stop = () => {
    // Both the terminal and npm can forward the same Ctrl+C.
    if (stopping) return;
    stopping = true;
    say('\nStopping ...');
    server.stop().catch(() => process.exit(1));
  };
  // npm sends SIGTERM to a shell that doesn't forward it. If that shell has exited, stop as well.
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || stop(), 1000).unref();
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, stop);
  }
  return () => stopping;
}

function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  temporary.push(folder);
  return folder;
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
}
