/** Commands that use the clipboard, in a browser that has never seen VS Code: its pages may write the clipboard after a click, and not read it. */
import { describe, test } from 'node:test';
import { useSession } from '../support/workbench/session.ts';
import { useSharedWindow } from '../support/workbench/sharedWindow.ts';

const policy = 'package agent_policy\n\ndefault ReadStreamRequest := false\ndefault CreateContainerRequest := true\n';

describe('without permission to read the clipboard', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename, { clipboard: 'asNewUser' });
  const shared = useSharedWindow(session, { files: { 'policy.rego': policy, 'notes.md': '# Notes\n' }, open: 'policy.rego' });

  test('Explain a Denial asks for the message, which the user can paste', () =>
    shared.play('clipboard denial', async (workbench) => {
      await workbench.isChecked();
      await workbench.run('Explain a Denial...');
      await workbench.quickInput.answer('The message of an event or of a log', '"ReadStreamRequest is blocked by policy: "');
      await workbench.webview.shows('ReadStreamRequest');
      await workbench.tabs.activate('policy.rego');
    }));

  test('Replay Requests offers the clipboard, and reports that the browser refuses it', () =>
    shared.play('clipboard replay', async ({ quickInput, notifications }) => {
      await quickInput.run('Replay Requests Through a Policy...');
      await quickInput.choose('The clipboard');
      // VS Code answers a refused clipboard when its own notification is closed.
      await notifications.dismiss("Unable to read from the browser's clipboard");
      await notifications.dismiss("The clipboard is empty, or the browser doesn't let VS Code read it.");
    }));

  test('Explain Status asks for a status when nothing is selected', () =>
    shared.play('clipboard status', async (workbench) => {
      await workbench.openFile('notes.md');
      await workbench.run('Explain Status...');
      await workbench.quickInput.answer('Nothing is selected. Type or paste a status.', '{Failed, [Balance]}');
      await workbench.webview.showsHeading('Explained status');
    }));

  test('Report an Issue copies its report, which the user can paste', () =>
    shared.play('clipboard report', async (workbench) => {
      const { editor, notifications, tabs } = workbench;
      await workbench.run('Report an Issue...');
      await editor.containsLine('What happened');
      await notifications.press('Nothing has been sent', 'Copy');
      await workbench.openFile('notes.md');
      await editor.focus();
      await editor.press('Control+End', 'Control+V');
      await editor.containsLine('- Extension:');
      await tabs.activate('notes.md');
    }));
});
