/** Brings VS Code for the browser (code-server) into tools/vscode, and the Node that it wants, when they are not there yet. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root, runStatus } from './run.ts';

/** Something that a person has to do; the message says what. Programs print it without a stack. */
export class SetupError extends Error {}

const codeServer = path.join(root, 'tools/vscode/node_modules/code-server');
/** npm writes it last: with it the installation is whole. */
const installed = path.join(codeServer, 'lib/vscode/node_modules/.package-lock.json');

/** The programs of VS Code for the browser. */
export interface VscodeInstallation {
  /** Node 24, whatever Node runs this. */
  readonly node: string;
  /** The server's entry, to be run by that Node. */
  readonly entry: string;
}

/** Installs what is missing, from the npm registry; `say` hears of it when it takes a while. */
export async function installVscode(say: (line: string) => void): Promise<VscodeInstallation> {
  if (process.platform === 'win32')
    throw new SetupError('code-server does not run on Windows. Run the same command in WSL, or press F5 in VS Code to try the extension there.');
  if (!existsSync(installed)) {
    say('Installing VS Code for the browser (code-server) into tools/vscode: once, about 600 MB ...');
    await npmCi('tools/vscode');
    if (!existsSync(installed)) throw notInstalled('VS Code for the browser (code-server)', 'tools/vscode');
  }
  return { node: await node24(say), entry: path.join(codeServer, 'out/node/entry.js') };
}

/** code-server wants exactly Node 24: its native modules are built for it. */
async function node24(say: (line: string) => void): Promise<string> {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const found = ownNode();
  if (found !== undefined) return found;
  say(`Installing Node 24 into tools/node, which code-server needs (this is ${process.version}) ...`);
  await npmCi('tools/node');
  const own = ownNode();
  if (own === undefined) throw notInstalled('Node 24', 'tools/node');
  return own;
}

function ownNode(): string | undefined {
  return [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]
    .map((name) => path.join(root, 'tools/node/node_modules', name, 'bin/node'))
    .find((file) => existsSync(file));
}

async function npmCi(folder: string): Promise<void> {
  await runStatus('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: path.join(root, folder), stdio: ['ignore', 'inherit', 'inherit'] });
}

function notInstalled(what: string, folder: string): SetupError {
  return new SetupError(
    `${what} could not be installed from the npm registry (see above).\nIs there a network, and does npm know its proxy? Once it is there, no network is needed any more.\nTo try the installation alone: npm ci --prefix ${folder}`,
  );
}
