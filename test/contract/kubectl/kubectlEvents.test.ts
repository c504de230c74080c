/**
 * Compares how kubectl and this product select and follow events, on the same server. Skipped if kubectl isn't
 * available (`npm test -- contract` downloads it).
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { readEvents } from '#client/kubernetes/events/readEvents.ts';
import { readObjectEvents, selectorOf } from '#client/kubernetes/events/readObjectEvents.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { followEvents } from '#client/events/followEvents.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { getList, getString, getValue } from '#simulator/store/kubeObject.ts';
import { currentContext } from '#test/support/cluster/apiClient.ts';
import { contextIn, deps } from '#test/support/cluster/clusterHarness.ts';
import { contract, newNamespace } from '../api/contractServer.ts';

const kubectl = findKubectl();
const skip = kubectl === undefined ? 'there is no kubectl of 1.27 or newer: npm test -- contract brings one' : false;

describe('events', { skip }, () => {
  const server = contract();
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-events-'));
  const file = path.join(folder, 'kubeconfig');
  const { signal } = new AbortController();
  let namespace = '';
  let pod: { readonly name: string; readonly uid: string };
  let connection: Connection;

  before(async () => {
    const { kubeconfig, admin } = server();
    writeFileSync(file, kubeconfig, { mode: 0o600 });
    namespace = await newNamespace(server());
    connection = connect(await contextIn(file, currentContext(kubeconfig)), deps());
    const created = await admin.post(`/api/v1/namespaces/${namespace}/pods`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web-0' },
      // No node matches, so no component adds an event with a time of its own.
      spec: {
        nodeName: 'missing',
        automountServiceAccountToken: false,
        containers: [{ name: 'a', image: 'quay.io/a' }],
      },
    });
    pod = { name: 'web-0', uid: getString(created.body, 'metadata', 'uid') ?? assert.fail('no pod') };
    await addEvent('own', {});
    await addEvent('earlier', { uid: 'an-earlier-uid' });
    await addEvent('other', { name: 'web-1', uid: 'other-uid' });
    await addEvent('normal', {}, { type: 'Normal', reason: 'Scheduled' });
    await addEvent(
      'series',
      {},
      {
        firstTimestamp: null,
        lastTimestamp: null,
        count: null,
        eventTime: '2026-11-01T00:00:00.000000Z',
        action: 'Scheduling',
        reportingComponent: 'default-scheduler',
        reportingInstance: 'default-scheduler-0',
        source: {},
        reason: 'FailedScheduling',
        series: { count: 5, lastObservedTime: '2026-11-01T00:04:00.000000Z' },
      },
    );
  });
  after(() => {
    connection.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function addEvent(name: string, about: object, changes: object = {}): Promise<void> {
    const reply = await server().admin.post(`/api/v1/namespaces/${namespace}/events`, {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name },
      involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace, ...pod, ...about },
      type: 'Warning',
      reason: 'BackOff',
      message: `message of ${name}`,
      firstTimestamp: '2026-11-01T00:00:00Z',
      lastTimestamp: '2026-11-01T00:01:00Z',
      count: 1,
      source: { component: 'kubelet' },
      ...changes,
    });
    assert.equal(reply.code, 201, JSON.stringify(reply.body));
  }

  function run(...args: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      execFile(kubectl ?? '', ['--kubeconfig', file, '-n', namespace, ...args], (error, stdout) =>
        error === null ? resolve(stdout) : reject(error),
      );
    });
  }

  /** Returns the messages of the events that kubectl prints. */
  async function messagesOfKubectl(...args: readonly string[]): Promise<readonly string[]> {
    const list: unknown = JSON.parse(await run(...args, '-o', 'json'));
    return getList(list, 'items')
      .map((event) => getString(event, 'message') ?? '')
      .toSorted();
  }

  async function ownMessages(fieldSelector: string): Promise<readonly string[]> {
    const read = await readEvents(connection, { namespace, fieldSelector }, signal);
    assert.ok(read.ok);
    return read.value.events.map(({ message }) => message).toSorted();
  }

  test('are selected by field as with kubectl get events --field-selector', async () => {
    for (const selector of [
      'type=Warning',
      'type!=Normal',
      'reason=BackOff',
      `involvedObject.uid=${pod.uid}`,
      'involvedObject.kind=Pod,involvedObject.name=web-0',
      'type=Warning,involvedObject.kind=Pod',
      'involvedObject.name=missing',
    ])
      assert.deepEqual(
        await ownMessages(selector),
        await messagesOfKubectl('get', 'events', '--field-selector', selector),
        selector,
      );
  });

  test('of an object are those of kubectl events --for, without those of an earlier object', async () => {
    const reference = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespace, name: 'web-0' };
    const ofKubectl = await messagesOfKubectl('events', '--for', 'pod/web-0');
    assert.deepEqual(await ownMessages(selectorOf(reference, false)), ofKubectl);
    const read = await readObjectEvents(connection, reference, { signal });
    assert.ok(read.ok);
    assert.equal(read.value.earlier, 1);
    assert.deepEqual(
      read.value.events.map(({ message }) => message).toSorted(),
      ofKubectl.filter((message) => message !== 'message of earlier'),
    );
    assert.deepEqual(
      await ownMessages(selectorOf(reference, true)),
      await messagesOfKubectl('events', '--for', 'pod/web-0', '--types', 'Warning'),
    );
  });

  test('with a series show its number and its last time, as in kubectl get events', async () => {
    const read = await readEvents(connection, { namespace, fieldSelector: 'reason=FailedScheduling' }, signal);
    assert.ok(read.ok);
    const [event] = read.value.events;
    assert.deepEqual([event?.count, event?.at], [5, Date.parse('2026-11-01T00:04:00Z')]);
    const columns = 'custom-columns=COUNT:.series.count,LAST:.series.lastObservedTime';
    const printed = await run('get', 'events', '--field-selector', 'reason=FailedScheduling', '-o', columns);
    assert.match(printed, /^5 +2026-11-01T00:04:00\.000000Z$/m);
    assert.match(await run('events', '--for', 'pod/web-0'), /x5 over .*FailedScheduling/);
  });

  test('have other field names in events.k8s.io, and the same rows and selectors', async () => {
    const resource = 'events.events.k8s.io';
    assert.equal(await run('get', resource), await run('get', 'events'));
    for (const [selector, core] of [
      [`regarding.uid=${pod.uid}`, `involvedObject.uid=${pod.uid}`],
      ['regarding.kind=Pod,regarding.name=web-0,type=Warning', 'involvedObject.name=web-0,type=Warning'],
      ['reportingController=default-scheduler', 'reportingComponent=default-scheduler'],
      ['reason=FailedScheduling', 'reason=FailedScheduling'],
    ] as const) {
      const names = await run('get', resource, '--field-selector', selector, '-o', 'name');
      const coreNames = await run('get', 'events', '--field-selector', core, '-o', 'name');
      assert.notEqual(names, '');
      assert.equal(names, coreNames.replaceAll('event/', 'event.events.k8s.io/'), selector);
    }
    await assert.rejects(
      run('get', resource, '--field-selector', 'involvedObject.name=web-0'),
      /field label not supported/,
    );
    const event = async (name: string): Promise<unknown> => JSON.parse(await run('get', resource, name, '-o', 'json'));
    const own = await event('own');
    assert.deepEqual(
      [
        'note',
        'deprecatedCount',
        'deprecatedFirstTimestamp',
        'deprecatedLastTimestamp',
        'deprecatedSource',
        'type',
      ].map((field) => getValue(own, field)),
      ['message of own', 1, '2026-11-01T00:00:00Z', '2026-11-01T00:01:00Z', { component: 'kubelet' }, 'Warning'],
    );
    assert.equal(getString(own, 'regarding', 'uid'), pod.uid);
    assert.deepEqual(
      ['message', 'involvedObject', 'count'].map((field) => getValue(own, field)),
      [undefined, undefined, undefined],
    );
    const series = await event('series');
    assert.equal(getString(series, 'reportingController'), 'default-scheduler');
    assert.equal(getString(series, 'eventTime'), '2026-11-01T00:00:00.000000Z');
    assert.deepEqual(getValue(series, 'series'), { count: 5, lastObservedTime: '2026-11-01T00:04:00.000000Z' });
  });

  test('are followed in events.k8s.io with kubectl get --watch', async () => {
    const child = spawn(
      kubectl ?? '',
      ['--kubeconfig', file, '-n', namespace, 'get', 'events.events.k8s.io', '-w', '-o', 'name'],
      { env: process.env },
    );
    let printed = '';
    let added = false;
    for await (const data of child.stdout.setEncoding('utf8')) {
      printed += String(data);
      if (printed.includes('event.events.k8s.io/watched-earlier\n')) break;
      if (!added && printed.includes('event.events.k8s.io/own\n')) {
        added = true;
        await addEvent('watched-earlier', { uid: 'an-earlier-uid' });
      }
    }
    child.kill();
    assert.match(printed, /^event\.events\.k8s\.io\/watched-earlier$/m);
  });

  test('are followed as with kubectl events --watch', async () => {
    const [ofKubectl, own]: [Set<string>, Set<string>] = [new Set(), new Set()];
    let wake = (): void => undefined;
    const until = async (isReached: () => boolean): Promise<void> => {
      while (!isReached()) await new Promise<void>((resolve) => (wake = resolve));
    };
    const child = spawn(kubectl ?? '', ['--kubeconfig', file, '-n', namespace, 'events', '-w', '--for', 'pod/web-0'], {
      env: process.env,
    });
    child.stdout.setEncoding('utf8').on('data', (data: string) => {
      for (const [message] of data.matchAll(/message of [\w-]+/g)) ofKubectl.add(message);
      wake();
    });
    const stop = new AbortController();
    const following = followEvents(
      {
        namespace,
        reference: { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespace, name: 'web-0' },
        warningsOnly: false,
      },
      {
        connection,
        clock: realClock,
        chance: Math.random,
        signal: stop.signal,
        onEvent: ({ message }) => {
          own.add(message);
          wake();
        },
        onState: () => undefined,
        log: (message) => assert.fail(message),
      },
    );
    await until(() => ofKubectl.has('message of own') && own.has('message of own'));
    await addEvent('later', {});
    await addEvent('later-earlier', { uid: 'an-earlier-uid' });
    await addEvent('last', {});
    await until(() => ofKubectl.has('message of last') && own.has('message of last'));
    assert.deepEqual([...own].toSorted(), [...ofKubectl].filter((message) => !message.endsWith('earlier')).toSorted());
    child.kill();
    stop.abort();
    await following;
  });
});
