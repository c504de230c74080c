/** Tests Kata's configuration files in the server with a plain editor, and that other TOML files aren't affected. */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { CodeAction, CodeLens, CompletionItem, Hover } from 'vscode-languageserver';
import { nodes } from '../support/lsp/nodeVersions.ts';
import { usePlainEditor } from '../support/lsp/plainEditor.ts';

const config = '[hypervisor.qemu]\ndefualt_memory = 4096\nenable_annotations = ["default_vcpus"]\n';
const machineConfig = `apiVersion: machineconfiguration.openshift.io/v1
kind: MachineConfig
metadata:
  name: 50-kata
spec:
  config:
    storage:
      files:
        - path: /etc/kata-containers/configuration.toml
          contents:
            source: data:,${encodeURIComponent(config)}
`;
let files = 0;

for (const { name, path: node } of nodes) {
  describe(`configuration.toml in a plain editor (${name})`, () => {
    const editor = usePlainEditor(node);
    afterEach(() => editor().closeAll());

    const opened = async (fileName: string, text: string) => {
      const uri = `file:///nowhere/${++files}/${fileName}`;
      await editor().open(uri, text);
      return uri;
    };
    const at = (uri: string, text: string) => {
      const document = editor().document(uri);
      return { textDocument: { uri }, position: document.positionAt(document.getText().indexOf(text) + 1) };
    };
    const found = async (uri: string) => (await editor().diagnostics(uri)).map(({ code }) => String(code));

    test('has findings with fixes, hovers, and completion', async () => {
      const uri = await opened('configuration.toml', config);
      const diagnostics = await editor().diagnostics(uri);
      assert.deepEqual(
        diagnostics.map(({ code }) => String(code)),
        ['osc/kata-config-unknown-key'],
      );
      const actions = await editor().request<CodeAction[]>('textDocument/codeAction', {
        textDocument: { uri },
        range: diagnostics[0]?.range,
        context: { diagnostics },
      });
      const [fix] = actions.filter(({ title }) => title === 'Rename to default_memory');
      assert.equal(
        await editor().apply(uri, fix?.edit?.changes?.[uri] ?? []),
        config.replace('defualt_memory', 'default_memory'),
      );
      assert.deepEqual(await found(uri), []);
      const hover = await editor().request<Hover>('textDocument/hover', at(uri, 'default_memory'));
      const text = JSON.stringify(hover.contents);
      for (const part of ['uint32', '2048', 'io.katacontainers.config.hypervisor.default_memory', 'not enabled'])
        assert.ok(text.includes(part), `${part} in ${text}`);
      const line = { line: 3, character: 0 };
      const items = await editor().request<CompletionItem[]>('textDocument/completion', {
        textDocument: { uri },
        position: line,
      });
      const labels = items.map(({ label }) => label);
      assert.ok(labels.includes('default_vcpus') && labels.includes('[runtime]'));
      assert.ok(!labels.includes('default_memory') && !labels.includes('vm_rootfs_driver'));
    });

    test('has findings, hovers, and a CodeLens in a MachineConfig', async () => {
      const uri = await opened('mc.yaml', machineConfig);
      assert.deepEqual(await found(uri), ['osc/kata-config-unknown-key']);
      const hover = await editor().request<Hover>('textDocument/hover', at(uri, 'enable_annotations'));
      assert.match(JSON.stringify(hover.contents), /Regular expressions/);
      const lenses = await editor().request<CodeLens[] | null>('textDocument/codeLens', { textDocument: { uri } });
      // A plain editor can't run the command.
      assert.deepEqual(lenses ?? [], []);
    });

    test('has completion in a percent-encoded file of a MachineConfig, and none in base64', async () => {
      const uri = await opened(
        'mc.yaml',
        machineConfig.replace('%0Adefualt_memory', '%0Adefualt_memo%0Adefualt_memory'),
      );
      const itemsAt = async (place: string, text: string): Promise<readonly CompletionItem[]> => {
        const { textDocument, position } = at(place, text);
        const character = position.character - 1 + text.length;
        const params = { textDocument, position: { ...position, character } };
        return editor().request<CompletionItem[]>('textDocument/completion', params);
      };
      const items = await itemsAt(uri, 'defualt_memo');
      const memory = items.find(({ label }) => label === 'default_memory') ?? assert.fail(JSON.stringify(items));
      const edit = memory.textEdit;
      assert.ok(edit !== undefined && 'range' in edit);
      assert.equal(edit.newText, 'default_memory%20%3D%202048');
      assert.equal(editor().document(uri).getText(edit.range), 'defualt_memo');
      const bracket = await itemsAt(uri, '%0A%5B'.replace('%0A', 'data:,'));
      const table = bracket.find(({ label }) => label === '[runtime]') ?? assert.fail(JSON.stringify(bracket));
      assert.equal(table.textEdit?.newText, '%5Bruntime%5D');
      const base64 = machineConfig.replace(/data:.*/, `data:;base64,${btoa(config)}`);
      const encoded = await opened('base64.yaml', base64);
      const labels = (await itemsAt(encoded, btoa(config).slice(0, 40))).map(({ label }) => label);
      assert.ok(!labels.some((label) => label === 'default_vcpus' || label === '[runtime]'), labels.join());
    });

    test('is distinguished from other TOML files', async () => {
      for (const fileName of ['Cargo.toml', 'pyproject.toml', 'config.d/x.toml'])
        assert.deepEqual(await found(await opened(fileName, '[runtime]\nfoo = 1\n')), [], fileName);
    });
  });
}
