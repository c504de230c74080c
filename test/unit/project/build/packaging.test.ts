/**
 * Tests what is added to the package: third-party license terms, the bill of materials, the README for galleries, and
 * the check for problems that galleries reject.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { onceEach, refuseOthers, type Bundled } from '#scripts/packaging/bundledPackages.ts';
import { galleryProblems } from '#scripts/packaging/galleryChecks.ts';
import { galleryReadme, linksIn } from '#scripts/packaging/galleryReadme.ts';
import { noticesText } from '#scripts/packaging/notices.ts';
import { sbomOf } from '#scripts/packaging/sbom.ts';
import { packedManifest } from '#scripts/packaging/packageFolder.ts';
import { sbomSchema } from '#test/support/repository/sbomSchema.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const one: Bundled = {
  type: 'library',
  name: '@scope/yes',
  version: '1.2.3',
  licence: 'MIT',
  texts: ['The terms of yes.'],
  bundles: ['cli.js'],
  integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}`,
  homepage: 'https://example.com/yes',
};
const plain: Bundled = {
  type: 'library',
  name: 'plain',
  version: '0.1.0',
  licence: 'ISC',
  texts: ['The terms of plain.'],
  bundles: ['cli.js', 'gather.js'],
};

describe('license check', () => {
  test('accepts approved licenses', () => refuseOthers([one, plain]));
  test('rejects other and missing licenses and missing license texts by package name', () => {
    for (const licence of ['MPL-2.0', 'GPL-3.0-only', '', 'CC0-1.0', '(MIT OR GPL-2.0-only)'])
      assert.throws(
        () => refuseOthers([plain, { ...one, licence }]),
        /@scope\/yes 1\.2\.3 in cli\.js: the license/,
        licence,
      );
    assert.throws(
      () => refuseOthers([{ ...one, texts: [] }]),
      /@scope\/yes 1\.2\.3 in cli\.js: the license text is missing/,
    );
    assert.doesNotThrow(() => refuseOthers([{ ...one, type: 'data', licence: 'CC0-1.0' }]));
  });
  test('merges the bundles of one package version', () => {
    const twice = onceEach([plain, { ...plain, bundles: ['gather.js', 'yaml.js'] }, { ...plain, version: '0.2.0' }]);
    assert.deepEqual(
      twice.map(({ version, bundles }) => [version, ...bundles]),
      [
        ['0.1.0', 'cli.js', 'gather.js', 'yaml.js'],
        ['0.2.0', 'cli.js', 'gather.js'],
      ],
    );
  });
});

test('third-party notices list each package and print identical terms once', () => {
  const text = noticesText([one, plain, { ...plain, name: 'like-plain' }]);
  assert.match(text, /^@scope\/yes 1\.2\.3 \(MIT\) https:\/\/example\.com\/yes\n-+\n\nThe terms of yes\.$/m);
  assert.match(text, /^plain 0\.1\.0 \(ISC\)\nlike-plain 0\.1\.0 \(ISC\)\n-+\n\nThe terms of plain\.$/m);
  assert.equal(text.split('The terms of plain.').length, 2);
});

describe('bill of materials', () => {
  const made = () =>
    sbomOf({
      manifest,
      bundled: [one, plain, { ...plain, type: 'data', name: 'tables' }],
      sha256: '0123456789abcdef'.repeat(4),
      at: new Date(0),
    });
  const valid = new Ajv({ allErrors: true, strict: true, strictRequired: false }).compile(sbomSchema);
  test('matches the CycloneDX schema', () => assert.equal(valid(made()), true, JSON.stringify(valid.errors)));
  test('fails validation with invalid fields', () => {
    assert.equal(valid({ ...made(), specVersion: '1.4' }), false);
    assert.equal(valid({ ...made(), components: [{ type: 'library', name: 'x' }] }), false);
  });
  test('identifies each component by package URL', () => {
    const { components, dependencies, metadata } = made();
    const refs = components.map((component) => component['bom-ref']);
    assert.deepEqual(refs, ['pkg:npm/%40scope/yes@1.2.3', 'pkg:npm/plain@0.1.0', 'pkg:github/tables/tables@v0.1.0']);
    assert.deepEqual(dependencies[0], { ref: metadata.component['bom-ref'], dependsOn: refs });
    assert.deepEqual(components[0]?.externalReferences?.[0], {
      type: 'distribution',
      url: 'https://registry.npmjs.org/@scope/yes/-/yes-1.2.3.tgz',
      hashes: [{ alg: 'SHA-512', content: '01'.repeat(64) }],
    });
  });
  test('is identical for the same package and differs for others', () => {
    assert.deepEqual(made(), made());
    assert.notEqual(
      sbomOf({ manifest, bundled: [], sha256: 'f'.repeat(64), at: new Date(0) }).serialNumber,
      made().serialNumber,
    );
  });
});

describe('gallery README', () => {
  const text =
    '# A\n\n![What it is](docs/a.png)\n\n|  |  |\n| --- | --- |\n| ![b](b.png) | ![c](c.png) |\n\nSee [the guide](docs/README.md#x), [A](#a) and [Kata](https://katacontainers.io).\n';
  test('links to the source repository', () => {
    const written = galleryReadme(text, { repository: 'https://github.com/o/r', ref: 'v1.0.0' });
    assert.deepEqual(
      linksIn(written).map(({ target }) => target),
      [
        'https://github.com/o/r/raw/v1.0.0/docs/a.png',
        'https://github.com/o/r/raw/v1.0.0/b.png',
        'https://github.com/o/r/raw/v1.0.0/c.png',
        'https://github.com/o/r/blob/v1.0.0/docs/README.md#x',
        '#a',
        'https://katacontainers.io',
      ],
    );
  });
  test('omits images and relative links when the repository is unknown', () => {
    assert.equal(
      galleryReadme(text, undefined),
      '# A\n\nSee the guide, [A](#a) and [Kata](https://katacontainers.io).\n',
    );
  });
});

describe('gallery check', () => {
  const icon = readFileSync(path.join(root, 'media/icon.png'));
  const readme = galleryReadme(readFileSync(path.join(root, 'README.md'), 'utf8'), {
    repository: 'https://github.com/o/r',
    ref: 'v1.0.0',
  });
  const packed = packedManifest(manifest, { repository: 'https://github.com/o/r', ref: 'v1.0.0' });
  test('accepts this package', () => assert.deepEqual(galleryProblems({ manifest: packed, readme, icon }), []));
  test('reports each problem that galleries reject', () => {
    const faults: readonly [fault: object, said: RegExp][] = [
      [{ license: '' }, /no license/],
      [{ publisher: 'no publisher' }, /publisher isn't a valid name/],
      [{ version: '1.0.0-beta.1' }, /version doesn't have the form/],
      [{ description: 'x'.repeat(2049) }, /description is longer/],
      [{ displayName: 'a\u200bb' }, /invisible characters/],
      [{ categories: ['Kata'] }, /unknown category Kata/],
      [{ keywords: Array.from({ length: 31 }, String) }, /more than 30 keywords/],
      [{ galleryBanner: { color: 'black', theme: 'dark' } }, /isn't a valid color/],
      [{ repository: { url: 'git@example.com:a/b' } }, /repository must be an HTTPS URL/],
      [{ enabledApiProposals: ['chat'] }, /proposed APIs/],
    ];
    for (const [fault, said] of faults)
      assert.match(galleryProblems({ manifest: { ...packed, ...fault }, readme, icon }).join(), said);
    for (const [line, said] of [
      ['[x](docs/x.md)', /docs\/x\.md doesn't work/],
      ['![x](http://example.com/x.png)', /Marketplace doesn't show/],
      ['![x](https://example.com/x.svg)', /Marketplace doesn't show/],
      ['[x](#not-there)', /no heading #not-there/],
    ] as const)
      assert.match(galleryProblems({ manifest: packed, readme: `${readme}\n${line}\n`, icon }).join(), said);
    const small = Buffer.from(icon);
    small.writeUInt32BE(64, 16);
    assert.match(galleryProblems({ manifest: packed, readme, icon: small }).join(), /64 x \d+ pixels/);
    assert.match(galleryProblems({ manifest: packed, readme, icon: Buffer.from('<svg/>') }).join(), /isn't a PNG/);
  });
});

test('packaged package.json omits development fields and has repository URLs only if known', () => {
  const bare = packedManifest(manifest, undefined);
  for (const name of ['scripts', 'devDependencies', 'private', 'repository', 'bugs']) assert.ok(!(name in bare), name);
  assert.ok('contributes' in bare && 'engines' in bare && bare['type'] === 'module');
  assert.deepEqual(packedManifest(manifest, { repository: 'https://github.com/o/r', ref: 'v1.0.0' })['bugs'], {
    url: 'https://github.com/o/r/issues',
  });
});
