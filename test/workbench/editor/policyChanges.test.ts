/**
 * Tests what helps to create and change policies: generating one from a workload, comparing two, the coverage of unit
 * tests, and why a request was denied. Also checks the scenes of their pictures.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { accessible } from '#test/support/workbench/accessibility.ts';
import { PolicyReplayPage } from '#test/support/workbench/pages/policyReplayPage.ts';
import { PolicyTablePage } from '#test/support/workbench/pages/policyTablePage.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

const sample = readFileSync(path.join(repositoryRoot, 'samples/osc-1.12-aws/allowed-commands.rego'), 'utf8');
/** The policy of the sample with a rule for the output of a container, and with other commands. */
const commands = (...allowed: readonly string[]) =>
  sample
    .replace(/^(?:#.*\n)+/, '')
    .replace(/^# Allows only .*\n/m, 'ReadStreamRequest if {\n    input.container_id == "shop"\n}\n\n$&')
    .replace(/^ +"curl .*\n/m, allowed.map((command) => `        "${command}",\n`).join(''));
const oldPolicy = commands('cat /proc/uptime');
const newPolicy = commands('cat /proc/uptime', 'ls /data');
const imports = 'package agent_policy\n\nimport future.keywords.if\n\n';
const unitTests = `${imports}test_uptime_allowed if {
	ExecProcessRequest with input as {"process": {"Args": ["cat", "/proc/uptime"]}}
}

test_shell_denied if {
	not ExecProcessRequest with input as {"process": {"Args": ["sh"]}}
}
`;
const requests = `["ep":"CreateContainerRequest",{"container_id":"shop"}],
["ep":"ExecProcessRequest",{"container_id":"shop","process":{"Args":["cat","/proc/uptime"]}}],
["ep":"ExecProcessRequest",{"container_id":"shop","process":{"Args":["sh"]}}],
`;
const workload = `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  runtimeClassName: kata-remote
  containers:
    - name: shop
      image: registry.example.com/shop@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
      command: [/usr/bin/shop, --port=8080]
      env:
        - name: STAGE
          value: production
      readinessProbe:
        exec:
          command: [/usr/bin/shop, --ready]
`;
const podWithPolicy = `apiVersion: v1
kind: Pod
metadata:
  name: billing
  annotations:
    io.katacontainers.config.agent.policy: ${Buffer.from(oldPolicy).toString('base64')}
spec:
  runtimeClassName: kata
  containers:
    - name: billing
      image: registry.example.com/billing
`;
const denial =
  '2m  Warning  Failed  pod/billing  Error: CreateContainer failed: rpc status: Status { code: PERMISSION_DENIED, message: "ReadStreamRequest is blocked by policy: " }';
const mcp = `# Since noon

NAME      CONFIG                    UPDATED   UPDATING   DEGRADED   MACHINECOUNT   READYMACHINECOUNT   UPDATEDMACHINECOUNT   DEGRADEDMACHINECOUNT   AGE
kata-oc   rendered-kata-oc-1f3d5e   False     True       True       3              1                   1                     1                      4d
`;

/** Part of the status table of edge hosting, as copied from the page. Each cell is on its own line. */
const edgeTable = [
  '节点 Phase Conditions.Type 控制台状态映射 可否调度 说明',
  'Running Ok 运行中 节点正常运行中。',
  'Unschedulable 运行中 节点正常运行中，但是因为节点被置于排水或者下线状态而不能被调度',
  'Failed Balance 异常(欠费关停) 因账号欠费导致节点对应的云服务器实例被关停。',
]
  .flatMap((row) => row.split(' '))
  .join('\n\n');
const files = {
  'policy.rego': newPolicy,
  'old.rego': oldPolicy,
  'policy_test.rego': unitTests,
  'policy.txt': requests,
  'shop.yaml': workload,
  'billing.yaml': podWithPolicy,
  'mistyped.yaml': workload.replace('name: shop\n', 'name: shop\n  namepace: shop\n'),
  'notes.md': mcp,
  '.vscode/settings.json': JSON.stringify({ 'breadcrumbs.enabled': false, 'editor.lightbulb.enabled': 'onCode' }),
};

describe('changes of policies', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const shared = useSharedWindow(session, { files, open: 'policy.rego', size: { width: 1360, height: 720 } });

  test('are covered by unit tests, and the editor marks what no test ran', () =>
    shared.play('policy coverage', async (workbench) => {
      const { editor, testExplorer } = workbench;
      await workbench.isChecked();
      await workbench.closeEditors();
      await workbench.run('Testing: Focus on Test Explorer View');
      await testExplorer.shows('policy_test.rego');
      await workbench.run('Test: Run All Tests with Coverage');
      await testExplorer.hasPassed('2/2');
      await testExplorer.showsCoverage('policy.rego');
      await testExplorer.openCovered('policy.rego');
      await editor.shows('policy.rego');
      await editor.cursorAt(47, 1);
      await editor.showsCoverage();
      await workbench.restPointer();
      await takeBoth(workbench, 'policy-coverage');
    }));

  test('start from a policy that the extension generates from a workload', () =>
    shared.play('policy generate', async (workbench, folder) => {
      const { editor, notifications, quickInput } = workbench;
      await workbench.closeEditors();
      await workbench.hideSideBar();
      // The panel with the test results.
      await workbench.problems.close();
      await workbench.openFile('shop.yaml');
      await workbench.isChecked();
      await editor.cursorAt(9, 8);
      await workbench.run('Generate Policy from Workload...');
      await quickInput.check('Logs');
      await quickInput.check('Probes and lifecycle hooks');
      await quickInput.accept();
      await editor.containsLine('package agent_policy');
      await editor.showsCodeLens('Requests:');
      await editor.cursorAt(86, 1);
      await editor.containsLine('# spec.containers[0].env');
      await takeBoth(workbench, 'policy-generated');
      await notifications.press('The policy was generated.', 'Attach to Pod');
      await notifications.dismiss('The policy is attached.');
      await workbench.revertAndCloseEditor('# Agent policy for Pod shop', 'shop.yaml');
      await editor.containsLine('io.katacontainers.config');
      await editor.save();
      assert.match(readFileSync(path.join(folder, 'shop.yaml'), 'utf8'), /agent\.policy: |cc_init_data: /);
    }));

  test('show the changed conditions and their effect', () =>
    shared.play('policy comparison', async (workbench) => {
      await workbench.openFile('policy.rego');
      await workbench.isChecked();
      await workbench.run('Show Policy Decisions');
      const table = new PolicyTablePage(workbench.page);
      await table.hasRows();
      await table.compareWith('old.rego');
      await table.showOnlyDifferences();
      await table.showsDifference('ExecProcessRequest');
      await table.showsInRow('ExecProcessRequest', 'Allows more than the base policy.');
      await table.showsInRow('ExecProcessRequest', '+ "ls /data"');
      await table.lacksRow('ReadStreamRequest');
      for (const width of [900, 450, 320])
        assert.deepEqual(await table.atWidth(width, () => table.layoutProblems()), [], `${width} pixels`);
      await workbench.restPointer();
      await takeBoth(workbench, 'policy-comparison');
      await accessible(workbench, table.frame, 'policy-comparison');
    }));

  test('have an evaluation for each recorded request', () =>
    shared.play('policy evaluation', async (workbench) => {
      await workbench.closeEditors();
      await workbench.openFile('policy.txt');
      await workbench.run('Replay Recorded Requests...');
      await workbench.quickInput.choose('policy.rego');
      await workbench.quickInput.choose('Active Document');
      const replay = new PolicyReplayPage(workbench.page);
      await replay.shows('Requests: 3, not allowed: 1.');
      await replay.explain(3);
      await replay.showEvaluation(3);
      assert.match((await replay.evaluation(3)).join('\n'), /input_command == allowed_command → false/);
      for (const width of [900, 450, 320])
        assert.deepEqual(await replay.atWidth(width, () => replay.layoutProblems()), [], `${width} pixels`);
      await workbench.restPointer();
      await takeBoth(workbench, 'policy-evaluation');
      await accessible(workbench, replay.frame, 'policy-evaluation');
      await replay.showEvaluation(2);
      assert.match((await replay.evaluation(2)).join('\n'), /input_command == allowed_command → true/);
    }));

  test("aren't needed to explain a denial that names a pod", () =>
    shared.play('policy of a pod', async (workbench) => {
      const { clipboard, editor, quickInput, tabs } = workbench;
      await workbench.closeEditors();
      await workbench.openFile('notes.md');
      await clipboard.copy(denial);
      await workbench.run('Explain Policy Denial...');
      await quickInput.choose('Clipboard');
      const replay = new PolicyReplayPage(workbench.page);
      await replay.hasRows(1);
      await replay.shows('ReadStreamRequest');
      await tabs.shows('policy.rego');
      await workbench.restPointer();
      await takeBoth(workbench, 'policy-denial');
      await replay.explain(1);
      await editor.containsLine('input.container_id == "shop"');
    }));

  test("aren't the only findings: a mistyped key of the metadata has a quick fix", () =>
    shared.play('mistyped metadata', async (workbench) => {
      const { editor } = workbench;
      await workbench.closeEditors();
      await workbench.openFile('mistyped.yaml');
      await editor.hasSquiggles('error');
      await editor.cursorAt(5, 5);
      await editor.applyCodeAction('Rename to namespace');
      await editor.hasLine('namespace: shop');
      await editor.hasNoSquiggles('error');
      await editor.save();
    }));

  test('of a node pool are explained from the output of "oc get mcp"', () =>
    shared.play('explain pools', async (workbench) => {
      const { editor, quickInput, webview } = workbench;
      await workbench.closeEditors();
      await workbench.openFile('notes.md');
      await editor.cursorAt(3, 1);
      await editor.press('Control+Shift+End');
      await workbench.run('Explain Status...');
      await quickInput.choose('Selection');
      await webview.showsHeading('Status explanation');
      await webview.shows('Updated nodes: 1 of 3. 1 node is degraded.');
      await webview.shows('oc describe mcp kata-oc');
    }));

  test('of edge hosting are explained from a status table as copied from the documentation', () =>
    shared.play('explain edge table', async (workbench) => {
      const { clipboard, quickInput, webview } = workbench;
      await workbench.closeEditors();
      await workbench.openFile('notes.md');
      await clipboard.copy(edgeTable);
      await workbench.run('Explain Status...');
      await quickInput.choose('Clipboard');
      await webview.showsHeading('Status explanation');
      await webview.shows(
        "The node is running but accepts no new pods. It's being drained or was taken out of service.",
      );
      await webview.shows("The node's cloud server was shut down because the account is in arrears.");
    }));
});
