/** Installs the Kubernetes client for Node.js that the contract tests compare with ours. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot, runStatus } from '../lib/run.ts';

const folder = path.join(repositoryRoot, 'tools/client-node');

/** Reason to skip tests if the client can't be installed. */
export const clientNodeMissing = 'npm ci --prefix tools/client-node failed';

/**
 * Returns the URL of a package in tools/client-node. Installs the packages if they are missing. Returns undefined if
 * the installation fails, for example without a network.
 */
export async function bringClientNode(name: string, entry: string): Promise<string | undefined> {
  const file = path.join(folder, 'node_modules', name, entry);
  if (!existsSync(file))
    await runStatus('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  return existsSync(file) ? pathToFileURL(file).href : undefined;
}
