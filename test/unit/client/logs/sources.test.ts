/**
 * Tests logs as sources: files of any size, compressed files, files that grow, disappear, or are truncated, and
 * streamed lines.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import files, { appendFile, rename, rm, truncate, writeFile, type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openFileLog } from '#client/logs/sources/fileLog.ts';
import { unpack } from '#client/logs/sources/decompressedFile.ts';
import { maxLineLength } from '#core/logs/readLine.ts';
import { until } from '#test/support/logs/waitForLog.ts';
import { createLine, createLogStage, lineSandbox, passUntil, untilFoldersRemoved } from './logStage.ts';

describe('log source', () => {
  const stage = createLogStage();

  test('reads any range of a file, regardless of its content', async () => {
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor(seed / 8) % below;
    };
    const kinds = [
      (number: number) => createLine(number),
      () => '',
      (number: number) => `${number} ${'é'.repeat(next(300))}`,
      (number: number) => `${number} ${'long '.repeat(next(2000))}`,
      (number: number) => `${number}\r`,
      (number: number) => `${number} \u001b[31mred\u0000`,
    ];
    const lines = Array.from({ length: 6000 }, (_, number) =>
      number === 3000 ? 'x'.repeat(3_000_000) : (kinds[next(kinds.length)] ?? String)(number),
    );
    const { log } = await stage.open('random.log', `${lines.join('\n')}\nthe last has no end`);
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
    const { log } = await stage.open('bytes.log', Buffer.from([0x61, 0xff, 0x62, 0x0a]));
    await until(log, ({ lines }) => lines === 1);
    assert.equal((await log.lines(0, 1))[0]?.text, 'a\ufffdb');
    const { log: empty } = await stage.open('empty.log', '');
    await until(empty, ({ done, total }) => done === total);
    assert.deepEqual([empty.state.lines, await empty.tail(3)], [0, []]);
  });

  test('follows a growing file, its last line, and its filters', async () => {
    const { log, path, clock } = await stage.open('grows.log', `${createLine(0)}\n${createLine(1, 'error')}\nhalf`, {
      follow: true,
    });
    const errors = log.filtered({ level: 'error' });
    const halves = log.filtered({ text: 'HALF' });
    stage.logs.push(errors, halves);
    await until(errors, ({ lines }) => lines === 1);
    await until(halves, ({ lines }) => lines === 1);
    await appendFile(path, ` no more: level\n${createLine(3, 'error')}\n`);
    await passUntil(clock, log, ({ lines }) => lines === 4);
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
    const { log, path, clock } = await stage.open('rotated.log', `${createLine(0)}\n${createLine(1)}\n`, {
      follow: true,
    });
    const all = log.filtered({ sandbox: lineSandbox });
    stage.logs.push(all);
    await until(all, ({ lines }) => lines === 2);
    await truncate(path, 0);
    await passUntil(clock, log, ({ begunAgain }) => begunAgain === 1);
    assert.match(log.state.problem ?? '', /truncated/);
    await appendFile(path, `${createLine(9)}\n`);
    await passUntil(clock, log, ({ lines }) => lines === 1);
    await until(all, ({ lines }) => lines === 1);
    assert.match((await all.lines(0, 1))[0]?.text ?? '', /line 9/);
    // Truncated and rewritten with more content between two checks.
    await writeFile(path, `${createLine(20)}\n${createLine(21)}\n`.replaceAll('07:00', '08:00'));
    await passUntil(clock, log, ({ begunAgain, lines }) => begunAgain === 2 && lines === 2);
    await writeFile(`${path}.new`, `${createLine(30)}\n`);
    await rename(`${path}.new`, path);
    await passUntil(clock, log, ({ begunAgain, lines }) => begunAgain === 3 && lines === 1);
    assert.match(log.state.problem ?? '', /replaced/);
  });

  test('stays readable after the file is deleted, and reports a missing file', async () => {
    const { log, path, clock } = await stage.open('vanishes.log', `${createLine(0)}\n`, { follow: true });
    await until(log, ({ lines }) => lines === 1);
    await rm(path);
    await passUntil(clock, log, ({ grows }) => !grows);
    assert.match(log.state.problem ?? '', /no longer exists/);
    assert.equal((await log.lines(0, 1)).length, 1);
    const missing = await openFileLog(join(stage.folder, 'missing.log'));
    assert.ok(!missing.ok);
    assert.match(missing.error, /^Can't open .*missing\.log: /);
  });

  test('decompresses a file while reading, up to a limit, and removes temporary files', async () => {
    const text = `${Array.from({ length: 5000 }, (_, number) => createLine(number)).join('\n')}\n`;
    const { log } = await stage.open('packed.gz', gzipSync(text));
    await until(log, ({ lines, grows }) => lines === 5000 && !grows);
    assert.match((await log.lines(4999, 1))[0]?.text ?? '', /line 4999/);
    assert.equal(log.state.problem, undefined);
    const { log: broken } = await stage.open('broken.gz', gzipSync(text).subarray(0, 2000));
    await until(broken, ({ problem }) => problem !== undefined);
    assert.match(broken.state.problem ?? '', /^Can't decompress the complete file: /);
    const unpacking = await unpack(join(stage.folder, 'packed.gz'), stage.folder, 1000);
    await unpacking.run(() => undefined);
    assert.match(unpacking.origin().problem ?? '', /Only the first/);
    unpacking.close();
    log.close();
    broken.close();
    await untilFoldersRemoved(stage.folder);
  });

  test('finishes filtering a single line without a line break', async () => {
    const { log } = await stage.open('one.log', 'x'.repeat(300_000));
    await until(log, ({ done, total }) => total > 0 && done === total);
    const found = log.filtered({ text: 'y' });
    stage.logs.push(found);
    await until(found, ({ done, total }) => done === total);
    assert.equal(found.state.lines, 0);
  });

  test('stops at a decompression bomb and rejects pipes and folders', async () => {
    const { log } = await stage.open('zeros.gz', gzipSync(Buffer.alloc(100 * 2 ** 20)));
    await until(log, ({ problem }) => problem !== undefined);
    assert.match(log.state.problem ?? '', /more than 500 times its size/);
    log.close();
    await untilFoldersRemoved(stage.folder);
    if (process.platform === 'win32') return;
    const pipe = join(stage.folder, 'pipe.log');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, stage.folder]) {
      const refused = await openFileLog(path, { follow: false });
      assert.match(refused.ok ? '' : refused.error, /^Can't open .*: not a regular file$/);
    }
  });

  test('maps filtered lines to the whole log and back, and filters them further', async () => {
    const { log } = await stage.open(
      'filtered.log',
      `${Array.from({ length: 3000 }, (_, number) => createLine(number, number % 1000 === 500 ? 'error' : 'debug')).join('\n')}\n`,
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
      [[lineSandbox, 3000, 3]],
    );
    assert.equal(log.survey().errors[0]?.shape, 'line <n>');
  });

  test('counts an unfinished last line once', async () => {
    const bad = createLine(3, 'error');
    const { log, path, clock } = await stage.open(
      'open.log',
      `${createLine(1)}\n${createLine(2, 'error')}\n${bad.slice(0, -20)}`,
      {
        follow: true,
      },
    );
    const surveyed = async (lines: number): Promise<readonly number[]> => {
      while (log.survey().lines !== lines) await nextTurn();
      return log.survey().errors.map(({ count, last }) => count * 10 + last);
    };
    assert.deepEqual(await surveyed(3), [22]);
    await appendFile(path, `${bad.slice(-20)}\n${createLine(4)}\n`);
    await passUntil(clock, log, ({ lines }) => lines === 4);
    assert.deepEqual(await surveyed(4), [22]);
  });

  test("releases the file when it's closed while reopening", async (context) => {
    const { log, path, clock } = await stage.open('anew.log', `${createLine(0)}\n`, { follow: true });
    await until(log, ({ done, total }) => total > 0 && done === total);
    await writeFile(join(stage.folder, 'other.log'), `${createLine(1)}\n`);
    await rename(join(stage.folder, 'other.log'), path);
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
});
