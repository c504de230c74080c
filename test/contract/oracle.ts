/**
 * `ORACLE_KUBECONFIG=... npm run test:oracle`: the contract on a real API server. The current context may do
 * everything, the context `viewer` nothing. File by file: some of them make the same definition.
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
