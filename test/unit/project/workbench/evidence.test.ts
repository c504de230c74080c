import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { createEvidenceFolder } from '#test/support/workbench/session/evidence.ts';

describe('evidence of a failed workbench test', () => {
  const temporary = mkdtempSync(path.join(tmpdir(), 'osc-evidence-'));
  const parent = path.join(temporary, 'failures');
  after(() => rmSync(temporary, { recursive: true, force: true }));
  const nameFor = (title: string): string => path.relative(parent, createEvidenceFolder(parent, title));

  test('is in a folder named after the test', () => {
    assert.equal(
      nameFor('reconnects after the watch returns "410 Gone".'),
      'reconnects-after-the-watch-returns-410-Gone',
    );
  });

  test('is in one folder for each failure if titles are the same', () => {
    assert.deepEqual(
      [nameFor('the same title'), nameFor('the same title'), nameFor('the same title')],
      ['the-same-title', 'the-same-title-2', 'the-same-title-3'],
    );
  });

  test('is in a folder with a readable name in any language', () => {
    assert.equal(nameFor('한국어로 표시됩니다'), '한국어로-표시됩니다');
    assert.equal(nameFor('日本語で表示'), '日本語で表示');
    assert.equal(nameFor('../..'), 'test');
  });

  test('is in a folder whose name the file system accepts if the title is long', () => {
    assert.equal(nameFor('文'.repeat(500)), '文'.repeat(60));
  });
});
