/**
 * Writes the packaged extension as a web extension. If the manifest has no `main`, code-server runs the `browser`
 * bundle in a web worker.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getExtensionsFolder } from '#scripts/vscode/vscodeHost.ts';
import { installVscode } from '#scripts/vscode/vscodeInstall.ts';
import { installPacked } from './packedExtension.ts';

/** Writes the web extension into its folder. */
export async function writeWebVariant(folder: string): Promise<void> {
  const home = mkdtempSync(path.join(tmpdir(), 'osc-web-variant-'));
  try {
    await installPacked(await installVscode(console.log), home, true);
    const name = readdirSync(getExtensionsFolder(home)).find((each) => each.includes('openshift-sandboxed-containers'));
    if (name === undefined) throw new Error("The extension isn't installed.");
    cpSync(path.join(getExtensionsFolder(home), name), folder, { recursive: true });
    const file = path.join(folder, 'package.json');
    const { main: _main, ...manifest }: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...manifest, extensionKind: ['web'] }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
