/**
 * Tests several clusters: only clusters that the user opened are contacted, and a problem of one cluster doesn't affect
 * the others.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { succeed } from '#core/common/result.ts';
import type { ApiResult } from '#client/kubernetes/connection.ts';
import type { ContextInfo, ContextList } from '#client/clusters/state/contextInfo.ts';
import { ClusterInfoSender } from '#client/clusters/sessions/clusterInfoSender.ts';
import type { ClusterInfo } from '#core/status/health/clusterInfo.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { createClusterSessions, createContextInfo, emptyListResponse, loggedOutResponse } from './clusterSessions.ts';

test('cluster list contacts only open clusters and isolates a failing one', async () => {
  const { asked, kept, clock, clusters, rows } = createClusterSessions(
    () => [
      createContextInfo('a', { current: true }),
      createContextInfo('b'),
      createContextInfo('c'),
      createContextInfo('broken'),
    ],
    {
      a: () => emptyListResponse,
      b: () => loggedOutResponse,
      c: () => emptyListResponse,
    },
  );
  assert.deepEqual(rows(), ['a: Not open, current context', 'b: Not open', 'c: Not open', 'broken: Not open']);
  await clock.pass(60_000);
  assert.equal(asked.length, 0);
  clusters.open('a');
  clusters.open('b');
  clusters.open('broken');
  await clock.pass(1000);
  assert.match(
    rows().join('\n'),
    /^a: Connected, Used for file checks\nb: Login required, Needs attention\nc: Not open\nbroken: The context doesn't specify a cluster\., Needs attention$/,
  );
  assert.ok(asked.every((line) => /^[ab] /.test(line)));
  assert.deepEqual(kept.at(-1), [
    { name: 'a', server: 'https://a:6443', user: 'me' },
    { name: 'b', server: 'https://b:6443', user: 'me' },
  ]);
  clusters.choose('b');
  assert.match(rows()[1] ?? '', /Used for file checks/);
  clusters.close('a');
  assert.deepEqual(
    kept.at(-1)?.map(({ name }) => name),
    ['b'],
  );
  assert.equal(rows()[0], 'a: Not open, current context');
  assert.ok(asked.includes('a closed'));
  clusters.dispose();
  await clock.pass(1000);
  const after = asked.length;
  await clock.pass(3_600_000);
  assert.equal(asked.length, after, 'nothing is asked any more');
});

test('cluster list shows the progress of 20 clusters and isolates those that reject the login', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `c${index}`);
  const kataConfig = {
    metadata: { name: 'example', uid: 'u', resourceVersion: '1' },
    status: {
      conditions: [
        {
          type: 'InProgress',
          status: 'True',
          reason: 'Installing',
          message: 'Performing initial installation of kata on cluster',
        },
      ],
      kataNodes: { nodeCount: 3, readyNodeCount: 1, installed: ['w0'], installing: ['w1'], waitingToInstall: ['w2'] },
    },
  };
  const broken = new Set(['c3', 'c7']);
  const answers = names.map(
    (name) =>
      [
        name,
        () =>
          broken.has(name) ? loggedOutResponse : succeed({ items: [kataConfig], metadata: { resourceVersion: '1' } }),
      ] as const,
  );
  const { clock, clusters, rows } = createClusterSessions(
    () => names.map((name) => createContextInfo(name)),
    Object.fromEntries(answers),
  );
  for (const name of names) clusters.open(name);
  await clock.pass(1000);
  const told = rows();
  assert.match(told[0] ?? '', /^c0: Connected, Failed · Used for file checks, Failed$/);
  assert.equal(told.filter((row) => /: Connected, Failed/.test(row)).length, 18);
  assert.deepEqual(
    told.filter((row) => /Login required/.test(row)).map((row) => row.split(':')[0]),
    ['c3', 'c7'],
  );
  clusters.dispose();
});

test('open cluster continues after a new login and is closed when its server changes', async () => {
  let answer: ApiResult<unknown> = emptyListResponse;
  let contexts: readonly ContextInfo[] = [createContextInfo('a'), createContextInfo('b')];
  const { asked, clock, clusters, rows } = createClusterSessions(() => contexts, {
    a: () => answer,
    b: () => emptyListResponse,
  });
  clusters.open('a');
  await clock.pass(1000);
  assert.equal(rows()[0], 'a: Connected');
  const { history } = clusters.session('a') ?? assert.fail();
  assert.notEqual(history.began, undefined);
  answer = loggedOutResponse;
  clusters.session('a')?.pause();
  clusters.session('a')?.resume();
  clusters.session('a')?.retryNow();
  await clock.pass(700_000);
  answer = emptyListResponse;
  clusters.kubeconfigChanged();
  await clock.pass(60_000);
  assert.equal(rows()[0], 'a: Connected');
  assert.equal(clusters.session('a')?.history.began, history.began, 'what was seen is kept');
  contexts = [createContextInfo('a', { server: 'https://elsewhere' }), createContextInfo('b')];
  const before = asked.length;
  clusters.kubeconfigChanged();
  await clock.pass(60_000);
  assert.match(rows()[0] ?? '', /Closed because the server in the kubeconfig changed to https:\/\/elsewhere/);
  assert.deepEqual(asked.slice(before), ['a closed']);
  contexts = [];
  clusters.kubeconfigChanged();
  assert.deepEqual(rows(), []);
});

test('open cluster survives an unreadable kubeconfig but not one without its context', async () => {
  let contexts: readonly ContextInfo[] = [createContextInfo('a')];
  let files: Partial<ContextList> = { absent: ['/never'] };
  const { asked, clock, clusters, rows } = createClusterSessions(
    () => contexts,
    { a: () => emptyListResponse },
    () => files,
  );
  clusters.open('a');
  await clock.pass(1000);
  const session = clusters.session('a');
  contexts = [];
  for (const [broken, row] of [
    [
      { absent: ['/never'], problems: [{ file: '/k', message: 'is no YAML', missing: false, whole: true }] },
      /is no YAML/,
    ],
    [{ absent: ['/never', '/k'] }, /empty or missing \(clusters that you opened from this file stay open\)/],
  ] as const) {
    files = broken;
    clusters.kubeconfigChanged();
    assert.equal(clusters.session('a'), session);
    assert.match(rows()[0] ?? '', /^a: Connected/);
    assert.match(rows().slice(1).join('\n'), row);
  }
  contexts = [createContextInfo('a')];
  files = { absent: ['/never'] };
  clusters.kubeconfigChanged();
  assert.equal(clusters.session('a'), session);
  assert.equal(rows().length, 1);
  contexts = [];
  files = {
    absent: ['/never'],
    problems: [{ file: '/k', message: 'users: x: missing name', missing: false, whole: false }],
  };
  clusters.kubeconfigChanged();
  assert.equal(clusters.session('a'), undefined);
  assert.ok(asked.includes('a closed'));
});

test('cluster facts are sent when they change and at most once per second', async () => {
  const cluster = stage({ name: 'peer-pods' });
  const clock = new ManualClock();
  const sent: (ClusterInfo | undefined)[] = [];
  let snapshot: Snapshot = emptySnapshot;
  let chosen: string | undefined;
  const facts = new ClusterInfoSender({
    clock,
    send: (one) => void sent.push(one),
    chosen: () => (chosen === undefined ? undefined : { context: chosen, snapshot }),
  });
  facts.update();
  assert.equal(sent.length, 0, 'there were none before either');
  chosen = 'demo';
  snapshot = playedSnapshot(cluster.client, cluster.clock.now());
  facts.update();
  facts.update();
  assert.equal(sent.length, 0);
  await clock.pass(1000);
  const [first] = sent;
  assert.deepEqual(
    { ...first, nodes: first?.nodes?.length },
    {
      cluster: 'demo',
      asOf: first?.asOf,
      live: true,
      release: '1.12',
      openShift: '4.21.9',
      runtimeClasses: [],
      allowedInstanceTypes: { provider: 'aws', types: ['t2.small', 't2.medium', 't3.large'], default: 't3.medium' },
      nodes: 5,
      kataConfigs: [],
      kataNodes: 0,
      converged: false,
    },
  );
  assert.doesNotMatch(JSON.stringify(first), /https?:|token/i);
  for (let count = 0; count < 50; count += 1) {
    snapshot = { ...snapshot, nodes: { ...snapshot.nodes, asOf: count } };
    facts.update();
    await clock.pass(100);
  }
  assert.equal(sent.length, 1, 'a later time alone is no news');
  snapshot = { ...snapshot, nodes: { ...snapshot.nodes, state: { kind: 'paused' } } };
  facts.update();
  await clock.pass(2000);
  assert.deepEqual(
    sent.slice(1).map((one) => one?.live),
    [false],
    'what is said no longer follows the cluster',
  );
  chosen = undefined;
  facts.update();
  await clock.pass(2000);
  assert.deepEqual(sent.slice(2), [undefined]);
  facts.dispose();
  assert.equal(clock.waiting, 0);
});
