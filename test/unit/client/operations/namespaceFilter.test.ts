/** Tests which namespaces the namespace filter offers, and which objects commands list in the selected namespaces. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import { fail } from '#core/common/result.ts';
import type { ReadResult } from '#core/operations/lookups/lookup.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { listEventObjects } from '#client/clusters/documents/eventObjects.ts';
import { listNames } from '#client/clusters/documents/listNames.ts';
import {
  describeFilteredCluster,
  describeNoKataPods,
  describeScope,
  explainScope,
  namespaceOf,
} from '#client/clusters/state/namespaceScope.ts';
import type { ApiResult } from '#client/kubernetes/connection.ts';
import { listPodsInNamespaces } from '#client/kubernetes/read/listPodsInPages.ts';
import { podKind } from '#client/kubernetes/read/readableKinds.ts';
import { noConnection } from '#client/metrics/noConnection.ts';
import { pullSecretQuestion } from '#client/operations/peerPods/pullSecretQuestions.ts';
import { listNamespaces } from '#client/operations/workloads/listNamespaces.ts';
import { listWorkloads } from '#client/operations/workloads/listWorkloads.ts';
import { namespaceItems, namespaceProblem, splitNamespaces } from '#client/operations/workloads/namespaceItems.ts';
import { peerPods } from '#core/cluster/watchedKinds/peerPod.ts';
import { forbidden as forbiddenProblem, listOf, rawPod } from '#test/support/cluster/workloadsStage.ts';

type Listed = ReadResult<{ readonly items: readonly unknown[]; readonly cut: boolean }>;

const projects = '/apis/project.openshift.io/v1/projects';
const namespaces = '/api/v1/namespaces';
const forbidden: Listed = { kind: 'problem', problem: { why: 'forbidden', message: 'no' } };
const named = (...names: readonly string[]): Listed => ({
  kind: 'value',
  value: { items: names.map((name) => ({ metadata: { name } })), cut: false },
});
const list = (responses: Readonly<Record<string, Listed>>) =>
  listNamespaces({ list: (path) => Promise.resolve(responses[path] ?? { kind: 'absent' }) });

test('namespace filter offers the projects of the user, and namespaces on clusters without projects', async () => {
  assert.deepEqual(await list({ [projects]: named('shop', 'bank', '../x'), [namespaces]: forbidden }), [
    'bank',
    'shop',
  ]);
  assert.deepEqual(await list({ [namespaces]: named('default') }), ['default']);
});

test('namespace filter offers no namespaces to a user who has no permission to list either', async () => {
  assert.equal(await list({ [projects]: forbidden, [namespaces]: forbidden }), undefined);
});

test('namespace filter offers a selected namespace that no longer exists, so that it can be removed', () => {
  assert.deepEqual(namespaceItems(['bank', 'shop'], ['gone', 'shop']), [
    { label: 'gone', picked: true, description: 'Not found' },
    { label: 'shop', picked: true },
    { label: 'bank', picked: false },
  ]);
});

test('namespace filter lists 20,000 namespaces without blocking the window', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `project-${index}`);
  const before = performance.now();
  assert.equal(namespaceItems(names, ['gone', 'project-19999']).length, 20_001);
  assert.ok(performance.now() - before < 500);
});

test('messages that there is nothing to select name the filter, because other namespaces can have workloads', () => {
  assert.equal(describeFilteredCluster('prod', []), 'prod');
  assert.match(
    describeNoKataPods('prod', ['shop', 'bank']),
    /found on prod \(namespace filter: shop and bank\)\. Pods that you don't have permission to list/,
  );
});

test('names that a user enters are separated by commas or spaces, and invalid names are rejected', () => {
  assert.deepEqual(splitNamespaces(' shop, bank  shop,'), ['shop', 'bank']);
  assert.deepEqual(splitNamespaces(''), []);
  assert.equal(namespaceProblem('shop-1'), undefined);
  for (const name of ['Shop', '../secrets', '-a', 'a'.repeat(64), 'a.b'])
    assert.match(namespaceProblem(name) ?? '', /only lowercase letters/, name);
});

test('rows and tooltips name the filter, and its reason if the user selected none', () => {
  assert.equal(describeScope({ namespaces: [] }), undefined);
  assert.equal(describeScope({ namespaces: ['shop'] }), 'in shop');
  assert.equal(describeScope({ namespaces: ['shop', 'bank'] }), 'in 2 namespaces');
  assert.equal(explainScope({ namespaces: [], isSelected: false }), undefined);
  assert.equal(
    explainScope({ namespaces: ['shop', 'bank'], isSelected: true, missing: ['bank'] }),
    "Namespace filter: shop and bank. Namespace bank doesn't exist.",
  );
  assert.equal(
    explainScope({ namespaces: ['dev'], isSelected: false }),
    "You don't have permission to list pods in all namespaces, so commands use dev, the namespace of the context.",
  );
});

test('objects without a namespace belong to the filter, then to the namespace of the context, then to default', () => {
  const of = (namespace?: string) => ({
    reach: {
      ...noConnection,
      identity: { ...noConnection.identity, ...(namespace === undefined ? {} : { namespace }) },
    },
  });
  assert.equal(namespaceOf({ namespaces: ['shop', 'bank'], ...of('dev') }), 'shop');
  assert.equal(namespaceOf({ namespaces: [], ...of('dev') }), 'dev');
  assert.equal(namespaceOf(of()), 'default');
  assert.equal(namespaceOf({}), 'default');
});

/** Returns a connection that records paths. Paths without a response are forbidden. */
function connectionWith(responses: Readonly<Record<string, ApiResult<unknown>>>) {
  const asked: string[] = [];
  return {
    asked,
    ask: (path: string) => {
      asked.push(path);
      return Promise.resolve(responses[path] ?? fail(forbiddenProblem));
    },
  };
}

