/** Tests which events belong to an object, and what a list of events says about those that it omits. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { objectEventNotes } from '#client/kubernetes/events/eventNotes.ts';
import { mostEvents, readEvents } from '#client/kubernetes/events/readEvents.ts';
import { readObjectEvents } from '#client/kubernetes/events/readObjectEvents.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { eventServer, podEvent, type EventServer } from '#test/support/cluster/eventServer.ts';

const { signal } = new AbortController();
const pod: ObjectReference = {
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespace: 'shop',
  name: 'web-0',
};
const podPath = '/api/v1/namespaces/shop/pods/web-0';
const live = { [podPath]: { metadata: { name: 'web-0', uid: 'now' } } };

async function read(server: EventServer, reference = pod) {
  const answer = await readObjectEvents(server, reference, { signal });
  assert.ok(answer.ok);
  return answer.value;
}

describe('events of an object', () => {
  test('omit those of an earlier object with the same name, and count them', async () => {
    const events = { shop: [podEvent('web-0', 'before'), podEvent('web-0', 'now'), podEvent('web-1', 'other')] };
    const found = await read(eventServer({ events, objects: live }));
    assert.deepEqual(
      found.events.map(({ uid }) => uid),
      ['now'],
    );
    assert.deepEqual(objectEventNotes(found), ["1 event about an earlier object with this name isn't shown."]);
  });

  test('include events without a UID', async () => {
    const events = { shop: [podEvent('web-0', '', { involvedObject: { kind: 'Pod', name: 'web-0' } })] };
    assert.equal((await read(eventServer({ events, objects: live }))).total, 1);
  });

  test('of a deleted object say that they are about an earlier one', async () => {
    const events = { shop: [podEvent('web-0', 'before')] };
    const found = await read(eventServer({ events }));
    assert.equal(found.total, 1);
    assert.match(
      objectEventNotes(found).join(' '),
      /The object doesn't exist\. The events are about an earlier object/,
    );
    assert.deepEqual(objectEventNotes(await read(eventServer({}))), [
      'No events found. Older events might have expired.',
      "The object doesn't exist.",
    ]);
  });

  test("say so if the object can't be read, and its UID isn't compared", async () => {
    const events = { shop: [podEvent('web-0', 'before')] };
    const found = await read(eventServer({ events, forbidden: [podPath] }));
    assert.match(objectEventNotes(found).join(' '), /Can't read the object, so some events/);
  });

  test('of a node include those of the kubelet, whose UID is the name, and of the Machine Config Operator', async () => {
    const node: ObjectReference = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', name: 'worker-0' };
    const about = (uid: string) =>
      podEvent('worker-0', uid, { involvedObject: { kind: 'Node', name: 'worker-0', uid } });
    const server = eventServer({
      events: { default: [about('worker-0'), about('old')], 'openshift-machine-config-operator': [about('now')] },
      objects: { '/api/v1/nodes/worker-0': { metadata: { name: 'worker-0', uid: 'now' } } },
    });
    const found = await read(server, node);
    assert.deepEqual(found.events.map(({ uid = '' }) => uid).toSorted(), ['now', 'worker-0']);
    assert.equal(found.earlier, 1);
  });

  test('name the namespace that a user has no permission for, and keep the others', async () => {
    const node: ObjectReference = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', name: 'worker-0' };
    const forbidden = ['/api/v1/namespaces/openshift-machine-config-operator/events'];
    const found = await read(eventServer({ forbidden }), node);
    assert.match(
      objectEventNotes(found).join(' '),
      /You don't have permission to list events in namespace openshift-machine-config-operator\./,
    );
    const all = await readObjectEvents(eventServer({ forbidden: ['/api/v1/namespaces/shop/events'] }), pod, { signal });
    assert.equal(all.ok ? '' : all.error.kind, 'forbidden');
  });

  test('of a workload include its ReplicaSets and its pods, and no others', async () => {
    const owned = (uid: string, name: string, owner: string) => ({
      metadata: { uid, name, ownerReferences: [{ uid: owner, controller: true }] },
    });
    const list = (...items: readonly unknown[]) => ({ items, metadata: { resourceVersion: '7' } });
    const server = eventServer({
      events: {
        shop: [
          podEvent('web-5d-x', 'pod'),
          podEvent('web-5d-y', 'foreign'),
          podEvent('web-5d', 'set', { involvedObject: { kind: 'ReplicaSet', name: 'web-5d', uid: 'set' } }),
        ],
      },
      objects: {
        '/apis/apps/v1/namespaces/shop/deployments/web': { metadata: { name: 'web', uid: 'deployment' } },
        '/apis/apps/v1/namespaces/shop/replicasets': list(owned('set', 'web-5d', 'deployment')),
        '/api/v1/namespaces/shop/pods': list(owned('pod', 'web-5d-x', 'set'), owned('foreign', 'web-5d-y', 'other')),
      },
    });
    const deployment = { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment' };
    const found = await read(server, { ...deployment, namespace: 'shop', name: 'web' });
    assert.deepEqual(found.events.map(({ uid = '' }) => uid).toSorted(), ['pod', 'set']);
  });
});

describe('list of events', () => {
  const many = Array.from({ length: 50_000 }, (_, index) =>
    podEvent(`web-${index}`, String(index), {
      type: index === 3 ? 'Warning' : 'Normal',
      lastTimestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    }),
  );

  test('of 50,000 events reads bounded pages, and keeps the warnings and the newest events', async () => {
    const server = eventServer({ events: { shop: many } });
    const answer = await readEvents(server, { namespace: 'shop' }, signal);
    assert.ok(answer.ok);
    const { events, total, isCut } = answer.value;
    assert.deepEqual([events.length, total, isCut], [mostEvents, 50_000, false]);
    assert.deepEqual([events[0]?.name, events[1]?.name], ['web-3', 'web-49999']);
    assert.ok(server.asked.every(({ query }) => Number(query['limit']) <= 500));
    const { note } = { note: objectEventNotes({ ...answer.value, object: 'current', earlier: 0, problems: [] }) };
    assert.deepEqual(note, ['Showing 500 of 50,000 events: warnings first, then the newest events.']);
  });

  test('stops reading at its limit, and says so', async () => {
    const answer = await readEvents(eventServer({ events: { shop: many } }), { namespace: 'shop' }, signal, 1000);
    assert.ok(answer.ok && answer.value.isCut);
    assert.ok(answer.value.total < 2000);
    const notes = objectEventNotes({ ...answer.value, object: 'current', earlier: 0, problems: [] });
    assert.match(notes.join(' '), /contains more events than were read/);
  });

  test('reads the number and the time of events that are written through events.k8s.io', async () => {
    const series = {
      count: 0,
      firstTimestamp: null,
      lastTimestamp: null,
      eventTime: '2026-01-01T00:01:00.000000Z',
      series: { count: 9, lastObservedTime: '2026-01-01T00:09:00.000000Z' },
    };
    const { series: _, count: _count, ...once } = series;
    const events = { shop: [podEvent('a', '1', series), podEvent('b', '2', { ...once, count: undefined })] };
    const answer = await readEvents(eventServer({ events }), { namespace: 'shop' }, signal);
    assert.ok(answer.ok);
    assert.deepEqual(
      answer.value.events.map(({ count, first, at }) => [count, first, at]),
      [
        [9, Date.parse('2026-01-01T00:01:00Z'), Date.parse('2026-01-01T00:09:00Z')],
        [1, Date.parse('2026-01-01T00:01:00Z'), Date.parse('2026-01-01T00:01:00Z')],
      ],
    );
  });
});
