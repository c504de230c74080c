/**
 * Tests policies and initdata in the server with a plain editor. Runs with the Node.js of the tests and with the
 * system's.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type {
  CodeLens,
  CompletionItem,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  Range,
  SemanticTokens,
  SignatureHelp,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { packInitdata, packPolicy } from '#server/engine/encoding/pack.ts';
import { Editor } from '#test/support/lsp/editor.ts';
import { nodes } from '#test/support/lsp/nodeVersions.ts';

const span = ({ start, end }: Range) => `${start.line}:${start.character}-${end.line}:${end.character}`;
const policy = `package agent_policy

import future.keywords.if
import future.keywords.in

default ExecProcessRequest := false
default CopyFileRequest := true

ExecProcessRequest if {
    command := concat(" ", input.process.Args)
    is_allowed(command)
}

is_allowed(command) if command == "ls"
`;
const initdata = `algorithm = "sha256"
version = "0.1.0"

[data]
"aa.toml" = '''
[token_configs.kbs]
url = "http://kbs:8080"
'''
"policy.rego" = '''
${policy}'''
`;
const pod = `apiVersion: v1
kind: Pod
metadata:
  name: a
  annotations:
    io.katacontainers.config.agent.policy: ${packPolicy(policy)}
    io.katacontainers.config.hypervisor.cc_init_data: ${packInitdata(initdata)}
spec:
  runtimeClassName: kata-remote
  containers: []
`;
let files = 0;
const newUri = (extension: string) => `file:///nowhere/file${++files}.${extension}`;

for (const { name, path: node } of nodes) {
  describe(`policy support in a plain editor (${name})`, () => {
    let editor: Editor;
    before(
      async () =>
        (editor = await Editor.start({ node, initializationOptions: { release: '1.12', policyCommands: true } })),
    );
    after(async () => {
      assert.equal(await editor.stop(), 0, 'exit code');
      assert.equal(editor.stderr, '');
      assert.deepEqual([editor.unexpected, editor.logged, editor.messages], [[], [], []]);
    });
    afterEach(() => editor.closeAll());

    /** Opens a file without its `¦` mark and returns the position of the mark. */
    const opened = async (marked: string, extension = 'rego') => {
      const uri = newUri(extension);
      const text = marked.replace('¦', '');
      await editor.open(uri, text);
      return {
        uri,
        text,
        params: { textDocument: { uri }, position: editor.document(uri).positionAt(Math.max(marked.indexOf('¦'), 0)) },
      };
    };
    const complete = async (marked: string, extension = 'rego') => {
      const { uri, params } = await opened(marked, extension);
      return { uri, items: await editor.request<CompletionItem[]>('textDocument/completion', params) };
    };
    const hover = async (marked: string, extension = 'rego') => {
      const found = await editor.request<Hover | null>('textDocument/hover', (await opened(marked, extension)).params);
      const contents = found?.contents;
      return {
        words: typeof contents === 'object' && 'value' in contents ? contents.value : '',
        range: found?.range === undefined ? '' : span(found.range),
      };
    };
    /** Returns a marked policy as a Rego file and within an initdata document. */
    const both = (marked: string): readonly (readonly [written: string, extension: string])[] => [
      [marked, 'rego'],
      [initdata.replace(policy, () => marked), 'toml'],
    ];

    test('completes requests and fields in policies and initdata', async () => {
      for (const [written, extension] of both(
        policy.replace('is_allowed(command)\n', 'is_allowed(command)\n    input.¦\n'),
      )) {
        const { items } = await complete(written, extension);
        assert.ok(
          items.some(({ label, detail }) => label === 'process' && detail === 'Process'),
          extension,
        );
      }
      for (const [written, extension] of both(`${policy}Write¦\n`)) {
        const { uri, items } = await complete(written, extension);
        const item = items.find(({ label }) => label === 'default WriteStreamRequest');
        assert.ok(item?.textEdit !== undefined && 'range' in item.textEdit, extension);
        const text = await editor.apply(uri, [item.textEdit]);
        assert.ok(text.includes('\ndefault WriteStreamRequest := false\n'), text);
      }
    });

    test('completes empty files and TOML values', async () => {
      assert.ok((await complete('¦')).items.some(({ label }) => label === 'policy: OSC 1.12 images'));
      assert.ok((await complete('¦', 'toml')).items.some(({ label }) => label === 'initdata: policy only'));
      assert.deepEqual(
        (await complete(initdata.replace('"sha256"', '"¦"'), 'toml')).items.map(({ label }) => label),
        ['sha256', 'sha384', 'sha512'],
      );
      assert.deepEqual((await complete('[package]\nname = "¦"\n', 'toml')).items, []);
    });

    test('shows hovers in policies and initdata', async () => {
      const request = await hover(policy.replace('default Exec', 'default E¦xec'));
      assert.match(request.words, /additional process/);
      assert.equal(request.range, '5:8-5:26');
      const inside = await hover(initdata.replace('process.Args', 'pro¦cess.Args'), 'toml');
      assert.match(inside.words, /input\.process/);
      assert.match(
        (await hover(initdata.replace('algorithm', 'al¦gorithm'), 'toml')).words,
        /sha256 digest of this document/,
      );
      assert.equal((await hover('package other\n\nx :¦= 1\n')).words, '');
    });

    test('shows signature help in policies and initdata', async () => {
      for (const [written, extension] of both(policy.replace('concat(" ", ', 'concat(" ", ¦'))) {
        const help = await editor.request<SignatureHelp | null>(
          'textDocument/signatureHelp',
          (await opened(written, extension)).params,
        );
        assert.equal(help?.activeParameter, 1, extension);
        assert.match(help.signatures[0]?.label ?? '', /^concat\(/);
      }
    });

    test('supports definitions, references, and renaming', async () => {
      for (const [written, extension] of both(policy.replace('    is_allowed(', '    is_¦allowed('))) {
        const { uri, params } = await opened(written, extension);
        const places = async (method: string, more = {}) =>
          (await editor.request<Location[]>(method, { ...params, ...more })).map(({ range }) =>
            editor.document(uri).getText(range),
          );
        assert.deepEqual(await places('textDocument/definition'), ['is_allowed'], extension);
        assert.deepEqual(await places('textDocument/references', { context: { includeDeclaration: true } }), [
          'is_allowed',
          'is_allowed',
        ]);
        const edit = await editor.request<WorkspaceEdit | null>('textDocument/rename', { ...params, newName: 'fits' });
        const text = await editor.apply(uri, edit?.changes?.[uri] ?? []);
        assert.ok(
          text.includes('    fits(command)\n') && text.includes('\nfits(command) if') && !text.includes('is_allowed'),
          text,
        );
      }
      const { params } = await opened(policy.replace('    is_allowed(', '    is_¦allowed('));
      await assert.rejects(
        editor.request('textDocument/rename', { ...params, newName: 'command' }),
        /is already in use/,
      );
      const fixed = await opened(policy.replace('default Exec', 'default E¦xec'));
      assert.equal(await editor.request('textDocument/prepareRename', fixed.params), null);
    });

    test('returns symbols, folding ranges, and links', async () => {
      const names = (symbols: readonly DocumentSymbol[]): unknown[] =>
        symbols.map(({ name: of, children = [] }) => (children.length === 0 ? of : [of, names(children)]));
      const inPolicy = ['agent_policy', 'ExecProcessRequest', 'CopyFileRequest', 'ExecProcessRequest', 'is_allowed'];
      const rego = await opened(policy);
      assert.deepEqual(names(await editor.request('textDocument/documentSymbol', rego.params)), inPolicy);
      const folds = (await editor.request<FoldingRange[]>('textDocument/foldingRange', rego.params)).map(
        ({ startLine, endLine }) => `${startLine}-${endLine}`,
      );
      assert.deepEqual(folds, ['2-3', '8-10']);
      const links = await editor.request<DocumentLink[]>('textDocument/documentLink', rego.params);
      assert.deepEqual(
        links.map(({ range }) => span(range)),
        ['0:8-0:20'],
      );
      const toml = await opened(initdata, 'toml');
      assert.deepEqual(names(await editor.request('textDocument/documentSymbol', toml.params)), [
        'algorithm',
        'version',
        'aa.toml',
        ['policy.rego', inPolicy],
      ]);
      const inToml = (await editor.request<FoldingRange[]>('textDocument/foldingRange', toml.params)).map(
        ({ startLine, endLine }) => `${startLine}-${endLine}`,
      );
      assert.deepEqual(inToml, ['4-7', '8-23', '11-12', '17-19']);
    });

    test('returns semantic tokens for policies but not for YAML', async () => {
      const legend = editor.result.capabilities.semanticTokensProvider?.legend.tokenTypes ?? [];
      for (const [written, extension] of both(policy)) {
        const { uri, params } = await opened(written, extension);
        const tokens = await editor.request<SemanticTokens | null>('textDocument/semanticTokens/full', params);
        const found: string[] = [];
        let [line, character] = [0, 0];
        for (let index = 0; index < (tokens?.data.length ?? 0); index += 5) {
          const [lines = 0, characters = 0, length = 0, type = 0] = tokens?.data.slice(index, index + 5) ?? [];
          character = lines === 0 ? character + characters : characters;
          line += lines;
          const range = { start: { line, character }, end: { line, character: character + length } };
          found.push(`${legend[type]} ${editor.document(uri).getText(range)}`);
        }
        for (const wanted of [
          'keyword package',
          'class ExecProcessRequest',
          'function is_allowed',
          'parameter command',
          'property Args',
          'string "ls"',
        ]) {
          assert.ok(found.includes(wanted), `${wanted} in ${extension}: ${found.join(', ')}`);
        }
      }
      const yaml = await opened(pod, 'yaml');
      assert.equal(await editor.request('textDocument/semanticTokens/full', yaml.params), null);
    });

    test('shows CodeLens above policies and embedded content', async () => {
      const titles = async (text: string, extension: string) => {
        const { uri, params } = await opened(text, extension);
        const lenses = await editor.request<CodeLens[]>('textDocument/codeLens', params);
        return {
          uri,
          lenses: lenses.map(({ range, command }) => [
            range.start.line,
            command?.title.replace(/\d+ findings?|no findings/, 'N findings'),
            command?.command,
          ]),
          all: lenses,
        };
      };
      const rego = await titles(policy, 'rego');
      assert.deepEqual(rego.lenses, [
        [0, 'Checked against OSC 1.12 · Kata unknown · N findings', ''],
        [0, 'Requests: 1 allowed, 0 denied, 1 depends on the request, 39 undefined', 'osc.policy.showTable'],
      ]);
      assert.deepEqual(rego.all[1]?.command?.arguments, [rego.uri]);
      const toml = await titles(initdata, 'toml');
      assert.deepEqual(
        toml.lenses.map(([line, title]) => [line, title]),
        [
          [0, 'Checked against OSC 1.12 · Kata unknown · N findings'],
          [9, 'Requests: 1 allowed, 0 denied, 1 depends on the request, 39 undefined'],
        ],
      );
      const yaml = await titles(pod, 'yaml');
      assert.deepEqual(
        yaml.lenses.map(([line, title]) => [line, title]),
        [
          [0, 'Checked against OSC 1.12 · Kata unknown · N findings'],
          [5, 'Open Policy'],
          [6, 'Open Initdata'],
        ],
      );
      assert.deepEqual(yaml.all[2]?.command?.arguments, [
        yaml.uri,
        { document: 0, path: ['metadata', 'annotations', 'io.katacontainers.config.hypervisor.cc_init_data'] },
      ]);
      const placeholders = pod.replace(/^( +io\.katacontainers\.\S+: ).*$/gm, '$1<base64_encoded_policy>');
      const toFillIn = await titles(placeholders, 'yaml');
      assert.deepEqual(
        toFillIn.lenses.filter(([line]) => line !== 0),
        [
          [5, 'Attach Policy...', 'osc.policy.attach'],
          [6, 'Attach Policy...', 'osc.policy.attach'],
          [6, 'Attach Initdata...', 'osc.initdata.attach'],
        ],
      );
      assert.deepEqual(toFillIn.all[1]?.command?.arguments, [toFillIn.uri, { line: 5, character: 4 }]);
      const claim = pod
        .replace('apiVersion: v1\nkind: Pod', 'apiVersion: extensions.agents.x-k8s.io/v1beta1\nkind: SandboxClaim')
        .replace(/^( +io\.katacontainers\.\S+: ).*$/gm, '$1<base64_encoded_policy>');
      assert.match(claim, /SandboxClaim/);
      assert.deepEqual(
        (await titles(claim, 'yaml')).lenses.filter(([, title]) => String(title).startsWith('Attach')),
        [],
      );
      const configMap =
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\ndata:\n  INITDATA: <initdata>\n';
      assert.deepEqual((await titles(configMap, 'yaml')).lenses.slice(1), []);
      assert.deepEqual((await titles('package other\n\nx := 1\n', 'rego')).lenses, []);
      assert.deepEqual((await titles('[package]\nname = "a"\n', 'toml')).lenses, []);
    });

    test('provides only Kata-specific features next to another Rego extension', async () => {
      await editor.notify('osc/regoExtension', { active: true });
      const { uri, params } = await opened(policy.replace('    is_allowed(', '    is_¦allowed('));
      assert.deepEqual(await editor.request('textDocument/definition', params), []);
      assert.deepEqual(await editor.request('textDocument/documentSymbol', { textDocument: { uri } }), []);
      assert.equal(await editor.request('textDocument/semanticTokens/full', { textDocument: { uri } }), null);
      assert.equal((await hover(policy.replace('concat', 'con¦cat'))).words, '');
      assert.match((await hover(policy.replace('default Exec', 'default E¦xec'))).words, /additional process/);
      await editor.notify('osc/regoExtension', { active: false });
      assert.equal((await editor.request<Location[]>('textDocument/definition', params)).length, 1);
    });

    test('responds to requests for invalid text', async () => {
      for (const [text, extension] of [
        ['package agent_policy\nExecProcessRequest if {\n  input.', 'rego'],
        ['package agent_policy\n((((\n"', 'rego'],
        ["algorithm = \n[data]\n\"policy.rego\" = '''\npackage agent_policy", 'toml'],
        ['\u0000\uD800', 'rego'],
      ] as const) {
        const { params } = await opened(`${text}¦`, extension);
        for (const method of [
          'completion',
          'hover',
          'signatureHelp',
          'definition',
          'documentSymbol',
          'foldingRange',
          'documentLink',
          'semanticTokens/full',
          'codeLens',
          'prepareRename',
        ]) {
          await editor.request(`textDocument/${method}`, params);
        }
        assert.ok(
          Array.isArray(
            await editor.request('textDocument/references', { ...params, context: { includeDeclaration: true } }),
          ),
        );
      }
      assert.deepEqual(editor.logged, []);
    });
  });
}
