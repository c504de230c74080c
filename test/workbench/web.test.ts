/** In a browser alone, on a folder that is on no disk: files are checked by a worker, and what needs a machine says so. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { translated } from '../support/translated.ts';
import { takePicture } from '../support/workbench/pictures.ts';
import { useSession } from '../support/workbench/session.ts';
import { playIn } from '../support/workbench/speaking.ts';
import { useSharedWindow } from '../support/workbench/sharedWindow.ts';
import { makeVirtualFolder, virtualScheme } from '../support/workbench/virtualFolder.ts';
import { makeWebVariant } from '../support/workbench/webVariant.ts';
import { startUp } from '../support/workbench/workbench.ts';

const extensions = mkdtempSync(path.join(tmpdir(), 'osc-web-'));
after(() => rmSync(extensions, { recursive: true, force: true }));

const kataConfig = (name: string, spec: string) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\nspec:\n${spec}`;
const repository = {
  '/repo/kataconfig.yaml': kataConfig('one', '  enablePeerpods: true\n  logLevel: info\n'),
  '/repo/notes.md': '# Since noon\n\nA node: {Failed, [Balance, ResourceCleanupFailed]}\n',
  '/repo/other.yaml': kataConfig('two', '  logLevel: debug\n'),
  '/repo/policy.rego': 'package agent_policy\n\ndefault ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.args == ["ls"]\n}\n',
};
const uri = (file: string) => `${virtualScheme}:/repo/${file}`;

const session = useSession(async () => {
  const [ours, files] = [path.join(extensions, 'ours'), path.join(extensions, 'files')];
  const name = await makeWebVariant(ours);
  makeVirtualFolder(files, repository);
  return { extensions: { [name]: ours, 'test.virtual-folder-1.0.0': files }, withoutPacked: true, languages: ['ko'] };
});

describe('in a browser', { timeout: 900_000 }, () => {
  const shared = useSharedWindow(session, {
    virtual: uri('').replace(/\/$/, ''),
    payload: [['openFile', uri('kataconfig.yaml')]],
  });

  test('a KataConfig is checked, also against other files, explained and mended by the worker', () =>
    shared.play('web kataconfig', async (workbench) => {
      const { editor, page } = workbench;
      await workbench.tab('kataconfig.yaml').click({ timeout: startUp });
      await workbench.checked();
      await editor.squiggles('error').first().waitFor();
      await workbench.openProblems();
      await workbench.problem('enablePeerpods').waitFor();
      // The other file is not open: it was read through VS Code's file system.
      await workbench.problem('kataconfig-singleton').waitFor();
      await takePicture(page, 'web');
      const texts = await (await editor.hover('logLevel', 'logLevel: info')).allTextContents();
      assert.match(texts.join('\n'), /CRI-O/);
      await editor.cursorAt(6, 6);
      await editor.applyCodeAction('Rename to enablePeerPods');
      await editor.hasLine('enablePeerPods: true');
      await editor.squiggles('error').first().waitFor({ state: 'detached' });
    }));

  test('a policy is checked', () =>
    shared.play('web policy', async (workbench) => {
      await workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'policy.rego' }).click();
      await workbench.editor.shows('policy.rego');
      await workbench.problem('rego-unknown-input').waitFor();
    }));

  test('a status that somebody wrote down is explained, under the pointer and by the command', () =>
    shared.play('web status', async (workbench) => {
      const { editor, page } = workbench;
      await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'notes.md' }).click();
      await editor.shows('notes.md');
      const hover = await editor.hover('Balance', 'A node:');
      await hover.filter({ hasText: 'the account is in arrears' }).first().waitFor();
      await page.keyboard.press('Escape');
      await editor.cursorAt(3, 9);
      await page.keyboard.press('Shift+End');
      await workbench.runCommand('Explain Status...');
      // The first page of a window comes with processes of its own.
      await workbench.webview().locator('h1', { hasText: 'Explained status' }).waitFor({ timeout: startUp });
    }));

  test('in Korean, the worker says in Korean what it finds', () => {
    const contents = { virtual: uri('').replace(/\/$/, ''), payload: [['openFile', uri('kataconfig.yaml')]] as const };
    return playIn(session(), 'ko', 'web korean', contents, async (workbench) => {
      await workbench.tab('kataconfig.yaml').click({ timeout: startUp });
      await workbench.checked();
      const hover = await workbench.editor.hover('logLevel', 'logLevel: info');
      await hover
        .filter({ hasText: translated('Changing it reboots the nodes of the pool.', 'ko') })
        .first()
        .waitFor();
    });
  });

  test('the view of clusters says why it is empty, and its commands give a message', () =>
    shared.play('web clusters', async (workbench) => {
      const { page } = workbench;
      await page.locator('.activitybar .action-label[aria-label^="Sandboxed Containers"]').click();
      await page.locator('.part.sidebar .welcome-view', { hasText: 'An extension in a browser reaches no cluster' }).waitFor();
      await workbench.runCommand('Start Demo Cluster');
      await page.locator('.notification-toast', { hasText: '"Start Demo Cluster" needs VS Code on a machine' }).waitFor();
    }));
});
