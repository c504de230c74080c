import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSessionFolders } from '#client/vscode/documents/sessionFolders.ts';

test('names another folder for each document, and after a reload none that was named before', () => {
  const [before, after] = [createSessionFolders(), createSessionFolders()];
  const folders = [before(), before(), after(), after()];
  assert.equal(new Set(folders).size, folders.length);
  for (const folder of folders) assert.match(folder, /^\/[\w-]+$/);
});
