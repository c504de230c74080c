/**
 * Bundles the extension-host suite (test/electron) in the form that VS Code can load: CommonJS, with mocha next to it.
 */
import { build } from 'esbuild';
import path from 'node:path';
import { repositoryRoot } from '../lib/run.ts';

/** Builds the suite and returns the path for `extensionTestsPath`. */
export async function buildExtensionHostSuite(): Promise<string> {
  // Inside the repository, so that mocha is found. Not tracked by Git.
  const folder = path.join(repositoryRoot, 'test-results/extension-host');
  await build({
    entryPoints: ['run', 'suite'].map((name) => path.join(repositoryRoot, `test/electron/${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    define: { __dirname: '__dirname' },
    logLevel: 'warning',
  });
  return path.join(folder, 'run.cjs');
}
