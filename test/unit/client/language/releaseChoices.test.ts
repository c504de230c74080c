import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestRelease, releases, type Release } from '#core/product/releases.ts';
import { createChosenCluster } from '#client/language/server/clusterInfoStore.ts';
import { choiceInForce, comparisonChoice, releaseChoices, releaseInForce } from '#client/language/releaseChoices.ts';
import { comparedChoices } from '#client/language/releases/comparedChoices.ts';

describe('the releases to select from', () => {
  const [older = assert.fail()] = releases.filter((release) => release !== newestRelease);
  const inForce = (setting: string, release?: Release) =>
    releaseChoices(setting, release === undefined ? undefined : { cluster: 'demo', release })
      .filter(({ description }) => description === 'current')
      .map(({ id, label }) => [id, label]);
  test('mark the newest release as in force only if no cluster determines the release', () => {
    assert.deepEqual(inForce(''), [['', `Latest supported (${newestRelease.id})`]]);
    assert.deepEqual(inForce('', older), [['', `Release from cluster demo (${older.id})`]]);
    assert.deepEqual(inForce('', newestRelease), [['', `Release from cluster demo (${newestRelease.id})`]]);
  });
  test('mark the selected release as in force regardless of the cluster', () =>
    assert.deepEqual(inForce(older.id, newestRelease), [[older.id, `OSC ${older.id}`]]));
  test('list previews last, as not released', () => {
    const choices = releaseChoices('', undefined);
    assert.deepEqual(
      choices.slice(0, 2).map(({ id }) => id),
      ['', newestRelease.id],
    );
    assert.equal(choices.at(-1)?.label, 'OSC 1.14 (not released)');
  });
  test('mark the automatic choice as in force if the setting is not a known release', () => {
    assert.deepEqual(inForce('0.1'), inForce(''));
    assert.equal(choiceInForce('0.1'), '');
  });
});

test('the release in force is compared with the other releases', () => {
  const [older = assert.fail()] = releases.filter((release) => release !== newestRelease);
  assert.equal(releaseInForce('', undefined), newestRelease.id);
  assert.equal(releaseInForce('', { cluster: 'demo', release: older }), older.id);
  assert.equal(releaseInForce('1.12', { cluster: 'demo', release: older }), '1.12');
  assert.match(comparisonChoice('1.12').detail ?? '', /from OSC 1\.12 to another release/);
  const others = comparedChoices('1.12').map(({ label }) => label);
  assert.ok(!others.includes('OSC 1.12'));
  assert.deepEqual([others[0], others.at(-1)], ['OSC 1.13', 'OSC 1.14 (not released)']);
  assert.equal(new Set(others).size, releases.length - 1);
});

test('the release of the open cluster is unknown until its facts contain a known release', () => {
  const chosen = createChosenCluster();
  const facts = { cluster: 'demo', asOf: '2026-11-21T10:41:00Z' };
  chosen.set(facts);
  assert.equal(chosen.release(), undefined);
  chosen.set({ ...facts, release: '99.9' });
  assert.equal(chosen.release(), undefined);
  chosen.set({ ...facts, release: newestRelease.id });
  assert.deepEqual(chosen.release(), { cluster: 'demo', release: newestRelease });
  chosen.set(undefined);
  assert.equal(chosen.release(), undefined);
});
