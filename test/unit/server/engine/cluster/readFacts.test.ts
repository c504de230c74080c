/** Tests the cluster data that any client can send. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ValidationCluster } from '#server/engine/cluster/knownCluster.ts';
import { readClusterFacts } from '#server/engine/cluster/readClusterInfo.ts';
import { maxClusterNodes } from '#server/protocol/clusterFacts.ts';

const asOf = '2026-11-21T10:41:00Z';
const now = Date.parse(asOf) + 60_000;
const read = (facts: unknown, previous?: ValidationCluster) => readClusterFacts({ facts }, previous, now);
const facts = {
  cluster: 'demo',
  asOf,
  release: '1.12.0',
  openShift: '4.21.9',
  runtimeClasses: ['kata', 'kata-remote'],
  allowedInstanceTypes: { provider: 'aws', types: ['t3.small'], default: 't3.small' },
  nodes: [{ name: 'worker-0', labels: { a: 'b' } }],
  kataConfigs: [{ name: 'example', words: 'Kata 3/5', health: 'busy' }],
  converged: false,
  kataNodes: 2,
};
/** Returns a time such as `10:41` in the time zone of the test. */
const clock = (time: string) => new Date(time).toTimeString().slice(0, 5);

test('cluster facts show no time while the cluster is live', async () => {
  const known = await read({ ...facts, live: true });
  assert.equal(known?.asOf, 'live');
  assert.equal(known.said, 'cluster demo');
  assert.equal(
    (await read(facts, known))?.said,
    `cluster demo (last updated ${clock(asOf)})`,
    'until it is no longer followed',
  );
});

test('cluster facts keep valid parts and describe their time', async () => {
  assert.deepEqual(await read(facts), {
    name: 'demo',
    asOf: `last updated ${clock(asOf)}`,
    said: `cluster demo (last updated ${clock(asOf)})`,
    release: '1.12',
    unknownRelease: undefined,
    kubernetes: undefined,
    openShift: '4.21.9',
    runtimeClasses: ['kata', 'kata-remote'],
    allowedInstanceTypes: { provider: 'aws', types: ['t3.small'], default: 't3.small' },
    nodes: [{ name: 'worker-0', labels: { a: 'b' } }],
    kataConfigs: [{ name: 'example', words: 'Kata 3/5', health: 'busy' }],
    converged: false,
    kataNodes: 2,
  });
});

test('cluster facts contain the version of a release that no table contains', async () => {
  const versions = ['1.99.0', '1.99.0-0.1700000000.p', '1.99', 'x'.repeat(80), '1.12.1'];
  const releasesOf = async (release: string) => {
    const known = await read({ cluster: 'demo', asOf: '2026-11-01T10:41:00Z', release });
    return [known?.release, known?.unknownRelease];
  };
  assert.deepEqual(await Promise.all(versions.map(releasesOf)), [
    [undefined, '1.99.0'],
    [undefined, '1.99.0-0.1700000000.p'],
    [undefined, undefined],
    [undefined, undefined],
    ['1.12', undefined],
  ]);
});

test('cluster facts from another day show the date', async () => {
  const known = await read({ cluster: 'demo', asOf: '2026-11-01T10:41:00Z' });
  assert.equal(known?.asOf, `last updated 2026-11-01 ${clock('2026-11-01T10:41:00Z')}`);
});

test('cluster facts leave missing parts undefined', async () => {
  const known = await read({ cluster: 'demo', asOf });
  const { name, asOf: _, said, ...parts } = known ?? assert.fail('nothing is known');
  assert.deepEqual([name, said], ['demo', `cluster demo (last updated ${clock(asOf)})`]);
  for (const [part, value] of Object.entries(parts)) assert.equal(value, undefined, part);
});

describe('unusable cluster facts', () => {
  const nobody: unknown[] = [
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { cluster: 'demo' },
    { asOf },
    { cluster: 'demo', asOf: 'then' },
    { cluster: '', asOf },
  ];
  for (const sent of [
    ...nobody,
    { cluster: ' \n ', asOf },
    { cluster: 'demo', asOf: '1'.repeat(100) },
    { cluster: {}, asOf: 7 },
  ]) {
    test(`are ignored: ${(JSON.stringify(sent) ?? 'undefined').slice(0, 60)}`, async () =>
      assert.equal(await read(sent), undefined));
  }
  for (const params of [
    undefined,
    null,
    7,
    'facts',
    [facts],
    JSON.parse('{"__proto__":{"facts":{"cluster":"demo","asOf":"2026-11-21T10:41:00Z"}}}'),
  ]) {
    test(`are ignored in parameters ${(JSON.stringify(params) ?? 'undefined').slice(0, 60)}`, async () =>
      assert.equal(await readClusterFacts(params, undefined, now), undefined));
  }
});

