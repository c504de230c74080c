/**
 * The package (.vsix) of the extension that the workbench tests install. All test files share one package until its
 * contents change.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { glob } from 'tinyglobby';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { getExtensionsFolder, installExtension } from '#scripts/vscode/vscodeHost.ts';
import type { VscodeInstallation } from '#scripts/vscode/vscodeInstall.ts';
import { makeVsix } from '#scripts/packaging/vsix.ts';

/**
 * Returns the path of the package. Builds the package unless it is up to date. If OSC_VSIX is set, returns that path
 * instead.
 */
async function packedExtension(): Promise<string> {
  const given = process.env['OSC_VSIX'];
  if (given !== undefined && given !== '') return given;
  const folder = path.join(repositoryRoot, 'test-results');
  const file = path.join(folder, `extension-${await contentHash()}.vsix`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await makeVsix(unfinished);
  renameSync(unfinished, file);
  return file;
}

/**
 * Installs the package into a home folder of VS Code. If the home has no other extensions, copies them from an earlier
 * installation, which is faster.
 * @param alone true if the home has no other extensions. Otherwise, VS Code must add the package to its list of
 * extensions
 */
export async function installPacked(installation: VscodeInstallation, home: string, alone: boolean): Promise<void> {
  const vsix = await packedExtension();
  if (!alone) return installExtension(installation, home, vsix);
  const kept = path.join(
    repositoryRoot,
    'test-results',
    `home-${createHash('sha256').update(readFileSync(vsix)).digest('hex').slice(0, 16)}`,
  );
  if (!existsSync(kept)) {
    const unfinished = `${kept}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    await installExtension(installation, unfinished, vsix);
    try {
      renameSync(unfinished, kept);
    } catch (error) {
      // Another test process might have installed the package first.
      if (!existsSync(kept)) throw error;
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  // Paths in VS Code's list of extensions are relative, so the list is valid in the copy.
  cpSync(getExtensionsFolder(kept), getExtensionsFolder(home), { recursive: true });
}

/** Returns a hash of all files that can be part of the package. */
async function contentHash(): Promise<string> {
  const files = await glob(
    [
      'dist/**',
      'docs/rules/**',
      'media/**',
      '*.md',
      'LICENSE',
      'package.json',
      '.vscodeignore',
      'scripts/packaging/{vsix,packageFolder,notices,galleryReadme}.ts',
    ],
    {
      cwd: repositoryRoot,
      dot: true,
    },
  );
  const hash = createHash('sha256');
  for (const name of files.toSorted()) hash.update(name).update(readFileSync(path.join(repositoryRoot, name)));
  return hash.digest('hex').slice(0, 16);
}
