/** Files of very many, or of very wide, documents: no answer takes long, and what is published is bounded. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CodeAction } from 'vscode-languageserver';
import { Editor, root } from './editor.ts';

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n';
const uri = 'file:///nowhere/file.yaml';
const wide = `---\n${head}x: {${Array.from({ length: 700 }, (_, index) => `k${index}: v`).join(', ')}}\n`;
/** On this machine or a slower one, alone or beside other tests. */
const limit = 1000;

const texts: Readonly<Record<string, string>> = {
  '47,620 KataConfigs': '---\nkind: KataConfig\n'.repeat(47_620),
  'KataConfigs with maps of 700 pairs': wide.repeat(Math.floor(1e6 / wide.length)),
};

describe('1 MB', { timeout: 60_000 }, () => {
  for (const [name, text] of Object.entries(texts)) {
    test(name, async (context) => {
      const editor = await Editor.start({ folders: [pathToFileURL(`${root}/samples`).href] });
      // The server's own start does not count.
      await editor.open('file:///nowhere/small.yaml', head);
      await editor.diagnostics('file:///nowhere/small.yaml');
      const textDocument = { uri };
      const position = { line: 1, character: 2 };
      const range = { start: { line: 0, character: 0 }, end: { line: 100_000, character: 0 } };
      const methods = ['hover', 'documentSymbol', 'documentLink', 'codeAction'].map((method) => `textDocument/${method}`);
      // Each asked at once after the file was opened, when all work is still to be done.
      for (const method of methods) {
        await editor.open(uri, text);
        const before = performance.now();
        const answer = await editor.request<unknown>(method, { textDocument, position, range, context: { diagnostics: [] } });
        const milliseconds = performance.now() - before;
        assert.ok(answer !== null && (!Array.isArray(answer) || answer.length > 0), `${method} gave nothing`);
        assert.ok(milliseconds < limit, `${method} took ${milliseconds.toFixed(0)} ms`);
        context.diagnostic(`${method} ${milliseconds.toFixed(0)} ms`);
        assert.ok(!Array.isArray(answer) || answer.length <= 1000);
        await editor.close(uri);
      }
      await editor.open(uri, text);
      const diagnostics = await editor.diagnostics(uri);
      assert.ok(diagnostics.length > 0 && diagnostics.length <= 1000, `${diagnostics.length} diagnostics`);
      // What is shown is the worst of what was found.
      assert.ok(diagnostics.some(({ severity }) => severity === 1));
      await editor.said(editor.logged, /file\.yaml: (?:of \d+ findings|it holds too much)/);
      await editor.change(uri, { range: { start: position, end: position }, text: ' ' });
      await editor.diagnostics(uri);
      assert.equal(editor.logged.length, 5, editor.logged.join('\n'));
      assert.equal(await editor.stop(), 0);
      assert.equal(editor.stderr, '');
    });
  }
});

test('"ignore here" is not offered where it would become part of a text', { timeout: 20_000 }, async () => {
  const editor = await Editor.start();
  const ignores = async (text: string, line: number) => {
    await editor.open(uri, text);
    const at = { line, character: 0 };
    const range = { start: at, end: { line: line + 1, character: 0 } };
    const actions = await editor.request<CodeAction[]>('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics: [] } });
    await editor.close(uri);
    assert.ok(actions.some(({ title }) => title.startsWith('Explain') || !title.startsWith('Ignore')));
    return actions.filter(({ title }) => title === 'Ignore osc/kataconfig-loglevel here').length;
  };
  assert.equal(await ignores(`${head}spec: {x: "a\n  b", logLevel: Debug}\n`, 5), 0);
  assert.equal(await ignores(`---\n${head}---\n${head}spec: {x: a\n  b, logLevel: Debug}\n`, 11), 0);
  assert.equal(await ignores(`${head}spec: {x: "a b",\n  logLevel: Debug}\n`, 5), 1);
  assert.equal(await editor.stop(), 0);
});

test('folders that are none', { timeout: 20_000 }, async () => {
  const good = pathToFileURL(`${root}/test/cases`).href;
  for (const folders of [[null, { uri: 7 }, { uri: 'file://host/share' }, { uri: '%zz' }, { uri: good }], 'x', {}, 7]) {
    const editor = await Editor.start({ workspaceFolders: folders });
    await editor.open(uri, `${head}spec: {logLevel: Debug}\n`);
    assert.ok((await editor.diagnostics(uri)).some(({ code }) => code === 'osc/kataconfig-loglevel'));
    if (Array.isArray(folders)) await editor.diagnosticsWhen(uri, ({ diagnostics }) => diagnostics.some(({ code }) => code === 'osc/kataconfig-singleton'));
    assert.equal(await editor.stop(), 0);
    assert.deepEqual(editor.logged, []);
  }
});
