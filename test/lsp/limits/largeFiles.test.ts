/**
 * Tests 1 MB files that are made to be slow: the server responds to every request and limits the number of findings.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { slowness } from '#test/support/performance/slowness.ts';
import { stopwatchOf } from '#test/support/performance/stopwatch.ts';
import { Editor } from '#test/support/lsp/editor.ts';

const head = (name: string) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\n`;
const pairs = Array.from({ length: 700 }, (_, index) => `k${index}: ${index}`).join(', ');
const files: Readonly<Record<string, string>> = {
  'many small documents': '---\nkind: KataConfig\n'.repeat(47_620),
  'mappings with 700 entries': Array.from(
    { length: 130 },
    (_, index) => `---\n${head(`a${index}`)}spec: {${pairs}}\n`,
  ).join(''),
};
const requests = ['hover', 'documentSymbol', 'documentLink', 'codeAction', 'foldingRange', 'completion'];

/** Maximum CPU time per request, in milliseconds: 5 times the promised second, on a computer of typical speed. */
const bound = 5000 * slowness();

describe('1 MB file', () => {
  for (const [name, text] of Object.entries(files)) {
    test(`gets bounded responses with ${name}`, async () => {
      const editor = await Editor.start({});
      try {
        const uri = 'file:///large.yaml';
        await editor.open(uri, text);
        for (const request of [...requests, ...requests]) {
          const spent = stopwatchOf(editor.process);
          const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 5 } };
          await editor.request(`textDocument/${request}`, {
            textDocument: { uri },
            position: range.end,
            range,
            context: { diagnostics: [] },
          });
          assert.ok(spent() < bound, `${request} took ${spent()} ms`);
        }
        const shown = await editor.diagnosticsWhen(uri, ({ diagnostics }) => diagnostics.length > 0);
        assert.ok(shown.length <= 1000, `${shown.length} findings shown`);
        assert.equal(await editor.stop(), 0);
      } finally {
        editor.process.kill();
      }
    });
  }
});
