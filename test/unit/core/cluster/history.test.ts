import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedEnd, estimateTimePerNode } from '#core/status/nodes/rolloutEstimate.ts';
import {
  emptyHistory,
  historyLimit,
  findListEntry,
  recordTransitions,
  type ClusterHistory,
} from '#core/cluster/history.ts';
import { updateSnapshot, emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { historyAsJson, historyAsMarkdown, timelineOf } from '#core/status/health/timeline.ts';
import { formatDuration, formatTimeSpan } from '#core/text/durations.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { scenario } from '#test/support/cluster/controllersStage.ts';
import {
  condition,
  kataConfig,
  object,
  pools,
  readAt,
  snapshotOf,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';

const minute = 60_000;

function withLists(
  lists: Raw,
  inProgress = condition('True', 'Installing', ''),
  more: Parameters<typeof snapshotOf>[0] = {},
): Snapshot {
  return snapshotOf({ kataConfigs: [kataConfig(inProgress, lists)], ...more });
}

/** Confirms a snapshot at this time, as while the cluster is being followed. */
function asOf(snapshot: Snapshot, time: number): Snapshot {
  return updateSnapshot(updateSnapshot(snapshot, 'kataConfigs', { kind: 'confirmed', asOf: time }), 'nodes', {
    kind: 'confirmed',
    asOf: time,
  });
}

/** Records a history of states at these minutes. */
function watched(...states: readonly (readonly [minutes: number, lists: Raw])[]): ClusterHistory {
  let history = emptyHistory;
  let before = emptySnapshot;
  for (const [minutes, lists] of states) {
    const now = readAt + minutes * minute;
    const after = asOf(withLists(lists), now);
    history = recordTransitions(history, before === emptySnapshot ? before : asOf(before, now), after, now);
    before = after;
  }
  return history;
}

test('history starts with the first state and records no transition for it', () => {
  const history = recordTransitions(emptyHistory, emptySnapshot, withLists({ installing: ['worker-0'] }), readAt);
  assert.deepEqual(history.transitions, []);
  assert.equal(history.began, readAt);
  assert.equal(findListEntry(history, 'worker-0'), undefined);
});

test('history records every transition of a node in a scenario', () => {
  const { cluster, history } = liveStage({ name: 'two-workers' });
  cluster.play(...scenario('two-workers').steps);
  assert.deepEqual(
    timelineOf(history(), 'worker-1').map(({ words }) => words),
    [
      'Waiting to install',
      'Draining',
      'machine-config-daemon: Working',
      'Cordoned',
      'Installing',
      'Drained',
      "Kubelet isn't reporting",
      'Ready',
      'Rebooted',
      'Uncordoned',
      'machine-config-daemon: Done',
      'Installed',
      'Waiting to uninstall',
      'Draining',
      'machine-config-daemon: Working',
      'Cordoned',
      'Uninstalling',
      'Drained',
      "Kubelet isn't reporting",
      'Ready',
      'Rebooted',
      'Uncordoned',
      'machine-config-daemon: Done',
      "Kata isn't installed",
    ],
  );
});

test('history is the same value if nothing changed', () => {
  const snapshot = withLists({ installing: ['worker-0'] });
  const history = recordTransitions(emptyHistory, emptySnapshot, snapshot, readAt);
  assert.equal(recordTransitions(history, snapshot, snapshot, readAt + minute), history);
});

test('history shows a time span for a change during a disconnection', () => {
  const before = withLists({ installing: ['worker-0'] });
  const broken = updateSnapshot(before, 'kataConfigs', {
    kind: 'state',
    state: { kind: 'retrying', trouble: { message: 'timeout' } },
  });
  const now = readAt + 30 * minute;
  const history = recordTransitions(
    recordTransitions(emptyHistory, emptySnapshot, before, readAt),
    broken,
    asOf(withLists({ installed: ['worker-0'] }), now),
    now,
  );
  const [installed] = history.transitions;
  assert.deepEqual({ at: installed?.at, earliest: installed?.earliest }, { at: now, earliest: readAt });
  assert.match(
    historyAsMarkdown(history, { cluster: 'two-workers' }),
    /between 2026-11-01T12:00:00Z and 2026-11-01T12:30:00Z \| worker-0 \| Installed/,
  );
});

test('history uses the transition time of a condition if it is plausible', () => {
  const now = readAt + minute;
  const given = (time: string): number | undefined => {
    const next = { ...condition('False', '', ''), lastTransitionTime: time };
    const before = withLists({});
    return recordTransitions(
      { began: readAt, transitions: [], forgotten: 0 },
      before,
      asOf(withLists({}, next), now),
      now,
    ).transitions[0]?.at;
  };
  assert.equal(given('2026-11-01T12:00:30Z'), readAt + minute / 2);
  assert.equal(given('2027-01-01T00:00:00Z'), now, 'a clock that is wrong');
  assert.equal(given('2020-01-01T00:00:00Z'), now);
});

test('history is limited and reports the number of dropped entries', () => {
  const names = Array.from({ length: 3000 }, (_, index) => `worker-${index}`);
  const history = watched([0, {}], [1, { waitingToInstall: names }], [2, { installing: names }]);
  assert.equal(history.transitions.length, historyLimit);
  assert.equal(history.forgotten, 1000);
  assert.match(historyAsMarkdown(history, { cluster: 'two-workers' }), /Oldest entries discarded: 1000\./);
});

test('history document escapes names and messages', () => {
  const evil = condition('True', 'Failed', 'Node x Degraded: a | b <img src=x> [link](http://x)\n# head');
  const now = readAt + minute;
  const history = recordTransitions(emptyHistory, withLists({}), asOf(withLists({}, evil), now), now);
  const markdown = historyAsMarkdown(history, { cluster: 'two-workers' });
  assert.doesNotMatch(markdown, /<img|\]\(|\n# head/);
  assert.equal(markdown.split('\n').filter((line) => line.startsWith('|')).length, 3);
});

test('history document shows a multiline name with a URL as one row without a link', () => {
  const name = 'w |\n\n    code\n\nhttps://evil.example/login www.evil.example a@evil.example\n===\n\u202e# x';
  const history: ClusterHistory = {
    began: 1,
    forgotten: 0,
    transitions: [{ at: 1, about: 'node', name, what: { kind: 'boot' } }],
  };
  const lines = historyAsMarkdown(history, { cluster: 'two-workers' }).split('\n');
  assert.deepEqual(lines.slice(-3, -1), [
    '| --- | --- | --- |',
    '| 1970-01-01T00:00:00Z | w &#124; code https&#58;//evil.example/login www&#46;evil.example a&#64;evil.example === &#92;u202e&#35; x | Rebooted |',
  ]);
  assert.equal(historyAsMarkdown(history, { cluster: 'two-workers', node: name }).split('\n')[1], '');
});

test('history as JSON contains RFC 3339 times and transitions', () => {
  const parsed: unknown = JSON.parse(
    historyAsJson(watched([0, {}], [1, { installing: ['worker-0'] }]), { cluster: 'two-workers' }),
  );
  assert.deepEqual(parsed, {
    cluster: 'two-workers',
    watchedSince: '2026-11-01T12:00:00Z',
    forgotten: 0,
    transitions: [
      {
        time: '2026-11-01T12:01:00Z',
        about: 'node',
        name: 'worker-0',
        what: { kind: 'list', to: 'installing' },
        words: 'Installing',
      },
    ],
  });
});

test('time per node ranges from the shortest to the longest observed time', () => {
  const history = watched(
    [0, {}],
    [1, { installing: ['worker-0'] }],
    [6, { installed: ['worker-0'], installing: ['worker-1'] }],
    [14, { installed: ['worker-0', 'worker-1'] }],
  );
  assert.deepEqual(estimateTimePerNode(history, emptySnapshot, 'install'), {
    from: 5 * minute,
    to: 8 * minute,
    samples: 2,
  });
  assert.equal(estimateTimePerNode(history, emptySnapshot, 'uninstall'), undefined);
});

test('time per node is unknown without data and ignores failed nodes', () => {
  assert.equal(estimateTimePerNode(emptyHistory, withLists({ installing: ['worker-0'] }), 'install'), undefined);
  const failed = watched(
    [0, {}],
    [1, { installing: ['worker-0'] }],
    [3, { failedToInstall: ['worker-0'] }],
    [60, { installing: ['worker-0'] }],
    [61, { installed: ['worker-0'] }],
  );
  assert.equal(estimateTimePerNode(failed, emptySnapshot, 'install'), undefined);
  assert.equal(expectedEnd(undefined, readAt, readAt), undefined);
});

test("time per node uses the intervals between reboots that weren't observed", () => {
  const started = { ...condition('True', 'Installing', ''), lastTransitionTime: '2026-11-01T11:00:00Z' };
  const nodes = [
    worker('worker-0', { readySince: '2026-11-01T11:10:00Z' }),
    worker('worker-1', { readySince: '2026-11-01T11:17:00Z' }),
    worker('worker-2', { readySince: '2026-11-01T11:26:00Z' }),
    worker('worker-3', { readySince: '2026-10-01T00:00:00Z' }),
  ];
  const snapshot = withLists({ installed: ['worker-0', 'worker-1', 'worker-2', 'worker-3'] }, started, {
    nodes,
    machineConfigPools: pools,
  });
  assert.deepEqual(estimateTimePerNode(emptyHistory, snapshot, 'install'), {
    from: 7 * minute,
    to: 9 * minute,
    samples: 2,
  });
});

test('history records the creation of a KataConfig and a node', () => {
  const before = snapshotOf({});
  const now = readAt + minute;
  const after = asOf(snapshotOf({ kataConfigs: [kataConfig(undefined)], nodes: [object('worker-0')] }), now);
  assert.deepEqual(
    timelineOf(recordTransitions(emptyHistory, before, after, now)).map(({ name, words }) => `${name}: ${words}`),
    ['example-kataconfig: Created', 'worker-0: Created'],
  );
});

test('text helpers format durations, spans, name lists, and single lines', () => {
  assert.deepEqual(
    [0, 45_000, 89_000, 5 * minute, 89 * minute, 100 * minute, 120 * minute, 50 * 60 * minute, -5].map(formatDuration),
    ['0 s', '45 s', '89 s', '5 min', '89 min', '1 h 40 min', '2 h', '2 days', '0 s'],
  );
  assert.equal(formatTimeSpan({ from: 5 * minute, to: 7 * minute }), '5 to 7 min');
  assert.equal(formatTimeSpan({ from: 5 * minute, to: 5 * minute }), '5 min');
  assert.equal(formatTimeSpan({ from: 45_000, to: 7 * minute }), '45 s to 7 min');
  assert.equal(formatTimeSpan({ from: 100 * minute, to: 110 * minute }), '1 h 40 min to 1 h 50 min');
  assert.equal(formatNames(['a', 'b', 'c', 'd']), 'a, b, and 2 more');
  assert.equal(formatNames(['a', 'b', 'c'], 2), 'a and 2 more');
  assert.equal(formatNames(['a', 'b']), 'a and b');
  assert.equal(sanitizeLine('a\n\tb\u0000c', 4), 'a b…');
  assert.equal(
    sanitizeLine('a\u202eb\u2066c\u200b\u00add\u{e0041}e\u2028f'),
    'a\\u202eb\\u2066c\\u200b\\u00add\\u{e0041}e\\u2028f',
  );
});

test('history document names its cluster and node and states that times are UTC', () => {
  const history = watched([0, {}], [1, { installing: ['worker-0'] }]);
  assert.match(
    historyAsMarkdown(history, { cluster: 'two-workers' }),
    /^# History of two-workers\n\nRecorded since .* All times are UTC\.\n/,
  );
  assert.match(
    historyAsMarkdown(history, { cluster: 'a|[b](c)', node: 'worker-0' }),
    /^# History of worker-0 in a&#124;&#91;b&#93;\(c\)\n/,
  );
});
