/** Clusters side by side: nothing is contacted that nobody opened, and what goes wrong with one is its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, Connection } from '#client/kubernetes/connection.ts';
import { VisibilityController } from '#client/clusters/sessions/visibility.ts';
import type { ContextInfo, ContextList } from '#client/clusters/state/contextInfo.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { ClusterInfoSender } from '#client/clusters/sessions/clusterInfoSender.ts';
import type { KeptCluster } from '#client/clusters/state/savedClusters.ts';
import { ClusterSessionStore } from '#client/clusters/sessions/clusterSessionStore.ts';
import type { ClusterInfo } from '#core/status/health/clusterInfo.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

const info = (name: string, more: Partial<ContextInfo> = {}): ContextInfo => ({
  name,
  server: `https://${name}:6443`,
  user: 'me',
  current: false,
  ...more,
});

/** A cluster that answers every list with nothing, or with a problem. */
function scripted(name: string, asked: string[], answer: () => ApiResult<unknown>): Connection {
  const never = (signal: AbortSignal | undefined) =>
    new Promise<ApiResult<void>>((resolve) => {
      signal?.addEventListener('abort', () => resolve(fail({ kind: 'aborted', message: '' })));
    });
  return {
    identity: { context: name, server: '', user: '' },
    ask: (path) => {
      asked.push(`${name} ${path}`);
      return Promise.resolve(answer());
    },
    send: () => assert.fail('nothing is written'),
    stream: (_path, options) => {
      options.onOpen?.();
      return never(options.signal);
    },
    close: () => void asked.push(`${name} closed`),
  };
}

const emptyList = succeed({ items: [], metadata: { resourceVersion: '1' } });
const loggedOut = fail({ kind: 'unauthorized', message: 'the server says 401', status: 401 } as const);

function room(
  contexts: () => readonly ContextInfo[],
  answers: Readonly<Record<string, () => ApiResult<unknown>>>,
  files: () => Partial<ContextList> = () => ({}),
  { operation, leftOpen }: { readonly operation?: OperationProgress; readonly leftOpen?: unknown } = {},
) {
  const asked: string[] = [];
  const kept: (readonly KeptCluster[])[] = [];
  const clock = new ManualClock();
  const awake = new VisibilityController(clock);
  awake.looking(true);
  const clusters = new ClusterSessionStore({
    source: {
      list: () => ({ contexts: contexts(), files: [], problems: [], ...files() }),
      connect: (name) =>
        answers[name] === undefined
          ? fail('The context names no cluster.')
          : succeed(scripted(name, asked, answers[name])),
    },
    clock,
    chance: () => 0.5,
    awake,
    log: (message) => assert.fail(message),
    changed: () => undefined,
    leftOpen,
    keep: (open) => void kept.push(open),
    operation: () => operation,
  });
  const rows = () =>
    clusters
      .roots(clock.now())
      .map(({ view }) => view.accessibility.replace(`Cluster ${view.label}, `, `${view.label}: `));
  return { asked, kept, clock, clusters, rows };
}

test('cluster list contacts only open clusters and isolates a failing one', async () => {
  const { asked, kept, clock, clusters, rows } = room(
    () => [info('a', { current: true }), info('b'), info('c'), info('broken')],
    {
      a: () => emptyList,
      b: () => loggedOut,
      c: () => emptyList,
    },
  );
  assert.deepEqual(rows(), ['a: not open, current context', 'b: not open', 'c: not open', 'broken: not open']);
  await clock.pass(60_000);
  assert.equal(asked.length, 0);
  clusters.open('a');
  clusters.open('b');
  clusters.open('broken');
  await clock.pass(1000);
  assert.match(
    rows().join('\n'),
    /^a: live, checks files\nb: login required, needs attention\nc: not open\nbroken: The context names no cluster\., needs attention$/,
  );
  assert.ok(asked.every((line) => /^[ab] /.test(line)));
  assert.deepEqual(kept.at(-1), [
    { name: 'a', server: 'https://a:6443', user: 'me' },
    { name: 'b', server: 'https://b:6443', user: 'me' },
  ]);
  clusters.choose('b');
  assert.match(rows()[1] ?? '', /checks files/);
  clusters.close('a');
  assert.deepEqual(
    kept.at(-1)?.map(({ name }) => name),
    ['b'],
  );
  assert.equal(rows()[0], 'a: not open, current context');
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
        () => (broken.has(name) ? loggedOut : succeed({ items: [kataConfig], metadata: { resourceVersion: '1' } })),
      ] as const,
  );
  const { clock, clusters, rows } = room(() => names.map((name) => info(name)), Object.fromEntries(answers));
  for (const name of names) clusters.open(name);
  await clock.pass(1000);
  const told = rows();
  assert.match(told[0] ?? '', /^c0: live, Failed · checks files, failed$/);
  assert.equal(told.filter((row) => /: live, Failed/.test(row)).length, 18);
  assert.deepEqual(
    told.filter((row) => /login required/.test(row)).map((row) => row.split(':')[0]),
    ['c3', 'c7'],
  );
  clusters.dispose();
});

