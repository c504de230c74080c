/** The extension-host suite (test/electron) in the extension host of a real VS Code: each of its tests is one here. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { buildExtensionHostSuite } from '../../scripts/lib/extensionHostSuite.ts';
import { root } from '../../scripts/lib/run.ts';
import { useSession } from '../support/workbench/session.ts';
import type { SuiteResult } from '../electron/run.ts';

const temporary = mkdtempSync(path.join(tmpdir(), 'osc-exthost-'));
const resultsFile = path.join(temporary, 'results.json');
const folder = path.join(temporary, 'samples');
after(() => rmSync(temporary, { recursive: true, force: true }));
// VS Code takes tests only when it is started for automation.
const session = useSession(() => ({ args: ['--vscode-option', 'enable-smoke-test-driver'], env: { OSC_TEST_RESULTS: resultsFile } }));

test('the extension-host suite', { timeout: 900_000 }, async (context) => {
  const { host, context: browser } = session();
  cpSync(path.join(root, 'samples/osc-1.12-aws'), folder, { recursive: true });
  const page = await browser.newPage();
  const console: string[] = [];
  page.on('console', (message) => console.push(message.text()));
  await page.exposeFunction('codeAutomationLog', () => undefined);
  let exit: (code: unknown) => void = () => undefined;
  const exited = new Promise<unknown>((resolve) => {
    exit = resolve;
  });
  await page.exposeFunction('codeAutomationExit', (code: unknown) => exit(code));
  page.on('crash', () => exit('crash'));
  const url = host.windowUrl({
    folder,
    payload: [
      ['extensionDevelopmentPath', host.remoteUri(path.join(root, 'test/electron/host'))],
      ['extensionTestsPath', host.remoteUri(await buildExtensionHostSuite())],
      ['skipWelcome', 'true'],
    ],
  });
  await page.goto(url, { waitUntil: 'commit' });
  // A tool for assistants asks the user first. Where the suite ends without that, its own test fails.
  void page
    .getByRole('dialog')
    .getByRole('button', { name: /^(?:Yes|Allow|Continue|OK)$/ })
    .click({ timeout: 0 })
    .catch(() => undefined);
  const code = await exited;
  const results = readResults();
  for (const { title, state, error } of results) await context.test(title, () => assert.equal(state, 'passed', error));
  const failed = code !== 0 || results.length === 0;
  if (failed) writeFileSync(path.join(root, 'test-results/extension-host.log'), [...console, '', '---- server', host.log()].join('\n'));
  assert.ok(!failed, `exit code ${String(code)} after ${results.length} tests; see test-results/extension-host.log`);
});

function readResults(): SuiteResult[] {
  try {
    return JSON.parse(readFileSync(resultsFile, 'utf8')) as SuiteResult[];
  } catch {
    return [];
  }
}
