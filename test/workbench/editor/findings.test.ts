/** Tests findings: in the editor, in the Problems view, with quick fixes, explanations, and suppressions. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: kata\nspec:\n  ports: [port: 80]\n';
const kataConfig =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  enablePeerpods: true\n';

const selector = (lines: string): string =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  kataConfigPoolSelector:\n${lines}`;
const byLabel = (key: string): string => selector(`    matchLabels:\n      ${key}: ""\n`);

/**
 * Files of the tests. Each test has its own folder, because the extension compares the KataConfigs of a folder with
 * each other.
 */
const contents = {
  files: {
    'mistyped/mistyped.yaml': readFileSync(
      path.join(repositoryRoot, 'samples/osc-1.12-aws/update-peer-pods.yaml'),
      'utf8',
    ),
    'labels/by-label.yaml': byLabel('node-role.kubernetes.io/kata-oc'),
    'expressions/by-expression.yaml': selector(
      '    matchExpressions:\n      - key: node-role.kubernetes.io/kata-oc\n        operator: Exists\n',
    ),
    'selector/no-node.yaml': byLabel('node-role.kubernetes.io/kata'),
    'kinds/other-kind.yaml': service,
    'kinds/this-kind.yaml': kataConfig,
    'closed/closed.yaml': kataConfig.replace('enablePeerpods', 'enablePeerPod'),
    'closed/policy.rego': 'package agent_policy\n\nnonsense(\n',
  },
  copies: { 'osc-1.5-bare-metal': path.join(repositoryRoot, 'samples/osc-1.5-bare-metal') },
  open: 'mistyped/mistyped.yaml',
};

