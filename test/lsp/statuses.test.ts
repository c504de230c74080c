/**
 * Tests manifests in JSON files, and statuses in JSON and Markdown files in the server with a plain editor. Runs with
 * the Node.js of the tests and with the system's.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CodeAction, CompletionItem, Hover } from 'vscode-languageserver';
import type { ExplainStatus } from '#server/protocol/protocol.ts';

import { nodes } from '../support/lsp/nodeVersions.ts';
import { usePlainEditor } from '../support/lsp/plainEditor.ts';

for (const { name, path: node } of nodes) {
  describe(`status support in a plain editor (${name})`, () => {
    const editor = usePlainEditor(node);
    const open = (uri: string, languageId: string, text: string) =>
      editor().notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
    const at = (uri: string, character: number) => ({ textDocument: { uri }, position: { line: 0, character } });

    test('provides findings, a fix, and completion in a JSON request', async () => {
      const uri = 'file:///nowhere/ListEdgeNodes.json';
      await open(uri, 'json', '{"Filter": {"Statuses": [{"Phase": "Runing"}]}}');
      const diagnostics = await editor().diagnosticsWhen(uri, (published) => published.diagnostics.length > 0);
      assert.deepEqual(
        diagnostics.map(({ code, range }) => [code, range.start.character, range.end.character]),
        [['osc/edge-filter-phase', 35, 43]],
      );
      const actions = await editor().request<CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri },
        range: diagnostics[0]?.range,
        context: { diagnostics, only: ['quickfix'] },
      });
      assert.deepEqual(
        actions.map(({ title }) => title).filter((title) => !title.startsWith('Explain')),
        ['Change to Running'],
      );
      const items = await editor().request<CompletionItem[]>('textDocument/completion', at(uri, 38));
      assert.ok(items.some(({ label }) => label === 'Running'));
    });

    test('provides findings, a fix, and a hover in a JSON manifest', async () => {
      const uri = 'file:///nowhere/kataconfig.json';
      const text =
        '{"apiVersion": "kataconfiguration.openshift.io/v1", "kind": "KataConfig", "metadata": {"name": "a"}, "spec": {"logLvl": "info"}}';
      await open(uri, 'json', text);
      const diagnostics = await editor().diagnosticsWhen(uri, (published) => published.diagnostics.length > 0);
      assert.deepEqual(
        diagnostics
          .map(({ code, range }) => [code, range.start.character])
          .filter(([code]) => code !== 'osc/kataconfig-reboot'),
        [['osc/kataconfig-unknown-field', text.indexOf('"logLvl"')]],
      );
      const actions = await editor().request<CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri },
        range: diagnostics.find(({ code }) => code === 'osc/kataconfig-unknown-field')?.range,
        context: { diagnostics, only: ['quickfix'] },
      });
      assert.ok(actions.some(({ title }) => title === 'Rename to logLevel'));
      assert.match(
        JSON.stringify(await editor().request<Hover | null>('textDocument/hover', at(uri, text.indexOf('KataConfig')))),
        /KataConfig/,
      );
      assert.deepEqual(await editor().request('textDocument/completion', at(uri, text.indexOf('logLvl'))), []);
    });

    test('provides only hovers in Markdown', async () => {
      const uri = 'file:///nowhere/a.md';
      await open(uri, 'markdown', 'It is {Failed, [Balance]}: kind: KataConfig');
      const hover = await editor().request<Hover | null>('textDocument/hover', at(uri, 8));
      assert.match(JSON.stringify(hover), /Status of a node/);
      assert.equal(await editor().request('textDocument/hover', at(uri, 2)), null);
      assert.deepEqual(await editor().request('textDocument/completion', at(uri, 2)), []);
      assert.deepEqual(await editor().diagnosticsWhen(uri, () => true), []);
    });

    test('provides findings and a fix for commands in a shell script and in Markdown', async () => {
      const command = 'oc get csv -n openshift-sandboxed-container-operator';
      for (const [uri, languageId, text, line] of [
        ['file:///nowhere/a.sh', 'shellscript', command, 0],
        ['file:///nowhere/commands.md', 'markdown', `\`\`\`sh\n$ ${command}\n\`\`\`\n`, 1],
      ] as const) {
        await open(uri, languageId, text);
        const diagnostics = await editor().diagnosticsWhen(uri, (published) => published.diagnostics.length > 0);
        assert.deepEqual(
          diagnostics.map(({ code, range }) => [code, range.start.line]),
          [['osc/command-namespace', line]],
        );
        const actions = await editor().request<CodeAction[]>('textDocument/codeAction', {
          textDocument: { uri },
          range: diagnostics[0]?.range,
          context: { diagnostics, only: ['quickfix'] },
        });
        assert.ok(actions.some(({ title }) => title === 'Change to openshift-sandboxed-containers-operator'));
        assert.equal(await editor().request('textDocument/hover', at(uri, 3)), null);
      }
    });

    test('explains a status in a text', async () => {
      const { found, statuses } = await editor().request<ExplainStatus>('osc/explainStatus', {
        text: 'Removing kata from cluster',
      });
      assert.equal(found, true);
      assert.match(statuses[0]?.paragraphs.join('\n') ?? '', /Next: /);
    });
  });
}
