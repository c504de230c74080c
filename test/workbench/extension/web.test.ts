/**
 * Tests the extension in a browser without a server, with a virtual file system: a web worker checks files, and
 * commands that need the desktop say so.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { translated } from '#test/support/repository/translated.ts';
import { takePicture } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import { virtualScheme, writeVirtualFolder } from '#test/support/workbench/extensions/virtualFolder.ts';
import { writeWebVariant } from '#test/support/workbench/extensions/webVariant.ts';
import type { WindowContents } from '#test/support/workbench/session/window.ts';

const kataConfig = (name: string, spec: string) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\nspec:\n${spec}`;
const repository = {
  '/repo/kataconfig.yaml': kataConfig('one', '  enablePeerpods: true\n  logLevel: info\n'),
  '/repo/notes.md': '# Since noon\n\nA node: {Failed, [Balance, ResourceCleanupFailed]}\n',
  '/repo/other.yaml': kataConfig('two', '  logLevel: debug\n'),
  // In a separate folder, because VS Code restores unsaved changes of a folder in every window.
  '/korean/kataconfig.yaml': kataConfig('one', '  logLevel: info\n'),
  '/repo/policy.rego':
    'package agent_policy\n\ndefault ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.args == ["ls"]\n}\n',
};
const contents = (folder: string): WindowContents => ({
  virtual: `${virtualScheme}:/${folder}`,
  payload: [['openFile', `${virtualScheme}:/${folder}/kataconfig.yaml`]],
});

describe('in a browser', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename, {
    withoutPacked: true,
    extensions: {
      'osc-tools.web-variant': writeWebVariant,
      'test.virtual-folder-1.0.0': (folder) => writeVirtualFolder(folder, repository),
    },
  });
  const shared = useSharedWindow(session, contents('repo'));

  test('the web worker checks a KataConfig across files, and provides hovers and fixes', () =>
    shared.play('web kataconfig', async (workbench) => {
      const { editor, page, problems } = workbench;
      await editor.shows('kataconfig.yaml');
      await workbench.isChecked();
      await editor.hasSquiggles('error');
      await problems.open();
      await problems.shows('enablePeerpods');
      // The other file isn't open. The worker read it through the file system of VS Code.
      await problems.shows('kataconfig-singleton');
      await takePicture(page, 'web');
      assert.match((await editor.hover('logLevel', 'logLevel: info')).join('\n'), /CRI-O/);
      await editor.cursorAt(6, 6);
      await editor.applyCodeAction('Rename to enablePeerPods');
      await editor.hasLine('enablePeerPods: true');
      await editor.hasNoSquiggles('error');
    }));

  test('the web worker checks a policy', () =>
    shared.play('web policy', async ({ editor, explorer, problems }) => {
      await explorer.open();
      await explorer.click('policy.rego');
      await editor.shows('policy.rego');
      await problems.open();
      await problems.shows('rego-unknown-input');
    }));

  test('a hover and Explain Status explain a status in a text file', () =>
    shared.play('web status', async (workbench) => {
      const { editor, explorer, webview } = workbench;
      await explorer.open();
      await explorer.click('notes.md');
      await editor.shows('notes.md');
      await editor.hover('Balance', 'A node:');
      await editor.hoverShows('the account is in arrears');
      await editor.escape();
      await editor.cursorAt(3, 9);
      await editor.press('Shift+End');
      await workbench.run('Explain Status...');
      await workbench.quickInput.choose('Selection');
      await webview.showsHeading('Status explanation');
    }));

  test('Select OSC Release opens a comparison of two releases', () =>
    shared.play('web release', async (workbench) => {
      const { quickInput, tabs } = workbench;
      await workbench.run('Select OSC Release...');
      await quickInput.choose('Compare with...');
      await quickInput.choose('OSC 1.12');
      await tabs.shows('Preview OSC 1.13 to 1.12.md');
    }));

  test('the Clusters view explains why it is empty, and its commands show a message', () =>
    shared.play('web clusters', async (workbench) => {
      const { notifications, tree } = workbench;
      await tree.open();
      await tree.showsWelcome("In VS Code for the Web, the extension can't connect to clusters");
      await workbench.run('Start Demo Cluster');
      await notifications.appears('"Start Demo Cluster" requires the desktop version of VS Code');
    }));

  test('the web worker reports problems in the language of the browser', () =>
    session().window('web korean', { ...contents('korean'), language: 'ko' }, async (workbench) => {
      const { editor } = workbench;
      await editor.shows('kataconfig.yaml');
      await workbench.isChecked();
      await editor.hover('logLevel', 'logLevel: info');
      await editor.hoverShows(translated('Default for normal operation.', 'ko'));
    }));
});
