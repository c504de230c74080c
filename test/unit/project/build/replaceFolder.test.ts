import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { replaceFolder } from '#scripts/lib/replaceFolder.ts';

test('a build replaces dist only if something has changed', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'osc-build-'));
  const [built, dist] = [path.join(root, 'built'), path.join(root, 'dist')];
  const write = (content: string): void => {
    mkdirSync(path.join(built, 'web'), { recursive: true });
    writeFileSync(path.join(built, 'web/server.js'), content);
  };
  try {
    write('one');
    replaceFolder(built, dist);
    const { ino } = statSync(path.join(dist, 'web/server.js'));
    assert.equal(existsSync(built), false);
    write('one');
    replaceFolder(built, dist);
    assert.equal(statSync(path.join(dist, 'web/server.js')).ino, ino, 'the same files stay where they are');
    write('two');
    replaceFolder(built, dist);
    assert.equal(readFileSync(path.join(dist, 'web/server.js'), 'utf8'), 'two');
    assert.equal(existsSync(`${built}-old`), false);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