describe('findings', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, contents);

  describe('in a file with a mistyped field', () => {
    test('are underlined and appear in the Problems view with a link to their rule', () =>
      shared.play('findings problems', async (workbench) => {
        const { editor, problems, tabs } = workbench;
        await workbench.isChecked();
        await editor.hasSquiggles('error');
        await problems.open();
        await problems.shows('enablePeerpods');
        const all = await problems.all();
        assert.equal(all.length, 1, JSON.stringify(all));
        assert.match(
          all[0] ?? '',
          /^Error: spec has no field "enablePeerpods".*Did you mean enablePeerPods\?.* at line 10 and character 3\./,
        );
        await problems.followLink('enablePeerpods', 'kataconfig-unknown-field');
        await tabs.shows('kataconfig-unknown-field.md');
        await tabs.activate('mistyped.yaml');
      }));

    test('open the page that explains their rule', () =>
      shared.play('findings explain', async ({ editor, tabs, webview }) => {
        await editor.cursorAt(10, 6);
        await editor.applyCodeAction('Explain osc/kataconfig-unknown-field');
        await webview.showsHeading('osc/kataconfig-unknown-field');
        await webview.showsHeading(/^Prefer$/);
        await tabs.shows('Preview kataconfig-unknown-field.md');
        await tabs.activate('mistyped.yaml');
      }));

    test('disappear when the user suppresses their rule for the line', () =>
      shared.play('findings suppress', async ({ editor }) => {
        await editor.cursorAt(10, 8);
        await editor.applyCodeAction('Suppress osc/kataconfig-unknown-field here');
        await editor.hasLine('# osc-ignore-next-line kataconfig-unknown-field:');
        await editor.hasNoSquiggles('error');
        await editor.press('Control+Z');
        await editor.hasSquiggles('error');
      }));

    test('disappear when the user applies a quick fix', () =>
      shared.play('findings quick fix', async ({ editor }, folder) => {
        await editor.cursorAt(10, 10);
        assert.deepEqual((await editor.openCodeActions()).slice(0, 4), [
          'Rename to enablePeerPods',
          'Remove enablePeerpods',
          'Suppress osc/kataconfig-unknown-field here',
          'Explain osc/kataconfig-unknown-field',
        ]);
        await editor.chooseCodeAction('Rename to enablePeerPods');
        await editor.hasLine('enablePeerPods: true');
        await editor.hasNoSquiggles('error');
        await editor.save();
        assert.match(readFileSync(path.join(folder, 'mistyped/mistyped.yaml'), 'utf8'), /^ {2}enablePeerPods: true$/m);
      }));
  });

  test('disappear when the user runs "Fix All"', () =>
    shared.play('findings fix all', async (workbench) => {
      const { editor } = workbench;
      await workbench.closeEditors();
      await workbench.openFile('web-console.yaml');
      await editor.hasSquiggles('error', 4);
      // While VS Code looks for code actions, it ignores the shortcut. The light bulb shows that it has found them.
      await editor.cursorAt(18, 15);
      await editor.showsLightBulb();
      await workbench.run('Fix All');
      await editor.hasLine('enablePeerPods: no');
      await editor.hasNoSquiggles('error');
      const text = await editor.text();
      for (const fixed of [/^ {8}operator: In$/m, /^ {10}- "true"$/m, /^ {2}logLevel: warn$/m])
        assert.match(text, fixed);
      await editor.save();
    }));

  test('warn about a selector with the label that the operator sets', () =>
    shared.play('findings kata-oc', async (workbench) => {
      const { editor, problems } = workbench;
      const warning =
        /^Warning: The operator itself sets the label node-role\.kubernetes\.io\/kata-oc, so this selector doesn't match any node on a cluster without Kata\./;
      for (const file of ['by-label.yaml', 'by-expression.yaml']) {
        await workbench.closeEditors();
        await problems.open();
        await problems.lacks('The operator itself sets');
        await workbench.openFile(file);
        await editor.hasSquiggles('warning');
        await problems.shows('The operator itself sets');
        assert.ok((await problems.all()).some((problem) => warning.test(problem)));
      }
    }));

  test("describe a cluster in which the selector matches no node, and don't suggest platform labels", () =>
    shared.play('findings selector', async (workbench) => {
      const { editor, explorer, problems, tree } = workbench;
      await clusters.start('two-workers-installed');
      await workbench.closeEditors();
      await workbench.openFile('no-node.yaml');
      await workbench.isChecked();
      await tree.open();
      await tree.openCluster('kube-admin');
      await problems.open();
      await problems.shows('matches 0 of 2 worker nodes');
      const [problem = ''] = (await problems.all()).filter((one) => one.includes('matches 0 of'));
      assert.match(
        problem,
        /2 worker nodes, although Kata is installed on 2 nodes\. Change the selector or label the nodes\. at line 8 /,
      );
      await editor.cursorAt(8, 12);
      const actions = await editor.openCodeActions();
      assert.ok(actions.includes('Suppress osc/kataconfig-selector-no-nodes here'), actions.join());
      assert.deepEqual(
        actions.filter((title) => title.startsWith('Change to')),
        [],
      );
      await editor.escape();
      await explorer.open();
    }));

  test('appear for a KataConfig but not for unrelated kinds', () =>
    shared.play('findings other kinds', async (workbench) => {
      const { editor, problems, tabs, statusBar } = workbench;
      await workbench.closeEditors();
      await workbench.openFile('other-kind.yaml');
      // The finding in the second file shows that the extension is active.
      await workbench.openFile('this-kind.yaml');
      await workbench.isChecked();
      await editor.hasSquiggles('error');
      await problems.open();
      await problems.shows('enablePeerpods');
      assert.equal((await problems.all()).length, 1);
      await tabs.activate('other-kind.yaml');
      await editor.hasLine('kind: Service');
      await statusBar.hasNoLanguageStatus();
    }));

  test('of closed files appear after "Check All Files" until the user fixes them', () =>
    shared.play('findings check all', async (workbench, folder) => {
      const { notifications, problems } = workbench;
      await workbench.closeEditors();
      await workbench.run('Check All Files');
      await notifications.appears(/\d+ files checked: \d+ errors/);
      await problems.open();
      await problems.shows('enablePeerPod"');
      await problems.shows('osc/rego-syntax');
      writeFileSync(path.join(folder, 'closed/closed.yaml'), kataConfig.replace('enablePeerpods', 'enablePeerPods'));
      await problems.lacks('enablePeerPod"');
      rmSync(path.join(folder, 'closed/policy.rego'));
      await problems.lacks('osc/rego-syntax');
    }));
});
