/** The package that the workbench tests install. Made and installed once for all files of tests, and anew when anything in it has changed. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { glob } from 'tinyglobby';
import { root } from '../../../scripts/lib/run.ts';
import { extensionsFolder, installExtension } from '../../../scripts/lib/vscodeHost.ts';
import type { VscodeInstallation } from '../../../scripts/lib/vscodeInstall.ts';
import { makeVsix } from '../../../scripts/lib/vsix.ts';

/** Its path; $OSC_VSIX names a package to be tested instead. */
export async function packedExtension(): Promise<string> {
  const given = process.env['OSC_VSIX'];
  if (given !== undefined && given !== '') return given;
  const folder = path.join(root, 'test-results');
  const file = path.join(folder, `extension-${await contentHash()}.vsix`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await makeVsix(unfinished);
  renameSync(unfinished, file);
  return file;
}

/**
 * Puts it into a home as VS Code has installed it: a copy, where nothing else is to be there.
 * @param alone whether the home has no other extensions; beside others VS Code has to write its list anew
 */
export async function installPacked(installation: VscodeInstallation, home: string, alone: boolean): Promise<void> {
  const vsix = await packedExtension();
  if (!alone) return installExtension(installation, home, vsix);
  const kept = path.join(root, 'test-results', `home-${createHash('sha256').update(readFileSync(vsix)).digest('hex').slice(0, 16)}`);
  if (!existsSync(kept)) {
    const unfinished = `${kept}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    await installExtension(installation, unfinished, vsix);
    try {
      renameSync(unfinished, kept);
    } catch (error) {
      // Another process of the stage may have been faster.
      if (!existsSync(kept)) throw error;
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  // The list names folders relative to itself.
  cpSync(extensionsFolder(kept), extensionsFolder(home), { recursive: true });
}

/** Of all that may be packed. */
async function contentHash(): Promise<string> {
  const files = await glob(
    ['dist/**', 'docs/rules/**', 'media/**', '*.md', 'LICENSE', 'package.json', '.vscodeignore', 'scripts/lib/{vsix,stage,notices,galleryReadme}.ts'],
    {
      cwd: root,
      dot: true,
    },
  );
  const hash = createHash('sha256');
  for (const name of files.toSorted()) hash.update(name).update(readFileSync(path.join(root, name)));
  return hash.digest('hex').slice(0, 16);
}
