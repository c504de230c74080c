/** Tests pod logs over a real connection: a line of 10 MB, CRLF, invalid UTF-8, and no line end at the end. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Connection } from '#client/kubernetes/connection.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { PodLogSession, type PodLogItem } from '#client/logs/podLogs/podLogSession.ts';
import { StreamSlots } from '#client/logs/podLogs/streamSlots.ts';
import { contextIn, deps, folder, kubeconfigOf } from '#test/support/cluster/clusterHarness.ts';
import { oddServer, type OddServer } from '#test/support/network/oddServer.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { podObject, running } from './podStage.ts';

const stamp = '2026-11-22T07:00:00.000000000Z ';
const megabyte = 1_000_000;
/** Maximum number of characters of a received line, including its time. Source: containerLog.ts. */
const longestLine = 16_384;

describe('pod logs with unusual text', () => {
  const home = folder();
  let server: OddServer;
  let connection: Connection;
  let log: readonly Buffer[] = [];

  before(async () => {
    server = await oddServer((request, response) => {
      if (request.url?.includes('/log?') !== true)
        return response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(podObject('web-1', [{ name: 'app', state: running }])));
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      for (const part of log) response.write(part);
      return response.end();
    });
    const file = home.write('config', kubeconfigOf({ odd: { cluster: { server: server.url } } }));
    connection = connect(await contextIn(file, 'odd'), deps());
  });
  after(async () => {
    connection.close();
    await server.close();
    home.remove();
  });

  /** Returns the messages of the lines that the session passes on when the server sends these parts. */
  async function messagesOf(...parts: readonly (string | Buffer)[]): Promise<readonly string[]> {
    log = parts.map((part) => Buffer.from(part));
    const items: PodLogItem[] = [];
    const session = new PodLogSession({
      connection,
      clock: new ManualClock(),
      chance: () => 0,
      log: (message) => assert.fail(message),
      query: { namespace: 'shop', name: 'web-1' },
      choice: { follow: false },
      slots: new StreamSlots(),
      onItems: (some) => items.push(...some),
    });
    assert.deepEqual(await session.run(), { opened: 1, failed: 0 });
    assert.ok(
      items.every(({ pod, stamp: time }) => pod === 'web-1' && time !== undefined),
      JSON.stringify(items[0]),
    );
    return items.map(({ text }) => text);
  }

  test('cut a line of 10 MB, and continue with the next line', async () => {
    const part = 'x'.repeat(megabyte);
    const [long = '', ...others] = await messagesOf(
      stamp,
      ...Array.from({ length: 10 }, () => part),
      `\n${stamp}next\n`,
    );
    assert.equal(long.length, longestLine - stamp.length);
    assert.match(long, /^x+$/);
    assert.deepEqual(others, ['next']);
  });

  test('remove only the line end of Windows', async () => {
    assert.deepEqual(await messagesOf(`${stamp}one\r\n${stamp}two\rthree\r\n${stamp}\r\n${stamp}four\r\r\n`), [
      'one',
      'two\rthree',
      '',
      'four\r',
    ]);
  });

  test('replace bytes that are not UTF-8, and keep a character that is sent in two parts', async () => {
    const [first, second] = [Buffer.from('ü').subarray(0, 1), Buffer.from('ü').subarray(1)];
    const messages = await messagesOf(
      Buffer.concat([Buffer.from(`${stamp}a`), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from(`b\n${stamp}`), first]),
      second,
      Buffer.concat([Buffer.from(`\n${stamp}end`), Buffer.from([0xe2, 0x82])]),
    );
    assert.deepEqual(messages, ['a\ufffd\ufffd(b', 'ü', 'end\ufffd']);
  });
});
