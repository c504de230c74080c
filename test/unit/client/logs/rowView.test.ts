/** Tests the rows of notes about a log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowView } from '#client/logs/view/rowView.ts';

test('a note about the log is marked, because it has no origin and level, so that its text gets the whole row', () => {
  const text = '--- Restarted after OOMKilled, exit code 137 (app in web-1) ---';
  const row = rowView({ number: 0, origin: 'other', level: 'info', text });
  assert.deepEqual([row.isNote, row.origin, row.levelWord, row.text], [true, '', '', text]);
  const { isNote } = rowView({ number: 0, origin: 'other', level: 'info', text: '--- not a note' });
  assert.equal(isNote, undefined);
});
