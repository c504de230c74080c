/**
 * Tests that `npm ci` installs the dependencies without a warning on every supported Node.js, with the npm that it
 * includes.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { getBoolean, getMap, getString, getStringMap } from '#core/common/json.ts';
import { packagesWithoutChecksum } from '#scripts/lib/lockFiles.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const manifest = read('package.json');
const lockFile = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
const packages = getMap(JSON.parse(lockFile), 'packages');

type Version = readonly [major: number, minor: number, patch: number];

function versionOf(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text
    .split('.')
    .map((part) => (/^\d+/.test(part) ? Number.parseInt(part, 10) : 0));
  return [major, minor, patch];
}

function compare(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/** Evaluates the forms of version ranges in package-lock.json. */
function satisfies(version: string, range: string): boolean {
  const found = versionOf(version);
  return range.split('||').some((alternative) =>
    alternative
      .replaceAll(/([<>=^~])\s+/g, '$1')
      .trim()
      .split(/\s+/)
      .every((comparator) => {
        const [, operator = '', text = ''] = /^(>=|<=|>|<|\^|~|)v?([\d.*x]+)$/.exec(comparator) ?? [];
        if (text === '') throw new Error(`The range ${range} has a form that this test doesn't know.`);
        const wanted = versionOf(text);
        const order = compare(found, wanted);
        if (operator === '>=') return order >= 0;
        if (operator === '<=') return order <= 0;
        if (operator === '>') return order > 0;
        if (operator === '<') return order < 0;
        // "^1.2" keeps the major number, "~1.2" the minor number too, and "1.x" the numbers before the x.
        const kept =
          operator === '^' ? 1 : operator === '~' ? 2 : text.split('.').filter((part) => /^\d+$/.test(part)).length;
        return order >= 0 && found.slice(0, kept).join('.') === wanted.slice(0, kept).join('.');
      }),
  );
}

describe('range of versions', () => {
  const cases: readonly [range: string, inside: readonly string[], outside: readonly string[]][] = [
    ['>=20.18.1', ['20.18.1', '24.0.0'], ['20.18.0', '18.99.0']],
    ['^20.19.0 || >=22.12.0', ['20.19.0', '20.20.2', '22.12.0', '24.0.0'], ['20.18.9', '21.0.0', '22.11.0']],
    ['18 || 20 || >=22', ['18.0.0', '20.19.0', '24.0.0'], ['19.0.0', '21.1.0']],
    ['>=16 || 14 >=14.17', ['14.17.0', '16.0.0'], ['14.16.0', '15.0.0']],
    ['>=0.6.11 <=0.7.0 || >=0.7.3', ['0.7.0', '0.7.3'], ['0.7.1']],
    ['6.* || 4.x || >= 10.*', ['6.1.0', '4.9.9', '10.0.0'], ['5.0.0', '7.0.0']],
    ['*', ['20.0.0'], []],
  ];
  for (const [range, inside, outside] of cases) {
    test(`${range} contains the right versions`, () => {
      assert.deepEqual(
        [...inside, ...outside].filter((version) => satisfies(version, range)),
        inside,
      );
    });
  }
});

// npm warns if Node.js is older than the first version of its line in this list, because oxlint requires at least that
// one.
for (const node of ['20.19.0', '22.13.0', '24.3.0']) {
  test(`every dependency supports Node ${node}`, () => {
    const unsupported = Object.entries(packages).flatMap(([name, entry]) => {
      const range = getString(entry, 'engines', 'node');
      return range === undefined || satisfies(node, range)
        ? []
        : [`${name}@${getString(entry, 'version') ?? ''} needs Node ${range}`];
    });
    assert.deepEqual(unsupported, []);
  });
}

test('every optional peer dependency has a version that npm 10 accepts', () => {
  // Otherwise, npm 10, which Node.js 20 and 22 include, rejects the lock file ("Missing: ... from lock file"). npm 11
  // doesn't.
  for (const [location, entry] of Object.entries(packages)) {
    for (const peer of Object.keys(getMap(entry, 'peerDependenciesMeta'))) {
      const found = resolved(location, peer);
      const name = location.split('node_modules/').at(-1) ?? '';
      const range = getString(manifest, 'overrides', name, peer) ?? getString(entry, 'peerDependencies', peer);
      if (
        found === undefined ||
        range === undefined ||
        getBoolean(entry, 'peerDependenciesMeta', peer, 'optional') !== true
      )
        continue;
      assert.ok(satisfies(found, range), `${location} accepts ${peer} ${range}, and the lock file has ${found}`);
    }
  }
});

test('the lock file contains no registry URL', () => assert.doesNotMatch(lockFile, /"resolved"/));

describe('checksum of a dependency', () => {
  const checksum = `sha512-${'a'.repeat(86)}==`;
  test('exists in every lock file for every system', () => {
    for (const file of [
      'package-lock.json',
      ...['client-node', 'node', 'vscode', 'yaml-language-server'].map((tool) => `tools/${tool}/package-lock.json`),
    ]) {
      assert.deepEqual(packagesWithoutChecksum(read(file)), [], file);
    }
  });
  test('is reported as missing for a downloaded package, even if it is optional', () => {
    const entries = {
      '': { version: '1.0.0' },
      'node_modules/whole': { version: '1.0.0', integrity: checksum },
      'node_modules/none': { version: '1.0.0' },
      'node_modules/optional': { version: '1.0.0', resolved: 'https://registry.example.com/a.tgz', optional: true },
      'node_modules/weak': { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
      'node_modules/git': { version: '1.0.0', resolved: 'git+ssh://git@example.com/a.git#1' },
      'node_modules/link': { link: true, resolved: 'folder' },
      'node_modules/whole/node_modules/bundled': { version: '1.0.0', inBundle: true },
    };
    const missed = ['none', 'optional', 'weak', 'git'].map((name) => `node_modules/${name}@1.0.0`);
    assert.deepEqual(packagesWithoutChecksum({ packages: entries }), missed);
  });
});

test('package.json decides for every package with an install script whether npm runs it', () => {
  const withScript = Object.entries(packages)
    .filter(([, entry]) => getBoolean(entry, 'hasInstallScript') === true)
    .map(([location]) => location.split('node_modules/').at(-1) ?? '');
  const decided = Object.keys(getMap(manifest, 'allowScripts'));
  assert.deepEqual(
    withScript.filter((name) => !decided.includes(name)),
    [],
  );
});

test('npm run bench measures the version of the YAML language server that its own folder pins', () => {
  const { 'yaml-language-server': version } = getStringMap(
    read('tools/yaml-language-server/package.json'),
    'dependencies',
  );
  assert.match(version ?? '', /^\d+\.\d+\.\d+$/);
});

/**
 * Returns the version that a package at this location resolves to, as Node.js looks it up: in its own node_modules,
 * then in those of the parent folders.
 */
function resolved(location: string, name: string): string | undefined {
  for (let folder = location; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const version = getString(packages[`${folder}${folder === '' ? '' : '/'}node_modules/${name}`], 'version');
    if (version !== undefined || folder === '') return version;
  }
}
