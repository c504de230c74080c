/**
 * Saves evidence of a window in which a test failed: a screenshot, the accessibility tree, the states of the service
 * workers, the logs, and the console.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { getString } from '#core/common/json.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import type { VscodeTestServer } from '#scripts/vscode/vscodeHost.ts';
import { isCiRun } from '#scripts/test/report.ts';
import type { SharedHost } from './hosts.ts';
import type { Workbench } from '../workbench.ts';

export interface Failure {
  readonly name: string;
  readonly workbench: Workbench;
  readonly shared: Pick<SharedHost, 'home'> & { readonly host: Pick<VscodeTestServer, 'log'> };
  /** The time when the window opened, in milliseconds since 1970. Older logs belong to other windows. */
  readonly openedAt: number;
}

/** Number of log lines to print in CI, which keeps only the output of a run. */
const printedLines = 40;

/**
 * Writes a folder under test-results/failures and prints its path. Never throws, because the error of the test is more
 * important.
 */
export async function keepEvidence(failure: Failure): Promise<void> {
  try {
    const folder = createEvidenceFolder(path.join(repositoryRoot, 'test-results/failures'), failure.name);
    const logs = await writeEvidence(folder, failure);
    console.log(`Evidence of the failure: ${folder}`);
    if (isCiRun(process.env))
      console.log(
        [
          'The last lines of the extension and language server log:',
          ...logs.trimEnd().split('\n').slice(-printedLines),
        ].join('\n  '),
      );
  } catch (error) {
    console.log(`Can't write evidence of the failure: ${String(error)}`);
  }
}

/**
 * Creates a folder named after a test. Adds a number if the folder exists: the titles of two tests can be the same.
 * Returns its path.
 */
export function createEvidenceFolder(parent: string, title: string): string {
  const readable = title.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  // A file system allows names of 255 bytes, and a character has at most 4.
  const name = /^.{1,60}/u.exec(readable)?.[0] ?? 'test';
  mkdirSync(parent, { recursive: true });
  for (let number = 1; ; number += 1) {
    const folder = path.join(parent, number === 1 ? name : `${name}-${number}`);
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if (getString(error, 'code') !== 'EEXIST') throw error;
    }
  }
}

/** Writes the evidence files. Returns the logs. */
async function writeEvidence(folder: string, { workbench, shared, openedAt }: Failure): Promise<string> {
  const { page } = workbench;
  await page.screenshot({ path: path.join(folder, 'screenshot.png'), timeout: 10_000 }).catch(() => undefined);
  writeFileSync(path.join(folder, 'accessibility.yaml'), await accessibilityTree(page));
  writeFileSync(path.join(folder, 'service-workers.txt'), await serviceWorkers(page));
  const logs = logsSince(shared.home, openedAt);
  writeFileSync(path.join(folder, 'extension.log'), logs);
  writeFileSync(path.join(folder, 'console.log'), workbench.console.join('\n'));
  writeFileSync(path.join(folder, 'vscode-server.log'), shared.host.log());
  return logs;
}

async function accessibilityTree(page: Page): Promise<string> {
  const frames = page.frames().map(async (frame) => {
    const tree = await frame.locator('body').ariaSnapshot({ timeout: 10_000 });
    return `# ${frame === page.mainFrame() ? 'the window' : frame.url().split('?')[0]}\n${tree}\n`;
  });
  const trees = await Promise.all(
    frames.map((tree) => tree.catch((error: unknown) => `# can't be read: ${String(error)}\n`)),
  );
  return trees.join('\n');
}

/**
 * Returns the state of the service workers, by frame. A webview stays empty until its service worker controls it.
 */
async function serviceWorkers(page: Page): Promise<string> {
  const read = `navigator.serviceWorker.getRegistrations().then((all) => JSON.stringify({
    controller: navigator.serviceWorker.controller?.scriptURL,
    registrations: all.map(({ scope, installing, waiting, active }) => ({
      scope, installing: installing?.state, waiting: waiting?.state, active: active?.state,
    })),
  }))`;
  const states = page.frames().map(async (frame) => {
    const state = await frame
      .waitForFunction<unknown, undefined>(read, undefined, { timeout: 10_000 })
      .then(async (handle) => String(await handle.jsonValue()))
      .catch((error: unknown) => `can't be read: ${String(error)}`);
    return `# ${frame.url().split('?')[0]}\n${state}\n`;
  });
  return (await Promise.all(states)).join('\n');
}

/**
 * Returns the log of the extension, which includes the log of the language server, and the log of the extension host.
 */
function logsSince(home: string, since: number): string {
  const folder = path.join(home, 'user-data/logs');
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /exthost/.test(path.relative(folder, entry.parentPath)) &&
        /OpenShift|remoteexthost/.test(entry.name),
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).mtimeMs >= since)
    .map((file) => `==== ${path.relative(folder, file)}\n${readFileSync(file, 'utf8')}`)
    .join('\n');
}
