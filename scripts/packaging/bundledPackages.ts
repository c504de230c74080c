/**
 * Lists the third-party content of the bundles: packages that esbuild reports, and data. Everything must have an
 * approved license and its text.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { omitUndefined, getMap, getString, getStrings } from '#core/common/json.ts';
import { SetupError } from '../vscode/vscodeInstall.ts';

export interface Bundled {
  readonly type: 'library' | 'data';
  readonly name: string;
  readonly version: string;
  /** SPDX identifier. */
  readonly licence: string;
  /** License text and additional notices. */
  readonly texts: readonly string[];
  /** Bundles that contain part of the package, such as `cli.js`. */
  readonly bundles: readonly string[];
  /** Checksum from package-lock.json of the file in the registry. */
  readonly integrity?: string;
  /** Address of the home page. */
  readonly homepage?: string;
}

/** Approved licenses. Review any other license before you add it. */
const agreedLicences: readonly string[] = [
  'MIT',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
];
/** Approved licenses for data. */
const agreedForData: readonly string[] = [...agreedLicences, 'CC0-1.0'];

/** Third-party data in our source files, with its origin. The files contain the same information. */
const data: readonly Omit<Bundled, 'texts'>[] = [
  {
    type: 'data',
    name: 'kubernetes',
    version: '1.20.2',
    licence: 'Apache-2.0',
    bundles: ['simulator.js'],
    homepage: 'https://github.com/kubernetes/kubernetes',
  },
];

/**
 * Copyright notices for packages without a license file, taken from their readme or repository. Added before the
 * license text.
 */
const copyrights: ReadonlyMap<string, string> = new Map([
  ['@vscode/l10n', 'Copyright (c) Microsoft Corporation.'],
  ['rfc6902', 'Copyright 2014-2021 Christopher Brown'],
]);

/**
 * Returns all third-party content of the bundles in `dist`, sorted by name.
 * @throws SetupError if a license isn't approved or its text is missing, so that nothing is packaged
 */
export function bundledPackages(root: string): Bundled[] {
  const lock = readJson(path.join(root, 'package-lock.json'));
  const packages = onceEach(
    Array.from(byFolder(readBundles(root)), ([folder, bundles]) => onePackage(root, folder, bundles, lock)),
  );
  const apache = readFileSync(path.join(root, 'LICENSE'), 'utf8');
  const all = [...packages, ...data.map((one) => ({ ...one, texts: [apache] }))];
  refuseOthers(all);
  return all.toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/**
 * Returns the names of all bundles in dist/, such as `web/server.js`.
 * @throws SetupError if dist/ isn't built
 */
export function bundleNames(root: string): string[] {
  return Object.keys(getMap(readBundles(root)));
}

function readBundles(root: string): unknown {
  const file = path.join(root, 'dist/packages.json');
  if (!existsSync(file)) throw new SetupError('dist/ has no list of bundled packages. Run `npm run build`.');
  return readJson(file);
}

/** Merges duplicates, because npm can install the same version in two places. */
export function onceEach(all: readonly Bundled[]): Bundled[] {
  const known = new Map<string, Bundled>();
  for (const one of all) {
    const name = `${one.name}@${one.version}`;
    known.set(name, { ...one, bundles: [...new Set([...(known.get(name)?.bundles ?? []), ...one.bundles])] });
  }
  return [...known.values()];
}

/**
 * Checks the licenses.
 * @throws SetupError with a list of all content whose license isn't approved or has no text
 */
export function refuseOthers(all: readonly Bundled[]): void {
  const problems = all.flatMap(({ type, name, version, licence, texts, bundles }) => {
    const what = `${name} ${version} in ${bundles.join(', ')}`;
    if (!(type === 'data' ? agreedForData : agreedLicences).includes(licence))
      return [`${what}: the license "${licence}" isn't approved`];
    return texts.length === 0 ? [`${what}: the license text is missing`] : [];
  });
  if (problems.length > 0)
    throw new SetupError(
      `The following can't be distributed:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
}

/** Returns the bundles that contain each package, by package folder. */
function byFolder(bundles: unknown): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const bundle of Object.keys(getMap(bundles))) {
    for (const folder of getStrings(bundles, bundle)) found.set(folder, [...(found.get(folder) ?? []), bundle]);
  }
  return found;
}

function onePackage(root: string, folder: string, bundles: readonly string[], lock: unknown): Bundled {
  const full = path.join(root, folder);
  const manifest = readJson(path.join(full, 'package.json'));
  const name = getString(manifest, 'name') ?? folder;
  const licence = getString(manifest, 'license') ?? '';
  const integrity = getString(lock, 'packages', folder, 'integrity');
  const homepage = getString(manifest, 'homepage');
  return {
    type: 'library',
    name,
    version: getString(manifest, 'version') ?? '',
    licence,
    texts: textsOf(full, name, licence),
    bundles,
    ...omitUndefined({ integrity, homepage: homepage?.startsWith('https://') === true ? homepage : undefined }),
  };
}

/** Returns the license text, followed by notices that must be distributed with it. */
function textsOf(folder: string, name: string, licence: string): string[] {
  const names = readdirSync(folder).toSorted();
  const licences = names.filter((file) => /^(?:licen[cs]e|copying)/i.test(file));
  const notices = names.filter((file) => /^(?:notice|copyrightnotice|thirdpartynotices)/i.test(file));
  const texts = [...licences, ...notices].map((file) =>
    readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim(),
  );
  const copyright = copyrights.get(name);
  if (licences.length === 0)
    return copyright === undefined || licence !== 'MIT' ? [] : [`${copyright}\n\n${mit}`, ...texts];
  return texts;
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