describe('invalid or oversized cluster facts', () => {
  const bad: Readonly<Record<string, readonly unknown[]>> = {
    release: [7, 'x', '9.9', '1'.repeat(1_000_000)],
    runtimeClasses: ['kata', ['kata', 7], ['k'.repeat(300)], Array.from({ length: 501 }, () => 'kata')],
    allowedInstanceTypes: [
      [],
      { provider: 'aws' },
      { types: [] },
      { provider: 'aws', types: [7] },
      { provider: 'a'.repeat(300), types: [] },
    ],
    nodes: [
      {},
      [7],
      [{ name: 'a' }],
      [{ labels: {} }],
      [{ name: 'a', labels: [] }],
      [{ name: 'a', labels: Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`l${index}`, ''])) }],
      Array.from({ length: maxClusterNodes + 1 }, (_, index) => ({ name: `n${index}`, labels: {} })),
    ],
    kataConfigs: [
      {},
      [7],
      [{ name: 'a' }],
      [{ name: 'a', words: '' }],
      Array.from({ length: 101 }, () => ({ name: 'a', words: 'b', health: 'ok' })),
    ],
    converged: ['yes', 0, null],
    kataNodes: ['2', -1, 0.5, maxClusterNodes + 1],
  };
  for (const [part, values] of Object.entries(bad)) {
    test(`leave ${part} undefined`, async () => {
      for (const value of values) {
        const known = await read({ ...facts, [part]: value });
        assert.equal(known?.[part as keyof ValidationCluster], undefined, JSON.stringify(value).slice(0, 80));
        assert.equal(known?.name, 'demo');
      }
    });
  }
});

test('cluster facts drop invalid labels and accept names such as __proto__', async () => {
  const labels = JSON.parse(
    `{"__proto__":"a","constructor":"b","n":7,"${'k'.repeat(400)}":"c","v":"${'v'.repeat(64)}"}`,
  ) as unknown;
  const known = await read({ ...facts, nodes: [{ name: 'a', labels }] });
  const [node] = known?.nodes ?? [];
  assert.deepEqual(Object.entries(node?.labels ?? {}), [
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
  assert.equal(Object.getPrototypeOf(node?.labels), Object.prototype);
});

test('cluster facts shorten texts to a single line', async () => {
  const known = await read({
    ...facts,
    cluster: `a\nb\u202e${'c'.repeat(100)}`,
    kataConfigs: [{ name: 'x', words: `d\n\n${'e'.repeat(1000)}`, health: 'great' }],
  });
  assert.equal(known?.name.length, 40);
  assert.match(known.name, /^a b\\u202ec+/);
  const [one] = known.kataConfigs ?? [];
  assert.match(one?.words ?? '', /^d e+\.\.\.$/);
  assert.ok((one?.words.length ?? 0) <= 120);
  assert.equal(one?.health, 'unknown');
});

test('cluster facts reuse unchanged parts', async () => {
  const before = await read(facts);
  const same = await read(structuredClone(facts), before);
  for (const part of ['runtimeClasses', 'allowedInstanceTypes', 'nodes', 'kataConfigs'] as const)
    assert.equal(same?.[part], before?.[part], part);
  const others = { ...facts, nodes: [{ name: 'worker-0', labels: { a: 'c' } }], kataConfigs: [] };
  const other = await read(others, before);
  assert.equal(other?.runtimeClasses, before?.runtimeClasses);
  assert.notEqual(other?.nodes, before?.nodes);
  assert.notEqual(other?.kataConfigs, before?.kataConfigs);
  assert.notEqual((await read({ ...facts, nodes: [] }, before))?.nodes, before?.nodes);
});

test('cluster facts are reused within the same minute', async () => {
  const before = await read(facts);
  assert.equal(await read({ ...facts, asOf: '2026-11-21T10:41:59Z' }, before), before);
  assert.notEqual(await read({ ...facts, asOf: '2026-11-21T10:42:00Z' }, before), before);
  for (const part of [{ cluster: 'other' }, { release: '1.11' }, { converged: true }])
    assert.notEqual(await read({ ...facts, ...part }, before), before);
});
