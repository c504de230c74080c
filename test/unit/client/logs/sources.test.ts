/** Logs as sources: files of any size, packed ones, those that grow, vanish or are cut off, and lines that come in. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import files, {
  appendFile,
  mkdtemp,
  readdir,
  rename,
  rm,
  truncate,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openFileLog, type FileLogOptions } from '#client/logs/sources/fileLog.ts';
import { LineIndex } from '#client/logs/sources/lineIndex.ts';
import { lostLine } from '#client/logs/sources/lineStore.ts';
import { LineNumberList } from '#client/logs/sources/lineNumberList.ts';
import { SpilledLines } from '#client/logs/sources/spilledLines.ts';
import { createStreamLog } from '#client/logs/sources/streamLog.ts';
import { unpack } from '#client/logs/sources/decompressedFile.ts';
import type { LogSource, LogState, StoredLogSource } from '#client/logs/sources/logSource.ts';
import { maxLineLength } from '#core/logs/readLine.ts';
import { until } from '#test/support/logs/waitForLog.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

const sandbox = 'd1d4d68efc35e5ccb4331af73da459c13f46269b512774aa6bde7da34db48987';
const line = (number: number, level = 'info'): string =>
  `2026-11-22T07:00:00.000000+0000 w kata[5]: time="2026-11-22T07:00:00Z" level=${level} msg="line ${number}" name=containerd-shim-v2 pid=5 sandbox=${sandbox} source=virtcontainers`;

describe('log source', () => {
  let folder = '';
  const logs: LogSource[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'osc-logs-test-'));
  });

  after(async () => {
    for (const log of logs) log.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function opened(
    name: string,
    content: string | Buffer,
    options: FileLogOptions = {},
  ): Promise<{ readonly log: StoredLogSource; readonly path: string; readonly clock: ManualClock }> {
    const path = join(folder, name);
    const clock = new ManualClock();
    await writeFile(path, content);
    const log = await openFileLog(path, { clock, folder, follow: false, ...options });
    assert.ok(log.ok);
    logs.push(log.value);
    return { log: log.value, path, clock };
  }

  test('reads any range of a file, regardless of its content', async () => {
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor(seed / 8) % below;
    };
    const kinds = [
      (number: number) => line(number),
      () => '',
      (number: number) => `${number} ${'é'.repeat(next(300))}`,
      (number: number) => `${number} ${'long '.repeat(next(2000))}`,
      (number: number) => `${number}\r`,
      (number: number) => `${number} \u001b[31mred\u0000`,
    ];
    const lines = Array.from({ length: 6000 }, (_, number) =>
      number === 3000 ? 'x'.repeat(3_000_000) : (kinds[next(kinds.length)] ?? String)(number),
    );
    const { log } = await opened('random.log', `${lines.join('\n')}\nthe last has no end`);
    await until(log, ({ lines: known }) => known === 6001);
    const wanted = [...lines, 'the last has no end'].map((text) => text.replace(/\r$/, ''));
    for (let round = 0; round < 200; round += 1) {
      const from = round === 0 ? 2999 : round === 1 ? 5990 : next(6001);
      const read = await log.lines(from, 1 + next(40));
      assert.ok(read.length > 0);
      for (const { number, text } of read) {
        const whole = wanted[number] ?? '';
        assert.equal(text.length, Math.min(whole.length, maxLineLength), `line ${number}`);
        assert.equal(text.slice(0, maxLineLength - 1), whole.slice(0, maxLineLength - 1));
      }
    }
    assert.deepEqual(
      (await log.tail(2)).map(({ number, text }) => [number, text]),
      [
        [5999, wanted[5999]],
        [6000, 'the last has no end'],
      ],
    );
    assert.deepEqual(await log.lines(6001, 5), []);
    assert.deepEqual(await log.lines(0, 0), []);
  });

  test('replaces invalid UTF-8 and returns no lines for an empty file', async () => {
    const { log } = await opened('bytes.log', Buffer.from([0x61, 0xff, 0x62, 0x0a]));
    await until(log, ({ lines }) => lines === 1);
    assert.equal((await log.lines(0, 1))[0]?.text, 'a\ufffdb');
    const { log: empty } = await opened('empty.log', '');
    await until(empty, ({ done, total }) => done === total);
    assert.deepEqual([empty.state.lines, await empty.tail(3)], [0, []]);
  });

  test('follows a growing file, its last line, and its filters', async () => {
    const { log, path, clock } = await opened('grows.log', `${line(0)}\n${line(1, 'error')}\nhalf`, { follow: true });
    const errors = log.filtered({ level: 'error' });
    const halves = log.filtered({ text: 'HALF' });
    logs.push(errors, halves);
    await until(errors, ({ lines }) => lines === 1);
    await until(halves, ({ lines }) => lines === 1);
    await appendFile(path, ` no more: level\n${line(3, 'error')}\n`);
    await passing(clock, log, ({ lines }) => lines === 4);
    await until(errors, ({ lines }) => lines === 2);
    assert.deepEqual(
      (await errors.lines(0, 9)).map(({ number }) => number),
      [1, 3],
    );
    await until(halves, ({ lines }) => lines === 1);
    assert.deepEqual(
      (await halves.lines(0, 9)).map(({ number, text }) => [number, text]),
      [[2, 'half no more: level']],
    );
    assert.ok(log.state.grows);
  });

  test('starts over and reports it when the file is truncated or replaced', async () => {
    const { log, path, clock } = await opened('rotated.log', `${line(0)}\n${line(1)}\n`, { follow: true });
    const all = log.filtered({ sandbox });
    logs.push(all);
    await until(all, ({ lines }) => lines === 2);
    await truncate(path, 0);
    await passing(clock, log, ({ begunAgain }) => begunAgain === 1);
    assert.match(log.state.problem ?? '', /cut off/);
    await appendFile(path, `${line(9)}\n`);
    await passing(clock, log, ({ lines }) => lines === 1);
    await until(all, ({ lines }) => lines === 1);
    assert.match((await all.lines(0, 1))[0]?.text ?? '', /line 9/);
    // Cut off and written again, longer than it was, between two looks.
    await writeFile(path, `${line(20)}\n${line(21)}\n`.replaceAll('07:00', '08:00'));
    await passing(clock, log, ({ begunAgain, lines }) => begunAgain === 2 && lines === 2);
    await writeFile(`${path}.new`, `${line(30)}\n`);
    await rename(`${path}.new`, path);
    await passing(clock, log, ({ begunAgain, lines }) => begunAgain === 3 && lines === 1);
    assert.match(log.state.problem ?? '', /replaced/);
  });

  test('stays readable after the file is deleted, and reports a missing file', async () => {
    const { log, path, clock } = await opened('vanishes.log', `${line(0)}\n`, { follow: true });
    await until(log, ({ lines }) => lines === 1);
    await rm(path);
    await passing(clock, log, ({ grows }) => !grows);
    assert.match(log.state.problem ?? '', /gone/);
    assert.equal((await log.lines(0, 1)).length, 1);
    const missing = await openFileLog(join(folder, 'missing.log'));
    assert.ok(!missing.ok);
    assert.match(missing.error, /missing\.log cannot be opened/);
  });

  test('decompresses a file while reading, up to a limit, and removes temporary files', async () => {
    const text = `${Array.from({ length: 5000 }, (_, number) => line(number)).join('\n')}\n`;
    const { log } = await opened('packed.gz', gzipSync(text));
    await until(log, ({ lines, grows }) => lines === 5000 && !grows);
    assert.match((await log.lines(4999, 1))[0]?.text ?? '', /line 4999/);
    assert.equal(log.state.problem, undefined);
    const { log: broken } = await opened('broken.gz', gzipSync(text).subarray(0, 2000));
    await until(broken, ({ problem }) => problem !== undefined);
    assert.match(broken.state.problem ?? '', /could not be unpacked to its end/);
    const unpacking = await unpack(join(folder, 'packed.gz'), folder, 1000);
    await unpacking.run(() => undefined);
    assert.match(unpacking.origin().problem ?? '', /Only the first/);
    unpacking.close();
    log.close();
    broken.close();
    await gone(folder);
  });

  test('finishes filtering a single line without a line break', async () => {
    const { log } = await opened('one.log', 'x'.repeat(300_000));
    await until(log, ({ done, total }) => total > 0 && done === total);
    const found = log.filtered({ text: 'y' });
    logs.push(found);
    await until(found, ({ done, total }) => done === total);
    assert.equal(found.state.lines, 0);
  });

  test('stops at a decompression bomb and rejects pipes and folders', async () => {
    const { log } = await opened('zeros.gz', gzipSync(Buffer.alloc(100 * 2 ** 20)));
    await until(log, ({ problem }) => problem !== undefined);
    assert.match(log.state.problem ?? '', /more than 500 times its size/);
    log.close();
    await gone(folder);
    if (process.platform === 'win32') return;
    const pipe = join(folder, 'pipe.log');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, folder]) {
      const refused = await openFileLog(path, { follow: false });
      assert.match(refused.ok ? '' : refused.error, /cannot be opened: it is no file$/);
    }
  });

  test('maps filtered lines to the whole log and back, and filters them further', async () => {
    const { log } = await opened(
      'filtered.log',
      `${Array.from({ length: 3000 }, (_, number) => line(number, number % 1000 === 500 ? 'error' : 'debug')).join('\n')}\n`,
    );
    const errors = log.filtered({ level: 'warning', origins: ['kataRuntime'] });
    await until(errors, ({ lines, done, total }) => lines === 3 && done === total);
    assert.deepEqual(await Promise.all([0, 1, 2, 9].map((place) => errors.toWhole(place))), [500, 1500, 2500, 2500]);
    assert.deepEqual(
      await Promise.all([0, 500, 900, 1100, 1500, 2999].map((place) => errors.fromWhole(place))),
      [0, 0, 0, 1, 1, 2],
    );
    const one = errors.filtered({ text: 'LINE 1500' });
    await until(one, ({ lines, done, total }) => lines === 1 && done === total);
    assert.deepEqual(
      (await one.lines(0, 9)).map(({ number }) => number),
      [1500],
    );
    const stopped = log.filtered({ level: 'debug' });
    stopped.close();
    assert.equal(stopped.state.lines, 0);
    const { sandboxes } = log.survey();
    assert.equal(sandboxes.length, 0, 'the first question begins to look');
    await new Promise<void>((resolve) => {
      log.onChange(() => {
        if (log.survey().lines === 3000) resolve();
      });
    });
    assert.deepEqual(
      log.sandboxes().map(({ id, lines, errors: bad }) => [id, lines, bad]),
      [[sandbox, 3000, 3]],
    );
    assert.equal(log.survey().errors[0]?.shape, 'line <n>');
  });

  test('counts an unfinished last line once', async () => {
    const bad = line(3, 'error');
    const { log, path, clock } = await opened('open.log', `${line(1)}\n${line(2, 'error')}\n${bad.slice(0, -20)}`, {
      follow: true,
    });
    const surveyed = async (lines: number): Promise<readonly number[]> => {
      while (log.survey().lines !== lines) await nextTurn();
      return log.survey().errors.map(({ count, last }) => count * 10 + last);
    };
    assert.deepEqual(await surveyed(3), [22]);
    await appendFile(path, `${bad.slice(-20)}\n${line(4)}\n`);
    await passing(clock, log, ({ lines }) => lines === 4);
    assert.deepEqual(await surveyed(4), [22]);
  });

  test('keeps streamed lines readable when they no longer fit into memory', async () => {
    const clock = new ManualClock();
    const lines = new SpilledLines({ clock, folder, inMemory: 50_000 });
    for (let number = 0; number < 10_000; number += 10) {
      lines.append(Array.from({ length: 10 }, (_, index) => line(number + index)));
      await lines.settled();
    }
    assert.ok(lines.charactersInMemory < 150_000, String(lines.charactersInMemory));
    const read = await lines.read(250, 600);
    assert.deepEqual([read.length, read[0], read[599]], [600, line(250), line(849)]);
    assert.deepEqual(await lines.readLast(1), [line(9999)]);
    lines.close();
    await gone(folder);
  });

  test('makes a fast writer wait for the disk', async () => {
    const lines = new SpilledLines({ clock: new ManualClock(), folder, inMemory: 50_000 });
    lines.append(Array.from({ length: 300 }, (_, number) => line(number)));
    assert.equal(lines.room(), undefined);
    let most = 0;
    for (let number = 300; number < 20_000; number += 300) {
      lines.append(Array.from({ length: 300 }, (_, index) => line(number + index)));
      most = Math.max(most, lines.charactersInMemory);
      await lines.room();
    }
    assert.ok(most < 100_000 + 600 * line(20_000).length, String(most));
    assert.deepEqual(await lines.read(5000, 1), [line(5000)]);
    const full = (): Promise<void> | undefined => {
      lines.append(Array.from({ length: 3000 }, (_, number) => line(number)));
      return lines.room();
    };
    const waiting = full();
    assert.notEqual(waiting, undefined);
    // Nobody waits for a log that is closed.
    lines.close();
    await waiting;
    await gone(folder);
  });

  test('reports that older lines are lost and keeps the newest ones', async () => {
    const lines = new SpilledLines({ clock: new ManualClock(), folder: join(folder, 'not-there'), inMemory: 50_000 });
    lines.append(Array.from({ length: 2000 }, (_, number) => line(number)));
    await lines.settled();
    assert.match(lines.state.problem ?? '', /Older lines are not kept/);
    assert.deepEqual(await lines.read(0, 1), [lostLine]);
    assert.deepEqual(await lines.read(1999, 1), [line(1999)]);
    lines.close();
  });

  test('continues to filter past lost lines without matching them', async () => {
    const clock = new ManualClock();
    const log = createStreamLog({ clock, folder: join(folder, 'not-there'), inMemory: 50_000 });
    logs.push(log);
    log.append(Array.from({ length: 2000 }, (_, number) => line(number)));
    await passing(clock, log, ({ problem }) => problem !== undefined);
    const lost = log.filtered({ text: 'not kept' });
    const found = log.filtered({ text: 'line 1999' });
    await passing(clock, found, ({ lines, done, total }) => lines === 1 && done === total);
    log.append([line(2000, 'error'), line(1999)]);
    await passing(clock, found, ({ lines }) => lines === 2);
    await passing(clock, lost, ({ done, total }) => total === 2002 && done === total);
    assert.equal(lost.state.lines, 0);
    assert.match(found.state.problem ?? '', /Older lines are not kept/);
  });

  test("releases the file when it's closed while reopening", async (context) => {
    const { log, path, clock } = await opened('anew.log', `${line(0)}\n`, { follow: true });
    await until(log, ({ done, total }) => total > 0 && done === total);
    await writeFile(join(folder, 'other.log'), `${line(1)}\n`);
    await rename(join(folder, 'other.log'), path);
    const handles: FileHandle[] = [];
    const closings: Promise<void>[] = [];
    const reallyOpen = files.open;
    const opening = context.mock.method(files, 'open', async (...given: Parameters<typeof files.open>) => {
      const handle = await reallyOpen(...given);
      handles.push(handle);
      const close = handle.close.bind(handle);
      closings.push(new Promise((resolve) => void context.mock.method(handle, 'close', () => close().then(resolve))));
      log.close();
      return handle;
    });
    syncBuiltinESMExports();
    try {
      while (handles.length === 0) await clock.pass(600);
    } finally {
      opening.mock.restore();
      syncBuiltinESMExports();
    }
    await Promise.all(closings);
    assert.deepEqual(
      handles.map(({ fd }) => fd),
      [-1],
    );
  });

  test('filters a stream as lines arrive and ends with it', async () => {
    const clock = new ManualClock();
    const log = createStreamLog({ clock, folder });
    logs.push(log);
    const errors = log.filtered({ level: 'error' });
    log.append([line(0), `${line(1, 'error')}\r\nand more`]);
    await passing(clock, errors, ({ lines }) => lines === 1);
    assert.match((await errors.lines(0, 1))[0]?.text ?? '', /line 1".* and more$/);
    log.end('oc debug ended with code 1.');
    await passing(clock, log, ({ grows }) => !grows);
    assert.deepEqual(
      [log.state.problem, errors.state.problem],
      ['oc debug ended with code 1.', 'oc debug ended with code 1.'],
    );
    log.append(['late']);
    assert.equal(log.state.lines, 2);
  });

  test('limits the size of the line index', () => {
    const index = new LineIndex();
    for (let number = 1; number <= 3_000_000; number += 1) index.note(number * 256, number * 50_000);
    assert.ok(index.bytes <= 2 * 8 * 1_048_576, String(index.bytes));
    const { line: found, offset } = index.before(700_000_000);
    assert.ok(found <= 700_000_000 && found > 699_000_000);
    assert.equal(offset, (found / 256) * 50_000);
    const places = new LineNumberList();
    for (let number = 0; number < 200_000; number += 1) places.push(number * 3);
    assert.deepEqual(
      [places.length, places.at(199_999), places.at(200_000), places.before(300_001)],
      [200_000, 599_997, undefined, 100_001],
    );
    places.pop();
    assert.equal(places.length, 199_999);
  });
});

/** The same, while time passes. */
async function passing(clock: ManualClock, log: LogSource, wanted: (state: LogState) => boolean): Promise<void> {
  const reached = { yet: false };
  const done = until(log, wanted).then(() => {
    reached.yet = true;
  });
  while (!reached.yet) await clock.pass(600);
  await done;
}

/** Resolves when no folder of ours is left. */
async function gone(folder: string): Promise<void> {
  while ((await readdir(folder)).some((name) => name.startsWith('osc-log-'))) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
