/** Packages the extension for publishing and checks the contents of the package. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { prompts } from '#core/assistants/prompts/index.ts';
import { skillPathOf } from '#core/assistants/prompts/skill.ts';
import { guidePages } from '#core/assistants/resources/guidePages.ts';
import { languages } from '#server/l10n/locale.ts';
import { galleryProblems } from './galleryChecks.ts';
import { bundleNames } from './bundledPackages.ts';
import type { Published } from './galleryReadme.ts';
import { inWords, type Strings } from '../lib/manifestStrings.ts';
import { repositoryRoot, runStatus, tool } from '../lib/run.ts';
import { stage } from './packageFolder.ts';
import { SetupError } from '../vscode/vscodeInstall.ts';
import { zipEntries, zipFile } from './zipEntries.ts';

/**
 * Maximum size of the package in KiB. The web bundles, which share no files with the others, account for 1020 KiB, the
 * four translations for 1430 KiB, and the pages of the guide for 350 KiB.
 */
export const vsixBudgetKib = 6500;

const wanted = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'media/icon.png',
  'media/osc.svg',
  'media/promql-configuration.json',
  'media/rego-configuration.json',
  'media/rego.tmLanguage.json',
  'media/toml-configuration.json',
  'media/toml.tmLanguage.json',
  'media/yaml-embedded.tmLanguage.json',
  'package.json',
  'package.nls.json',
  ...guidePages.map(({ name }) => `docs/${name}.md`),
  ...prompts.map(skillPathOf),
  ...languages.slice(1).flatMap((language) => [`package.nls.${language}.json`, `l10n/bundle.l10n.${language}.json`]),
];
/** Allowed files, in addition to those that vsce adds. Any other file would be shipped by mistake. */
const allowed =
  /^extension\/(?:package(?:\.nls(?:\.[a-z-]+)?)?\.json|l10n\/bundle\.l10n\.[a-z-]+\.json|NOTICES\.txt|readme\.md|changelog\.md|LICENSE(?:\.txt|\.md)?|media\/icon\.png|media\/osc\.svg|media\/walkthrough\/\w+\.svg|media\/\w+-configuration\.json|media\/[\w-]+\.tmLanguage\.json|dist\/[\w.-]+\.js|dist\/web\/(?:extension\.cjs|server\.js)|dist\/package\.json|docs\/(?:rules\/)?[\w-]+\.md|skills\/[a-z-]+\/SKILL\.md)$/i;
const fromVsce = ['[Content_Types].xml', 'extension.vsixmanifest'];

/**
 * Creates the .vsix from the built files.
 * @param published location of the sources, if the package is for galleries
 */
export async function packVsix(file: string, published?: Published): Promise<void> {
  const missing = [...wanted, ...builtFiles()].filter((name) => !existsSync(path.join(repositoryRoot, name)));
  if (missing.length > 0) {
    const build = missing.some((name) => name.startsWith('dist/')) ? ' `npm run build` creates dist/.' : '';
    throw new SetupError(`Can't create the package without ${missing.join(', ')}.${build}`);
  }
  // Hides the output of vsce. The file list is checked here and reported in a shorter form.
  const options = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--out',
    path.resolve(file),
  ];
  const staged = await stage(published);
  try {
    const status = await runStatus('node', [tool('@vscode/vsce/vsce'), 'package', ...options], {
      cwd: staged,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new SetupError("vsce didn't create the package (see above).");
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Returns the files of dist/ that belong to the package. */
function builtFiles(): string[] {
  return ['package.json', ...bundleNames(repositoryRoot)].map((name) => `dist/${name}`);
}

export interface VsixReport {
  readonly files: number;
  readonly kib: number;
  /** Problems with the package, as text. */
  readonly problems: readonly string[];
}

/** Checks for unexpected files, missing files, and the size of the package. */
export function checkVsix(archive: Buffer): VsixReport {
  const names = zipEntries(archive).map(({ name }) => name);
  const folded = new Set(names.map((name) => name.toLowerCase()));
  const filesOf = (folder: string) => readdirSync(path.join(repositoryRoot, folder)).map((name) => `${folder}/${name}`);
  const pages = [...filesOf('docs/rules'), ...filesOf('media/walkthrough')];
  const needed = [...wanted.filter((name) => name !== 'LICENSE'), 'NOTICES.txt', ...builtFiles(), ...pages];
  const lacking = needed.filter((name) => !folded.has(`extension/${name}`.toLowerCase()));
  if (!names.some((name) => /^extension\/LICENSE/i.test(name))) lacking.push('LICENSE');
  const stray = names.filter((name) => !fromVsce.includes(name) && !allowed.test(name));
  const kib = archive.length / 1024;
  return {
    files: names.length,
    kib,
    problems: [
      ...lacking.map((name) => `${name} is not in the package`),
      ...stray.map((name) => `${name} is in the package, but shouldn't be`),
      ...(lacking.length > 0 ? [] : forGalleries(archive)),
      ...(kib > vsixBudgetKib ? [`the package is larger than ${vsixBudgetKib} KiB`] : []),
    ],
  };
}

function forGalleries(archive: Buffer): string[] {
  const text = (name: string) => zipFile(archive, `extension/${name}`).toString('utf8');
  return galleryProblems({
    manifest: inWords<unknown>(JSON.parse(text('package.json')), JSON.parse(text('package.nls.json')) as Strings),
    readme: text('readme.md'),
    icon: zipFile(archive, 'extension/media/icon.png'),
  });
}

/**
 * Creates the package and returns a report.
 * @throws SetupError if the package has problems
 */
export async function makeVsix(file: string, published?: Published): Promise<VsixReport> {
  await packVsix(file, published);
  const report = checkVsix(readFileSync(file));
  if (report.problems.length > 0)
    throw new SetupError(`The package has problems:\n${report.problems.map((problem) => `  ${problem}`).join('\n')}`);
  return report;
}
