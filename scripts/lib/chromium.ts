/** Finds the browser that the workbench tests drive, or brings it where that is possible without asking. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import type { SpawnOptions } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { runStatus } from './run.ts';
import { SetupError } from './vscodeInstall.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macApps = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/** The path of a Chromium; $CHROMIUM before all others. Installs it as root on Debian and Ubuntu; says how elsewhere. */
export async function bringChromium(say: (line: string) => void): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) throw new SetupError(howToInstall());
  say('Installing Chromium for the workbench tests (apt-get install chromium) ...');
  const quiet: SpawnOptions = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await runStatus('apt-get', ['update', '-qq'], quiet);
  await runStatus('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
  const installed = findChromium();
  if (installed === undefined) throw new SetupError(`Chromium could not be installed.\n${howToInstall()}`);
  return installed;
}

function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM'];
  if (chosen !== undefined && chosen !== '') {
    if (!isProgram(chosen)) throw new SetupError(`CHROMIUM is set to ${chosen}, which is not a program.`);
    return chosen;
  }
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)].filter((folder) => folder !== '');
  return [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...macApps].find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function howToInstall(): string {
  const command = existsSync('/etc/debian_version')
    ? 'sudo apt-get install -y chromium'
    : existsSync('/etc/redhat-release')
      ? 'sudo dnf install -y chromium'
      : process.platform === 'darwin'
        ? 'brew install --cask google-chrome'
        : 'install Chromium or Google Chrome';
  return `The workbench tests need Chromium or Google Chrome, and none was found.\nInstall one: ${command}\nor name one: CHROMIUM=/path/to/chrome npm run test:workbench`;
}
