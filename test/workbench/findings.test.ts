/** Findings in VS Code: underlined, listed as problems, fixed, explained, suppressed. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/lib/run.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { useSession } from '../support/workbench/session.ts';
import { useSharedWindow } from '../support/workbench/sharedWindow.ts';

const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: kata\nspec:\n  ports: [port: 80]\n';
const kataConfig = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  enablePeerpods: true\n';

const selector = (lines: string): string =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  kataConfigPoolSelector:\n${lines}`;
const byLabel = (key: string): string => selector(`    matchLabels:\n      ${key}: ""\n`);

const mistyped = { sample: 'osc-1.12-aws', open: 'update-peer-pods.yaml' };
const mistypedText = readFileSync(path.join(root, 'samples', mistyped.sample, mistyped.open), 'utf8');

describe('findings', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);

  describe('in a file with a mistyped field', () => {
    const shared = useSharedWindow(session, { files: { 'mistyped.yaml': mistypedText }, open: 'mistyped.yaml' });

    test('are underlined and listed as problems with a link to their rule', () =>
      shared.play('findings problems', async (workbench) => {
        const { editor, problems, tabs } = workbench;
        await workbench.isChecked();
        await editor.hasSquiggles('error');
        await problems.open();
        await problems.shows('enablePeerpods');
        const all = await problems.all();
        assert.equal(all.length, 1, JSON.stringify(all));
        assert.match(all[0] ?? '', /^Error: spec has no field "enablePeerpods".*Did you mean enablePeerPods\?.* at line 10 and character 3\./);
        await problems.followLink('enablePeerpods', 'kataconfig-unknown-field');
        await tabs.shows('kataconfig-unknown-field.md');
        await tabs.activate('mistyped.yaml');
      }));

    test('are explained by the page of their rule', () =>
      shared.play('findings explain', async ({ editor, tabs, webview }) => {
        await editor.cursorAt(10, 6);
        await editor.applyCodeAction('Explain osc/kataconfig-unknown-field');
        await webview.showsHeading('osc/kataconfig-unknown-field');
        await webview.showsHeading(/^Prefer$/);
        await tabs.shows('Preview kataconfig-unknown-field.md');
        await tabs.activate('mistyped.yaml');
      }));

    test('disappear when their rule is suppressed for the line', () =>
      shared.play('findings suppress', async ({ editor }) => {
        await editor.cursorAt(10, 8);
        await editor.applyCodeAction('Ignore osc/kataconfig-unknown-field here');
        await editor.hasLine('# osc-ignore-next-line kataconfig-unknown-field:');
        await editor.hasNoSquiggles('error');
        await editor.press('Control+Z');
        await editor.hasSquiggles('error');
      }));

    test('disappear when a quick fix is applied', () =>
      shared.play('findings quick fix', async ({ editor }, folder) => {
        await editor.cursorAt(10, 10);
        assert.deepEqual((await editor.openCodeActions()).slice(0, 4), [
          'Rename to enablePeerPods',
          'Remove enablePeerpods',
          'Ignore osc/kataconfig-unknown-field here',
          'Explain osc/kataconfig-unknown-field',
        ]);
        await editor.chooseCodeAction('Rename to enablePeerPods');
        await editor.hasLine('enablePeerPods: true');
        await editor.hasNoSquiggles('error');
        await editor.save();
        assert.match(readFileSync(path.join(folder, 'mistyped.yaml'), 'utf8'), /^ {2}enablePeerPods: true$/m);
      }));
  });

  test('disappear when "Fix All" applies every sure fix', () =>
    session().window('findings fix all', { sample: 'osc-1.5-bare-metal', open: 'web-console.yaml' }, async (workbench) => {
      const { editor } = workbench;
      await workbench.isChecked();
      await editor.hasSquiggles('error', 4);
      // VS Code drops a request of the user's while it looks for code actions itself: the light bulb says that it has found them.
      await editor.cursorAt(18, 15);
      await editor.showsLightBulb();
      await workbench.run('Fix All');
      await editor.hasLine('enablePeerPods: no');
      await editor.hasNoSquiggles('error');
      const text = await editor.text();
      for (const fixed of [/^ {8}operator: In$/m, /^ {10}- "true"$/m, /^ {2}logLevel: warn$/m]) assert.match(text, fixed);
    }));

  test('warn about a selector by the label that the operator sets', () => {
    const files = {
      'labels/kataconfig.yaml': byLabel('node-role.kubernetes.io/kata-oc'),
      'expressions/expression.yaml': selector('    matchExpressions:\n      - key: node-role.kubernetes.io/kata-oc\n        operator: Exists\n'),
    };
    return session().window('findings kata-oc', { files, open: 'labels/kataconfig.yaml' }, async (workbench) => {
      const { editor, problems } = workbench;
      const warning =
        /^Warning: The operator sets the label node-role\.kubernetes\.io\/kata-oc itself\. On a cluster without Kata, this selector matches no node\./;
      await workbench.isChecked();
      await editor.hasSquiggles('warning');
      await problems.open();
      await problems.shows('kata-oc itself');
      assert.ok((await problems.all()).some((problem) => warning.test(problem)));
      await workbench.closeEditors();
      await problems.lacks('kata-oc itself');
      await workbench.openFile('expression.yaml');
      await editor.hasSquiggles('warning');
      await problems.shows('kata-oc itself');
      assert.ok((await problems.all()).some((problem) => warning.test(problem)));
    });
  });

  describe('about a selector that matches no node', () => {
    const clusters = useClusters(session);

    test('describe the cluster and offer no label that the platform sets', async () => {
      await clusters.start('two-workers-installed');
      const files = { 'kataconfig.yaml': byLabel('node-role.kubernetes.io/kata') };
      await session().window('findings selector', { files, open: 'kataconfig.yaml' }, async (workbench) => {
        const { editor, problems, tree } = workbench;
        await workbench.isChecked();
        await tree.open();
        await tree.openCluster('kube-admin');
        await problems.open();
        await problems.shows('matches none of the 2 worker nodes');
        const [problem = ''] = (await problems.all()).filter((one) => one.includes('matches none'));
        assert.match(problem, /2 worker nodes\. Kata is installed on 2 nodes\. Change the selector or label the nodes\. at line 8 /);
        await editor.cursorAt(8, 12);
        const actions = await editor.openCodeActions();
        assert.ok(actions.includes('Ignore osc/kataconfig-selector-no-nodes here'), actions.join());
        assert.deepEqual(
          actions.filter((title) => title.startsWith('Change to')),
          [],
        );
        await editor.escape();
      });
    });
  });

  test('of closed files are listed by "Check All Files" until the files are fixed', () => {
    const files = { 'closed/kataconfig.yaml': kataConfig, 'closed/service.yaml': service, 'closed/policy.rego': 'package agent_policy\n\nnonsense(\n' };
    return session().window('findings check all', { files }, async (workbench, folder) => {
      const { notifications, problems } = workbench;
      await workbench.run('Check All Files');
      await notifications.appears(/3 files checked: \d+ errors/);
      await problems.open();
      await problems.shows('enablePeerpods');
      await problems.shows('osc/rego-syntax');
      writeFileSync(path.join(folder, 'closed/kataconfig.yaml'), kataConfig.replace('enablePeerpods', 'enablePeerPods'));
      await problems.lacks('enablePeerpods');
      rmSync(path.join(folder, 'closed/policy.rego'));
      await problems.lacks('osc/rego-syntax');
    });
  });

  test('are reported for KataConfig, and not for kinds of others', () =>
    session().window('findings other kinds', { files: { 'service.yaml': service, 'kataconfig.yaml': kataConfig }, open: 'service.yaml' }, async (workbench) => {
      const { editor, problems, tabs, statusBar } = workbench;
      // The second file shows that the extension is active by then.
      await workbench.openFile('kataconfig.yaml');
      await workbench.isChecked();
      await editor.hasSquiggles('error');
      await problems.open();
      await problems.shows('enablePeerpods');
      assert.equal((await problems.all()).length, 1);
      await tabs.activate('service.yaml');
      await editor.hasLine('kind: Service');
      await statusBar.hasNoLanguageStatus();
    }));
});
