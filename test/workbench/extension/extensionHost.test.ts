/** Runs the extension-host suite (test/electron) in VS Code, and reports each of its tests. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { buildExtensionHostSuite } from '#scripts/vscode/extensionHostSuite.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import type { SuiteResult } from '#test/electron/run.ts';
import { automation, runInExtensionHost } from '#test/support/workbench/session/extensionHostRun.ts';
import { useSession } from '#test/support/workbench/session/session.ts';

const resultsIn = (folder: string): string => path.join(folder, 'results.json');

describe('the extension host', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename, {
    args: automation,
    env: (kube) => ({ OSC_TEST_RESULTS: resultsIn(kube) }),
  });

  test('passes all tests of its suite', async (context) => {
    const { host, kube } = session();
    const folder = path.join(kube, 'samples');
    cpSync(path.join(repositoryRoot, 'samples/osc-1.12-aws'), folder, { recursive: true });
    const suite = {
      folder,
      extension: path.join(repositoryRoot, 'test/electron/host'),
      tests: await buildExtensionHostSuite(),
    };
    const { code, console } = await runInExtensionHost(session(), suite);
    const results = readResults(kube);
    for (const { title, state, error } of results)
      await context.test(title, () => assert.equal(state, 'passed', error));
    const hasFailed = code !== 0 || results.length === 0;
    if (hasFailed)
      writeFileSync(
        path.join(repositoryRoot, 'test-results/extension-host.log'),
        [...console, '', '---- server', host.log()].join('\n'),
      );
    assert.ok(
      !hasFailed,
      `exit code ${String(code)} after ${results.length} tests; see test-results/extension-host.log`,
    );
  });
});

function readResults(kube: string): SuiteResult[] {
  try {
    return JSON.parse(readFileSync(resultsIn(kube), 'utf8')) as SuiteResult[];
  } catch {
    return [];
  }
}
