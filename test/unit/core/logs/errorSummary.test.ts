/** Tests the summary of the errors in a log. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shapeOf } from '#core/logs/errorSummary.ts';
import { Surveyor, errorsOfSandbox } from '#core/logs/logSurvey.ts';
import { readWhole } from '#core/logs/readLine.ts';

const sandbox = 'a'.repeat(64);
const latest = Date.UTC(2023, 2, 11, 12);

describe('error summary', () => {
  test('shortens the shape of a long error at the end of a word', () => {
    const words = 'cannot-reach '.repeat(200);
    const shape = shapeOf(words);
    assert.match(shape, /^(?:cannot-reach )*cannot-reach…$/);
    assert.ok(shape.length <= 301 && shape.length > 280);
    // The width of a number doesn't change what is cut.
    assert.equal(shapeOf(`pod 7 ${words}`), shapeOf(`pod 123456789 ${words}`));
    const exact = `${'a'.repeat(298)} b`;
    assert.equal(shapeOf(exact), exact);
    assert.equal(shapeOf(`${exact}c`), `${'a'.repeat(298)}…`);
    assert.equal(shapeOf('x'.repeat(1000)), `${'x'.repeat(300)}…`);
  });

  test('counts the errors of a sandbox', () => {
    const surveyor = new Surveyor();
    const other = 'd'.repeat(64);
    const line = (level: string, message: string, id: string): string =>
      `Mar 11 11:57:28 w kata[5]: time="2023-03-11T11:57:28Z" level=${level} msg="${message}" name=containerd-shim-v2 pid=1 sandbox=${id}`;
    const texts = [
      line('error', 'try 1 failed', other),
      line('error', 'try 2 failed', sandbox),
      line('error', 'try 3 failed', sandbox),
      line('info', 'try 4 worked', sandbox),
      line('error', 'disk full', other),
    ];
    for (const [number, text] of texts.entries()) surveyor.look(readWhole(text, number, { latest }));
    const errorsOf = (id: string) => {
      const { count, groups } = errorsOfSandbox(surveyor.survey(), id);
      return [count, ...groups.map(({ shape, count: times, first, last }) => [shape, times, first, last])];
    };
    assert.deepEqual(errorsOf(sandbox), [2, ['try <n> failed', 2, 1, 2]]);
    assert.deepEqual(errorsOf(other), [2, ['try <n> failed', 1, 0, 0], ['disk full', 1, 4, 4]]);
    assert.deepEqual(errorsOf('e'.repeat(64)), [0]);
    const open = readWhole(line('error', 'try 5 failed', sandbox), 5, { latest });
    assert.equal(errorsOfSandbox(surveyor.survey(open), sandbox).count, 3);
  });
});
