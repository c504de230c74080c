/**
 * `npm run package` builds the project and creates the .vsix to publish, its bill of materials, and the checksums of
 * both. OSC_REPOSITORY=https://github.com/owner/name and OSC_REF=v1.2.3 specify the location of the sources, so that
 * links and pictures of the README work in galleries.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { getString } from '#core/common/json.ts';
import { bundledPackages } from './packaging/bundledPackages.ts';
import type { Published } from './packaging/galleryReadme.ts';
import { repositoryRoot, run } from './lib/run.ts';
import { sbomOf } from './packaging/sbom.ts';
import { listTranslationStates } from './text/bundles.ts';
import { SetupError } from './vscode/vscodeInstall.ts';
import { makeVsix, vsixBudgetKib } from './packaging/vsix.ts';

await run('node', ['scripts/build.ts']);
const manifest: unknown = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'));
const stem = `${field('name')}-${field('version')}`;
try {
  const published = publishedAt();
  const file = `${stem}.vsix`;
  const { files, kib } = await makeVsix(path.join(repositoryRoot, file), published);
  const bundled = bundledPackages(repositoryRoot);
  const bom = JSON.stringify(sbomOf({ manifest, bundled, sha256: sha256(file), at: madeAt() }), null, 2);
  writeFileSync(path.join(repositoryRoot, `${stem}.sbom.cdx.json`), `${bom}\n`);
  const made = [file, `${stem}.sbom.cdx.json`];
  writeFileSync(path.join(repositoryRoot, `${stem}.sha256`), made.map((name) => `${sha256(name)}  ${name}\n`).join(''));
  console.log(`${file}  ${kib.toFixed(0)} KiB  (budget ${vsixBudgetKib}), ${files} files`);
  console.log(`${stem}.sbom.cdx.json  ${bundled.length} third-party components`);
  console.log(`${stem}.sha256  checksums for sha256sum -c`);
  // Missing translations don't stop a release: users see these texts in English, and fixes don't wait for translators.
  const incomplete = listTranslationStates(repositoryRoot).filter(({ missing }) => missing.length > 0);
  for (const { language, missing } of incomplete)
    console.log(`${language}: ${missing.length} texts are in English. To list them, run npm run l10n:report.`);
  if (published === undefined)
    console.log(
      'The README in the package has no pictures and no links to other files. To include them, set OSC_REPOSITORY and OSC_REF.',
    );
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function publishedAt(): Published | undefined {
  const repository = (process.env['OSC_REPOSITORY'] ?? '').replace(/(?:\.git|\/)$/, '');
  if (repository === '') return undefined;
  const ref = process.env['OSC_REF'] ?? '';
  if (!/^https:\/\/[\w.-]+(?:\/[\w.-]+)+$/.test(repository))
    throw new SetupError(`OSC_REPOSITORY must be an address such as https://github.com/owner/name, not ${repository}`);
  if (!/^[\w.-]+$/.test(ref))
    throw new SetupError(`OSC_REF must be the packaged tag or commit, such as v${field('version')}.`);
  return { repository, ref };
}

/**
 * Returns the build time. SOURCE_DATE_EPOCH, if set, replaces the current time, for example with the time of the last
 * commit (https://reproducible-builds.org/specs/source-date-epoch).
 */
function madeAt(): Date {
  const epoch = process.env['SOURCE_DATE_EPOCH'] ?? '';
  return /^\d+$/.test(epoch) ? new Date(Number(epoch) * 1000) : new Date();
}

function sha256(name: string): string {
  return createHash('sha256')
    .update(readFileSync(path.join(repositoryRoot, name)))
    .digest('hex');
}

function field(name: string): string {
  const value = getString(manifest, name);
  if (value === undefined) throw new Error(`package.json has no ${name}`);
  return value;
}
