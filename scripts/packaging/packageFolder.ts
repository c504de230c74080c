/**
 * Creates a folder with exactly the files to package: those that .vscodeignore allows, with the versions of texts that
 * only the package contains.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { isJsonObject } from '#core/common/json.ts';
import { bundledPackages } from './bundledPackages.ts';
import { galleryReadme, type Published } from './galleryReadme.ts';
import { noticesText } from './notices.ts';
import { repositoryRoot, tool } from '../lib/run.ts';

/** Creates the folder. The caller must delete it. */
export async function stage(published: Published | undefined): Promise<string> {
  const notices = noticesText(bundledPackages(repositoryRoot));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [tool('@vscode/vsce/vsce'), 'ls', '--no-dependencies'],
    { cwd: repositoryRoot },
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-stage-'));
  for (const name of stdout.split('\n').filter((line) => line !== '')) {
    const to = path.join(folder, name);
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(path.join(repositoryRoot, name), to);
  }
  const read = (name: string) => readFileSync(path.join(repositoryRoot, name), 'utf8');
  writeFileSync(
    path.join(folder, 'package.json'),
    `${JSON.stringify(packedManifest(JSON.parse(read('package.json')), published), null, 2)}\n`,
  );
  writeFileSync(path.join(folder, 'README.md'), galleryReadme(read('README.md'), published));
  writeFileSync(path.join(folder, 'NOTICES.txt'), notices);
  // The folder contains only files to package. Without this file, vsce shows a warning.
  writeFileSync(path.join(folder, '.vscodeignore'), '');
  return folder;
}

/** Fields of package.json that only developers need. */
const forDevelopers: readonly string[] = ['devDependencies', 'scripts', 'overrides', 'allowScripts', 'private'];

/**
 * Returns package.json for the package. The location of the sources is set when the package is published, so that forks
 * specify their own.
 */
export function packedManifest(manifest: unknown, published: Published | undefined): Readonly<Record<string, unknown>> {
  const all = isJsonObject(manifest) ? manifest : {};
  const kept = Object.fromEntries(Object.entries(all).filter(([name]) => !forDevelopers.includes(name)));
  if (published === undefined) return kept;
  const { repository } = published;
  return {
    ...kept,
    repository: { type: 'git', url: `${repository}.git` },
    bugs: { url: `${repository}/issues` },
    homepage: `${repository}#readme`,
  };
}
