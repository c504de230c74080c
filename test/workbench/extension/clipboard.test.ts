/**
 * Tests commands that use the clipboard, with the default permissions of a browser: a page can write to the clipboard
 * after a click, but can't read it.
 */
import { describe, test } from 'node:test';
import { useSession } from '#test/support/workbench/session/session.ts';
import { PolicyReplayPage } from '#test/support/workbench/pages/policyReplayPage.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

const policy = 'package agent_policy\n\ndefault ReadStreamRequest := false\ndefault CreateContainerRequest := true\n';
const status = 'note: "{Failed, [Balance]}"\n';

describe('without permission to read the clipboard', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename, { clipboard: 'asNewUser' });
  const shared = useSharedWindow(session, {
    files: {
      'policy.rego': policy,
      'notes.md': '# Notes\n',
      'status.json': '{"Status":{"Phase":"Failed","Conditions":["Balance"]}}\n',
    },
    open: 'policy.rego',
  });

  test('Explain Policy Denial explains a message that the user pastes into a new document', () =>
    shared.play('clipboard denial', async (workbench) => {
      const { editor, quickInput, notifications, webview, tabs, clipboard } = workbench;
      await workbench.isChecked();
      await workbench.run('Explain Policy Denial...');
      await quickInput.choose('New Document');
      await notifications.progress('Explain Policy Denial: paste the text into the new document.');
      await clipboard.put('"ReadStreamRequest is blocked by policy: "');
      await editor.press('Control+V');
      await webview.shows('ReadStreamRequest');
      await tabs.activate('policy.rego');
    }));

  test('Replay Requests opens a new document when the browser rejects access to the clipboard', () =>
    shared.play('clipboard replay', async (workbench) => {
      const { editor, quickInput, notifications, clipboard, tabs } = workbench;
      await workbench.run('Replay Recorded Requests...');
      await quickInput.choose('Clipboard');
      // The document opens while VS Code still shows its own notification.
      await notifications.progress('Replay Requests: paste the text into the new document.');
      await notifications.dismiss("Unable to read from the browser's clipboard");
      await clipboard.put('["ep":"ReadStreamRequest",{}],');
      await editor.press('Control+V');
      await new PolicyReplayPage(workbench.page).shows('Requests: 1');
      await notifications.lacks('Replay Requests: paste the text into the new document.');
      await tabs.activate('policy.rego');
    }));

  test('Explain Status prompts for the source of the status and explains the active document', () =>
    shared.play('clipboard status', async (workbench) => {
      const { quickInput, webview } = workbench;
      await workbench.openFile('status.json');
      await workbench.run('Explain Status...');
      await quickInput.offers('New Document');
      await quickInput.choose('Active Document');
      await webview.showsHeading('Status explanation');
      await webview.shows('Source: status.json');
    }));

  test('Explain Status explains a pasted status and adds hovers to the new document', () =>
    shared.play('clipboard paste', async (workbench) => {
      const { editor, quickInput, notifications, tabs, webview, clipboard } = workbench;
      await workbench.openFile('notes.md');
      await workbench.run('Explain Status...');
      await quickInput.choose('New Document');
      await notifications.progress('Explain Status: paste the text into the new document.');
      await clipboard.put(status);
      await editor.press('Control+V');
      await webview.showsHeading('Status explanation');
      await webview.shows('Source: New Document');
      await tabs.activate('note: "{Failed, [Balance]}"');
      await editor.hover('Balance', 'note: "{Failed, [Balance]}"');
      await editor.escape();
      await workbench.openFile('notes.md');
    }));

  test('Report Extension Issue copies a report that the user can paste', () =>
    shared.play('clipboard report', async (workbench) => {
      const { editor, notifications, tabs } = workbench;
      await workbench.run('Report Extension Issue...');
      await editor.containsLine('What happened');
      await notifications.press('Nothing has been sent', 'Copy');
      await workbench.openFile('notes.md');
      await editor.focus();
      await editor.press('Control+End', 'Control+V');
      await editor.containsLine('- Extension:');
      await tabs.activate('notes.md');
    }));
});