test('open cluster continues after a new login and is closed when its server changes', async () => {
  let answer: ApiResult<unknown> = emptyList;
  let contexts: readonly ContextInfo[] = [info('a'), info('b')];
  const { asked, clock, clusters, rows } = room(() => contexts, { a: () => answer, b: () => emptyList });
  clusters.open('a');
  await clock.pass(1000);
  assert.equal(rows()[0], 'a: live');
  const { history } = clusters.session('a') ?? assert.fail();
  assert.notEqual(history.began, undefined);
  answer = loggedOut;
  clusters.session('a')?.pause();
  clusters.session('a')?.resume();
  clusters.session('a')?.retryNow();
  await clock.pass(700_000);
  answer = emptyList;
  clusters.kubeconfigChanged();
  await clock.pass(60_000);
  assert.equal(rows()[0], 'a: live');
  assert.equal(clusters.session('a')?.history.began, history.began, 'what was seen is kept');
  contexts = [info('a', { server: 'https://elsewhere' }), info('b')];
  const before = asked.length;
  clusters.kubeconfigChanged();
  await clock.pass(60_000);
  assert.match(rows()[0] ?? '', /another server for it now: https:\/\/elsewhere/);
  assert.deepEqual(asked.slice(before), ['a closed']);
  contexts = [];
  clusters.kubeconfigChanged();
  assert.deepEqual(rows(), []);
});

test('open cluster survives an unreadable kubeconfig but not one without its context', async () => {
  let contexts: readonly ContextInfo[] = [info('a')];
  let files: Partial<ContextList> = { absent: ['/never'] };
  const { asked, clock, clusters, rows } = room(
    () => contexts,
    { a: () => emptyList },
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
    [{ absent: ['/never', '/k'] }, /not there any more/],
  ] as const) {
    files = broken;
    clusters.kubeconfigChanged();
    assert.equal(clusters.session('a'), session);
    assert.match(rows()[0] ?? '', /^a: live/);
    assert.match(rows().slice(1).join('\n'), row);
  }
  contexts = [info('a')];
  files = { absent: ['/never'] };
  clusters.kubeconfigChanged();
  assert.equal(clusters.session('a'), session);
  assert.equal(rows().length, 1);
  contexts = [];
  files = {
    absent: ['/never'],
    problems: [{ file: '/k', message: 'users: x: has no name', missing: false, whole: false }],
  };
  clusters.kubeconfigChanged();
  assert.equal(clusters.session('a'), undefined);
  assert.ok(asked.includes('a closed'));
});

test('saved cluster is reopened only with the same server, user, and route', () => {
  const contexts = [
    info('a'),
    info('b', { server: 'https://evil' }),
    info('c', { user: 'admin' }),
    info('d'),
    info('e', { route: '2' }),
    info('f', { route: '1' }),
  ];
  const answers = Object.fromEntries(contexts.map(({ name }) => [name, () => emptyList] as const));
  const saved = (name: string) => ({ name, server: `https://${name}:6443`, user: 'me' });
  for (const odd of [
    undefined,
    null,
    'a',
    ['a', 'd'],
    { 0: saved('d') },
    [null, 5, { name: 'd' }, { ...saved('d'), server: 5 }],
  ]) {
    const { clusters } = room(() => contexts, answers, undefined, { leftOpen: odd });
    clusters.reopen();
    assert.deepEqual(clusters.sessions, []);
  }
  const leftOpen = [
    saved('a'),
    saved('b'),
    saved('c'),
    saved('gone'),
    { ...saved('e'), route: '1' },
    saved('e'),
    { ...saved('f'), route: '1' },
  ];
  const { clusters, kept } = room(() => contexts, answers, undefined, { leftOpen });
  clusters.reopen();
  assert.deepEqual(
    clusters.sessions.map(({ context }) => context),
    ['a', 'f'],
  );
  assert.deepEqual(
    kept.at(-1)?.map(({ name }) => name),
    ['a', 'f', 'gone'],
  );
  clusters.openAt('d', 'https://elsewhere');
  assert.equal(clusters.session('d'), undefined, 'a context of the same name, of another server');
  clusters.openAt('d', 'https://d:6443/');
  assert.notEqual(clusters.session('d'), undefined);
  clusters.dispose();
});

