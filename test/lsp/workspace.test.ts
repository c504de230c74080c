/** What other files of the workspace hold: on disk, in the editor, and as they change. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Editor } from './editor.ts';

const kataConfig = (name: string, spec = '') => `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\n${spec}`;

describe('the workspace', { timeout: 60_000 }, () => {
  let folder: string;
  let editor: Editor;
  const file = (name: string) => path.join(folder, name);
  const uriOf = (name: string) => pathToFileURL(file(name)).href;
  const write = async (name: string, text: string | undefined) => {
    if (text === undefined) rmSync(file(name));
    else writeFileSync(file(name), text);
    await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(name), type: 2 }] });
  };
  /** Waits until the open file has exactly these findings, without the hint that every KataConfig has. */
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
    editor = await Editor.start({ folders: [pathToFileURL(folder).href] });
    await editor.open(uriOf('open.yaml'), kataConfig('open'));
  });
  beforeEach(() => wait('open.yaml'));
  after(async () => {
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
    assert.deepEqual(editor.unexpected, []);
    rmSync(folder, { recursive: true });
  });

  test('a second KataConfig appears on disk, changes its name, and vanishes', async () => {
    await write('other.yaml', kataConfig('other'));
    const [, finding] = await wait('open.yaml', 'kataconfig-singleton');
    assert.equal(finding?.severity, 2);
    assert.match(JSON.stringify(finding.message), /^"other\.yaml has another KataConfig, /);
    await write('other.yaml', kataConfig('open'));
    await wait('open.yaml');
    await write('other.yaml', kataConfig('other'));
    await wait('open.yaml', 'kataconfig-singleton');
    await write('other.yaml', undefined);
    await wait('open.yaml');
  });

  test('in another folder it is only a hint', async () => {
    await write('deep/er/other.yaml', kataConfig('other'));
    const findings = await wait('open.yaml', 'kataconfig-singleton');
    assert.equal(findings.find(({ code }) => code === 'osc/kataconfig-singleton')?.severity, 4);
    await write('deep/er/other.yaml', undefined);
    await wait('open.yaml');
  });

  test('a second KataConfig is typed in another editor, and the editor closed', async () => {
    await editor.open(uriOf('new.yaml'), 'kind: ');
    await editor.change(uriOf('new.yaml'), { text: kataConfig('new') });
    await wait('open.yaml', 'kataconfig-singleton');
    await wait('new.yaml', 'kataconfig-singleton');
    await editor.close(uriOf('new.yaml'));
    await wait('open.yaml');
  });

  test('what is open counts, not what is on disk', async () => {
    await write('both.yaml', kataConfig('both'));
    await wait('open.yaml', 'kataconfig-singleton');
    await editor.open(uriOf('both.yaml'), 'kind: Pod\n');
    await wait('open.yaml');
    await editor.close(uriOf('both.yaml'));
    await wait('open.yaml', 'kataconfig-singleton');
    await write('both.yaml', undefined);
    await wait('open.yaml');
  });

  test('the ConfigMap of peer pods', async () => {
    await editor.change(uriOf('open.yaml'), { text: kataConfig('open', 'spec:\n  enablePeerPods: true\n') });
    await wait('open.yaml', 'kataconfig-peerpods-missing-cm');
    await write('cm.yaml', 'kind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n');
    await wait('open.yaml');
    await write('cm.yaml', undefined);
    await wait('open.yaml', 'kataconfig-peerpods-missing-cm');
    await editor.change(uriOf('open.yaml'), { text: kataConfig('open') });
    await wait('open.yaml');
  });

  test('changes of files that cannot be read, or are no files', async () => {
    for (const uri of [uriOf('missing.yaml'), uriOf('deep'), 'untitled:x', 'http://example.com/a.yaml', 'file://host/share/a.yaml', '%%%', '']) {
      await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
    }
    await write('other.yaml', kataConfig('other'));
    await wait('open.yaml', 'kataconfig-singleton');
    await write('other.yaml', undefined);
    await wait('open.yaml');
    assert.deepEqual(editor.logged, []);
  });
});
