/**
 * Runs the contract tests against a real API server: `ORACLE_KUBECONFIG=... npm run test:oracle`. The user of the
 * current context needs all permissions, and the user of the context `viewer` none. Runs one file at a time, because
 * several files create the same CRD.
 */
import process from 'node:process';
import { glob } from 'tinyglobby';
import { repositoryRoot, runStatus } from '#scripts/lib/run.ts';

if ((process.env['ORACLE_KUBECONFIG'] ?? '') === '') {
  console.error('ORACLE_KUBECONFIG names no kubeconfig of a real API server.');
  process.exitCode = 2;
} else {
  const files = (await glob(['test/contract/**/*.test.ts'], { cwd: repositoryRoot })).sort();
  process.exitCode = await runStatus('node', ['--test', '--test-concurrency=1', '--test-timeout=60000', ...files]);
}
