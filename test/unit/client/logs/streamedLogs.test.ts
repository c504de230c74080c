/** Tests logs that arrive as a stream, and their lines when memory and disk run out. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { LineIndex } from '#client/logs/sources/lineIndex.ts';
import { lostLine } from '#client/logs/sources/lineStore.ts';
import { LineNumberList } from '#client/logs/sources/lineNumberList.ts';
import { SpilledLines } from '#client/logs/sources/spilledLines.ts';
import { createStreamLog } from '#client/logs/sources/streamLog.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { createLine, createLogStage, passUntil, untilFoldersRemoved } from './logStage.ts';

describe('log source', () => {
  const stage = createLogStage();
  /** Returns the path of a file, in which no folder can be created. */
  const unusableFolder = async (): Promise<string> => {
    const file = join(stage.folder, 'file');
    await writeFile(file, '');
    return file;
  };

  test('keeps streamed lines readable when they no longer fit into memory', async () => {
    const clock = new ManualClock();
    const lines = new SpilledLines({ clock, folder: stage.folder, inMemory: 50_000 });
    for (let number = 0; number < 10_000; number += 10) {
      lines.append(Array.from({ length: 10 }, (_, index) => createLine(number + index)));
      await lines.settled();
    }
    assert.ok(lines.charactersInMemory < 150_000, String(lines.charactersInMemory));
    const read = await lines.read(250, 600);
    assert.deepEqual([read.length, read[0], read[599]], [600, createLine(250), createLine(849)]);
    assert.deepEqual(await lines.readLast(1), [createLine(9999)]);
    lines.close();
    await untilFoldersRemoved(stage.folder);
  });

  test('makes a fast writer wait for the disk', async () => {
    const lines = new SpilledLines({ clock: new ManualClock(), folder: stage.folder, inMemory: 50_000 });
    lines.append(Array.from({ length: 300 }, (_, number) => createLine(number)));
    assert.equal(lines.waitForSpace(), undefined);
    let most = 0;
    for (let number = 300; number < 20_000; number += 300) {
      lines.append(Array.from({ length: 300 }, (_, index) => createLine(number + index)));
      most = Math.max(most, lines.charactersInMemory);
      await lines.waitForSpace();
    }
    assert.ok(most < 100_000 + 600 * createLine(20_000).length, String(most));
    assert.deepEqual(await lines.read(5000, 1), [createLine(5000)]);
    const full = (): Promise<void> | undefined => {
      lines.append(Array.from({ length: 3000 }, (_, number) => createLine(number)));
      return lines.waitForSpace();
    };
    const waiting = full();
    assert.notEqual(waiting, undefined);
    // Closing the log ends the wait of its writer.
    lines.close();
    await waiting;
    await untilFoldersRemoved(stage.folder);
  });

  test('reports that older lines are lost and keeps the newest ones', async () => {
    const lines = new SpilledLines({ clock: new ManualClock(), folder: await unusableFolder(), inMemory: 50_000 });
    lines.append(Array.from({ length: 2000 }, (_, number) => createLine(number)));
    await lines.settled();
    assert.match(lines.state.problem ?? '', /Older lines are no longer saved/);
    assert.deepEqual(await lines.read(0, 1), [lostLine()]);
    assert.deepEqual(await lines.read(1999, 1), [createLine(1999)]);
    lines.close();
  });

  test('continues to filter past lost lines without matching them', async () => {
    const clock = new ManualClock();
    const log = createStreamLog({ clock, folder: await unusableFolder(), inMemory: 50_000 });
    stage.logs.push(log);
    log.append(Array.from({ length: 2000 }, (_, number) => createLine(number)));
    await passUntil(clock, log, ({ problem }) => problem !== undefined);
    const lost = log.filtered({ text: 'not kept' });
    const found = log.filtered({ text: 'line 1999' });
    await passUntil(clock, found, ({ lines, done, total }) => lines === 1 && done === total);
    log.append([createLine(2000, 'error'), createLine(1999)]);
    await passUntil(clock, found, ({ lines }) => lines === 2);
    await passUntil(clock, lost, ({ done, total }) => total === 2002 && done === total);
    assert.equal(lost.state.lines, 0);
    assert.match(found.state.problem ?? '', /Older lines are no longer saved/);
  });

  test('filters a stream as lines arrive and ends with it', async () => {
    const clock = new ManualClock();
    const log = createStreamLog({ clock, folder: stage.folder });
    stage.logs.push(log);
    const errors = log.filtered({ level: 'error' });
    log.append([createLine(0), `${createLine(1, 'error')}\r\nand more`]);
    await passUntil(clock, errors, ({ lines }) => lines === 1);
    assert.match((await errors.lines(0, 1))[0]?.text ?? '', /line 1".* and more$/);
    log.end('oc debug exited with code 1.');
    await passUntil(clock, log, ({ grows }) => !grows);
    assert.deepEqual(
      [log.state.problem, errors.state.problem],
      ['oc debug exited with code 1.', 'oc debug exited with code 1.'],
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
