/** The packaged extension as a browser-only VS Code takes it: code-server runs the half for the web, in its worker for extensions, where the other is left out. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extensionsFolder } from '../../../scripts/lib/vscodeHost.ts';
import { installVscode } from '../../../scripts/lib/vscodeInstall.ts';
import { installPacked } from './packedExtension.ts';

/** Writes it into this folder; @returns the name that it is installed under. */
export async function makeWebVariant(folder: string): Promise<string> {
  const home = mkdtempSync(path.join(tmpdir(), 'osc-web-variant-'));
  try {
    await installPacked(await installVscode(console.log), home, true);
    const name = readdirSync(extensionsFolder(home)).find((each) => each.includes('openshift-sandboxed-containers') || each.includes('osc'));
    if (name === undefined) throw new Error('the extension was not installed');
    cpSync(path.join(extensionsFolder(home), name), folder, { recursive: true });
    const file = path.join(folder, 'package.json');
    const { main: _main, ...manifest }: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...manifest, extensionKind: ['web'] }));
    return name;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
