/** Tests the result of the osc_read_logs tool: credentials, the numbers of lines, and notes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLogsResult } from '#core/assistants/results/readLogs.ts';
import { allParsers } from '#redactionParsers/parsers.ts';

const head = { cluster: 'demo', server: 'https://127.0.0.1', user: 'tester', at: Date.UTC(2026, 10, 22) };
const log = { target: 'web', notes: [], lines: [], linesRead: 0 };

describe('result of osc_read_logs', () => {
  test('contains no part of a credential that is at the end of a shown line', () => {
    const start = '[pod/web-1/app] ';
    const token = `sha256~${'q'.repeat(43)}`;
    for (const shown of [8, 17, 30]) {
      const line = `${start}${'x '.repeat(250).slice(0, 500 - start.length - shown - 1)} ${token} and more`;
      const { text } = readLogsResult({ ...log, lines: [line], linesRead: 1 }, head, allParsers);
      assert.match(text, /xx|x x/);
      assert.doesNotMatch(text, /qqq/);
    }
  });

  test('says how many lines were read, and shows notes in addition to the newest lines', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `[pod/web-1/app] line ${index} ${'x'.repeat(200)}`);
    const { text, structured } = readLogsResult(
      { ...log, notes: ['--- web-2 has no log ---'], lines, linesRead: 60_000 },
      head,
      allParsers,
    );
    assert.match(text, /--- web-2 has no log ---/);
    assert.match(text, /line 199 /);
    assert.doesNotMatch(text, /line 0 /);
    const shown = text.match(/^\[pod/gm)?.length ?? 0;
    assert.ok(shown > 0 && shown < 200, `${shown}`);
    assert.match(text, new RegExp(`^Logs of web: the newest ${shown} of 60000 lines that were read`));
    assert.equal(structured['linesShown'], shown);
    assert.equal(structured['isCut'], false);
  });
});
