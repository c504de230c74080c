/** Finds the browser that the workbench tests drive, or installs it if that doesn't require a password. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import type { SpawnOptions } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { MissingToolError, type ToolDescription } from './externalTool.ts';
import { runStatus } from '../lib/run.ts';
import { SetupError } from '../vscode/vscodeInstall.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const chromium: ToolDescription = {
  title: 'Chromium or Google Chrome',
  neededFor: 'the workbench stage',
  installCommands: {
    debian: 'sudo apt-get install -y chromium',
    ubuntu: 'sudo apt-get install -y chromium',
    fedora: 'sudo dnf install -y chromium',
    macos: 'brew install --cask google-chrome',
    other: 'see https://www.chromium.org/getting-involved/download-chromium/',
  },
};

/**
 * Returns the path of a Chromium or Chrome: $CHROMIUM, then PATH. If none is found on Debian or Ubuntu and the user is
 * root, installs Chromium.
 * @throws MissingToolError if none is found and Chromium can't be installed
 * @throws SetupError if CHROMIUM names something that isn't executable
 */
export async function bringChromium(say: (line: string) => void): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) throw new MissingToolError(chromium);
  say('Installing Chromium for the workbench tests (apt-get install chromium) ...');
  const quiet: SpawnOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  await runStatus('apt-get', ['update', '-qq'], quiet);
  await runStatus('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet);
  const installed = findChromium();
  if (installed === undefined) throw new MissingToolError(chromium, "apt-get install chromium didn't install it");
  return installed;
}

function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM'];
  if (chosen !== undefined && chosen !== '') {
    if (!isExecutable(chosen)) throw new SetupError(`CHROMIUM is set to ${chosen}, which isn't executable.`);
    return chosen;
  }
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)].filter((folder) => folder !== '');
  return [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...macApps].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
