/**
 * Tests navigation between objects in different files, CodeLens, and inlay hints, and how they follow changes in other
 * files.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { ClientCapabilities, CodeLens, InlayHint, Location, Range, WorkspaceEdit } from 'vscode-languageserver';
import { byText } from '../support/repository/compareText.ts';
import { Editor } from '../support/lsp/editor.ts';

const configMap = (types: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  CLOUD_PROVIDER: "aws"\n  PODVM_INSTANCE_TYPE: "t3.medium"\n  PODVM_INSTANCE_TYPES: "${types}"\n`;
const pod = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  annotations:\n    io.katacontainers.config.hypervisor.machine_type: t3.large\nspec:\n  runtimeClassName: kata-remote\n  containers:\n    - name: web\n      image: quay.io/example/web\n`;
const kataConfig = (spec: string) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n${spec}`;
const peerPods = kataConfig('  enablePeerPods: true\n');

const capabilities: ClientCapabilities = {
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    codeLens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
  },
  textDocument: { rename: { prepareSupport: true } },
};

describe('language server with a workspace', () => {
  let settings: Record<string, unknown> = {};
  let folder: string;
  let editor: Editor;
  const file = (name: string) => path.join(folder, name);
  const uriOf = (name: string) => pathToFileURL(file(name)).href;
  const write = async (name: string, text: string | undefined) => {
    if (text === undefined) rmSync(file(name));
    else writeFileSync(file(name), text);
    await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(name), type: 2 }] });
  };
  const change = async (to: Record<string, unknown>) => {
    settings = to;
    await editor.notify('workspace/didChangeConfiguration', { settings: null });
  };
  const at = (name: string, word: string) => {
    const document = editor.document(uriOf(name));
    return { textDocument: { uri: uriOf(name) }, position: document.positionAt(document.getText().indexOf(word) + 2) };
  };
  const shown = (locations: readonly Location[]) =>
    locations.map(({ uri, range: { start, end } }) => [uri, start.line, start.character, end.character]);
  const opened: string[] = [];
  /** Opens a file for this test and waits until the server has checked it. */
  const open = async (name: string, text: string) => {
    opened.push(name);
    await editor.open(uriOf(name), text);
    await editor.diagnostics(uriOf(name));
  };
  const lenses = async (name: string) =>
    (await editor.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri: uriOf(name) } })).map(
      ({ command }) => [command?.title, command?.command],
    );
  const hints = async (name: string) => {
    const range: Range = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
    const found = await editor.request<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri: uriOf(name) },
      range,
    });
    return found.map(({ label, position }) => [label, position.line, position.character]);
  };
  /** Runs an action and resolves at the next refresh request of the server. Earlier requests don't count. */
  const refreshed = async (what: string, cause: () => Promise<void>) => {
    editor.refreshed.length = 0;
    await cause();
    await editor.said(editor.refreshed, new RegExp(`^${what}$`));
  };

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'osc-nävigation '));
    mkdirSync(file('other'));
    writeFileSync(file('peer-pods.yaml'), configMap('t3.medium,t3.large'));
    writeFileSync(file('other/peer-pods.yaml'), configMap('m5.large'));
    writeFileSync(file('kata.yaml'), peerPods);
    editor = await Editor.start({
      folders: [pathToFileURL(folder).href],
      capabilities,
      settings: () => settings,
      initializationOptions: { selectReleaseCommand: 'osc.release.select' },
    });
    await editor.open(uriOf('pod.yaml'), `# a comment\n${pod}`);
    await editor.open(uriOf('kata.yaml'), peerPods);
    await editor.checkedWhen(({ uri }) => uri === uriOf('pod.yaml'));
  });
  // Waits until the server has read all files. Until then, it ignores objects in other files.
  beforeEach(async () => {
    while ((await editor.request<Location[]>('textDocument/definition', at('kata.yaml', 'true'))).length === 0);
  });
  afterEach(async () => {
    for (const name of opened.splice(0)) await editor.close(uriOf(name));
    await change({});
  });
  after(async () => {
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
    assert.deepEqual(editor.unexpected, []);
    assert.deepEqual(editor.logged, []);
    rmSync(folder, { recursive: true });
  });

  test('finds the instance types of a pod and the pods of instance types', async () => {
    const list = [uriOf('peer-pods.yaml'), 8, 24, 44];
    assert.deepEqual(shown(await editor.request('textDocument/definition', at('pod.yaml', 't3.large'))), [list]);
    await open('peer-pods.yaml', `---\n${configMap('t3.medium,t3.large')}`);
    assert.deepEqual(shown(await editor.request('textDocument/definition', at('pod.yaml', 't3.large'))), [
      [list[0], 9, 24, 44],
    ]);
    const asked = { ...at('peer-pods.yaml', 'PODVM_INSTANCE_TYPES'), context: { includeDeclaration: false } };
    assert.deepEqual(shown(await editor.request('textDocument/references', asked)), [[uriOf('pod.yaml'), 6, 54, 62]]);
    const users = { ...at('peer-pods.yaml', 'peer-pods-cm'), context: { includeDeclaration: false } };
    assert.deepEqual(shown(await editor.request('textDocument/references', users)), [[uriOf('kata.yaml'), 5, 18, 22]]);
  });

  test('finds the KataConfig of a runtime class and the pods of a KataConfig', async () => {
    assert.deepEqual(shown(await editor.request('textDocument/definition', at('pod.yaml', 'kata-remote'))), [
      [uriOf('kata.yaml'), 5, 18, 22],
    ]);
    const asked = { ...at('kata.yaml', 'KataConfig\n'), context: { includeDeclaration: true } };
    assert.deepEqual(shown(await editor.request('textDocument/references', asked)), [
      [uriOf('kata.yaml'), 1, 6, 16],
      [uriOf('pod.yaml'), 8, 20, 31],
    ]);
  });

  test("renames a label key or explains why it can't", async () => {
    const text = kataConfig(
      '  kataConfigPoolSelector:\n    matchLabels:\n      custom: ""\n    matchExpressions:\n      - key: custom\n        operator: Exists\n',
    );
    await open('other/selector.yaml', text);
    const here = at('other/selector.yaml', 'custom:');
    assert.deepEqual(await editor.request('textDocument/prepareRename', here), {
      range: { start: { line: 7, character: 6 }, end: { line: 7, character: 12 } },
      placeholder: 'custom',
    });
    const edit = await editor.request<WorkspaceEdit>('textDocument/rename', { ...here, newName: 'example.com/kata' });
    assert.equal(
      await editor.apply(uriOf('other/selector.yaml'), edit.changes?.[uriOf('other/selector.yaml')] ?? []),
      text.replaceAll('custom', 'example.com/kata'),
    );
    await assert.rejects(
      editor.request('textDocument/rename', { ...here, newName: 'no key' }),
      /Invalid label key "no key": its name can contain only/,
    );
    assert.equal(await editor.request('textDocument/prepareRename', at('kata.yaml', 'example')), null);
  });

  test('shows the Kata version above pods, and reports a version that is not known once', async () => {
    const title = async () => (await lenses('pod.yaml'))[0]?.[0] ?? '';
    assert.match(await title(), /^Checked against OSC 1\.13 · Kata unknown · /);
    await refreshed('codeLens', () => change({ release: '1.10' }));
    assert.match(await title(), /^Checked against OSC 1\.10 · Kata 3\.17\.0 · /);
    await refreshed('codeLens', () => change({ kataVersion: '4.1' }));
    assert.match(await title(), /^Checked against OSC 1\.13 · Kata 4\.1\.0 · /);
    assert.deepEqual(editor.messages, []);
    await refreshed('codeLens', () => change({ release: '1.10', kataVersion: '5.0' }));
    assert.match(await title(), /^Checked against OSC 1\.10 · Kata unknown · /);
    await refreshed('codeLens', () => change({ kataVersion: '5.0' }));
    await title();
    assert.equal(editor.messages.length, 1);
    assert.match(editor.messages[0] ?? '', /osc\.kataVersion: unknown Kata version "5\.0"\. .*3\.17 to 4\.1/);
  });

  test('shows the release and findings above a document and follows settings', async () => {
    const [[title, command] = []] = await lenses('kata.yaml');
    assert.match(title ?? '', /^Checked against OSC 1\.13 · (?:no|\d+) findings?$/);
    assert.equal(command, 'osc.release.select');
    await refreshed('codeLens', () => change({ release: '1.10' }));
    assert.match((await lenses('kata.yaml'))[0]?.[0] ?? '', /^Checked against OSC 1\.10 · /);
    await refreshed('codeLens', () => change({ codeLens: { enabled: false } }));
    assert.deepEqual(await lenses('kata.yaml'), []);
    await refreshed('codeLens', () => change({}));
    assert.equal((await lenses('kata.yaml')).length, 1);
  });

  test('updates the number of findings when other files change', async () => {
    const [[alone] = []] = await lenses('kata.yaml');
    await refreshed('codeLens', () => write('second.yaml', peerPods.replace('name: example', 'name: second')));
    const [[beside] = []] = await lenses('kata.yaml');
    const count = (title = '') => Number(/· (\d+) finding/.exec(title)?.[1] ?? 0);
    assert.equal(count(beside), count(alone) + 1);
    await refreshed('codeLens', () => write('second.yaml', undefined));
    assert.deepEqual((await lenses('kata.yaml'))[0]?.[0], alone);
  });

  test('shows the instance type as an inlay hint and follows peer-pods-cm and settings', async () => {
    assert.deepEqual(await hints('pod.yaml'), [['VM: t3.large (2 vCPUs, 8 GiB)', 8, 31]]);
    await refreshed('inlayHint', () => write('peer-pods.yaml', configMap('t3.medium')));
    assert.deepEqual(await hints('pod.yaml'), []);
    await refreshed('inlayHint', () => write('peer-pods.yaml', configMap('t3.medium,t3.large')));
    assert.equal((await hints('pod.yaml')).length, 1);
    await refreshed('inlayHint', () => change({ inlayHints: { enabled: false } }));
    assert.deepEqual(await hints('pod.yaml'), []);
    await refreshed('inlayHint', () => change({}));
    assert.equal((await hints('pod.yaml')).length, 1);
  });

  test('shows the memory and CPUs of a kata pod as an inlay hint', async () => {
    await open('local.yaml', pod.replace('kata-remote', 'kata'));
    assert.deepEqual(await hints('local.yaml'), [['On the node: 2.34 GiB to 2.49 GiB, 0.25 to 0.5 CPU', 7, 24]]);
  });

  test('reports an invalid setting once and ignores it', async () => {
    await change({ codeLens: { enabled: 'yes' } });
    await editor.said(editor.messages, /osc\.codeLens\.enabled must be true or false/);
    assert.equal((await lenses('kata.yaml')).length, 1);
  });

  test('shows nothing for other objects', async () => {
    await open('service.yaml', 'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\n');
    assert.deepEqual([await lenses('service.yaml'), await hints('service.yaml')], [[], []]);
    assert.deepEqual(await editor.request('textDocument/definition', at('service.yaml', 'Service')), []);
    assert.deepEqual([...new Set(editor.messages)].toSorted(byText), editor.messages.toSorted(byText));
  });
});

test('initializationOptions can turn off CodeLens in an editor without settings', async () => {
  const uri = 'file:///nowhere/kata.yaml';
  const editor = await Editor.start({
    initializationOptions: { codeLens: { enabled: false }, inlayHints: { enabled: 'no' } },
  });
  try {
    await editor.open(uri, `${peerPods}---\n${pod.replace('kata-remote', 'kata')}`);
    assert.deepEqual(await editor.request('textDocument/codeLens', { textDocument: { uri } }), []);
    const range = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
    assert.equal(
      (await editor.request<InlayHint[]>('textDocument/inlayHint', { textDocument: { uri }, range })).length,
      1,
    );
    assert.equal(await editor.stop(), 0);
  } finally {
    editor.process.kill();
  }
  assert.deepEqual(editor.unexpected, []);
});
