import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSessionFolders } from '#client/vscode/documents/sessionFolders.ts';

test('session folder is unique for each document, also after a reload', () => {
  const [before, after] = [createSessionFolders(), createSessionFolders()];
  const folders = [before(), before(), after(), after()];
  assert.equal(new Set(folders).size, folders.length);
  for (const folder of folders) assert.match(folder, /^\/[\w-]+$/);
});
