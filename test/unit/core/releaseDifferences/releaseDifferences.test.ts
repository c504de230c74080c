/** Tests the comparison of two releases. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareReleaseData } from '#core/releaseDifferences/compareReleaseData.ts';
import { listReleaseRows } from '#core/releaseDifferences/releaseRows.ts';
import { formatVersionRange, releaseValues } from '#core/releaseDifferences/releaseValues.ts';
import { findRelease, newestRelease, releases, type Release } from '#core/product/releases.ts';

const release = (id: string): Release => findRelease(id) ?? assert.fail(id);
const neighbors = releases.slice(1).map((to, index) => [releases[index] ?? assert.fail(), to] as const);
const compared = neighbors.map(([from, to]) => ({ from, to, ...compareReleaseData(from, to) }));

describe('difference between neighboring releases', () => {
  const rows = listReleaseRows();
  const found = (subject: string, kind: string) =>
    compared.filter(({ changes }) => changes.some((change) => change.subject === subject && change.kind === kind));

  test('contains the first release of every row exactly once', () => {
    const started = rows.filter(({ since }) => since !== undefined && since !== releases[0]?.id);
    assert.ok(started.length > 3);
    for (const { subject, since } of started)
      assert.deepEqual(
        found(subject, 'added').map(({ to }) => to.id),
        [since],
        subject,
      );
  });

  test('contains the last release of every row exactly once', () => {
    const ended = rows.filter(({ until }) => until !== undefined);
    assert.ok(ended.length > 5);
    for (const { subject, until } of ended)
      assert.deepEqual(
        found(subject, 'removed').map(({ from }) => from.id),
        [until],
        subject,
      );
  });

  test('contains every value that changes exactly once, or why it is unknown', () => {
    for (const { subject, valueOf } of releaseValues) {
      for (const { from, to, changes, unknown } of compared) {
        const [before, after] = [valueOf(from), valueOf(to)];
        const isKnown = typeof before !== 'string' && typeof after !== 'string';
        const isChanged = isKnown && before.value !== after.value;
        const of = `${subject}, ${from.id} to ${to.id}`;
        assert.equal(changes.filter((change) => change.subject === subject).length, isChanged ? 1 : 0, of);
        assert.equal(unknown.filter((one) => one.subject === subject).length, isKnown ? 0 : 1, of);
      }
    }
  });

  test('has one change per subject, with sources and one sentence about the consequence', () => {
    for (const { from, to, changes } of compared) {
      const subjects = changes.map(({ subject }) => subject);
      assert.equal(new Set(subjects).size, subjects.length, `${from.id} to ${to.id}`);
      for (const { subject, source, consequence } of changes) {
        assert.ok(source.length > 0 && source.every((one) => one !== ''), subject);
        assert.match(consequence, /^(?:[A-Z]|cloud-api-adaptor )(?:(?!\. ).)*\.$/, subject);
      }
    }
  });
});

test('equal releases have no differences', () =>
  assert.deepEqual(compareReleaseData(newestRelease, newestRelease), { changes: [], unknown: [] }));

test('downgrade reverses every change', () => {
  for (const [from, to] of neighbors) {
    const [there, back] = [compareReleaseData(from, to).changes, compareReleaseData(to, from).changes];
    const reversed = { added: 'removed', removed: 'added', changed: 'changed', deprecated: 'changed' } as const;
    const sorted = (entries: readonly (readonly unknown[])[]) => entries.map((entry) => JSON.stringify(entry)).sort();
    assert.deepEqual(
      sorted(back.map((change) => [change.subject, change.kind, change.from, change.to])),
      sorted(there.map((change) => [change.subject, reversed[change.kind], change.to, change.from])),
      `${to.id} to ${from.id}`,
    );
  }
});

test('comparison over several releases has one change per subject', () => {
  const { changes } = compareReleaseData(release('1.5'), release('1.14'));
  const subjects = changes.map(({ subject }) => subject);
  assert.equal(new Set(subjects).size, subjects.length);
  const olm = changes.find(({ subject }) => subject.startsWith('Installation with a ClusterExtension'));
  assert.deepEqual([olm?.kind, olm?.from], ['added', null]);
  assert.match(olm?.to ?? '', /OpenShift 4\.22/);
});

test('OSC 1.13 is no longer offered on OpenShift 4.18', () => {
  const { changes, unknown } = compareReleaseData(release('1.12'), release('1.13'));
  const catalog = changes.find(({ subject }) => subject === 'OpenShift in the catalog');
  assert.deepEqual([catalog?.from, catalog?.to, catalog?.certainty], ['4.18 to 4.22', '4.19 to 4.22', 'catalogue']);
  assert.equal(
    catalog?.consequence,
    'On OpenShift 4.18, the channel stable ends at 1.12.1, so update OpenShift to 4.19 first.',
  );
  assert.ok(unknown.some(({ subject }) => subject === 'Fields of KataConfig'));
});

describe('deprecated versions and channels', () => {
  const deprecatedIn = (from: string, to: string) =>
    compareReleaseData(release(from), release(to))
      .changes.filter(({ kind }) => kind === 'deprecated')
      .map((change) => [change.subject, change.from, change.to, change.certainty]);
  const versions = 'Deprecated versions in the catalog';
  const channels = [
    'Channels of earlier releases',
    'preview-1.0, preview-1.1, stable-1.2, stable-1.3',
    'stable',
    'catalogue',
  ];

  test('are listed with their source for the releases that have them', () => {
    assert.deepEqual(deprecatedIn('1.5', '1.13'), [
      channels,
      [versions, '1.5.0, 1.5.1, 1.5.2, 1.5.3', 'none', 'catalogue'],
    ]);
    assert.deepEqual(deprecatedIn('1.5', '1.6'), [
      channels,
      [versions, '1.5.0, 1.5.1, 1.5.2, 1.5.3', '1.6.0', 'catalogue'],
    ]);
    assert.deepEqual(deprecatedIn('1.6', '1.7'), [[versions, '1.6.0', 'none', 'catalogue']]);
    assert.deepEqual(deprecatedIn('1.7', '1.14'), []);
  });

  test('are a reason not to go back', () => {
    const { changes } = compareReleaseData(release('1.13'), release('1.6'));
    const change = changes.find(({ subject }) => subject === versions);
    assert.deepEqual([change?.kind, change?.from, change?.to], ['changed', 'none', '1.6.0']);
    assert.match(change?.consequence ?? '', /don't go back/);
  });
});

test('version ranges are short only without gaps', () => {
  for (const [versions, text] of [
    [['4.18', '4.19', '4.20'], '4.18 to 4.20'],
    [['4.18', '4.20', '4.21'], '4.18, 4.20, 4.21'],
    [['4.18', '4.19'], '4.18, 4.19'],
    [['4.18'], '4.18'],
  ] as const)
    assert.equal(formatVersionRange(versions), text);
});
