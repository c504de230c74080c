/** Tests how the server tracks other files of the workspace: on disk, in the editor, and as they change. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { ClientCapabilities } from 'vscode-languageserver';
import { crdWith } from '#server/manifest/rules/customResources/examples.ts';
import { Editor } from '../support/lsp/editor.ts';

const kataConfig = (name: string, spec = '') =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\n${spec}`;

const capabilities: ClientCapabilities = {
  workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
  textDocument: { publishDiagnostics: { relatedInformation: true } },
};
const [made, changed, removed] = [1, 2, 3] as const;

describe('workspace tracking', () => {
  let settings: unknown = {};
  let folder: string;
  let editor: Editor;
  const file = (name: string) => path.join(folder, name);
  const uriOf = (name: string) => pathToFileURL(file(name)).href;
  const write = async (name: string, text: string | undefined) => {
    if (text === undefined) rmSync(file(name));
    else writeFileSync(file(name), text);
    await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(name), type: 2 }] });
  };
  /** Waits until an open file has exactly these findings, apart from the hint that every KataConfig has. */
  const wait = (name: string, ...codes: string[]) =>
    editor.diagnosticsWhen(
      uriOf(name),
      ({ diagnostics }) =>
        JSON.stringify(diagnostics.filter(({ code }) => code !== 'osc/kataconfig-reboot').map(({ code }) => code)) ===
        JSON.stringify(codes.map((code) => `osc/${code}`)),
    );

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'osc-wörk space-'));
    mkdirSync(file('deep/er'), { recursive: true });
    mkdirSync(file('node_modules/x'), { recursive: true });
    writeFileSync(file('node_modules/x/kata.yaml'), kataConfig('not-ours'));
    writeFileSync(file('binary.yaml'), Buffer.from([0xff, 0xfe, 0, 1, 2]));
    writeFileSync(file('notes.txt'), kataConfig('a-text'));
    editor = await Editor.start({ folders: [pathToFileURL(folder).href], capabilities, settings: () => settings });
    await editor.open(uriOf('open.yaml'), kataConfig('open'));
  });
  beforeEach(() => wait('open.yaml'));
  after(async () => {
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
    assert.deepEqual(editor.unexpected, []);
    rmSync(folder, { recursive: true });
  });

  test('reports a second KataConfig on disk as it appears, is renamed, and is deleted', async () => {
    await write('other.yaml', kataConfig('other'));
    const [, finding] = await wait('open.yaml', 'kataconfig-singleton');
    assert.equal(finding?.severity, 2);
    assert.match(
      JSON.stringify(finding.message),
      /^"other\.yaml contains another KataConfig, but a cluster can have only one\./,
    );
    await write('other.yaml', kataConfig('open'));
    await wait('open.yaml');
    await write('other.yaml', kataConfig('other'));
    await wait('open.yaml', 'kataconfig-singleton');
    await write('other.yaml', undefined);
    await wait('open.yaml');
  });

  test('reports a KataConfig in another folder only as a hint', async () => {
    await write('deep/er/other.yaml', kataConfig('other'));
    const findings = await wait('open.yaml', 'kataconfig-singleton');
    assert.equal(findings.find(({ code }) => code === 'osc/kataconfig-singleton')?.severity, 4);
    await write('deep/er/other.yaml', undefined);
    await wait('open.yaml');
  });

  test('reports a second KataConfig while it is open in another editor', async () => {
    await editor.open(uriOf('new.yaml'), 'kind: ');
    await editor.change(uriOf('new.yaml'), { text: kataConfig('new') });
    await wait('open.yaml', 'kataconfig-singleton');
    await wait('new.yaml', 'kataconfig-singleton');
    await editor.close(uriOf('new.yaml'));
    await wait('open.yaml');
  });

  test('prefers open files over files on disk', async () => {
    await write('both.yaml', kataConfig('both'));
    await wait('open.yaml', 'kataconfig-singleton');
    await editor.open(uriOf('both.yaml'), 'kind: Pod\n');
    await wait('open.yaml');
    await editor.close(uriOf('both.yaml'));
    await wait('open.yaml', 'kataconfig-singleton');
    await write('both.yaml', undefined);
    await wait('open.yaml');
  });

  test('reports a missing peer-pods-cm until it exists', async () => {
    await editor.change(uriOf('open.yaml'), { text: kataConfig('open', 'spec:\n  enablePeerPods: true\n') });
    await wait('open.yaml', 'kataconfig-peerpods-missing-cm');
    await write('cm.yaml', 'kind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n');
    await wait('open.yaml');
    await write('cm.yaml', undefined);
    await wait('open.yaml', 'kataconfig-peerpods-missing-cm');
    await editor.change(uriOf('open.yaml'), { text: kataConfig('open') });
    await wait('open.yaml');
  });

  test('uses a CRD on disk for findings, hovers, and completion until it is deleted', async () => {
    const text = kataConfig('open', 'spec:\n  newField: "on"\n');
    await editor.change(uriOf('open.yaml'), { text });
    const waitFor = (severity: number) =>
      editor.diagnosticsWhen(uriOf('open.yaml'), ({ diagnostics }) =>
        diagnostics.some((one) => one.code === 'osc/kataconfig-unknown-field' && one.severity === severity),
      );
    await waitFor(1);
    await write('deep/crd.yaml', crdWith('KataConfig', 'newField: { type: string, description: "A new field." }'));
    await waitFor(3);
    const params = { textDocument: { uri: uriOf('open.yaml') }, position: { line: 5, character: 4 } };
    assert.match(JSON.stringify(await editor.request('textDocument/hover', params)), /A new field\..*crd\.yaml/);
    await editor.change(uriOf('open.yaml'), { text: kataConfig('open', 'spec:\n  ') });
    const at = { ...params, position: { line: 5, character: 2 } };
    assert.match(JSON.stringify(await editor.request('textDocument/completion', at)), /"label":"newField"/);
    await write('deep/crd.yaml', undefined);
    await editor.change(uriOf('open.yaml'), { text });
    await waitFor(1);
    await editor.change(uriOf('open.yaml'), { text: kataConfig('open') });
    await wait('open.yaml');
  });

  /** Notifies the server of changes on disk as a client does: of a folder, not of the files in it. */
  const tell = (...changes: (readonly [string, number])[]) =>
    editor.notify('workspace/didChangeWatchedFiles', {
      changes: changes.map(([name, type]) => ({ uri: uriOf(name), type })),
    });

  test('follows a folder that is moved, removed, or restored', async () => {
    mkdirSync(file('one/two'), { recursive: true });
    writeFileSync(file('one/two/other.yaml'), kataConfig('other'));
    await tell(['one', made]);
    await wait('open.yaml', 'kataconfig-singleton');
    renameSync(file('one'), file('a (moved) öne'));
    await tell(['one', removed], ['a (moved) öne', made]);
    await wait('open.yaml', 'kataconfig-singleton');
    await editor.diagnosticsWhen(uriOf('open.yaml'), ({ diagnostics }) =>
      decodeURIComponent(JSON.stringify(diagnostics)).includes('moved) öne/two/other.yaml'),
    );
    renameSync(file('a (moved) öne'), file('node_modules/moved'));
    await tell(['a (moved) öne', removed], ['node_modules/moved', made]);
    await wait('open.yaml');
    renameSync(file('node_modules/moved'), file('back'));
    await tell(['back', made]);
    await wait('open.yaml', 'kataconfig-singleton');
    rmSync(file('back'), { recursive: true });
    await tell(['back', removed]);
    await wait('open.yaml');
  });

  test('follows a renamed file', async () => {
    await write('first.yaml', kataConfig('first'));
    await wait('open.yaml', 'kataconfig-singleton');
    renameSync(file('first.yaml'), file('second.yaml'));
    await tell(['first.yaml', removed], ['second.yaml', made]);
    await editor.diagnosticsWhen(uriOf('open.yaml'), ({ diagnostics }) =>
      JSON.stringify(diagnostics).includes('second.yaml contains another'),
    );
    renameSync(file('second.yaml'), file('second.txt'));
    await tell(['second.yaml', removed], ['second.txt', made]);
    await wait('open.yaml');
  });

  test('includes files that git ignores only while they are open', async () => {
    await write('generated.yaml', kataConfig('generated'));
    await wait('open.yaml', 'kataconfig-singleton');
    writeFileSync(file('.gitignore'), 'generated.yaml\n');
    await tell(['.gitignore', made]);
    await wait('open.yaml');
    await editor.open(uriOf('generated.yaml'), kataConfig('generated'));
    await wait('generated.yaml', 'kataconfig-singleton');
    await wait('open.yaml', 'kataconfig-singleton');
    await editor.close(uriOf('generated.yaml'));
    await wait('open.yaml');
    writeFileSync(file('.gitignore'), '# generated.yaml\n');
    await tell(['.gitignore', changed]);
    await wait('open.yaml', 'kataconfig-singleton');
    writeFileSync(file('.gitignore'), '*.yaml\n');
    await tell(['.gitignore', changed]);
    await wait('open.yaml');
    rmSync(file('.gitignore'));
    await tell(['.gitignore', removed]);
    await wait('open.yaml', 'kataconfig-singleton');
    await write('generated.yaml', undefined);
    await wait('open.yaml');
  });

  test('applies changes of the exclude setting and reports invalid values', async () => {
    await write('deep/er/other.yaml', kataConfig('other'));
    await wait('open.yaml', 'kataconfig-singleton');
    settings = { workspace: { exclude: ['deep/', 7] } };
    await editor.notify('workspace/didChangeConfiguration', { settings: null });
    await wait('open.yaml');
    assert.deepEqual(editor.messages, ['osc.workspace.exclude: 7 must be a string.']);
    settings = { workspace: { exclude: 'deep' } };
    await editor.notify('workspace/didChangeConfiguration', { settings: null });
    await wait('open.yaml', 'kataconfig-singleton');
    assert.equal(editor.messages[1], 'osc.workspace.exclude must be a list.');
    settings = {};
    await editor.notify('workspace/didChangeConfiguration', { settings: null });
    await write('deep/er/other.yaml', undefined);
    await wait('open.yaml');
    assert.equal(editor.messages.length, 2);
  });

  test('follows added and removed workspace folders', async () => {
    const another = mkdtempSync(path.join(tmpdir(), 'osc-another-'));
    const event = { uri: pathToFileURL(another).href, name: 'another' };
    writeFileSync(path.join(another, 'kata.yaml'), kataConfig('another'));
    await editor.notify('workspace/didChangeWorkspaceFolders', { event: { added: [event], removed: [] } });
    await wait('open.yaml', 'kataconfig-singleton');
    await editor.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [event] } });
    await wait('open.yaml');
    rmSync(another, { recursive: true });
  });

  test('ignores changes of unreadable and invalid files', async () => {
    for (const uri of [
      uriOf('missing.yaml'),
      uriOf('deep'),
      'untitled:x',
      'http://example.com/a.yaml',
      'file://host/share/a.yaml',
      '%%%',
      '',
    ]) {
      await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
    }
    await write('other.yaml', kataConfig('other'));
    await wait('open.yaml', 'kataconfig-singleton');
    await write('other.yaml', undefined);
    await wait('open.yaml');
    assert.deepEqual(editor.logged, []);
  });
});

test('initializationOptions can exclude files in a plain client', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-plain-'));
  const uri = pathToFileURL(path.join(folder, 'open.yaml')).href;
  writeFileSync(path.join(folder, 'left-out.yaml'), kataConfig('left-out'));
  const editor = await Editor.start({
    folders: [pathToFileURL(folder).href],
    initializationOptions: { workspace: { exclude: ['left-*', 7] } },
  });
  try {
    await editor.open(uri, kataConfig('open', 'spec:\n  enablePeerPods: true\n'));
    // The server reports this finding only after it has read the whole workspace.
    const found = await editor.diagnosticsWhen(uri, ({ diagnostics }) =>
      diagnostics.some(({ code }) => code === 'osc/kataconfig-peerpods-missing-cm'),
    );
    assert.ok(!found.some(({ code }) => code === 'osc/kataconfig-singleton'));
    assert.equal(await editor.stop(), 0);
  } finally {
    editor.process.kill();
    rmSync(folder, { recursive: true });
  }
});
