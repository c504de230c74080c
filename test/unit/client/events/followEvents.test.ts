/** Tests that `osc-tools events --watch` reads no more events than its output accepts. */
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { succeed } from '#core/common/result.ts';
import { followEvents } from '#client/events/followEvents.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

const count = 2000;

function eventObject(index: number): object {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `web.${index}`, namespace: 'shop', uid: `uid-${index}`, resourceVersion: String(index + 2) },
    involvedObject: { kind: 'Pod', namespace: 'shop', name: 'web-0', uid: 'pod' },
    type: 'Normal',
    reason: 'Pulled',
    message: `event ${index}`,
    count: 1,
  };
}

describe('events that are followed', () => {
  test('wait on the server while the reader of the output is slow, and then arrive in order', async () => {
    const connection = new ScriptedConnection();
    connection.answer = () => succeed({ metadata: { resourceVersion: '1' }, items: [] });
    const stop = new AbortController();
    const messages: string[] = [];
    let accept = (): void => undefined;
    let full: Promise<void> | undefined = new Promise((resolve) => (accept = resolve));
    const followed = followEvents(
      { namespace: 'shop', warningsOnly: false },
      {
        connection,
        clock: new ManualClock(),
        chance: () => 0,
        signal: stop.signal,
        onEvent: ({ message }) => messages.push(message),
        waitForSpace: () => full,
        onState: () => undefined,
        log: (message) => assert.fail(message),
      },
    );
    while (connection.streams.length === 0) await turn();
    const { last } = connection;
    assert.equal(last.space(), undefined, 'accepts events');
    for (let index = 0; index < count; index += 1) last.event('ADDED', eventObject(index));
    await turn();
    assert.equal(messages.length, 1);
    const space = last.space();
    assert.ok(space !== undefined, 'accepts no more events');
    full = undefined;
    accept();
    await space;
    assert.equal(last.space(), undefined, 'accepts events again');
    assert.deepEqual(
      messages,
      Array.from({ length: count }, (_, index) => `event ${index}`),
    );
    stop.abort();
    await followed;
  });
});
