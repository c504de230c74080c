/**
 * Runs the contract tests against a real API server: `ORACLE_KUBECONFIG=... npm run test:oracle`. The user of the
 * current context needs all permissions, and the user of the context `viewer` none. Runs one file at a time, because
 * several files create the same CRD. With arguments, runs only the files that have one of them in their path.
 */
import process from 'node:process';
import { glob } from 'tinyglobby';
import { repositoryRoot, runStatus } from '#scripts/lib/run.ts';

if ((process.env['ORACLE_KUBECONFIG'] ?? '') === '') {
  console.error('ORACLE_KUBECONFIG names no kubeconfig of a real API server.');
  process.exitCode = 2;
} else {
  const filters = process.argv.slice(2);
  const files = (await glob(['test/contract/**/*.test.ts'], { cwd: repositoryRoot }))
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort();
  process.exitCode = await runStatus('node', ['--test', '--test-concurrency=1', '--test-timeout=60000', ...files]);
}
