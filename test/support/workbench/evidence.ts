/** Keeps evidence of a window in which a test failed: a screenshot, the accessibility tree, the logs, and the console. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { root } from '../../../scripts/lib/run.ts';
import type { Host } from '../../../scripts/lib/vscodeHost.ts';
import type { SharedHost } from './hosts.ts';
import type { Workbench } from './workbench.ts';

export interface Failure {
  readonly name: string;
  readonly workbench: Workbench;
  readonly shared: Pick<SharedHost, 'home'> & { readonly host: Pick<Host, 'log'> };
  /** When the window was opened, in milliseconds since 1970: older logs are those of other windows. */
  readonly openedAt: number;
}

/** How many lines of the logs are printed in CI, where only the output of a run is kept. */
const printedLines = 40;

/** Writes a folder below test-results/failures, and prints its path. Never throws: the failure of the test is what counts. */
export async function keepEvidence({ name, workbench, shared, openedAt }: Failure): Promise<void> {
  const folder = path.join(root, 'test-results/failures', name.replaceAll(/\W+/g, '-'));
  mkdirSync(folder, { recursive: true });
  const { page } = workbench;
  await page.screenshot({ path: path.join(folder, 'screenshot.png'), timeout: 10_000 }).catch(() => undefined);
  writeFileSync(path.join(folder, 'accessibility.yaml'), await accessibilityTree(page));
  const logs = logsSince(shared.home, openedAt);
  writeFileSync(path.join(folder, 'extension.log'), logs);
  writeFileSync(path.join(folder, 'console.log'), workbench.console.join('\n'));
  writeFileSync(path.join(folder, 'vscode-server.log'), shared.host.log());
  console.log(`Evidence of the failure: ${folder}`);
  if (process.env['CI'] === 'true')
    console.log(['The last lines of the extension and language server log:', ...logs.trimEnd().split('\n').slice(-printedLines)].join('\n  '));
}

async function accessibilityTree(page: Page): Promise<string> {
  const frames = page.frames().map(async (frame) => {
    const tree = await frame.locator('body').ariaSnapshot({ timeout: 10_000 });
    return `# ${frame === page.mainFrame() ? 'the window' : frame.url().split('?')[0]}\n${tree}\n`;
  });
  const trees = await Promise.all(frames.map((tree) => tree.catch((error: unknown) => `# can't be read: ${String(error)}\n`)));
  return trees.join('\n');
}

/** The logs of our extension, which hold those of the language server too, and the log of the extension host. */
function logsSince(home: string, since: number): string {
  const folder = path.join(home, 'user-data/logs');
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /exthost/.test(path.relative(folder, entry.parentPath)) && /OpenShift|remoteexthost/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).mtimeMs >= since)
    .map((file) => `==== ${path.relative(folder, file)}\n${readFileSync(file, 'utf8')}`)
    .join('\n');
}
