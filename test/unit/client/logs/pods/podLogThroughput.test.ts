/** Tests that pod logs with many lines per second need bounded memory. Counts characters, and doesn't measure time. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { PodLogSession } from '#client/logs/podLogs/podLogSession.ts';
import { StreamSlots } from '#client/logs/podLogs/streamSlots.ts';
import { formatItem } from '#client/logs/podLogs/writePodLogs.ts';
import { SpilledLines } from '#client/logs/sources/spilledLines.ts';
import { succeed } from '#core/common/result.ts';
import { ScriptedConnection, type OpenStream } from '#test/support/cluster/scriptedConnection.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { podObject, running } from './podStage.ts';

const seconds = 60;
const linesPerSecond = 10_000;
/** Lines that the transport passes on before it asks whether there is space. */
const chunk = 500;
const inMemory = 1_000_000;
const start = Date.UTC(2026, 10, 22, 7);

test('pod logs with 10,000 lines per second for a minute keep all lines in bounded memory', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'osc-throughput-'));
  const clock = new ManualClock(start);
  const connection = new ScriptedConnection();
  const pods = ['web-1', 'web-2'].map((name) => podObject(name, [{ name: 'app', state: running }]));
  connection.answer = () => succeed({ metadata: { resourceVersion: '1' }, items: pods });
  const lines = new SpilledLines({ clock, folder, inMemory });
  let received = 0;
  const session = new PodLogSession({
    connection,
    clock,
    chance: () => 0,
    log: (message) => assert.fail(message),
    query: { namespace: 'shop', labelSelector: 'app=web' },
    choice: { follow: true },
    slots: new StreamSlots(),
    onItems(items) {
      received += items.length;
      lines.append(items.map(formatItem));
    },
    waitForSpace: () => lines.waitForSpace(),
  });
  const ended = session.run();
  const streams = (): readonly OpenStream[] => connection.streams.filter(({ asked }) => asked.path.endsWith('/log'));
  while (streams().length < pods.length) await turn();
  let [sent, most] = [0, 0];
  for (let second = 0; second < seconds; second += 1) {
    for (let part = 0; part < linesPerSecond; part += chunk) {
      // The logs take turns, so that each one waits for the other.
      const stream = streams()[(part / chunk) % pods.length];
      assert.ok(stream !== undefined);
      for (let line = 0; line < chunk; line += 1) {
        const at = start + second * 1000 + Math.floor(((part + line) / linesPerSecond) * 1000);
        stream.line(`${new Date(at).toISOString().slice(0, 23)}000000Z line ${sent} with some text`);
        sent += 1;
      }
      most = Math.max(most, lines.charactersInMemory);
      await stream.space();
    }
    await clock.pass(1000);
  }
  session.stop();
  await ended;
  assert.equal(sent, seconds * linesPerSecond);
  assert.equal(received, sent, 'no line is lost');
  assert.equal(lines.state.count, sent);
  assert.ok(most < 4 * inMemory, `${most} characters in memory`);
  const last = await lines.readLast(1);
  assert.match(last[0] ?? '', new RegExp(`line ${sent - 1} with some text$`));
  lines.close();
  await rm(folder, { recursive: true, force: true });
});
