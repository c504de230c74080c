/**
 * Installs VS Code for the browser (code-server) into tools/vscode and the Node version that it requires into
 * tools/node, unless they're already installed.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { repositoryRoot, runStatus } from '../lib/run.ts';

/** A setup problem that the user must fix, as the message explains. Scripts print the message without a stack trace. */
export class SetupError extends Error {}

const codeServer = path.join(repositoryRoot, 'tools/vscode/node_modules/code-server');
/** npm writes this file last, so it shows that the installation is complete. */
const installed = path.join(codeServer, 'lib/vscode/node_modules/.package-lock.json');

/** Files that start VS Code for the browser. */
export interface VscodeInstallation {
  /** Path of a Node 24, regardless of the Node that runs this script. */
  readonly node: string;
  /** Entry point of the server, which runs on that Node. */
  readonly entry: string;
}

/**
 * Installs code-server and Node 24 from the npm registry if they're missing.
 * @param say receives a line before each installation
 * @throws SetupError if an installation fails or the system isn't supported
 */
export async function installVscode(say: (line: string) => void): Promise<VscodeInstallation> {
  if (process.platform === 'win32')
    throw new SetupError(
      "code-server doesn't run on Windows. Run the same command in WSL. To try the extension in desktop VS Code, press F5 there.",
    );
  if (!existsSync(installed)) {
    say('Installing VS Code for the browser (code-server) into tools/vscode (once, about 600 MB) ...');
    await npmCi('tools/vscode');
    if (!existsSync(installed)) throw notInstalled('VS Code for the browser (code-server)', 'tools/vscode');
  }
  return { node: await node24(say), entry: path.join(codeServer, 'out/node/entry.js') };
}

/** Returns the path of a Node 24. code-server requires this version because its native modules are built for it. */
async function node24(say: (line: string) => void): Promise<string> {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const found = ownNode();
  if (found !== undefined) return found;
  say(`Installing Node.js 24 in tools/node for code-server (the current version is ${process.version.slice(1)}) ...`);
  await npmCi('tools/node');
  const own = ownNode();
  if (own === undefined) throw notInstalled('Node 24', 'tools/node');
  return own;
}

function ownNode(): string | undefined {
  return [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]
    .map((name) => path.join(repositoryRoot, 'tools/node/node_modules', name, 'bin/node'))
    .find((file) => existsSync(file));
}

async function npmCi(folder: string): Promise<void> {
  await runStatus('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: path.join(repositoryRoot, folder),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

function notInstalled(what: string, folder: string): SetupError {
  return new SetupError(
    `Can't install ${what} from the npm registry (see above).\nCheck the network connection and the proxy settings of npm. After the installation, no network is needed.\nTo retry only the installation: npm ci --prefix ${folder}`,
  );
}
