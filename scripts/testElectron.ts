/**
 * `npm run test:electron`: runs the extension-host suite in desktop VS Code. @vscode/test-electron downloads the
 * version in $VSCODE_VERSION, or the newest.
 */
import { downloadAndUnzipVSCode, runTests, TestRunFailedError } from '@vscode/test-electron';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { buildExtensionHostSuite } from './vscode/extensionHostSuite.ts';
import { repositoryRoot, run } from './lib/run.ts';

const version = process.argv[2] ?? process.env['VSCODE_VERSION'] ?? 'stable';

const vscode = await desktopVscode();
if (vscode !== undefined) {
  await run('node', ['esbuild.mjs']);
  const parent = mkdtempSync(path.join(tmpdir(), 'osc-electron-'));
  const folder = path.join(parent, 'samples');
  cpSync(path.join(repositoryRoot, 'samples/osc-1.12-aws'), folder, { recursive: true });
  try {
    process.exitCode = await runTests({
      vscodeExecutablePath: vscode,
      extensionDevelopmentPath: repositoryRoot,
      extensionTestsPath: await buildExtensionHostSuite(),
      launchArgs: [
        folder,
        '--disable-extensions',
        '--disable-workspace-trust',
        '--user-data-dir',
        path.join(parent, 'user-data'),
      ],
    });
  } catch (error) {
    process.exitCode = 1;
    if (!(error instanceof TestRunFailedError))
      console.error(`VS Code didn't run the tests: ${String(error)}${withoutDisplay()}`);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/**
 * Returns the path of $VSCODE or of a download in .vscode-test/. If neither is available, prints the reason and returns
 * undefined.
 */
async function desktopVscode(): Promise<string | undefined> {
  const chosen = process.env['VSCODE'];
  if (chosen !== undefined && chosen !== '') return chosen;
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: path.join(repositoryRoot, '.vscode-test') });
  } catch (error) {
    console.error(
      [
        `Can't download desktop VS Code ${version}: ${error instanceof Error ? error.message : String(error)}`,
        'To use an installed VS Code: VSCODE=/path/to/code npm run test:electron',
        'Without desktop VS Code, npm run test:workbench runs the same suite in the extension host of code-server.',
      ].join('\n'),
    );
    process.exitCode = 1;
    return undefined;
  }
}

function withoutDisplay(): string {
  const display = process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'] ?? '';
  return process.platform === 'linux' && display === ''
    ? '\nThere is no display. Try: xvfb-run -a npm run test:electron'
    : '';
}
