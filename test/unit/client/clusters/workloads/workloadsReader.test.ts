/** Tests how the list of Kata pods follows a cluster while its group is visible, and how it recovers from faults. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import { mostWatchedPods, podListInterval } from '#client/clusters/sessions/workloadsReader.ts';
import { status } from '#test/support/cluster/followCluster.ts';
import { forbidden, listOf, rawPod, WorkloadsStage } from '#test/support/cluster/workloadsStage.ts';

test('one watch follows the Kata pods of all namespaces, and other pods are discarded', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () =>
    listOf([rawPod('web-1'), rawPod('plain', { runtimeClass: '' }), rawPod('other', { runtimeClass: 'gvisor' })]);
  assert.equal(stage.state.kind, 'unasked');
  assert.equal(stage.connection.active, 0);
  await stage.expand();
  assert.deepEqual(stage.names, ['web-1']);
  assert.equal(stage.loaded.updates, 'watch');
  assert.equal(stage.watches.length, 1);
  await stage.event('ADDED', rawPod('api-1', { namespace: 'bank', version: 2 }));
  await stage.event('ADDED', rawPod('plain-2', { runtimeClass: '', version: 3 }));
  assert.deepEqual(stage.names, ['api-1', 'web-1']);
  await stage.event('MODIFIED', rawPod('web-1', { phase: 'Failed', isReady: false, version: 4 }));
  assert.deepEqual(
    stage.loaded.pods.map(({ phase, isReady }) => [phase, isReady]),
    [
      ['Running', true],
      ['Failed', undefined],
    ],
  );
  await stage.event('DELETED', rawPod('web-1', { version: 5 }));
  assert.deepEqual(stage.names, ['api-1']);
  assert.equal(stage.lists, 1);
  stage.reader.stop();
});

test('a burst of changes is shown at most every 100 ms', async () => {
  const stage = new WorkloadsStage();
  await stage.expand();
  const before = stage.changes;
  for (let index = 0; index < 50; index += 1)
    stage.connection.last.event('ADDED', rawPod(`web-${index}`, { version: index + 2 }));
  await stage.clock.pass(100);
  assert.equal(stage.changes, before + 1);
  assert.equal(stage.names.length, 50);
  stage.reader.stop();
});

test('the list is read again after 410 Gone, and the previous pods remain visible until then', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () => listOf([rawPod('web-1'), rawPod('web-2')], 7);
  await stage.expand();
  await stage.clock.pass(10_000);
  stage.pods = () => listOf([rawPod('web-2'), rawPod('web-3')], 90);
  stage.connection.last.event('ERROR', status(410, 'Expired'));
  assert.deepEqual(stage.names, ['web-1', 'web-2']);
  await stage.clock.pass(200);
  assert.deepEqual(stage.names, ['web-2', 'web-3']);
  assert.equal(stage.lists, 2);
  assert.equal(stage.watches.length, 1);
  assert.equal(stage.connection.last.asked.query['resourceVersion'], '90');
  assert.equal(stage.loaded.again, undefined);
  stage.reader.stop();
});

test('a lost connection is shown with its cause, and the watch continues from its last version', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () => listOf([rawPod('web-1')], 7);
  await stage.expand();
  await stage.event('ADDED', rawPod('web-2', { version: 8 }));
  await stage.clock.pass(10_000);
  let isDown = true;
  stage.connection.opening = () => (isDown ? { kind: 'network', message: 'connection refused' } : true);
  stage.connection.last.fail({ kind: 'network', message: 'connection reset' });
  await stage.clock.pass(200);
  assert.deepEqual(stage.names, ['web-1', 'web-2']);
  assert.equal(stage.loaded.again?.kind, 'failed');
  await stage.clock.pass(60_000);
  assert.deepEqual(stage.loaded.again, { kind: 'failed', message: 'connection refused' });
  isDown = false;
  stage.reader.retryNow();
  await stage.clock.pass(500);
  assert.equal(stage.loaded.again, undefined);
  assert.equal(stage.lists, 1, 'the watch continues without a new list');
  assert.equal(stage.connection.last.asked.query['resourceVersion'], '8');
  await stage.event('DELETED', rawPod('web-1', { version: 9 }));
  assert.deepEqual(stage.names, ['web-2']);
  stage.reader.stop();
});

test('a connection that breaks while the first list is read shows the cause, and the list is read later', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () => fail({ kind: 'network', message: 'connection refused' });
  await stage.expand();
  assert.deepEqual(stage.state, { kind: 'failed', message: 'connection refused' });
  stage.pods = () => listOf([rawPod('web-1')]);
  await stage.clock.pass(60_000);
  assert.deepEqual(stage.names, ['web-1']);
  stage.reader.stop();
});

test('a cluster with too many pods for a watch is listed again after an interval while the group is expanded', async () => {
  const stage = new WorkloadsStage();
  const others = Array.from({ length: mostWatchedPods }, (_, index) => rawPod(`plain-${index}`, { runtimeClass: '' }));
  stage.pods = () => listOf([rawPod('web-1'), ...others]);
  await stage.expand();
  assert.equal(stage.loaded.updates, podListInterval);
  assert.equal(stage.watches.length, 0);
  stage.pods = () => listOf([rawPod('web-2'), ...others]);
  await stage.clock.pass(podListInterval - 1000);
  assert.deepEqual(stage.names, ['web-1']);
  await stage.clock.pass(1000);
  assert.deepEqual(stage.names, ['web-2']);
  stage.reader.expanded(false);
  const before = stage.connection.asked.length;
  await stage.clock.pass(10 * podListInterval);
  assert.equal(stage.connection.asked.length, before, 'a collapsed group sends no requests');
  stage.pods = () => listOf(others);
  await stage.expand();
  assert.equal(stage.loaded.updates, 'watch', 'a cluster that has fewer pods now is watched');
  assert.equal(stage.watches.length, 1);
  stage.reader.stop();
});

test('a collapsed group and a hidden view end the watch, which then continues from its last version', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () => listOf([rawPod('web-1')], 7);
  await stage.expand();
  await stage.event('BOOKMARK', { metadata: { resourceVersion: '30' } });
  for (const [stop, start] of [
    [() => stage.reader.expanded(false), () => stage.reader.expanded(true)],
    [() => stage.reader.pause(), () => stage.reader.resume()],
  ] as const) {
    stop();
    await stage.clock.pass(1000);
    assert.equal(stage.connection.active, 0);
    assert.equal(stage.loaded.updates, undefined, 'the list is not kept up to date');
    start();
    await stage.clock.pass(1000);
    assert.equal(stage.watches.length, 1);
    assert.equal(stage.connection.last.asked.query['resourceVersion'], '30');
  }
  stage.reader.pause();
  stage.reader.expanded(false);
  stage.reader.resume();
  await stage.clock.pass(1000);
  assert.equal(stage.connection.active, 0, 'a collapsed group stays paused in a visible view');
  assert.equal(stage.lists, 1);
  stage.reader.stop();
});

test('pods of a new runtime class are listed, and those of a deleted one stay in the list', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () => listOf([rawPod('web-1'), rawPod('own-1', { runtimeClass: 'my-sandbox' })]);
  await stage.expand();
  assert.deepEqual(stage.names, ['web-1']);
  stage.classes = ['kata', 'my-sandbox'];
  stage.reader.runtimeClassesChanged();
  await stage.clock.pass(500);
  assert.deepEqual(stage.names, ['own-1', 'web-1']);
  assert.equal(stage.watches.length, 1);
  stage.classes = ['kata'];
  stage.reader.runtimeClassesChanged();
  await stage.event('MODIFIED', rawPod('own-1', { runtimeClass: 'my-sandbox', phase: 'Failed', version: 5 }));
  assert.deepEqual(
    stage.loaded.pods.map(({ phase }) => phase),
    ['Failed', 'Running'],
  );
  stage.reader.stop();
});

test('a missing permission to list pods is named, and without permission to watch, pods are listed at intervals', async () => {
  const stage = new WorkloadsStage();
  stage.pods = () => fail(forbidden);
  await stage.expand();
  assert.deepEqual(stage.state, {
    kind: 'failed',
    message: "You don't have permission to list pods in all namespaces",
  });
  stage.pods = () => listOf([rawPod('web-1')]);
  stage.connection.opening = () => forbidden;
  await stage.clock.pass(61_000);
  assert.equal(stage.loaded.updates, 30_000);
  assert.equal(stage.loaded.again, undefined);
  stage.pods = () => listOf([rawPod('web-2')]);
  await stage.clock.pass(31_000);
  assert.deepEqual(stage.names, ['web-2']);
  stage.reader.stop();
});

test('selected namespaces are watched at any size, each with its own watch, and nothing else is requested', async () => {
  const stage = new WorkloadsStage();
  const others = Array.from({ length: mostWatchedPods }, (_, index) => rawPod(`plain-${index}`, { runtimeClass: '' }));
  stage.responses.set('/api/v1/namespaces/shop/pods', listOf([rawPod('web'), ...others]));
  stage.responses.set('/api/v1/namespaces/bank/pods', listOf([rawPod('pay', { namespace: 'bank' })]));
  await stage.expand();
  stage.connection.asked.length = 0;
  stage.reader.selectNamespaces(['shop', 'bank']);
  assert.equal(stage.state.kind, 'loading');
  await stage.clock.pass(500);
  assert.deepEqual(stage.names, ['pay', 'web']);
  assert.deepEqual(stage.loaded.namespaces, ['shop', 'bank']);
  assert.equal(stage.loaded.updates, 'watch');
  assert.deepEqual(
    stage.watches.map(({ asked }) => asked.path),
    ['/api/v1/namespaces/shop/pods', '/api/v1/namespaces/bank/pods'],
  );
  assert.ok(stage.connection.asked.every(({ path }) => /\/namespaces\/(?:shop|bank)(?:\/|$)/.test(path)));
  stage.reader.selectNamespaces([]);
  await stage.clock.pass(500);
  assert.deepEqual(stage.names, []);
  assert.equal(stage.loaded.namespaces, undefined);
  assert.deepEqual(
    stage.watches.map(({ asked }) => asked.path),
    ['/api/v1/pods'],
  );
  stage.reader.stop();
});

test('without permission for all namespaces, the namespace of the context is listed until the user refreshes', async () => {
  const stage = new WorkloadsStage('dev');
  stage.pods = () => fail(forbidden);
  stage.responses.set('/api/v1/namespaces/dev/pods', listOf([rawPod('web', { namespace: 'dev' })]));
  await stage.expand();
  assert.deepEqual(stage.names, ['web']);
  assert.deepEqual(stage.loaded.namespaces, ['dev']);
  assert.deepEqual(stage.reader.selectedNamespaces, [], 'the user selected nothing');
  stage.pods = () => listOf([rawPod('other')]);
  stage.reader.retryNow();
  await stage.clock.pass(500);
  assert.deepEqual(stage.names, ['other']);
  stage.reader.stop();
});

test('a selected namespace that does not exist or is deleted is named until it exists again', async () => {
  const stage = new WorkloadsStage();
  const shop = '/api/v1/namespaces/shop';
  stage.responses.set(`${shop}/pods`, listOf([rawPod('web')]));
  stage.responses.set(shop, succeed({ metadata: { name: 'shop' } }));
  stage.responses.set('/api/v1/namespaces/bank/pods', listOf([]));
  stage.responses.set('/api/v1/namespaces/secret/pods', fail(forbidden));
  stage.responses.set('/api/v1/namespaces/secret', fail(forbidden));
  stage.reader.selectNamespaces(['shop', 'bank', 'secret']);
  await stage.expand();
  assert.deepEqual(stage.reader.missingNamespaces, ['bank'], 'a namespace that may not be read counts as existing');
  stage.responses.delete(shop);
  stage.watches[0]?.event('DELETED', rawPod('web', { version: 2 }));
  await stage.clock.pass(500);
  assert.deepEqual(stage.names, []);
  assert.deepEqual(stage.reader.missingNamespaces, ['shop', 'bank']);
  stage.responses.set(shop, succeed({ metadata: { name: 'shop' } }));
  stage.reader.retryNow();
  await stage.clock.pass(500);
  assert.deepEqual(stage.reader.missingNamespaces, ['bank']);
  stage.responses.set('/api/v1/namespaces/bank', succeed({ metadata: { name: 'bank' } }));
  stage.watches[1]?.event('ADDED', rawPod('pay', { namespace: 'bank', version: 3 }));
  await stage.clock.pass(500);
  assert.deepEqual(stage.reader.missingNamespaces, [], 'the first pod shows that the namespace was created again');
  stage.responses.delete('/api/v1/namespaces/bank');
  stage.reader.retryNow();
  await stage.clock.pass(500);
  assert.deepEqual(stage.reader.missingNamespaces, ['bank']);
  stage.reader.selectNamespaces([]);
  assert.deepEqual(stage.reader.missingNamespaces, []);
  stage.reader.stop();
});

test('a deleted namespace of the filter is noticed when the filter is set or used, without expanded pods', async () => {
  const stage = new WorkloadsStage();
  const shop = '/api/v1/namespaces/shop';
  stage.reader.selectNamespaces(['shop']);
  await stage.clock.pass(500);
  assert.deepEqual(stage.reader.missingNamespaces, ['shop']);
  stage.responses.set(shop, succeed({ metadata: { name: 'shop' } }));
  stage.reader.checkNamespaces();
  await stage.clock.pass(500);
  assert.deepEqual(stage.reader.missingNamespaces, []);
  stage.responses.delete(shop);
  const asked = stage.connection.asked.length;
  await stage.clock.pass(600_000);
  assert.equal(stage.connection.asked.length, asked, 'nothing polls');
  const { changes } = stage;
  stage.reader.checkNamespaces();
  await stage.clock.pass(500);
  assert.deepEqual(stage.reader.missingNamespaces, ['shop']);
  assert.equal(stage.changes, changes + 1, 'the row is drawn again');
  assert.ok(
    stage.connection.asked.slice(asked).every(({ path }) => path === shop),
    'no pods are listed',
  );
  assert.equal(stage.reader.state.kind, 'unasked');
  stage.reader.stop();
});

test('selecting namespaces of a cluster that was closed meanwhile sends no request', async () => {
  const stage = new WorkloadsStage();
  await stage.expand();
  stage.reader.stop();
  const [asked, changes] = [stage.connection.asked.length, stage.changes];
  stage.reader.selectNamespaces(['shop']);
  stage.reader.expanded(true);
  await stage.clock.pass(120_000);
  assert.equal(stage.connection.asked.length, asked);
  assert.equal(stage.changes, changes + 1, 'only the selection itself is shown');
});

test('a selected namespace without permission is named, and the pods of the others are shown', async () => {
  const stage = new WorkloadsStage();
  stage.responses.set('/api/v1/namespaces/shop/pods', listOf([rawPod('web')]));
  stage.responses.set('/api/v1/namespaces/secret/pods', fail(forbidden));
  stage.reader.selectNamespaces(['secret', 'shop']);
  await stage.expand();
  assert.deepEqual(stage.names, ['web']);
  assert.deepEqual(stage.loaded.again, {
    kind: 'failed',
    message: "You don't have permission to list pods in namespace secret",
  });
  stage.reader.stop();
});
