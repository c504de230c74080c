/**
 * Tests completion, hovers, and diagnostics for objects of other operators, which come from a second process where the
 * server has no result of its own, and that the process only exists if it's needed.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, afterEach, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { ClientCapabilities, CompletionItem, CompletionList, Diagnostic, Hover } from 'vscode-languageserver';
import { Editor } from '../support/lsp/editor.ts';
import { crdObject } from '#test/support/manifests/crdObject.ts';
import { stringify } from 'yaml';

const capabilities: ClientCapabilities = {
  workspace: { configuration: true },
  textDocument: { completion: { completionItem: { snippetSupport: true } } },
};
const crd = stringify(
  crdObject({
    group: 'example.com',
    kind: 'Widget',
    spec: {
      properties: {
        mode: {
          type: 'string',
          description: 'See [the docs](https://evil.example) now.',
          anyOf: [{ enum: ['fast', 'safe'] }, { enum: ['slow'] }],
        },
        level: { type: 'integer', allOf: [{ minimum: 1 }, { maximum: 5 }] },
        color: { type: 'string', default: 'blue' },
        strategy: {
          type: 'object',
          properties: {
            type: { type: 'string', enum: ['Recreate', 'Rolling'] },
            max: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
          },
        },
        source: {
          type: 'object',
          properties: { file: { type: 'string' }, url: { type: 'string' } },
          oneOf: [{ required: ['file'] }, { required: ['url'] }],
        },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  }),
);
const head = 'apiVersion: example.com/v1alpha1\nkind: Widget\nmetadata:\n  name: example\nspec:\n';
const kataConfig =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  logLevel: ';
const textOf = ({ message }: Diagnostic) => (typeof message === 'string' ? message : message.value);

interface EditorWith {
  readonly kubernetesFields?: string;
  readonly yamlExtension?: object;
}

describe('objects of other operators', () => {
  let folder = '';
  const editors: Editor[] = [];
  const uriOf = (name: string) => pathToFileURL(path.join(folder, name)).href;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'osc-foreign-'));
    await writeFile(path.join(folder, 'crd.yaml'), crd);
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(async () => {
    for (const editor of editors.splice(0)) await editor.stop();
  });

  const hover = async (editor: Editor, at: object): Promise<string> => {
    const found = await editor.request<Hover | null>('textDocument/hover', at);
    return found !== null && typeof found.contents === 'object' && 'value' in found.contents
      ? found.contents.value
      : '';
  };
  /** Waits until the server has read the CRD, which it does when the first object of its group is open. */
  const readCrd = async (editor: Editor) => {
    const uri = uriOf('probe.yaml');
    await editor.open(uri, `${head}  strategy: {}\n`);
    const until = Date.now() + 30_000;
    const probe = () => hover(editor, { textDocument: { uri }, position: { line: 5, character: 4 } });
    while ((await probe()) === '') assert.ok(Date.now() < until, 'the CRD applies to no object');
  };
  const start = async ({ kubernetesFields = 'auto', yamlExtension }: EditorWith = {}): Promise<Editor> => {
    const editor = await Editor.start({
      capabilities,
      folders: [pathToFileURL(folder).href],
      settings: () => ({ kubernetesFields }),
      initializationOptions: yamlExtension === undefined ? {} : { yamlExtension },
    });
    editors.push(editor);
    await readCrd(editor);
    return editor;
  };
  /** Opens a file. `|` marks the position. */
  const open = async (editor: Editor, name: string, marked: string) => {
    const uri = uriOf(name);
    const at = marked.indexOf('|');
    const text = at === -1 ? marked : `${marked.slice(0, at)}${marked.slice(at + 1)}`;
    await editor.open(uri, text);
    return { textDocument: { uri }, position: editor.document(uri).positionAt(Math.max(at, 0)) };
  };
  const complete = async (editor: Editor, at: object): Promise<readonly string[]> => {
    const found = await editor.request<CompletionItem[] | CompletionList>('textDocument/completion', at);
    return (Array.isArray(found) ? found : found.items).map(({ label }) => label);
  };
  test('completion offers the values of anyOf and defaults, and each key once', async () => {
    const editor = await start();
    assert.deepEqual(await complete(editor, await open(editor, 'a.yaml', `${head}  mode: |\n`)), [
      'fast',
      'safe',
      'slow',
    ]);
    assert.deepEqual(await complete(editor, await open(editor, 'b.yaml', `${head}  color: |\n`)), ['blue']);
    const keys = await complete(editor, await open(editor, 'c.yaml', `${head}  strategy:\n    |\n`));
    assert.deepEqual(keys, ['type', 'max']);
  });

  test('completion works in long documents, and in the second document of a file', async () => {
    const editor = await start();
    const labels = Array.from({ length: 1500 }, (_, index) => `    key-${index}: value\n`).join('');
    const long = await open(editor, 'long.yaml', `${head}  labels:\n${labels}  strategy:\n    |\n`);
    assert.deepEqual(await complete(editor, long), ['type', 'max']);
    const second = await open(editor, 'second.yaml', `${head}  mode: fast\n---\n${head}  mode: |\n`);
    const found = await editor.request<CompletionItem[]>('textDocument/completion', second);
    assert.deepEqual(
      found.map(({ textEdit }) => (textEdit !== undefined && 'range' in textEdit ? textEdit.range.start : undefined)),
      Array.from({ length: 3 }, () => second.position),
    );
  });

  test('a hover explains a field in a document that is not valid YAML, without links of the CRD', async () => {
    const editor = await start();
    const at = await open(editor, 'broken.yaml', `${head}  mo|de: fast\n  other: [1, 2\n  more: "x\n`);
    const text = await hover(editor, at);
    assert.match(text, /\*\*Values:\*\*\n\n\* `fast`\n\* `safe`\n\* `slow`/);
    assert.match(text, /\*\*Defined in:\*\* crd\.yaml$/);
    assert.doesNotMatch(text, /\[the docs\]\(|null/);
  });

  test('with the setting on, values that allOf and anyOf reject are errors once, and accepted ones are not', async () => {
    const editor = await start({ kubernetesFields: 'on' });
    const uri = uriOf('invalid.yaml');
    await editor.open(uri, `${head}  mode: wrong\n  level: 9\n  strategy: { type: Roling }\n`);
    const found = await editor.diagnosticsWhen(uri, ({ diagnostics }) => diagnostics.length === 3);
    const lines = found.map((one) => `${one.range.start.line} ${one.source ?? ''}: ${textOf(one)}`).toSorted();
    // The rules of this product report them, so the findings of the second process aren't shown.
    assert.match(lines[0] ?? '', /^5 OSC Tools: The CRD in crd\.yaml requires "anyOf":.* for spec\.mode\b/);
    assert.match(lines[1] ?? '', /^6 OSC Tools: The CRD in crd\.yaml requires .*maximum.* for spec\.level\b/);
    assert.match(lines[2] ?? '', /^7 .*doesn't allow "Roling"/);
    assert.doesNotMatch(lines.join(), /null/);
    await editor.change(uri, {
      text: `${head}  mode: slow\n  level: 3\n  source: { url: a }\n  strategy:\n    max: 25%\n`,
    });
    await editor.diagnosticsWhen(uri, ({ diagnostics }) => diagnostics.length === 0);
    const empty = `${head}  mode:\n  level: null\n  strategy:\n  source:\n  labels:\n    a:\n---\n${head}  mode: \${MODE}\n---\n${head}  mode: wrong\n`;
    await editor.change(uri, { text: empty });
    const last = await editor.diagnosticsWhen(uri, ({ diagnostics }) => diagnostics.length > 0);
    assert.deepEqual(
      last.map(({ range }) => range.start.line),
      [empty.slice(0, empty.indexOf('wrong')).split('\n').length - 1],
    );
  });

  describe('the process', { skip: existsSync('/proc/self/task') ? false : 'needs /proc' }, () => {
    const childrenOf = ({ process: { pid = 0 } }: Editor) =>
      readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const marked = `${head}  mode: |\n`;

    test('starts with the first request that needs it', async () => {
      const editor = await start();
      const own = await open(editor, 'kataconfig.yaml', `${kataConfig}|\n`);
      assert.ok((await complete(editor, own)).includes('debug'));
      assert.deepEqual(childrenOf(editor), []);
      const at = await open(editor, 'd.yaml', marked);
      assert.deepEqual(childrenOf(editor), []);
      assert.equal((await complete(editor, at)).length, 3);
      assert.equal(childrenOf(editor).length, 1);
    });

    const without: Readonly<Record<string, EditorWith>> = {
      'the Red Hat YAML extension is active': { yamlExtension: { active: true, completes: true } },
      'the Red Hat YAML extension is active, even if the setting is on': {
        kubernetesFields: 'on',
        yamlExtension: { active: true },
      },
      'the setting is off': { kubernetesFields: 'off' },
    };
    for (const [name, options] of Object.entries(without)) {
      test(`doesn't start if ${name}`, async () => {
        const editor = await start(options);
        assert.deepEqual(await complete(editor, await open(editor, 'e.yaml', marked)), []);
        assert.deepEqual(childrenOf(editor), []);
      });
    }

    test('is replaced after a crash, with one message, while the other features continue', async () => {
      const editor = await start();
      const at = await open(editor, 'f.yaml', marked);
      assert.equal((await complete(editor, at)).length, 3);
      const [child] = childrenOf(editor);
      process.kill(Number(child), 'SIGKILL');
      await editor.said(editor.messages, /language server for objects of other operators failed/);
      const own = await open(editor, 'g.yaml', `${kataConfig}|\n`);
      assert.ok((await complete(editor, own)).includes('debug'));
      assert.equal((await complete(editor, at)).length, 3);
      assert.notEqual(childrenOf(editor)[0], child);
      process.kill(Number(childrenOf(editor)[0]), 'SIGKILL');
      // A request that the server sends before it notices the crash has no result.
      const until = Date.now() + 30_000;
      while ((await complete(editor, at)).length < 3) assert.ok(Date.now() < until, 'the process is not replaced');
      assert.equal(editor.logged.filter((line) => /second process .* failed/.test(line)).length, 2);
      assert.equal(editor.messages.length, 1);
    });

    test('stops with the server', async () => {
      const editor = await start();
      assert.equal((await complete(editor, await open(editor, 'h.yaml', marked))).length, 3);
      const child = childrenOf(editor)[0] ?? '';
      editor.process.kill('SIGKILL');
      await editor.exited();
      editors.splice(editors.indexOf(editor), 1);
      const ended = Date.now() + 20_000;
      while (existsSync(`/proc/${child}/task`) && Date.now() < ended) await new Promise(setImmediate);
      assert.equal(existsSync(`/proc/${child}/task`), false);
    });
  });
});
