/**
 * Tests the server with a plain terminal editor, which supports no settings, registration, or snippets. Runs with the
 * Node.js of the tests and with the system's.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  CompletionItemKind,
  type CodeAction,
  type CompletionItem,
  type CompletionList,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type Range,
} from 'vscode-languageserver';
import { logLevels } from '#core/kinds/kataConfig.ts';
import { skeletons } from '#server/manifest/completion/skeletons.ts';
import { Editor } from '#test/support/lsp/editor.ts';
import { nodes } from '#test/support/lsp/nodeVersions.ts';
import { byText } from '#test/support/repository/compareText.ts';

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\n';
const span = ({ start, end }: Range) => `${start.line}:${start.character}-${end.line}:${end.character}`;
let files = 0;
const newUri = () => `file:///nowhere/file${++files}.yaml`;

for (const { name, path: node } of nodes) {
  describe(`server in a plain editor (${name})`, () => {
    let editor: Editor;
    before(async () => (editor = await Editor.start({ node })));
    after(async () => {
      assert.equal(await editor.stop(), 0, 'exit code');
      assert.equal(editor.stderr, '');
      assert.deepEqual(editor.unexpected, []);
      assert.deepEqual(editor.logged, []);
      assert.deepEqual(editor.messages, []);
    });
    // Two KataConfigs in open files would cause a finding, so every test starts without open files.
    afterEach(() => editor.closeAll());
    const opened = async (text: string) => {
      const uri = newUri();
      await editor.open(uri, text);
      return uri;
    };
    const at = (uri: string, text: string, after = '') => ({
      textDocument: { uri },
      position: editor.document(uri).positionAt(text.length - after.length),
    });
    /** Requests completion at `|`. Returns the items and their labels. */
    const complete = async (marked: string) => {
      const text = marked.replace('|', '');
      const uri = await opened(text);
      const answer = await editor.request<CompletionItem[] | CompletionList>(
        'textDocument/completion',
        at(uri, text, text.slice(marked.indexOf('|'))),
      );
      const items = Array.isArray(answer) ? answer : answer.items;
      return { uri, items, labels: items.map(({ label }) => label) };
    };
    const actions = async (uri: string, line: number, only?: string) =>
      editor.request<CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri },
        range: { start: { line, character: 0 }, end: { line, character: 100 } },
        context: { diagnostics: [], ...(only === undefined ? {} : { only: [only] }) },
      });

    test('announces its capabilities', () => {
      const { capabilities, serverInfo } = editor.result;
      assert.equal(serverInfo?.name, 'osc-tools');
      assert.deepEqual(Object.keys(capabilities).toSorted(byText), [
        'codeActionProvider',
        'codeLensProvider',
        'completionProvider',
        'definitionProvider',
        'documentLinkProvider',
        'documentSymbolProvider',
        'executeCommandProvider',
        'foldingRangeProvider',
        'hoverProvider',
        'inlayHintProvider',
        'referencesProvider',
        'renameProvider',
        'semanticTokensProvider',
        'signatureHelpProvider',
        'textDocumentSync',
        'workspace',
      ]);
    });

    test('publishes diagnostics with exact ranges', async () => {
      const uri = await opened(
        `# one\n---\n${head}spec:\n  logLevl: info\n  enablePeerPods: "true"\n---\nkind: Pod\nspec: {\n`,
      );
      const found = (await editor.diagnostics(uri)).filter(({ severity }) => severity !== 4);
      assert.deepEqual(
        found.map(({ code, range, source, severity }) => [code, span(range), source, severity]),
        [
          ['osc/kataconfig-unknown-field', '7:2-7:9', 'OSC Tools', 1],
          ['osc/wrong-type', '8:18-8:24', 'OSC Tools', 1],
        ],
      );
      for (const { codeDescription } of found)
        assert.ok(existsSync(fileURLToPath(codeDescription?.href ?? '')), codeDescription?.href);
    });

    test('updates diagnostics after edits and clears them when the file is closed', async () => {
      const uri = await opened(`${head}spec:\n  logLevel: Debug\n`);
      assert.equal((await editor.diagnostics(uri)).filter(({ severity }) => severity === 1).length, 1);
      await editor.change(uri, {
        range: { start: { line: 5, character: 12 }, end: { line: 5, character: 17 } },
        text: 'info',
      });
      assert.equal((await editor.diagnostics(uri)).filter(({ severity }) => severity === 1).length, 0);
      editor.forget();
      await editor.close(uri);
      assert.deepEqual(await editor.diagnosticsWhen(uri, () => true), []);
    });

    test('completes keys as plain text', async () => {
      const { items, labels } = await complete(`${head}spec:\n  |`);
      assert.deepEqual(labels.toSorted(byText), [
        'checkNodeEligibility',
        'enablePeerPods',
        'kataConfigPoolSelector',
        'logLevel',
      ]);
      for (const { insertText, textEdit, insertTextFormat, documentation } of items) {
        assert.doesNotMatch(`${insertText} ${textEdit?.newText}`, /\$/);
        assert.notEqual(insertTextFormat, 2);
        assert.match(JSON.stringify(documentation), /\w{4}/);
      }
    });
    test('completes values with their documentation', async () => {
      const { items, labels } = await complete(`${head}spec:\n  logLevel: |`);
      assert.deepEqual(labels.toSorted(byText), Object.keys(logLevels).toSorted(byText));
      assert.match(JSON.stringify(items.find(({ label }) => label === 'debug')?.documentation), /must-gather/);
    });
    test('completes in the second document of a file', async () => {
      const { items } = await complete(`kind: Pod\n---\n${head}spec:\n  logL|`);
      const item = items.find(({ label }) => label === 'logLevel');
      assert.ok(item?.textEdit !== undefined && 'range' in item.textEdit);
      assert.equal(span(item.textEdit.range), '7:2-7:6');
    });
    test('completes the operators of a selector', async () => {
      const { labels } = await complete(
        `${head}spec:\n  kataConfigPoolSelector:\n    matchExpressions:\n      - key: a\n        operator: |`,
      );
      assert.deepEqual(labels.toSorted(byText), ['DoesNotExist', 'Exists', 'In', 'NotIn']);
    });
    test('completes the keys of a selector', async () => {
      assert.deepEqual((await complete(`${head}spec:\n  kataConfigPoolSelector:\n    |`)).labels.toSorted(byText), [
        'matchExpressions',
        'matchLabels',
      ]);
    });
    test('offers whole documents as plain text without findings', async () => {
      for (const marked of ['|', 'kata|', '# hello\n|', 'kind: Pod\n---\n|']) {
        const { uri, items } = await complete(marked);
        const documents = items.filter(({ kind }) => kind === CompletionItemKind.Snippet);
        assert.equal(
          documents.length,
          skeletons.filter(({ prefix }) => !marked.startsWith('kata') || prefix.startsWith('kata')).length,
          marked,
        );
        const [item] = documents;
        assert.ok(item?.textEdit !== undefined && 'range' in item.textEdit);
        await editor.apply(uri, [item.textEdit]);
        assert.deepEqual(
          (await editor.diagnostics(uri)).filter(({ severity }) => severity !== 4),
          [],
        );
      }
    });
    test('offers the fields of Kubernetes kinds, and nothing in objects of unknown kinds', async () => {
      const { labels } = await complete('apiVersion: v1\nkind: Service\nspec:\n  |');
      assert.ok(labels.includes('clusterIP') && labels.includes('ports'));
      assert.deepEqual((await complete('apiVersion: example.com/v1\nkind: Widget\nspec:\n  |')).labels, []);
    });

    test('shows hovers for fields and values', async () => {
      const text = `${head}spec:\n  logLevel: debug\n`;
      const uri = await opened(text);
      const hover = await editor.request<Hover | null>(
        'textDocument/hover',
        at(uri, text.slice(0, text.indexOf('logLevel') + 2)),
      );
      assert.match(JSON.stringify(hover?.contents), /CRI-O log level.*Default.*Since.*reboot.*trace/s);
      assert.equal(hover?.range === undefined ? '' : span(hover.range), '5:2-5:10');
      const value = await editor.request<Hover | null>(
        'textDocument/hover',
        at(uri, text.slice(0, text.indexOf('debug') + 2)),
      );
      assert.match(JSON.stringify(value?.contents), /\*\*`debug`\*\*/);
    });
    test('links hovers to the documentation of the checked release', async () => {
      const text = `${head}spec:\n  checkNodeEligibility: true\n`;
      const uri = await opened(text);
      const hover = await editor.request<Hover | null>(
        'textDocument/hover',
        at(uri, text.slice(0, text.indexOf('checkNode') + 2)),
      );
      assert.match(
        JSON.stringify(hover?.contents),
        /\[OSC 1\.12 documentation\]\(https:\/\/docs\.redhat\.com\/[^)]*\/openshift_sandboxed_containers\/1\.12\)/,
      );
    });
    test('explains no names of JavaScript properties and no keys with dots, and only links to the rule', async () => {
      const text = `${head}constructor: 1\nspec.logLevel: a\nspec:\n  toString: 1\n`;
      const uri = await opened(text);
      for (const word of ['constructor', 'spec.logLevel', 'toString']) {
        const hover = await editor.request<Hover | null>(
          'textDocument/hover',
          at(uri, text.slice(0, text.indexOf(word) + 2)),
        );
        assert.match(JSON.stringify(hover?.contents), /"value":"\*\*Documentation:\*\* \[[^\]]+\]\([^)]+\)"/, word);
      }
    });
    test('fixes a finding with a Quick Fix', async () => {
      const uri = await opened(`${head}spec:\n  logLevl: info\n`);
      const [fix] = await actions(uri, 5);
      assert.equal(fix?.title, 'Rename to logLevel');
      assert.equal(fix.isPreferred, true);
      assert.equal(await editor.apply(uri, fix.edit?.changes?.[uri] ?? []), `${head}spec:\n  logLevel: info\n`);
      assert.deepEqual(
        (await editor.diagnostics(uri)).filter(({ severity }) => severity !== 4),
        [],
      );
    });
    test('suppresses a finding with a Quick Fix', async () => {
      const uri = await opened(`${head}spec:\r\n  logLevel: verbose\r\n`);
      const ignore = (await actions(uri, 5)).find(({ title }) => title.startsWith('Suppress '));
      const text = await editor.apply(uri, ignore?.edit?.changes?.[uri] ?? []);
      assert.match(text, /\n {2}# osc-ignore-next-line kataconfig-loglevel: \r?\n {2}logLevel: verbose/);
      assert.deepEqual(
        (await editor.diagnostics(uri)).filter(({ severity }) => severity !== 4),
        [],
      );
    });
    test('fixes all findings at once', async () => {
      const uri = await opened(
        `${head}  namespace: default\nspec:\n  logLevel: Debug\n  enablePeerpods: on\n---\nkind: Pod\nlogLevl: 1\n`,
      );
      const found = await actions(uri, 0, 'source.fixAll');
      assert.deepEqual(
        found.map(({ kind }) => kind),
        ['source.fixAll.osc'],
      );
      const text = await editor.apply(uri, found[0]?.edit?.changes?.[uri] ?? []);
      assert.equal(text, `${head}spec:\n  logLevel: debug\n  enablePeerPods: on\n---\nkind: Pod\nlogLevl: 1\n`);
      assert.deepEqual(await actions(uri, 0, 'source.organizeImports'), []);
    });
    test("offers no documents to a client that can't show them", async () => {
      const uri = await opened(`${head}spec:\n  logLevl: info\n`);
      for (const { command } of await actions(uri, 5)) assert.equal(command, undefined);
    });

    test('hides credentials in the outline', async () => {
      const data =
        'data:\n  LIBVIRT_URI: qemu+ssh://root:hidden@host/system\n  GCP_NETWORK: https://user:hidden@host\n  AWS_SECRET_ACCESS_KEY: hidden\n  VXLAN_PORT: "9000"\n';
      const uri = await opened(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n${data}`);
      const text = JSON.stringify(
        await editor.request<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument: { uri } }),
      );
      assert.match(text, /"LIBVIRT_URI"/);
      assert.match(text, /"9000"/);
      assert.doesNotMatch(text, /hidden/);
    });

    test('returns an outline', async () => {
      const uri = await opened(
        `kind: Pod\n---\n${head}spec:\n  kataConfigPoolSelector:\n    matchExpressions:\n      - key: a\n        operator: Exists\n`,
      );
      const symbols = await editor.request<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument: { uri } });
      const names = (symbol: DocumentSymbol): unknown => [symbol.name, ...(symbol.children ?? []).map(names)];
      assert.deepEqual(symbols.map(names), [
        [
          'KataConfig example',
          ['apiVersion'],
          ['kind'],
          ['metadata', ['name']],
          ['spec', ['kataConfigPoolSelector', ['matchExpressions', ['[0]', ['key'], ['operator']]]]],
        ],
      ]);
    });
    test('returns folding ranges', async () => {
      const uri = await opened(`kind: Pod\n---\n${head}spec:\n  logLevel: info\n`);
      const folds = await editor.request<FoldingRange[]>('textDocument/foldingRange', { textDocument: { uri } });
      assert.deepEqual(folds.map(({ startLine, endLine }) => `${startLine}-${endLine}`).toSorted(byText), [
        '1-7',
        '4-5',
        '6-7',
      ]);
    });
    test('returns documentation links', async () => {
      const uri = await opened(`${head}spec:\n  logLevel: info\n`);
      const links = await editor.request<DocumentLink[]>('textDocument/documentLink', { textDocument: { uri } });
      assert.deepEqual(
        links.map(({ range }) => span(range)),
        ['1:6-1:16'],
      );
      for (const { target } of links) assert.match(target ?? '', /^https:\/\/docs\.redhat\.com\//);
    });
    test('reports no missing files without a folder', async () => {
      const uri = await opened(`${head}spec:\n  enablePeerPods: true\n`);
      assert.deepEqual(
        (await editor.diagnostics(uri)).filter(({ severity }) => severity !== 4),
        [],
      );
    });
    test('checks two files at once', async () => {
      const [one, two] = [newUri(), newUri()];
      await Promise.all([
        editor.open(one, `${head}spec:\n  logLevel: Debug\n`),
        editor.open(two, `${head.replace('example', 'other')}spec:\n  logLevl: info\n`),
      ]);
      await editor.diagnosticsWhen(one, ({ diagnostics }) =>
        diagnostics.some(({ code }) => code === 'osc/kataconfig-singleton'),
      );
      await editor.diagnosticsWhen(two, ({ diagnostics }) =>
        diagnostics.some(({ code }) => code === 'osc/kataconfig-singleton'),
      );
      const codes = async (uri: string) =>
        (await editor.diagnostics(uri)).filter(({ severity }) => severity === 1).map(({ code }) => code);
      assert.deepEqual(await Promise.all([codes(one), codes(two)]), [
        ['osc/kataconfig-loglevel'],
        ['osc/kataconfig-unknown-field'],
      ]);
    });
  });
}
