/**
 * Tests the server with an editor that doesn't report changes on disk: it reads known files again when a file is opened
 * or saved.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Editor } from '#test/support/lsp/editor.ts';

const kataConfig = (name: string) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\n`;
const singleton = 'osc/kataconfig-singleton';

describe('server without file watching', () => {
  let folder: string;
  let editor: Editor;
  const file = (name: string) => path.join(folder, name);
  const uriOf = (name: string) => pathToFileURL(file(name)).href;
  const isTold = (is: boolean) =>
    editor.diagnosticsWhen(
      uriOf('open.yaml'),
      ({ diagnostics }) => diagnostics.some(({ code, severity }) => code === singleton && severity === 2) === is,
    );
  const save = (name: string) => editor.notify('textDocument/didSave', { textDocument: { uri: uriOf(name) } });

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'osc unwatched '));
    writeFileSync(file('other.yaml'), kataConfig('other'));
    editor = await Editor.start({ folders: [pathToFileURL(folder).href] });
    await editor.open(uriOf('open.yaml'), kataConfig('open'));
    await isTold(true);
  });
  after(async () => {
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
    assert.deepEqual(editor.unexpected, []);
    rmSync(folder, { recursive: true });
  });

  test('requests save notifications', () =>
    assert.deepEqual(editor.result.capabilities.textDocumentSync, { openClose: true, change: 2, save: true }));
  test('rereads a changed file when another file is saved', async () => {
    writeFileSync(file('other.yaml'), kataConfig('open'));
    await save('open.yaml');
    await isTold(false);
    writeFileSync(file('other.yaml'), kataConfig('other'));
    await save('open.yaml');
    await isTold(true);
  });
  test('forgets a deleted file when another file is opened', async () => {
    rmSync(file('other.yaml'));
    await editor.open(uriOf('third.yaml'), 'a: b\n');
    await isTold(false);
  });
  test('reads a new file when it is saved and closed', async () => {
    await editor.open(uriOf('new.yaml'), kataConfig('new'));
    await isTold(true);
    writeFileSync(file('new.yaml'), kataConfig('open'));
    await save('new.yaml');
    await editor.close(uriOf('new.yaml'));
    await isTold(false);
    await editor.open(uriOf('new.yaml'), kataConfig('new'));
    writeFileSync(file('new.yaml'), kataConfig('new'));
    await save('new.yaml');
    await editor.close(uriOf('new.yaml'));
    await isTold(true);
  });
});