test('saved cluster is reopened after another cluster opened first, and when the kubeconfig lists it late', () => {
  const saved = (name: string) => ({ name, server: `https://${name}:6443`, user: 'me' });
  let contexts = [info('demo'), info('a'), info('closed')];
  const answers = Object.fromEntries(['demo', 'a', 'closed', 'late'].map((name) => [name, () => emptyList] as const));
  const { clusters, kept, asked } = room(() => contexts, answers, undefined, {
    leftOpen: ['a', 'closed', 'late'].map(saved),
  });
  const names = () => kept.at(-1)?.map(({ name }) => name);
  const open = () => clusters.sessions.map(({ context }) => context);
  // A demo cluster opens before the view is visible.
  clusters.openAt('demo', 'https://demo:6443');
  assert.deepEqual(names(), ['demo', 'a', 'closed', 'late'], 'the others stay saved');
  clusters.close('closed');
  assert.ok(asked.every((line) => line.startsWith('demo ')));
  clusters.reopen();
  assert.deepEqual(open(), ['demo', 'a']);
  assert.deepEqual(names(), ['demo', 'a', 'late']);
  contexts = [...contexts, info('late')];
  clusters.kubeconfigChanged();
  clusters.reopen();
  assert.deepEqual(open(), ['demo', 'a', 'late']);
  clusters.close('late');
  clusters.reopen();
  assert.deepEqual(open(), ['demo', 'a'], 'a cluster that the user closed stays closed');
  clusters.dispose();
});

test('open cluster is closed when its route to the server changes', async () => {
  let contexts = [info('a', { route: '1' })];
  const { asked, kept, clock, clusters, rows } = room(() => contexts, { a: () => emptyList });
  clusters.open('a');
  await clock.pass(1000);
  assert.deepEqual(
    kept.at(-1),
    [{ name: 'a', server: 'https://a:6443', user: 'me', route: '1' }],
    'the way there is kept, too',
  );
  clusters.kubeconfigChanged();
  assert.equal(rows()[0], 'a: live');
  contexts = [info('a', { route: '2' })];
  const before = asked.length;
  clusters.kubeconfigChanged();
  await clock.pass(60_000);
  assert.match(rows()[0] ?? '', /names another way to the server for it now/);
  assert.deepEqual(kept.at(-1), [], 'nor is it opened with the next window');
  assert.deepEqual(asked.slice(before), ['a closed']);
});

test('open cluster without credentials looks for them again on Refresh', async () => {
  let answer: ApiResult<unknown> = fail({
    kind: 'credentials',
    message: 'The kubeconfig wants a program to be run, and that was not allowed.',
  } as const);
  const { asked, clock, clusters, rows } = room(() => [info('a')], { a: () => answer });
  clusters.open('a');
  await clock.pass(1000);
  assert.match(rows()[0] ?? '', /^a: no credentials/);
  answer = emptyList;
  clusters.tryNow('a');
  await clock.pass(1000);
  assert.match(rows()[0] ?? '', /^a: live/);
  assert.ok(asked.includes('a closed'), 'over another connection');
  clusters.dispose();
});

test('open cluster is closed on Refresh if the server, route, or user in the kubeconfig changed', async () => {
  for (const more of [{ server: 'https://elsewhere' }, { route: 'proxied' }, { user: 'other' }]) {
    let answer: ApiResult<unknown> = loggedOut;
    let contexts: readonly ContextInfo[] = [info('a')];
    const { asked, clock, clusters, rows } = room(() => contexts, { a: () => answer });
    clusters.open('a');
    await clock.pass(1000);
    const session = clusters.session('a');
    // As it is read anew when a login is refused.
    contexts = [info('a', more)];
    answer = emptyList;
    const before = asked.length;
    clusters.tryNow('a');
    await clock.pass(1000);
    assert.equal(session?.isOpen, false, 'whatever is done there ends');
    if (more.user === undefined) {
      assert.deepEqual(asked.slice(before), ['a closed']);
      assert.match(rows()[0] ?? '', /another/);
    } else assert.equal(clusters.session('a')?.info.user, 'other');
    clusters.dispose();
  }
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

test('a cluster shows its completed operation again when it is opened, but only a paused one while it is closed', () => {
  const run = { title: 'Set the log level', state: 'done', words: 'All steps are done.', steps: [] } as const;
  const operations: readonly OperationProgress[] = [run, { ...run, state: 'paused' }];
  const opened = operations.map((operation) => {
    const { clusters } = room(() => [info('a')], { a: () => emptyList }, undefined, { operation });
    const closed = clusters.roots(0)[0]?.view.description;
    clusters.open('a');
    const shown = clusters.session('a')?.run;
    clusters.dispose();
    return [closed, shown?.state];
  });
  assert.deepEqual(opened, [
    ['not open', 'done'],
    ['Paused · Set the log level · not open', 'paused'],
  ]);
});
