/** Tests a WebSocket over a connection whose other side doesn't read. */
import assert from 'node:assert/strict';
import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { WebSocket, type WebSocketEnd } from '#client/kubernetes/exec/webSocket.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

/** Starts a WebSocket over a connection that never accepts what is written. */
function stage() {
  const clock = new ManualClock();
  const socket = new Duplex({ read: () => undefined, write: () => undefined });
  const ends: WebSocketEnd[] = [];
  const webSocket = new WebSocket({
    socket,
    head: new Uint8Array(),
    clock,
    onMessage: () => undefined,
    onEnd: (end) => ends.push(end),
  });
  webSocket.start();
  return { clock, socket, ends, webSocket };
}

describe('a WebSocket whose other side does not read', () => {
  for (const [what, bytes, end] of [
    ['a close frame', Uint8Array.of(0x88, 2, 3, 0xe8), 'closed'],
    ['an invalid frame', Uint8Array.of(0xff, 0xff), 'invalid'],
  ] as const)
    test(`closes the connection 5 seconds after ${what}`, async () => {
      const { clock, socket, ends } = stage();
      socket.push(bytes);
      await turn();
      assert.deepEqual(ends, [end]);
      assert.equal(socket.destroyed, false);
      await clock.pass(5000);
      assert.equal(socket.destroyed, true);
      assert.equal(clock.waiting, 0);
    });

  test('is closed immediately if input is waiting', async () => {
    const { clock, socket, webSocket } = stage();
    void webSocket.send(Uint8Array.of(1));
    webSocket.close();
    assert.equal(socket.destroyed, true);
    await turn();
    assert.equal(clock.waiting, 0);
  });
});
