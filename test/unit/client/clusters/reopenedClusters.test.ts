/** Tests which clusters are reopened, and which are closed when their kubeconfig changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '#core/common/result.ts';
import type { ApiResult } from '#client/kubernetes/connection.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { createClusterSessions, createContextInfo, emptyListResponse, loggedOutResponse } from './clusterSessions.ts';

test('saved cluster is reopened only with the same server, user, and route', () => {
  const contexts = [
    createContextInfo('a'),
    createContextInfo('b', { server: 'https://evil' }),
    createContextInfo('c', { user: 'admin' }),
    createContextInfo('d'),
    createContextInfo('e', { route: '2' }),
    createContextInfo('f', { route: '1' }),
  ];
  const answers = Object.fromEntries(contexts.map(({ name }) => [name, () => emptyListResponse] as const));
  const saved = (name: string) => ({ name, server: `https://${name}:6443`, user: 'me' });
  for (const odd of [
    undefined,
    null,
    'a',
    ['a', 'd'],
    { 0: saved('d') },
    [null, 5, { name: 'd' }, { ...saved('d'), server: 5 }],
  ]) {
    const { clusters } = createClusterSessions(() => contexts, answers, undefined, { leftOpen: odd });
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
  const { clusters, kept } = createClusterSessions(() => contexts, answers, undefined, { leftOpen });
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
  let contexts = [createContextInfo('demo'), createContextInfo('a'), createContextInfo('closed')];
  const answers = Object.fromEntries(
    ['demo', 'a', 'closed', 'late'].map((name) => [name, () => emptyListResponse] as const),
  );
  const { clusters, kept, asked } = createClusterSessions(() => contexts, answers, undefined, {
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
  contexts = [...contexts, createContextInfo('late')];
  clusters.kubeconfigChanged();
  clusters.reopen();
  assert.deepEqual(open(), ['demo', 'a', 'late']);
  clusters.close('late');
  clusters.reopen();
  assert.deepEqual(open(), ['demo', 'a'], 'a cluster that the user closed stays closed');
  clusters.dispose();
});

test('the namespace filter is kept while a cluster is closed, and after a reload, but not for another server', () => {
  let contexts = [createContextInfo('a'), createContextInfo('b')];
  const answers = { a: () => emptyListResponse, b: () => emptyListResponse };
  const filterOf = ({ clusters }: Pick<ReturnType<typeof createClusterSessions>, 'clusters'>, name: string) =>
    clusters.session(name)?.selectedNamespaces;
  const first = createClusterSessions(() => contexts, answers);
  first.clusters.open('a');
  first.clusters.open('b');
  first.clusters.session('a')?.selectNamespaces(['shop', 'bank']);
  first.clusters.close('a');
  first.clusters.open('a');
  assert.deepEqual(filterOf(first, 'a'), ['shop', 'bank']);
  first.clusters.close('a');
  const saved = first.kept.at(-1);
  first.clusters.dispose();
  assert.deepEqual(
    saved?.map(({ name, isClosed }) => [name, isClosed]),
    [
      ['b', undefined],
      ['a', true],
    ],
  );
  const second = createClusterSessions(() => contexts, answers, undefined, { leftOpen: saved });
  second.clusters.reopen();
  assert.deepEqual(
    second.clusters.sessions.map(({ context }) => context),
    ['b'],
    'a closed cluster stays closed',
  );
  second.clusters.open('a');
  assert.deepEqual(filterOf(second, 'a'), ['shop', 'bank']);
  contexts = [createContextInfo('a', { server: 'https://other:6443' }), createContextInfo('b')];
  second.clusters.kubeconfigChanged();
  second.clusters.open('a');
  assert.deepEqual(filterOf(second, 'a'), [], 'the filter of another cluster');
  contexts = [createContextInfo('a'), createContextInfo('b')];
  second.clusters.kubeconfigChanged();
  second.clusters.open('a');
  assert.deepEqual(filterOf(second, 'a'), ['shop', 'bank']);
  second.clusters.session('a')?.selectNamespaces([]);
  second.clusters.close('a');
  second.clusters.open('a');
  assert.deepEqual(filterOf(second, 'a'), [], 'the user cleared the filter');
  second.clusters.dispose();
});

test('open cluster is closed when its route to the server changes', async () => {
  let contexts = [createContextInfo('a', { route: '1' })];
  const { asked, kept, clock, clusters, rows } = createClusterSessions(() => contexts, { a: () => emptyListResponse });
  clusters.open('a');
  await clock.pass(1000);
  assert.deepEqual(
    kept.at(-1),
    [{ name: 'a', server: 'https://a:6443', user: 'me', route: '1' }],
    'the way there is kept, too',
  );
  clusters.kubeconfigChanged();
  assert.equal(rows()[0], 'a: Connected');
  contexts = [createContextInfo('a', { route: '2' })];
  const before = asked.length;
  clusters.kubeconfigChanged();
  await clock.pass(60_000);
  assert.match(
    rows()[0] ?? '',
    /Closed because the proxy, CA, or certificate verification for https:\/\/a:6443 changed in the kubeconfig/,
  );
  assert.deepEqual(kept.at(-1), [], 'nor is it opened with the next window');
  assert.deepEqual(asked.slice(before), ['a closed']);
});

test('open cluster without credentials reads them again on Refresh', async () => {
  let answer: ApiResult<unknown> = fail({
    kind: 'credentials',
    message: 'The kubeconfig wants a program to be run, and that was not allowed.',
  } as const);
  const { asked, clock, clusters, rows } = createClusterSessions(() => [createContextInfo('a')], { a: () => answer });
  clusters.open('a');
  await clock.pass(1000);
  assert.match(rows()[0] ?? '', /^a: No credentials/);
  answer = emptyListResponse;
  clusters.tryNow('a');
  await clock.pass(1000);
  assert.match(rows()[0] ?? '', /^a: Connected/);
  assert.ok(asked.includes('a closed'), 'over another connection');
  clusters.dispose();
});

test('open cluster is closed on Refresh if the server, route, or user in the kubeconfig changed', async () => {
  for (const more of [{ server: 'https://elsewhere' }, { route: 'proxied' }, { user: 'other' }]) {
    let answer: ApiResult<unknown> = loggedOutResponse;
    let contexts: readonly ContextInfo[] = [createContextInfo('a')];
    const { asked, clock, clusters, rows } = createClusterSessions(() => contexts, { a: () => answer });
    clusters.open('a');
    await clock.pass(1000);
    const session = clusters.session('a');
    // Simulates a kubeconfig that changed before it is read again after a rejected login.
    contexts = [createContextInfo('a', more)];
    answer = emptyListResponse;
    const before = asked.length;
    clusters.tryNow('a');
    await clock.pass(1000);
    assert.equal(session?.isOpen, false, 'whatever is done there ends');
    if (more.user === undefined) {
      assert.deepEqual(asked.slice(before), ['a closed']);
      assert.match(rows()[0] ?? '', /^a: Closed because .* in the kubeconfig/);
    } else assert.equal(clusters.session('a')?.info.user, 'other');
    clusters.dispose();
  }
});

test('a cluster shows its completed operation again when it is opened, but only a paused one while it is closed', () => {
  const run = { title: 'Set Kata node log level', state: 'done', words: 'All steps are complete.', steps: [] } as const;
  const operations: readonly OperationProgress[] = [run, { ...run, state: 'paused' }];
  const opened = operations.map((operation) => {
    const { clusters } = createClusterSessions(
      () => [createContextInfo('a')],
      { a: () => emptyListResponse },
      undefined,
      { operation },
    );
    const closed = clusters.roots(0)[0]?.view.description;
    clusters.open('a');
    const shown = clusters.session('a')?.run;
    clusters.dispose();
    return [closed, shown?.state];
  });
  assert.deepEqual(opened, [
    ['Not open', 'done'],
    ['Paused · Set Kata node log level · Not open', 'paused'],
  ]);
});

test('namespace filter is kept with the cluster, and only valid names are restored', () => {
  const saved = { name: 'a', server: 'https://a:6443', user: 'me', namespaces: ['shop', '../secrets', 5, 'Bank'] };
  const answers = { a: () => emptyListResponse };
  const { clusters, kept } = createClusterSessions(() => [createContextInfo('a')], answers, undefined, {
    leftOpen: [saved],
  });
  clusters.reopen();
  const session = clusters.session('a');
  assert.deepEqual(session?.namespaces, ['shop']);
  session?.selectNamespaces(['bank', 'shop']);
  assert.deepEqual(kept.at(-1)?.[0]?.namespaces, ['bank', 'shop']);
  session?.selectNamespaces([]);
  assert.equal(kept.at(-1)?.[0]?.namespaces, undefined);
  clusters.dispose();
});
