/**
 * Runs a TypeScript file of this project with a suitable version of Node.js: `node scripts/run.mjs <program.ts>
 * [arguments]`. This file is plain JavaScript because it must run in any version of Node.js. If the installed version
 * is too old, installs Node.js 24 from the npm registry in tools/node, once and only for this project.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [program, ...args] = process.argv.slice(2);
if (program === undefined) fail('Usage: node scripts/run.mjs <program.ts> [arguments]');
const file = path.resolve(root, program);
if (!existsSync(path.join(root, 'node_modules')))
  fail('Run npm ci first. It installs the packages that this project requires.');

if (runsTypeScript(process.versions.node)) {
  process.argv.splice(1, process.argv.length, file, ...args);
  await import(pathToFileURL(file).href);
} else {
  const child = spawn(ownNode(), [file, ...args], { stdio: 'inherit', env: withOwnNodeFirst() });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm sends SIGTERM to a shell that doesn't forward it. If that shell has exited, stop as well.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 1000).unref();
  }
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 130));
}

/** Returns whether Node.js runs TypeScript without a flag or a warning, as it does in 24.3 and later. */
function runsTypeScript(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 3);
}

function ownNode() {
  const found = findOwnNode();
  if (found !== undefined) return found;
  console.log(`Node.js ${process.version} is too old. Installing Node.js 24 for this project in tools/node ...`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: path.join(root, 'tools/node'),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return (
    findOwnNode() ??
    fail(
      `Node.js ${process.version} is too old, and Node.js 24 couldn't be installed for ${process.platform} ${process.arch}.\nInstall Node.js 24 or later from https://nodejs.org, and run the command again.`,
    )
  );
}

function findOwnNode() {
  const name = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]
    .map((pkg) => path.join(root, 'tools/node/node_modules', pkg, name))
    .find((candidate) => existsSync(candidate));
}

/** Returns an environment in which executables (npx, tools with a shebang) find the same Node.js. */
function withOwnNodeFirst() {
  return { ...process.env, PATH: `${path.dirname(ownNode())}${path.delimiter}${process.env.PATH ?? ''}` };
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
