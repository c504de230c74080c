/** The packaged extension as VS Code in a browser loads it: code-server runs the part for browsers, in its web worker, when the manifest has no other part. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extensionsFolder } from '../../../scripts/lib/vscodeHost.ts';
import { installVscode } from '../../../scripts/lib/vscodeInstall.ts';
import { installPacked } from './packedExtension.ts';

/** Writes it into a folder of extensions. */
export async function writeWebVariant(folder: string): Promise<void> {
  const home = mkdtempSync(path.join(tmpdir(), 'osc-web-variant-'));
  try {
    await installPacked(await installVscode(console.log), home, true);
    const name = readdirSync(extensionsFolder(home)).find((each) => each.includes('openshift-sandboxed-containers'));
    if (name === undefined) throw new Error('The extension was not installed.');
    cpSync(path.join(extensionsFolder(home), name), folder, { recursive: true });
    const file = path.join(folder, 'package.json');
    const { main: _main, ...manifest }: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...manifest, extensionKind: ['web'] }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
