/** Tests that a saved history is restored with its gap, within its limits, and only for the same cluster. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  emptyHistory,
  findLastChange,
  historyLimit,
  lastAbout,
  type ClusterHistory,
  type Transition,
} from '#core/cluster/history.ts';
import {
  continueHistory,
  formatHistory,
  mergeHistories,
  mergeTransitions,
  parseHistory,
} from '#core/cluster/savedHistory.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import { historyAsJson, historyAsMarkdown } from '#core/status/health/timeline.ts';
import { condition, kataConfig, snapshotOf } from '#test/support/cluster/clusterObjects.ts';

const minute = 60_000;
const day = 86_400_000;
/** Half an hour before the time of the condition that `condition` creates. */
const start = Date.parse('2026-11-01T11:20:00Z');
const boot = (at: number, name = 'worker-0'): Transition => ({ at, about: 'node', name, what: { kind: 'boot' } });
const historyOf = (...transitions: readonly Transition[]): ClusterHistory => ({
  began: start,
  transitions,
  forgotten: 0,
});

function restore(text: string, now: number, cluster = 'c1') {
  const read = parseHistory(text, cluster, now);
  assert.ok(read.ok, read.ok ? '' : read.error);
  return read.value;
}

describe('saved history', () => {
  test('contains every kind of transition unchanged', () => {
    const kinds: readonly Transition['what'][] = [
      { kind: 'list', from: 'waitingToInstall', to: 'installing' },
      { kind: 'list' },
      { kind: 'boot' },
      { kind: 'ready', status: 'False' },
      { kind: 'daemon', state: 'Degraded', reason: 'disk' },
      { kind: 'drain', is: 'asked' },
      { kind: 'cordon', cordoned: true },
      { kind: 'condition', status: 'True', reason: 'Installing', message: 'x' },
      { kind: 'pool', is: 'retargeted' },
      { kind: 'event', reason: 'Rebooted', message: 'x', count: 2 },
      { kind: 'came' },
      { kind: 'deleting' },
      { kind: 'went' },
    ];
    const transitions = kinds.map((what, index): Transition => ({
      at: start + index * minute,
      ...(index === 2 ? { earliest: start + minute, derived: 'managedFields' } : {}),
      about: 'node',
      name: 'worker-0',
      what,
    }));
    const { history, until } = restore(formatHistory(historyOf(...transitions), 'c1', start + day), start + day);
    assert.deepEqual(history.transitions, transitions);
    assert.deepEqual([history.began, until], [start, start + day]);
  });

  test('continues with a gap, and with the changes in the gap that objects show, marked as derived', () => {
    const saved = restore(formatHistory(historyOf(boot(start + minute)), 'c1', start + 10 * minute), start + day);
    const began = start + 60 * minute;
    const inProgress = condition('True', 'Installing', 'x');
    const snapshot = snapshotOf({
      kataConfigs: [kataConfig(inProgress)],
    });
    const current: ClusterHistory = { began, transitions: [boot(began + minute)], forgotten: 0 };
    const history = continueHistory(saved, current, snapshot);
    assert.deepEqual(history.gaps, [{ from: start + 10 * minute, to: began }]);
    assert.equal(history.began, start);
    assert.deepEqual(
      history.transitions.map(({ at, derived }) => [(at - start) / minute, derived]),
      [
        [1, undefined],
        [30, 'object'],
        [61, undefined],
      ],
    );
    const markdown = historyAsMarkdown(history, { cluster: 'c' });
    assert.match(markdown, /\| between 2026-11-01T11:30:00Z and 2026-11-01T12:20:00Z \| \| Not recorded, /);
    assert.match(markdown, /Installing.* \\?\(derived from a time in the object\\?\) \|/);
    assert.match(historyAsJson(history, { cluster: 'c' }), /"gaps": \[\n[^]*"derived": "object"/);
  });

  test('never derives a change that was recorded, and derives nothing outside the gap', () => {
    const at = start + 30 * minute;
    const inProgress = condition('True', 'Installing', 'x');
    const snapshot = snapshotOf({
      kataConfigs: [kataConfig(inProgress)],
    });
    const [read] = snapshot.kataConfigs.items.values();
    assert.ok(read?.inProgress !== undefined);
    const { status, reason, message } = read.inProgress;
    const recorded: Transition = {
      at,
      about: 'kataConfig',
      name: read.name,
      what: { kind: 'condition', status, reason, message },
    };
    const begins = (began: number, ...transitions: readonly Transition[]): ClusterHistory => ({
      began,
      transitions,
      forgotten: 0,
    });
    const saved = { history: historyOf(), until: start + 10 * minute };
    const same = continueHistory(saved, begins(start + 60 * minute, recorded), snapshot);
    assert.deepEqual(same.transitions, [recorded]);
    const before = continueHistory(saved, begins(start + 20 * minute), snapshot);
    assert.deepEqual(before.transitions, []);
  });

  test('has no gap after a reload of a window, or if the clock was set back', () => {
    const saved = { history: historyOf(boot(start)), until: start + 10 * minute };
    for (const began of [start + 10 * minute + 5000, start + 5 * minute])
      assert.deepEqual(continueHistory(saved, { ...emptyHistory, began }, emptySnapshot).gaps, []);
  });

  test('is limited in age and number, and counts what was discarded', () => {
    const many = Array.from({ length: historyLimit + 10 }, (_, index) => boot(start + index, `node-${index}`));
    const limited = restore(formatHistory(historyOf(...many), 'c1', start + day), start + day).history;
    assert.equal(limited.transitions.length, historyLimit);
    assert.equal(limited.forgotten, 10);
  });

  test('keeps changes that are too old for a day, because the clock can be weeks ahead for a while', () => {
    const daysOf = (text: string, now: number) => {
      const { history, agedSince } = restore(text, now);
      return [
        history.transitions.map(({ at }) => (at - start) / day),
        agedSince === undefined ? undefined : (agedSince - start) / day,
      ];
    };
    const history = historyOf(boot(start), boot(start + 20 * day));
    const right = formatHistory(history, 'c1', start + 20 * day);
    assert.deepEqual(daysOf(right, start + 40 * day), [[0, 20], undefined], 'reading discards nothing');
    const ahead = formatHistory(history, 'c1', start + 40 * day);
    assert.deepEqual(daysOf(ahead, start + 40 * day), [[0, 20], 40]);
    // The clock is right again.
    assert.deepEqual(daysOf(formatHistory(history, 'c1', start + 20 * day, start + 40 * day), start + 20 * day), [
      [0, 20],
      undefined,
    ]);
    // The changes are too old indeed.
    const later = formatHistory(history, 'c1', start + 40.5 * day, start + 40 * day);
    assert.deepEqual(daysOf(later, start + 40.5 * day), [[0, 20], 40]);
    assert.deepEqual(daysOf(formatHistory(history, 'c1', start + 41 * day, start + 40 * day), start + 41 * day), [
      [20],
      undefined,
    ]);
  });

  test('keeps changes in the future, marks them, and does not use them as the last change', () => {
    const ahead = boot(start + 20 * day);
    const text = formatHistory(historyOf(boot(start), ahead), 'c1', start + 20 * day);
    const { history, until } = restore(text, start + day);
    assert.deepEqual(history.transitions, [boot(start), { ...ahead, isFuture: true }]);
    assert.equal(until, start + day);
    assert.deepEqual(findLastChange(history, 'node', 'worker-0'), boot(start));
    assert.deepEqual(
      lastAbout(history, 'worker-0', ({ kind }) => kind === 'boot'),
      boot(start),
    );
    assert.match(
      historyAsMarkdown(history, { cluster: 'c' }),
      /2026-11-21.*time in the future, because the clock of this computer/,
    );
    assert.match(historyAsJson(history, { cluster: 'c' }), /"isFuture": true/);
    const later = formatHistory(history, 'c1', start + 21 * day);
    assert.doesNotMatch(later, /isFuture/);
    assert.deepEqual(restore(later, start + 21 * day).history.transitions, [boot(start), ahead]);
  });

  test('limits the changes in the future, so that they do not displace the others', () => {
    const ahead = Array.from({ length: 600 }, (_, index) => boot(start + 20 * day + index, `node-${index}`));
    const { history } = restore(formatHistory(historyOf(boot(start), ...ahead), 'c1', start), start);
    assert.equal(history.transitions.filter(({ isFuture }) => isFuture).length, 500);
    assert.deepEqual([history.transitions[0], history.forgotten], [boot(start), 100]);
  });

  test('ignores invalid transitions', () => {
    const damaged = JSON.stringify({
      version: 1,
      clusterId: 'c1',
      until: start,
      gaps: [{ from: 5, to: 1 }, 7],
      transitions: [null, 1, { at: 'x' }, { at: start, about: 'pod', name: 'x', what: { kind: 'boot' } }, boot(start)],
    });
    assert.deepEqual(restore(damaged, start).history, { transitions: [boot(start)], forgotten: 0, gaps: [] });
  });

  test('ignores times and counts that cannot be displayed, so that a damaged file never breaks an export', () => {
    const transition = (fields: string): string => `{"about":"node","name":"w","what":{"kind":"boot"},${fields}}`;
    const event = `{"about":"node","name":"w","at":${start},"what":{"kind":"event","reason":"x","message":"","count":1e999}}`;
    const textOf = (more: string, until = String(start)): string =>
      `{"version":1,"clusterId":"c1","until":${until},"forgotten":1e999,${more}}`;
    for (const more of [
      '"began":-1e300',
      '"began":9e15',
      '"gaps":[{"from":-1e999,"to":5},{"from":-1e300,"to":5},{"from":-5,"to":5}]',
      `"transitions":[${transition('"at":-1e999')},${transition('"at":-1')}]`,
      `"transitions":[${transition(`"at":${start},"earliest":-1e999`)}]`,
      `"transitions":[${transition(`"at":${start},"earliest":${start + day}`)}]`,
      `"transitions":[${event}]`,
    ]) {
      const { history } = restore(textOf(more), start);
      assert.equal(history.forgotten, 0, more);
      const markdown = historyAsMarkdown(history, { cluster: 'c' });
      assert.doesNotMatch(markdown, /Infinity|between/, more);
      assert.doesNotMatch(historyAsJson(history, { cluster: 'c' }), /null|earliest/, more);
    }
    for (const until of ['-1e300', '1e999', '9e15'])
      assert.equal(parseHistory(textOf('"gaps":[]', until), 'c1', start).ok, false, until);
  });

  test('with long messages is shortened when it is saved, because a longer text could not be read again', () => {
    const transitions = Array.from({ length: historyLimit }, (_, index): Transition => ({
      at: start + index,
      about: 'kataConfig',
      name: 'example',
      what: { kind: 'condition', status: 'True', reason: 'Installing', message: `${index} ${'x'.repeat(990)}` },
    }));
    const { history } = restore(formatHistory(historyOf(...transitions), 'c1', start + day), start + day);
    assert.deepEqual(history.transitions.at(-1), transitions.at(-1));
    assert.equal(history.transitions.length + history.forgotten, historyLimit);
  });

  test('is rejected for another cluster, an unknown version, and a damaged file', () => {
    const text = formatHistory(historyOf(boot(start)), 'c1', start);
    for (const [written, id, reason] of [
      [text, 'c2', 'the cluster was re-created'],
      [text.slice(0, 20), 'c1', "the file isn't valid JSON"],
      ['', 'c1', "the file isn't valid JSON"],
      ['[]', 'c1', 'the file has an unknown version'],
      ['{"version":1,"clusterId":"c1"}', 'c1', 'the file has no time'],
    ] as const)
      assert.deepEqual(parseHistory(written, id, start), { ok: false, error: reason });
  });

  test('keeps transitions if the clock was set back by a few hours', () => {
    const text = formatHistory(historyOf(boot(start), boot(start + 2 * 60 * minute)), 'c1', start + 2 * 60 * minute);
    const { history, until } = restore(text, start + minute);
    assert.equal(history.transitions.length, 2);
    assert.equal(until, start + minute, 'the gap starts now');
  });

  test('reads the marks of version 0.1.0', () => {
    const transitions = [{ ...boot(start), derived: true }];
    const text = JSON.stringify({ version: 1, clusterId: 'c1', until: start, transitions });
    assert.equal(restore(text, start).history.transitions[0]?.derived, 'object');
  });

  test('has no gap for the time in which this window recorded', () => {
    const hour = 60 * minute;
    const other: ClusterHistory = {
      ...historyOf(boot(start)),
      gaps: [
        { from: start + hour, to: start + 4 * hour },
        { from: start + 9 * hour, to: start + 10 * hour },
      ],
    };
    const recorded = { from: start + 2 * hour, to: start + 3 * hour };
    const hours = (history: ClusterHistory) =>
      history.gaps?.map(({ from, to }) => [(from - start) / hour, (to - start) / hour]);
    assert.deepEqual(hours(mergeHistories(historyOf(), other, recorded, false)), [
      [1, 2],
      [3, 4],
      [9, 10],
    ]);
    const own = { ...historyOf(), gaps: [{ from: start + 5 * hour, to: start + 6 * hour }] };
    assert.equal(
      hours(mergeHistories(own, other, recorded, true))?.length,
      4,
      'the file has no gap of this window yet',
    );
    assert.equal(hours(mergeHistories(own, other, recorded, false))?.length, 3, 'another window removed it');
  });

  test('merges what two windows recorded, without duplicates', () => {
    const mine = [boot(start), boot(start + day)];
    const theirs = [boot(start + 2000), boot(start + minute), boot(start, 'worker-1')];
    assert.deepEqual(
      mergeTransitions(mine, theirs).map(({ at, name }) => [at - start, name]),
      [
        [0, 'worker-0'],
        [0, 'worker-1'],
        [minute, 'worker-0'],
        [day, 'worker-0'],
      ],
    );
    assert.equal(mergeTransitions(mine, [boot(start + 1)]), mine);
  });
});