const { signal } = new AbortController();
const podsIn = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;

test('Find Kata Workload and pod logs list only the pods of the filter, and name namespaces that they cannot list', async () => {
  const connection = connectionWith({
    [podsIn('shop')]: listOf([rawPod('web')]),
    [podsIn('bank')]: listOf([rawPod('pay', { namespace: 'bank' })]),
    '/api/v1/pods': listOf([rawPod('other', { namespace: 'other' })]),
  });
  const names = async (namespaces: readonly string[]) => {
    const answer = await listPodsInNamespaces(connection, namespaces, { signal, classes: ['kata'] });
    return answer.ok ? [...answer.value.pods.map(({ name }) => name), answer.value.rest ?? ''] : answer.error.kind;
  };
  assert.deepEqual(await names(['shop', 'bank']), ['web', 'pay', '']);
  assert.deepEqual(connection.asked, [podsIn('shop'), podsIn('bank')]);
  assert.deepEqual(await names(['shop', 'secret']), ['web', 'secret: no']);
  assert.equal(await names(['secret', 'hidden']), 'forbidden', 'an unreadable list is never an empty one');
  assert.deepEqual(await names([]), ['other', '']);
});

test('commands that ask for a workload list only the kinds of the filtered namespaces', async () => {
  const asked: string[] = [];
  const reader = {
    list: (path: string) => {
      asked.push(path);
      const items = path === podsIn('bank') ? [rawPod('pay', { namespace: 'bank' })] : [];
      return Promise.resolve({ kind: 'value', value: { items, cut: false } } as const);
    },
  };
  const { found } = await listWorkloads(reader, { namespaces: ['shop', 'bank'] });
  assert.deepEqual(
    found.map(({ reference }) => `${reference.namespace ?? ''}/${reference.name}`),
    ['bank/pay'],
  );
  assert.ok(asked.every((path) => /\/namespaces\/(?:shop|bank)\//.test(path)));
  asked.length = 0;
  await listWorkloads(reader);
  assert.ok(asked.includes('/api/v1/pods') && asked.every((path) => !path.includes('/namespaces/')));
});

test('Describe Object lists namespaced objects of the filter only, and other names can be entered', async () => {
  const object = (name: string, namespace: string) => ({ metadata: { name, namespace } });
  const connection = connectionWith({
    [podsIn('shop')]: listOf([object('web', 'shop')]),
    '/api/v1/nodes': listOf([{ metadata: { name: 'worker-0' } }]),
    '/api/v1/pods': listOf([object('web', 'shop'), object('other', 'other')]),
  });
  const cluster = { connection, namespace: 'default' };
  const pods = { ...podKind, isNamespaced: true, short: [] };
  const list = async (namespaces: readonly string[], kind: Parameters<typeof listNames>[1] = pods) => {
    const answer = await listNames({ ...cluster, namespaces }, kind, signal);
    return answer.ok ? { names: answer.value.names.map(({ name }) => name), isCut: answer.value.isCut } : answer.error;
  };
  assert.deepEqual(await list(['shop', 'secret']), { names: ['web'], isCut: true });
  assert.deepEqual(await list([]), { names: ['web', 'other'], isCut: false });
  assert.deepEqual(await list(['secret']), forbiddenProblem);
  const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', isNamespaced: false, short: [] };
  assert.deepEqual(await list(['shop'], nodes), { names: ['worker-0'], isCut: false });
});

test('Show Object Events offers only the peer pods of the filter, and all objects of the installation', () => {
  const items = [
    ['web', 'shop'],
    ['pay', 'bank'],
  ].map(([name = '', namespace = '']) => {
    const read = peerPods.read({ metadata: { name, namespace, uid: name, resourceVersion: '1' } });
    return [name, read ?? assert.fail(name)] as const;
  });
  const state = { kind: 'live' } as const;
  const snapshot = { ...emptySnapshot, peerPods: { state, asOf: 0, items: new Map(items) } };
  const names = (namespaces: readonly string[]) =>
    listEventObjects({ snapshot, scope: { namespaces, isSelected: true } }).map(({ name }) => name);
  assert.deepEqual(names(['bank']), ['pay']);
  assert.deepEqual(names([]), ['web', 'pay']);
  assert.deepEqual(listEventObjects({ snapshot: emptySnapshot }), []);
});

test('Create Pull Secret suggests the namespace of the filter, and offers several', () => {
  const ask = (namespaces: readonly string[], answers: Readonly<Record<string, string>> = {}) =>
    pullSecretQuestion(new Map(Object.entries(answers)), namespaces);
  const listed = (namespaces: readonly string[]) => {
    const question = ask(namespaces);
    return question !== undefined && 'items' in question ? question.items.map(({ label }) => label) : question;
  };
  const value = (question: ReturnType<typeof ask>) =>
    question !== undefined && 'prompt' in question ? [question.name, question.value] : question;
  assert.deepEqual(value(ask([])), ['namespace', '']);
  assert.deepEqual(value(ask(['shop'])), ['namespace', 'shop']);
  assert.deepEqual(listed(['shop', 'bank']), ['shop', 'bank', 'Enter Name...']);
  assert.deepEqual(value(ask(['shop', operatorNamespace])), ['namespace', 'shop'], 'workloads may not run there');
  assert.deepEqual(value(ask(['shop', 'bank'], { listed: '' })), ['namespace', '']);
  assert.equal(ask(['shop', 'bank'], { listed: 'bank' })?.name, 'source');
  assert.equal(ask(['shop', 'bank'], { listed: '', namespace: 'dev' })?.name, 'source');
});
