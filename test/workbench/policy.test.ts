/** Agent policies in a real VS Code: written, mended, unpacked, read as a table, replayed, tested. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { useSession } from '../support/workbench/session.ts';
import { openNew, useSharedWindow } from '../support/workbench/sharedWindow.ts';
import { startUp, type Workbench } from '../support/workbench/workbench.ts';

const session = useSession();

const imports = 'import future.keywords.if\nimport future.keywords.in\n';
const policy = `package agent_policy\n\n${imports}\ndefault ReadStreamRequest := false\ndefault CreateContainerRequest := true\n\nReadStreamRequest if {\n    input.container_id == "c1"\n}\n`;
const trap = 'package agent_policy\n\ndefault ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.container_id == "c1"\n}\n';
const log =
  '["ep":"CreateContainerRequest",{"container_id":"c1"}],\n["ep":"ReadStreamRequest",{"container_id":"c1"}],\n["ep":"ReadStreamRequest",{"container_id":"c2"}],\n';
const pod = (text: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  annotations:\n    io.katacontainers.config.agent.policy: ${Buffer.from(text).toString('base64')}\nspec:\n  runtimeClassName: kata\n  containers:\n    - name: web\n      image: registry.example.com/web\n`;
const packed = (folder: string, file: string) => {
  const value = /agent\.policy: "?([\w+/=]+)/.exec(readFileSync(path.join(folder, file), 'utf8'))?.[1] ?? '';
  return Buffer.from(value, 'base64').toString();
};

/** Opens the policy in the pod of the file that is open, by the line above it. */
async function openPacked(workbench: Workbench): Promise<void> {
  await workbench.checked();
  await workbench.editor.root
    .locator('.codelens-decoration a', { hasText: /policy/i })
    .first()
    .click();
  await workbench.tab('policy.rego').waitFor();
}

describe('writing a policy', { timeout: 900_000 }, () => {
  const shared = useSharedWindow(session, { files: { 'p.rego': `${policy}\n` }, open: 'p.rego' });

  test('default Exec becomes the request', () =>
    shared.play('policy completion', async (workbench) => {
      const { editor } = workbench;
      await workbench.checked();
      await editor.cursorAt(12, 1);
      await editor.type('default Exec');
      await (await editor.suggestUntil('ExecProcessRequest')).click();
      await editor.line('default ExecProcessRequest').first().waitFor();
    }));

  test('the trap is underlined, and its fix imports what makes it right', () =>
    shared.play('policy trap', async (workbench, folder) => {
      const { editor } = workbench;
      await openNew(workbench, folder, 'trap.rego', trap);
      await editor.squiggles('error').first().waitFor();
      await workbench.openProblems();
      await workbench.problem('rego-if-without-import').first().waitFor();
      assert.match((await workbench.problems()).join('\n'), /osc-policy/);
      await editor.cursorAt(5, 20);
      await editor.applyCodeAction('mport');
      await editor.line('import future.keywords').first().waitFor();
      await workbench.problem('rego-if-without-import').first().waitFor({ state: 'detached' });
    }));
});

describe('what is packed', { timeout: 900_000 }, () => {
  test('is edited as a file, and packed again when it is saved', () =>
    session().window('policy packed', { files: { 'pod.yaml': pod(policy) }, open: 'pod.yaml' }, async (workbench, folder) => {
      const { editor, page } = workbench;
      await openPacked(workbench);
      await editor.line('default ReadStreamRequest := false').waitFor();
      await editor.cursorAt(6, 1);
      await page.keyboard.press('End');
      await editor.type('\ndefault StatsContainerRequest := false');
      await page.keyboard.press('Control+S');
      await page.locator('.tabs-container .tab.dirty').first().waitFor({ state: 'detached' });
      assert.match(packed(folder, 'pod.yaml'), /^default StatsContainerRequest := false$/m);
      // The source is the file that it was, saved; what is packed has the features of a policy.
      await workbench.openProblems();
      await editor.cursorAt(3, 1);
      await editor.type('nonsense(\n');
      await workbench.problem('osc/rego-syntax').first().waitFor();
    }));

  test('follows its source, and says when it cannot be written back', () =>
    session().window('policy packed conflict', { files: { 'pod.yaml': pod(policy) }, open: 'pod.yaml' }, async (workbench, folder) => {
      const { editor, page } = workbench;
      await openPacked(workbench);
      await editor.line('package agent_policy').waitFor();
      await workbench.tab('pod.yaml').click();
      await editor.line('kind: Pod').waitFor();
      await editor.cursorAt(6, 44);
      await page.keyboard.press('Shift+End');
      await editor.type(Buffer.from('package agent_policy\n\ndefault OtherRequest := true\n').toString('base64'));
      await workbench.tab('policy.rego').click();
      await editor.line('default OtherRequest := true').waitFor();
      await workbench.tab('pod.yaml').click();
      await editor.line('kind: Pod').waitFor();
      await editor.cursorAt(5, 1);
      for (let line = 0; line < 2; line++) await page.keyboard.press('Control+Shift+K');
      await workbench.tab('policy.rego').click();
      await editor.line('package agent_policy').waitFor();
      await editor.cursorAt(1, 1);
      await editor.type('# mine\n');
      await page.keyboard.press('Control+S');
      await page.locator('.notifications-toasts .notification-toast', { hasText: 'cannot be written back to pod.yaml' }).first().waitFor();
      await editor.line('# mine').waitFor();
      assert.equal(packed(folder, 'pod.yaml'), policy);
    }));
});

