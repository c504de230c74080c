/** Tests which CRDs of a workspace are used if all of them together are too large. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinCrds } from '#server/engine/workspace/crds/indexCrds.ts';
import type { IndexedCrd } from '#server/engine/workspace/crds/readCrds.ts';

const crd = (uri: string, fields: number): IndexedCrd => ({
  uri,
  fields,
  group: 'kataconfiguration.openshift.io',
  kind: 'KataConfig',
  scope: 'Cluster',
  versions: [],
  served: [],
  problem: undefined,
  meaning: uri,
  structure: uri,
  place: { line: 0, column: 0, length: 1 },
});
const used = (...crds: readonly IndexedCrd[]): string =>
  joinCrds(
    crds.map((one) => ({ crds: [one] })),
    undefined,
  )
    .map(({ uri }) => uri)
    .join(' ');

test('CRDs beyond the size limit are left out in every order of the files', () => {
  const [a, b, c] = [crd('file:///a', 150_000), crd('file:///b', 100_000), crd('file:///c', 50_000)];
  for (const order of [
    [a, b, c],
    [c, b, a],
    [b, a, c],
    [b, c, a],
  ])
    assert.equal(used(...order), 'file:///a file:///c');
});

test('CRDs within the size limit are all used', () =>
  assert.equal(used(crd('file:///b', 100_000), crd('file:///a', 100_000)), 'file:///a file:///b'));
