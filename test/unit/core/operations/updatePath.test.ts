/** Tests the version that OLM updates the operator to. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PackageManifest } from '#core/operations/lookups/operator/packageManifest.ts';
import {
  findUpdatePath,
  parseSkipRange,
  resolveUpdate,
  type UpdatePath,
  type UpdateSituation,
} from '#core/operations/updatePath.ts';

const source = 'redhat-operators';

describe('next version of OLM', () => {
  const cases: readonly (readonly [
    name: string,
    situation: Partial<UpdateSituation>,
    expected: Partial<UpdatePath>,
  ])[] = [
    [
      '1.11.1 on OpenShift 4.21 is updated directly to 1.13.1',
      { installed: '1.11.1', openShift: '4.21.9' },
      { kind: 'next', version: '1.13.1', isDirect: true, origin: 'table' },
    ],
    [
      '1.13.0 is replaced by 1.13.1',
      { installed: '1.13.0', openShift: '4.22.1' },
      { kind: 'next', version: '1.13.1', isDirect: false, origin: 'table' },
    ],
    [
      '1.10.2 on OpenShift 4.16 is the newest version there, and 1.13.1 needs OpenShift 4.19',
      { installed: '1.10.2', openShift: '4.16.30' },
      { kind: 'newest', version: '1.10.2', later: { version: '1.13.1', openShift: '4.19' } },
    ],
    [
      '1.12.1 on OpenShift 4.18 is the newest version there',
      { installed: '1.12.1', openShift: '4.18.40' },
      { kind: 'newest', version: '1.12.1', later: { version: '1.13.1', openShift: '4.19' } },
    ],
    ['1.13.1 is the newest version', { installed: '1.13.1', openShift: '4.21.9' }, { kind: 'newest' }],
    [
      '1.5.0 is updated although it is deprecated',
      { installed: '1.5.0', openShift: '4.20.1' },
      { kind: 'next', version: '1.13.1', isDirect: true },
    ],
    ['channel candidate does not exist', { channel: 'candidate' }, { kind: 'no channel' }],
    ['deprecated channel is unknown without the catalog', { channel: 'stable-1.3' }, { kind: 'unknown' }],
    ['another catalog is unknown, and not in the table', { source: 'mirror' }, { kind: 'unknown' }],
    ['OpenShift without a catalog in the table is unknown', { openShift: '4.17.3' }, { kind: 'unknown' }],
    ['unknown OpenShift version is unknown', { openShift: '' }, { kind: 'unknown' }],
    ['invalid installed version is unknown', { installed: '1.11' }, { kind: 'unknown' }],
    ['version that is newer than the channel is unknown', { installed: '1.99.0' }, { kind: 'unknown' }],
  ];
  for (const [name, situation, expected] of cases)
    test(name, () => {
      const path = findUpdatePath({
        installed: '1.11.1',
        channel: 'stable',
        source,
        openShift: '4.21.9',
        ...situation,
      });
      assert.deepEqual({ ...path, ...expected }, path);
      if (path.kind === 'newest') assert.equal(path.later === undefined, path.version === '1.13.1');
    });
});

describe('next version in the catalog of the cluster', () => {
  type Found = NonNullable<PackageManifest['found']>;
  const manifest = (version: string, skipRange?: string, catalogue = source): Found => ({
    catalogue,
    catalogueNamespace: 'openshift-marketplace',
    catalogueName: 'Catalog',
    channels: [
      {
        name: 'stable',
        currentCsv: `sandboxed-containers-operator.v${version}`,
        version,
        ...(skipRange === undefined ? {} : { skipRange }),
        entries: [{ csv: `sandboxed-containers-operator.v${version}`, version }],
      },
    ],
  });
  const found = (situation: Partial<UpdateSituation>) =>
    findUpdatePath({ installed: '1.11.1', channel: 'stable', source, openShift: '4.21.9', ...situation });

  test('takes precedence over the table', () =>
    assert.deepEqual(found({ manifest: manifest('1.12.1') }), {
      kind: 'next',
      version: '1.12.1',
      isDirect: true,
      origin: 'cluster',
    }));
  test('follows the range of a mirror', () => {
    const mirror = manifest('1.13.0', '>=1.1.0 <1.13.0', 'mirror');
    assert.equal(found({ manifest: mirror, source: 'mirror' }).kind, 'next');
    assert.equal(found({ manifest: mirror, source: 'mirror', installed: '1.0.9' }).kind, 'unknown');
  });
  test('is unknown for a mirror without a range, and for a PackageManifest of another catalog', () => {
    assert.equal(found({ manifest: manifest('1.13.0', undefined, 'mirror'), source: 'mirror' }).kind, 'unknown');
    assert.equal(found({ manifest: manifest('1.13.0'), source: 'mirror' }).kind, 'unknown');
  });
  test('is unknown for a newer version with an unreadable range', () =>
    assert.equal(found({ manifest: manifest('1.14.0', '!1.2.3') }).kind, 'unknown'));
  test('reports a missing channel', () =>
    assert.equal(found({ manifest: manifest('1.13.0'), channel: 'stable-1.2' }).kind, 'no channel'));
  test('is unknown for an empty channel', () => {
    const empty = manifest('1.13.0');
    const channels = empty.channels.map((one) => ({ ...one, entries: [] }));
    assert.equal(found({ manifest: { ...empty, channels } }).kind, 'unknown');
  });
});

describe('bundles of a channel', () => {
  const kindOf = (entries: Parameters<typeof resolveUpdate>[0], installed = '1.0.0') =>
    resolveUpdate(entries, installed, 'table').kind;
  test('are followed bundle by bundle without ranges', () => {
    const chain = [
      { version: '1.0.0' },
      { version: '1.1.0', replaces: '1.0.0' },
      { version: '1.2.0', replaces: '1.1.0' },
    ];
    assert.deepEqual(resolveUpdate(chain, '1.0.0', 'table'), {
      kind: 'next',
      version: '1.1.0',
      isDirect: false,
      origin: 'table',
    });
  });
  test('are unknown if they replace each other in a cycle', () => {
    const cycle = [
      { version: '1.1.0', replaces: '1.2.0' },
      { version: '1.2.0', replaces: '1.1.0' },
    ];
    assert.equal(kindOf(cycle), 'unknown');
    assert.equal(kindOf([...cycle, { version: '1.3.0', replaces: '1.2.0' }]), 'unknown');
  });
  test('are unknown if the channel is empty, has several heads, or has an invalid version', () => {
    assert.equal(kindOf([]), 'unknown');
    assert.equal(kindOf([{ version: '1.1.0' }, { version: '1.2.0' }]), 'unknown');
    assert.equal(kindOf([{ version: '1.1' }]), 'unknown');
  });
});

test('only complete ranges of versions are parsed', () => {
  assert.deepEqual(parseSkipRange('>=1.1.0 <1.13.1'), { from: '1.1.0', before: '1.13.1' });
  for (const text of ['', '<1.13.1', '>=1.1.0', '>=1.1.0 <=1.13.1', '>=1.1.0 <1.13.1 || 2.0.0'])
    assert.equal(parseSkipRange(text), undefined, text);
});