describe('the table', { timeout: 900_000 }, () => {
  test('says what is allowed, follows the text, filters, and leads to the rule', () =>
    session().window('policy table', { files: { 'p.rego': policy }, open: 'p.rego' }, async (workbench) => {
      const { editor, page } = workbench;
      await workbench.checked();
      await workbench.runCommand('Show What the Policy Allows');
      const view = workbench.webview();
      const row = (name: string) => view.locator(`tr[data-endpoint="${name}"]`);
      await row('CreateContainerRequest').getByText('allowed', { exact: true }).waitFor();
      await row('ReadStreamRequest').getByText('depends on the request').waitFor();
      await row('ExecProcessRequest').getByText('not defined: denied').waitFor();
      // As it is typed.
      await editor.cursorAt(7, 34);
      await editor.root.locator('.view-lines').click();
      await editor.cursorAt(7, 40);
      await editor.type('\ndefault ExecProcessRequest := true');
      await row('ExecProcessRequest').getByText('allowed', { exact: true }).waitFor();
      await view.getByText('not saved').waitFor();
      await view.getByLabel('Filter the requests').fill('exec');
      await row('ReadStreamRequest').waitFor({ state: 'detached' });
      await row('ExecProcessRequest').getByRole('button').click();
      await page.locator('.part.statusbar .statusbar-item', { hasText: 'Ln 8' }).waitFor();
      await view.getByLabel('Filter the requests').fill('');
      await view.getByLabel('Compare with').selectOption({ label: 'kata: allow all' });
      await view.getByLabel('Only what differs').check();
      await row('ExecProcessRequest').waitFor({ state: 'detached' });
    }));
});

describe('a replay', { timeout: 900_000 }, () => {
  test('says what was denied and marks why; a request becomes a test', () =>
    session().window('policy replay', { files: { 'p.rego': policy, 'policy.txt': log }, open: 'p.rego' }, async (workbench) => {
      const { editor, page } = workbench;
      await workbench.checked();
      await workbench.openFile('policy.txt');
      await workbench.runCommand('Replay Requests Through a Policy...');
      await workbench.quickRow('The file in view').click();
      const view = workbench.webview();
      await view.getByText('3 requests, 1 not allowed.').waitFor();
      assert.equal(await view.locator('tbody tr').count(), 3);
      const denied = view.locator('tbody tr').nth(2);
      await denied.getByText('denied', { exact: true }).waitFor();
      await denied.getByRole('button', { name: /why ReadStreamRequest/ }).click();
      await editor.line('input.container_id == "c1"').waitFor();
      await page.locator('.part.statusbar .statusbar-item', { hasText: 'Ln 10' }).waitFor();
      await denied.getByRole('button', { name: /^Save as test case/ }).click();
      await workbench.quick.locator('input').waitFor();
      await page.keyboard.press('Enter');
      await workbench.tab('p.policy-test.yaml').waitFor();
      await editor.line('request: ReadStreamRequest').waitFor();
      await editor.line('allowed: false').waitFor();
    }));

  test('a message of denial is explained', () =>
    session().window('policy denial', { files: { 'p.rego': policy }, open: 'p.rego' }, async (workbench) => {
      await workbench.checked();
      await workbench.runCommand('Explain a Denial...');
      await workbench.quick.locator('input').fill('"ReadStreamRequest is blocked by policy: "');
      await workbench.page.keyboard.press('Enter');
      const view = workbench.webview();
      await view.getByText('ReadStreamRequest').first().waitFor();
    }));
});

describe('tests and new policies', { timeout: 900_000 }, () => {
  const files = { 'pod.yaml': pod(policy).replace(/ {2}annotations:\n.*\n/, ''), 'p.rego': policy };
  const shared = useSharedWindow(session, { files, open: 'pod.yaml' });

  test('the Test Explorer runs them', () =>
    session().window('policy tests', { sample: 'osc-1.12-aws', open: 'allowed-commands.policy-test.yaml' }, async (workbench) => {
      const { page } = workbench;
      await workbench.runCommand('Testing: Focus on Test Explorer View');
      await page.locator('.test-explorer .monaco-list-row', { hasText: 'allowed-commands.policy-test.yaml' }).first().waitFor({ timeout: startUp });
      await workbench.runCommand('Test: Run All Tests');
      await page.locator('.test-explorer', { hasText: '4/4' }).first().waitFor();
    }));

  test('a policy is attached to a pod', () =>
    shared.play('policy attach', async (workbench) => {
      const { editor, page } = workbench;
      await editor.cursorAt(4, 3);
      await workbench.runCommand('Attach Policy to This Pod...');
      await workbench.quickRow('p.rego').click();
      await editor.line('annotations:').waitFor();
      await page.locator('.notifications-toasts .notification-toast').first().waitFor();
    }));

  test('a new one is started from a documented one', () =>
    shared.play('policy new', async (workbench) => {
      await workbench.runCommand('New Agent Policy...');
      await workbench.quickRow('OSC 1.12 images').click();
      await workbench.editor.line('package agent_policy').waitFor();
      await workbench.checked();
    }));
});
