/**
 * Tests that names of clusters and files can't become links. VS Code turns text in messages, input boxes, and progress
 * into links that can run commands, so shared helpers remove these links.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.join(import.meta.dirname, '..', '..', '..', '..', 'client', 'src');
const calls = /\bwindow\s*\.\s*(?:showInputBox|withProgress|show(?:Information|Warning|Error)Message)\b/;

test('cluster features show messages (input boxes, and progress only through shared helpers)', () => {
  const files = ['activation', 'clusters', 'details', 'kubernetes', 'mustGather/tree', 'operations', 'tree'].flatMap(
    (folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(root, folder, file),
      ),
  );
  const sources = files.filter((file) => file.endsWith('.ts'));
  assert.ok(sources.length > 100);
  assert.deepEqual(
    sources.filter((file) => calls.test(readFileSync(file, 'utf8'))).map((file) => path.relative(root, file)),
    [],
  );
  assert.match('await window.showInputBox({', calls, 'the test can fail');
});

test('shared helpers remove links from messages', () => {
  for (const [file, said] of [
    ['vscode/prompts/showInput.ts', 4],
    ['vscode/prompts/askSteps.ts', 2],
  ] as const) {
    const text = readFileSync(path.join(root, file), 'utf8');
    assert.equal(text.match(/(?:sanitizeMessage|sanitizePrompt)\(/g)?.length, said, file);
  }
});
