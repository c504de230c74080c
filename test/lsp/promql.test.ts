/** Tests PromQL in the server with a plain editor. Runs with the Node.js of the tests and with the system's. */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { CodeAction, CompletionItem, Hover, Range } from 'vscode-languageserver';
import type { PromqlAssist } from '#server/protocol/promqlAssist.ts';

import { nodes } from '../support/lsp/nodeVersions.ts';
import { usePlainEditor } from '../support/lsp/plainEditor.ts';

const span = ({ start, end }: Range) => `${start.line}:${start.character}-${end.line}:${end.character}`;
const rule = (expr: string) => `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: { name: kata-rules }
spec:
  groups:
    - name: a
      rules:
        - record: kata_own:sum
          expr: ${expr}
        - alert: B
          expr: kata_own:sum > 1
`;
let files = 0;

for (const { name, path: node } of nodes) {
  describe(`PromQL support in a plain editor (${name})`, () => {
    const editor = usePlainEditor(node);
    afterEach(() => editor().closeAll());

    /** Opens a file without its `¦` mark and returns the position of the mark. */
    const opened = async (marked: string, extension = 'promql') => {
      const uri = `file:///nowhere/file${++files}.${extension}`;
      await editor().open(uri, marked.replace('¦', ''));
      return {
        uri,
        params: {
          textDocument: { uri },
          position: editor()
            .document(uri)
            .positionAt(Math.max(marked.indexOf('¦'), 0)),
        },
      };
    };
    const found = async (uri: string) =>
      (await editor().diagnostics(uri)).map(({ code, range }) => `${String(code)} ${span(range)}`);
    const complete = async (marked: string, extension?: string) => {
      const { params } = await opened(marked, extension);
      return editor().request<CompletionItem[]>('textDocument/completion', params);
    };

    test('reports findings in a file and offers to fix or suppress them', async () => {
      const { uri } = await opened('sum(kata_guest_load)\n\nsum(kata_guest_lod)\n');
      // The server reads the workspace first. Until then, it doesn't report unknown names.
      const diagnostics = await editor().diagnosticsWhen(uri, (published) => published.diagnostics.length > 0);
      assert.deepEqual(
        diagnostics.map(({ code, range }) => `${String(code)} ${span(range)}`),
        ['osc/promql-unknown-metric 2:4-2:18'],
      );
      const actions = await editor().request<CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri },
        range: diagnostics[0]?.range,
        context: { diagnostics },
      });
      const [fix] = actions.filter(({ title }) => title === 'Change to kata_guest_load');
      assert.equal(
        await editor().apply(uri, fix?.edit?.changes?.[uri] ?? []),
        'sum(kata_guest_load)\n\nsum(kata_guest_load)\n',
      );
      assert.deepEqual(await found(uri), []);
      await editor().change(uri, { text: 'sum(kata_guest_load' });
      assert.deepEqual(await found(uri), ['osc/promql-syntax 0:3-0:4']);
      const [ignore] = (
        await editor().request<CodeAction[]>('textDocument/codeAction', {
          textDocument: { uri },
          range: { start: { line: 0, character: 3 }, end: { line: 0, character: 4 } },
          context: { diagnostics: [] },
        })
      ).filter(({ title }) => title.startsWith('Suppress '));
      await editor().apply(uri, ignore?.edit?.changes?.[uri] ?? []);
      assert.deepEqual(await found(uri), []);
    });
    test('reports findings in a PrometheusRule and recognizes its recorded series', async () => {
      const { uri } = await opened(rule('|\n            sum(\n              kata_guest_lod\n            )'), 'yaml');
      const diagnostics = await editor().diagnosticsWhen(uri, (published) => published.diagnostics.length > 0);
      assert.deepEqual(
        diagnostics.map(({ code, range }) => `${String(code)} ${span(range)}`),
        ['osc/promql-unknown-metric 10:14-10:28'],
      );
    });
    test('completes metrics, labels, and values', async () => {
      const [first] = await complete('kata_guest_load{it¦}');
      assert.deepEqual(
        [first?.label, first?.textEdit],
        ['item', { range: { start: { line: 0, character: 16 }, end: { line: 0, character: 18 } }, newText: 'item' }],
      );
      const values = await complete(rule('\'kata_guest_load{item="lo¦"}\''), 'yaml');
      assert.deepEqual(
        values.map(({ label, textEdit }) => [
          label,
          textEdit !== undefined && 'range' in textEdit && span(textEdit.range),
        ]),
        ['load1', 'load15', 'load5'].map((value) => [value, '8:39-8:41']),
      );
      assert.ok(
        (await complete(rule('|\n            sum(kata_g¦)'), 'yaml')).some(({ label }) => label === 'kata_guest_load'),
      );
      assert.ok((await complete(rule('kata¦'), 'yaml')).some(({ label }) => label === 'kata_own:sum'));
    });
    test('shows hovers', async () => {
      const { params } = await opened('sum by (node) (kata_guest_lo¦ad)');
      const hover = await editor().request<Hover>('textDocument/hover', params);
      assert.match(JSON.stringify(hover), /Guest load averages/);
      assert.equal(hover.range === undefined ? '' : span(hover.range), '0:15-0:30');
      const folded = await opened(rule('>-\n            sum(\n              kata_guest_ta¦sks)'), 'yaml');
      const inYaml = await editor().request<Hover>('textDocument/hover', folded.params);
      assert.match(JSON.stringify(inYaml), /Number of guest processes/);
      assert.equal(inYaml.range === undefined ? '' : span(inYaml.range), '10:14-10:30');
    });
    test('responds to the request from the metrics view', async () => {
      const { completions, problems, hover } = await editor().request<PromqlAssist>('osc/promqlAssist', {
        text: 'kata_guest_load{item="load9"}',
        offset: 5,
      });
      assert.ok(completions.length > 100);
      assert.deepEqual(
        problems.map(({ rule: id, start, end, replacement }) => [id, start, end, replacement]),
        [['osc/promql-unknown-metric', 22, 27, 'load1']],
      );
      assert.match(hover?.markdown ?? '', /Guest load averages/);
      assert.deepEqual((await editor().request<PromqlAssist>('osc/promqlAssist', null)).problems, []);
    });
  });
}
