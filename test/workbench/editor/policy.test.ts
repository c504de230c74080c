/** Tests agent policies: completion, quick fixes, embedding in pods, the policy table, replays, and test cases. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { PolicyReplayPage } from '#test/support/workbench/pages/policyReplayPage.ts';
import { PolicyTablePage } from '#test/support/workbench/pages/policyTablePage.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const imports = 'import future.keywords.if\nimport future.keywords.in\n';
const policy = `package agent_policy\n\n${imports}\ndefault ReadStreamRequest := false\ndefault CreateContainerRequest := true\n\nReadStreamRequest if {\n    input.container_id == "c1"\n}\n`;
const withoutImport =
  'package agent_policy\n\ndefault ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.container_id == "c1"\n}\n';
const log =
  '["ep":"CreateContainerRequest",{"container_id":"c1"}],\n["ep":"ReadStreamRequest",{"container_id":"c1"}],\n["ep":"ReadStreamRequest",{"container_id":"c2"}],\n';
const annotation = (text: string) =>
  `  annotations:\n    io.katacontainers.config.agent.policy: ${Buffer.from(text).toString('base64')}\n`;
const pod = (annotations: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n${annotations}spec:\n  runtimeClassName: kata\n  containers:\n    - name: web\n      image: registry.example.com/web\n`;
const sample = (name: string) => readFileSync(path.join(repositoryRoot, 'samples/osc-1.12-aws', name), 'utf8');

const files = {
  'writing.rego': `${policy}\n`,
  'fixing.rego': withoutImport,
  'table.rego': policy,
  'replay.rego': policy,
  'replay.txt': log,
  'incomplete.rego': policy,
  'incomplete.txt': `${log}["ep":"GetDiagnosticDataRequest",{}],\n`,
  'attached.yaml': pod(''),
  'saved.yaml': pod(annotation(policy)),
  'changed.yaml': pod(annotation(policy)),
  'tested/allowed-commands.rego': sample('allowed-commands.rego'),
  'tested/allowed-commands.policy-test.yaml': sample('allowed-commands.policy-test.yaml'),
};

/** Returns the policy in the annotation of a saved pod. */
function embeddedPolicy(folder: string, file: string): string {
  const value = /agent\.policy: "?([\w+/=]+)/.exec(readFileSync(path.join(folder, file), 'utf8'))?.[1] ?? '';
  return Buffer.from(value, 'base64').toString();
}

/** Closes all other editors, opens a file, and waits until it is checked. */
async function openAlone(workbench: Workbench, name: string): Promise<void> {
  await workbench.closeEditors();
  await workbench.openFile(name);
  await workbench.isChecked();
}

/** Opens the policy in a pod with its CodeLens. */
async function openEmbedded(workbench: Workbench, file: string): Promise<void> {
  await openAlone(workbench, file);
  await workbench.editor.clickCodeLens('Open Policy');
  await workbench.tabs.shows('policy.rego');
  await workbench.editor.hasLine('default ReadStreamRequest := false');
}

