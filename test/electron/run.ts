/**
 * Runs the suite in VS Code's extension host. VS Code loads this module through `extensionTestsPath`.
 * scripts/vscode/extensionHostSuite.ts bundles it.
 */
import Mocha from 'mocha';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Result of one test. */
export interface SuiteResult {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'pending';
  readonly error?: string;
}

/**
 * Runs the suite and writes the results to the file `$OSC_TEST_RESULTS`, if set. Rejects if a test failed, which VS
 * Code turns into its exit code.
 */
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
