/**
 * Runs the suite inside VS Code's extension host: what VS Code is given as `extensionTestsPath`. Bundled by
 * scripts/vscode/extensionHostSuite.ts.
 */
import Mocha from 'mocha';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** One test, as it went. */
export interface SuiteResult {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'pending';
  readonly error?: string;
}

/** Rejects when a test failed; VS Code makes an exit code of it. Results also go to the file $OSC_TEST_RESULTS. */
export function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'tdd', timeout: 30_000, color: false });
  mocha.addFile(path.join(__dirname, 'suite.cjs'));
  const results: SuiteResult[] = [];
  return new Promise((resolve, reject) => {
    const runner = mocha.run((failures) => {
      const file = process.env['OSC_TEST_RESULTS'];
      if (file !== undefined) writeFileSync(file, JSON.stringify(results));
      if (failures === 0) resolve();
      else reject(new Error(`${failures} failed`));
    });
    runner.on('pass', (test) => results.push({ title: test.title, state: 'passed' }));
    runner.on('pending', (test) => results.push({ title: test.title, state: 'pending' }));
    runner.on('fail', (test, error: unknown) => {
      results.push({
        title: test.title,
        state: 'failed',
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    });
  });
}