describe('agent policies', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const shared = useSharedWindow(session, { files, open: 'writing.rego' });

  test('have completion of request names', () =>
    shared.play('policy suggestions', async (workbench) => {
      const { editor } = workbench;
      await openAlone(workbench, 'writing.rego');
      await editor.cursorAt(12, 1);
      await editor.type('default Exec');
      await editor.suggestions.accept('ExecProcessRequest');
      await editor.containsLine('default ExecProcessRequest');
      await editor.save();
    }));

  test('offer a quick fix that adds a missing import', () =>
    shared.play('policy fix', async (workbench) => {
      const { editor, problems } = workbench;
      await openAlone(workbench, 'fixing.rego');
      await editor.hasSquiggles('error');
      await problems.open();
      await problems.shows('rego-if-without-import');
      assert.match((await problems.all()).join('\n'), /osc-policy/);
      await editor.cursorAt(5, 20);
      await editor.applyCodeAction('mport');
      await editor.containsLine('import future.keywords');
      await problems.lacks('rego-if-without-import');
      await editor.save();
      await problems.close();
    }));

  test('show the verdict on every request, and its rule, while the user edits', () =>
    shared.play('policy table', async (workbench) => {
      const { editor, tabs } = workbench;
      await openAlone(workbench, 'table.rego');
      await workbench.run('Show Policy Decisions');
      const table = new PolicyTablePage(workbench.page);
      await table.filterHasFocus();
      await table.showsVerdict('CreateContainerRequest', 'Allowed');
      await table.showsVerdict('ReadStreamRequest', 'Depends on the request');
      await table.showsVerdict('ExecProcessRequest', 'Undefined');
      await tabs.activate('table.rego');
      await editor.cursorAt(7, 40);
      await editor.type('\ndefault ExecProcessRequest := true');
      await table.showsVerdict('ExecProcessRequest', 'Allowed');
      await table.shows('with unsaved changes');
      assert.equal(await table.hasFocusInFilter(), false, 'an update moves no focus');
      await editor.cursorAt(1, 1);
      await table.filter('exec');
      await table.lacksRow('ReadStreamRequest');
      await table.openRule('ExecProcessRequest');
      await editor.isAtLine(8);
      await table.filter('');
      await table.compareWith('Kata: allow all');
      await table.showOnlyDifferences();
      await table.lacksRow('ExecProcessRequest');
      await tabs.activate('table.rego');
      await editor.save();
    }));

  test('have pages without broken words or horizontal scrolling at 320 pixels', () =>
    shared.play('policy table widths', async (workbench) => {
      await openAlone(workbench, 'table.rego');
      await workbench.run('Show Policy Decisions');
      const table = new PolicyTablePage(workbench.page);
      await table.showsVerdict('ReadStreamRequest', 'Depends on the request');
      assert.equal(await workbench.tabs.groupCount(), 2, 'the table is beside the policy');
      assert.deepEqual(await table.layoutProblems(), [], 'beside the policy');
      for (const width of [1000, 560, 450, 400, 320])
        assert.deepEqual(await table.atWidth(width, () => table.layoutProblems()), [], `${width} pixels`);
      assert.equal(await table.atWidth(900, () => table.hasDescription('ReadStreamRequest')), true);
      await table.atWidth(320, async () => {
        assert.equal(await table.hasDescription('ReadStreamRequest'), false);
        await table.openDescription('ReadStreamRequest');
        assert.deepEqual(await table.layoutProblems(), [], 'with a description');
      });
    }));

  test('open the policy table in the same editor group of a narrow window', () =>
    session().window(
      'policy table in a narrow window',
      { files, open: 'table.rego', size: { width: 700, height: 600 } },
      async (workbench) => {
        await workbench.isChecked();
        await workbench.run('Show Policy Decisions');
        const table = new PolicyTablePage(workbench.page);
        await table.filterHasFocus();
        await table.showsVerdict('ReadStreamRequest', 'Depends on the request');
        assert.equal(await workbench.tabs.groupCount(), 1);
        assert.deepEqual(await table.layoutProblems(), []);
        await table.openRule('ReadStreamRequest');
        await workbench.editor.shows('table.rego');
        assert.equal(await workbench.tabs.groupCount(), 1);
      },
    ));

  test('have a button for the policy table, which other editors lack', () =>
    shared.play('policy button', async (workbench) => {
      const { editor, tabs } = workbench;
      const button = 'Show Policy Decisions';
      await openAlone(workbench, 'table.rego');
      await editor.offersTitleAction(button);
      await workbench.openFile('replay.txt');
      await editor.lacksTitleAction(button);
      await tabs.activate('table.rego');
      await editor.pressTitleAction(button);
      await new PolicyTablePage(workbench.page).filterHasFocus();
      await tabs.activate('table.rego');
      await editor.offersTitleAction(button);
      await workbench.run('View: Close Editor');
      await tabs.lacks('table.rego');
      await tabs.activate('Requests: table.rego');
      await editor.lacksTitleAction(button);
    }));

  test('run their tests in the Test Explorer', () =>
    shared.play('policy tests', async (workbench) => {
      const { testExplorer } = workbench;
      // Opening a policy activates the extension.
      await openAlone(workbench, 'table.rego');
      await workbench.closeEditors();
      await workbench.run('Testing: Focus on Test Explorer View');
      await testExplorer.shows('allowed-commands.policy-test.yaml');
      await workbench.run('Test: Run All Tests');
      await testExplorer.hasPassed('4/4');
    }));

  test('show which condition denied a recorded request, and save it as a test case', () =>
    shared.play('policy replay', async (workbench) => {
      const { editor, quickInput } = workbench;
      await openAlone(workbench, 'replay.rego');
      await workbench.openFile('replay.txt');
      await workbench.run('Replay Recorded Requests...');
      await quickInput.chooseAll('replay.rego', 'Active Document');
      const replay = new PolicyReplayPage(workbench.page);
      await replay.shows('Requests: 3, not allowed: 1.');
      await replay.hasRows(3);
      await replay.showsResult(3, 'Denied');
      for (const width of [900, 450, 320])
        assert.deepEqual(await replay.atWidth(width, () => replay.layoutProblems()), [], `${width} pixels`);
      await workbench.restPointer();
      assert.equal(await replay.showsSave(1), false, 'a test case is saved by a button of the row at the pointer');
      await replay.openRequest(1);
      await editor.shows('CreateContainerRequest 1.json');
      await editor.containsLine('"container_id": "c1"');
      await replay.explain(3);
      await editor.shows('replay.rego');
      await editor.isAtLine(10);
      await editor.containsLine('input.container_id == "c1"');
      await replay.saveAsTestCase(3);
      await quickInput.shows('Name for the test case');
      await quickInput.accept();
      await editor.shows('replay.policy-test.yaml');
      await editor.containsLine('request: ReadStreamRequest');
      await editor.containsLine('allowed: false');
      await editor.save();
    }));

  test('get a missing default on the page of the replay', () =>
    shared.play('policy default', async (workbench) => {
      const { editor, quickInput, tabs } = workbench;
      await openAlone(workbench, 'incomplete.rego');
      await workbench.openFile('incomplete.txt');
      await workbench.run('Replay Recorded Requests...');
      await quickInput.chooseAll('incomplete.rego', 'Active Document');
      const replay = new PolicyReplayPage(workbench.page);
      await replay.showsResult(4, 'Undefined');
      await replay.addMissingDefault(4);
      await tabs.activate('incomplete.rego');
      await editor.containsLine('default GetDiagnosticDataRequest := false');
      await editor.save();
      await replay.showsResult(4, 'Denied');
    }));

  test('explain a denial from its error message', () =>
    shared.play('policy denial', async (workbench) => {
      const { clipboard, quickInput } = workbench;
      await openAlone(workbench, 'replay.rego');
      await clipboard.copy('"ReadStreamRequest is blocked by policy: "');
      await workbench.run('Explain Policy Denial...');
      await quickInput.choose('Clipboard');
      const replay = new PolicyReplayPage(workbench.page);
      await replay.hasRows(1);
      await replay.shows('ReadStreamRequest');
    }));

  test('can be attached to a pod', () =>
    shared.play('policy attach', async (workbench) => {
      const { editor, quickInput, notifications, dialogs } = workbench;
      await openAlone(workbench, 'attached.yaml');
      await editor.cursorAt(4, 3);
      await workbench.run('Attach Policy to Pod...');
      await quickInput.choose('replay.rego');
      await editor.containsLine('annotations:');
      await notifications.press('The policy is attached.', 'Show Details');
      await dialogs.press('OK', "from the pod's policy annotation");
      await editor.save();
    }));

  test('open from a pod as a file, and update the pod when the user saves', () =>
    shared.play('policy embedded', async (workbench, folder) => {
      const { editor, problems } = workbench;
      await openEmbedded(workbench, 'saved.yaml');
      await editor.cursorAt(6, 1);
      await editor.press('End');
      await editor.type('\ndefault StatsContainerRequest := false');
      await editor.save();
      assert.match(embeddedPolicy(folder, 'saved.yaml'), /^default StatsContainerRequest := false$/m);
      // The embedded policy has the same features as a file.
      await problems.open();
      await editor.cursorAt(3, 1);
      await editor.type('nonsense(\n');
      await problems.shows('osc/rego-syntax');
      await problems.close();
      await workbench.revertAndCloseEditor('policy.rego', 'saved.yaml');
    }));

  test('follow changes of their pod, and stay open when the pod no longer has them', () =>
    shared.play('policy embedded conflict', async (workbench, folder) => {
      const { editor, notifications, tabs } = workbench;
      await openEmbedded(workbench, 'changed.yaml');
      await tabs.activate('changed.yaml');
      await editor.shows('changed.yaml');
      await editor.cursorAt(6, 44);
      await editor.press('Shift+End');
      await editor.type(Buffer.from('package agent_policy\n\ndefault OtherRequest := true\n').toString('base64'));
      await tabs.activate('policy.rego');
      await editor.hasLine('default OtherRequest := true');
      await tabs.activate('changed.yaml');
      await editor.shows('changed.yaml');
      await editor.cursorAt(5, 1);
      await editor.press('Control+Shift+K', 'Control+Shift+K');
      await tabs.activate('policy.rego');
      await editor.hasLine('package agent_policy');
      await editor.cursorAt(1, 1);
      await editor.type('# mine\n');
      await editor.press('Control+S');
      await notifications.appears("Can't write the content back to changed.yaml");
      await editor.hasLine('# mine');
      assert.equal(embeddedPolicy(folder, 'changed.yaml'), policy);
    }));

  test('can be created from a documented policy', () =>
    shared.play('policy new', async (workbench) => {
      const { editor, quickInput } = workbench;
      await workbench.run('New Agent Policy...');
      await quickInput.choose('OSC 1.12 images');
      await editor.hasLine('package agent_policy');
      await workbench.isChecked();
    }));
});
