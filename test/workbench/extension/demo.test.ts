/** Tests the tour, issue reports, and the demo cluster. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { getList, getString } from '#core/common/json.ts';
import { Client, currentContext, identitiesOf } from '#test/support/cluster/apiClient.ts';
import { followServer } from '#test/support/network/followServer.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { closed } from '#test/support/workbench/parts/sideBar/tree.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import { untilValue, type Step } from '#test/support/workbench/parts/step.ts';
import type { OpenWindow, Play } from '#test/support/workbench/session/window.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

describe('for new users', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  // Wide enough to show the picture of a walkthrough step next to its text.
  const shared = useSharedWindow(session, { size: { width: 1280, height: 720 } });

  test('Take the Tour opens the tour immediately and marks finished steps as complete', () =>
    shared.play('tour', async (workbench) => {
      const { dialogs, editor, notifications, quickInput, walkthrough } = workbench;
      await workbench.run('Start Demo Cluster');
      await choose(workbench, 'two-workers');
      await notifications.dismiss('Demo cluster two-workers is running');
      await workbench.run('Take the Tour');
      await walkthrough.isOpen('Get Started with OpenShift Sandboxed Containers');
      await walkthrough.isDone('Start a demo cluster');
      await walkthrough.isDone('Preview and install Kata', false);
      await walkthrough.isDone('Fix two mistakes', false);
      await walkthrough.select('Fix two mistakes');
      await walkthrough.press('Fix two mistakes', 'Open Example with Problems');
      await editor.hasSquiggles('error', 2);
      // The walkthrough opens at the last selected step.
      await workbench.run('Take the Tour');
      await walkthrough.isDone('Fix two mistakes');
      await workbench.hideSideBar();
      await takeBoth(workbench, 'tour', { prepare: () => walkthrough.showsPicture('checkNodeEligibility') });
      await workbench.run('Stop Demo Cluster');

      await workbench.run('Welcome: Open Walkthrough...');
      await quickInput.choose(/VS Code/);
      await walkthrough.isOpen('Get Started with VS Code');
      await workbench.run('Take the Tour');
      await walkthrough.isOpen('Get Started with OpenShift Sandboxed Containers');
      await workbench.run('View: Close All Editors');
      await dialogs.press("Don't Save", 'This file contains 2 mistakes');
    }));

  test('Open Cluster explains how to set a kubeconfig, and completes its tour step', () =>
    shared.play('no cluster', async (workbench) => {
      const { notifications, quickInput, settings, tree, walkthrough } = workbench;
      await workbench.run('Open Cluster...');
      const message = 'No clusters found.';
      assert.deepEqual(await notifications.buttons(message), ['Select Kubeconfig...', 'Open Setting']);
      const text = await notifications.press(message, 'Open Setting');
      for (const place of ['osc.kubeconfig', 'KUBECONFIG', '~/.kube/config', 'oc login'])
        assert.ok(text.includes(place), text);
      await settings.shows('Remote', 'osc.kubeconfig');
      await workbench.closeEditors();
      await workbench.run('Take the Tour');
      await walkthrough.isDone('Open your own cluster', false);
      await clusters.start('operator-missing');
      await tree.open();
      await tree.openCluster('kube-admin');
      await walkthrough.isDone('Open your own cluster');
      await workbench.run('Close Cluster...');
      await quickInput.choose('kube-admin');
      await tree.showsRow('kube-admin', 'Not open');
      await workbench.closeEditors();
    }));

  test('demo clusters run in parallel, accept their kubeconfigs, and exit when the user stops them', () =>
    shared.play('demo cluster', async (workbench, folder) => {
      const { clipboard, notifications, quickInput, terminal, tree } = workbench;
      await workbench.run('Start Demo Cluster');
      await choose(workbench, 'two-workers');
      const kubeconfig = kubeconfigIn(
        await notifications.press('Demo cluster two-workers is running', 'Copy Kubeconfig Path'),
      );
      if (process.platform !== 'win32') assert.equal(statSync(kubeconfig).mode & 0o777, 0o600);
      assert.match(kubeconfig, /globalStorage\/osc-tools\.openshift-sandboxed-containers-tools\/demo-\d+\.kubeconfig$/);
      assert.deepEqual(await nodes(kubeconfig), ['master-0', 'master-1', 'master-2', 'worker-0', 'worker-1']);
      await clipboard.holds('the path of the kubeconfig', (text) => text === kubeconfig);

      // The command shows the running cluster and its actions.
      await workbench.run('Start Demo Cluster');
      await quickInput.chooseAll('demo-two-workers', 'Open Terminal');
      await terminal.type('printf "%s\\n" "$KUBECONFIG" > seen\n');
      assert.equal(await lineIn(path.join(folder, 'seen')), kubeconfig);
      await terminal.close();

      const server = await followServer(urlIn(kubeconfig));
      await workbench.run('Start Demo Cluster');
      await choose(workbench, 'operator-missing');
      const other = kubeconfigIn(await notifications.dismiss('Demo cluster operator-missing is running'));
      const otherServer = await followServer(urlIn(other));
      await tree.showsRow('demo-two-workers', 'Connected');
      await tree.showsRow('demo-operator-missing', 'Connected');

      await workbench.run('Stop Demo Cluster');
      await quickInput.choose('demo-two-workers');
      await server.gone;
      assert.ok(!existsSync(kubeconfig));
      await workbench.run('Stop Demo Cluster');
      await otherServer.gone;
      assert.ok(!existsSync(other));
    }));

  test('Report Extension Issue shows a report without paths before copying it', () =>
    shared.play('report', async (workbench, folder) => {
      const { clipboard, editor, notifications } = workbench;
      await workbench.run('Report Extension Issue...');
      await editor.containsLine('What happened');
      await notifications.press('Nothing has been sent', 'Copy');
      const text = await clipboard.holds('the report', (copy) => copy.includes('What happened'));
      assert.match(text, /- Extension: \d+\.\d+\.\d+\n- VS Code: \d+\.\d+\.\d+, \S+/);
      assert.ok(!text.includes(folder) && !text.includes(path.basename(folder)));
    }));

  // VS Code restores an unsaved file when its window reloads, even after "Don't Save". So this test has its own window.
  test('a tour step shows the table of a new policy that is not saved', () =>
    session().window('tour policy', { size: { width: 1280, height: 720 } }, async (workbench) => {
      const { editor, quickInput, tabs, walkthrough } = workbench;
      const step = 'See what a policy allows';
      await workbench.run('Take the Tour');
      await walkthrough.isDone(step, false);
      await walkthrough.select(step);
      await walkthrough.press(step, 'New Agent Policy...');
      await quickInput.choose(/allow all/);
      await editor.containsLine('package agent_policy');
      // The tour covers the new policy.
      await workbench.run('Take the Tour');
      await walkthrough.press(step, 'Show Policy Decisions');
      // Page objects find the first webview, which is the picture of the tour.
      await tabs.shows('Requests: Untitled-1');
      await walkthrough.isDone(step);
    }));

  describe('in a lesson', () => {
    let opened: OpenWindow | undefined;
    let kubeconfig = '';
    before(async () => {
      session().setUserSettings({ 'osc.demo.startWith': 'two-workers' });
      opened = await session().open('lesson', { sample: 'osc-1.12-aws' });
    });
    after(() => opened?.close());

    test('a demo cluster starts automatically and installs Kata', () =>
      play('lesson', async ({ statusBar, tree }) => {
        await tree.shows(/demo-two-workers.*\n\s+Kata \| /);
        // The scenario starts without Kata. By now, one or both nodes can have it.
        await statusBar.shows(/Kata [012]\/2/);
        const open = (await tree.text()).split('\n').filter((row) => !row.startsWith(' ') && !closed.test(row));
        assert.deepEqual(open, ['demo-two-workers'], 'no other cluster is open');
      }));

    test('the demo cluster keeps running when the window reloads', () =>
      play('lesson after a reload', async (workbench) => {
        const { clipboard, quickInput, tree } = workbench;
        await workbench.run('Start Demo Cluster');
        await quickInput.chooseAll('demo-two-workers', 'Copy Kubeconfig Path');
        kubeconfig = await clipboard.holds('the path of the kubeconfig', (text) => text.endsWith('.kubeconfig'));
        await workbench.reload();
        await tree.showsRow('demo-two-workers', 'Connected');
        assert.ok(existsSync(kubeconfig), 'the path of the kubeconfig stays');
      }));

    test('the demo cluster exits when the window closes', async () => {
      const { gone } = await followServer(urlIn(kubeconfig));
      await opened?.close();
      await gone;
      assert.ok(!existsSync(kubeconfig));
    });

    async function play(name: string, playIn: Play): Promise<void> {
      assert.ok(opened);
      await opened.play(name, playIn);
    }
  });
});

/** Selects a scenario and a speed. */
async function choose({ quickInput }: Workbench, scenario: string): Promise<void> {
  await quickInput.offers(/^two-workers/);
  await quickInput.filterAndChoose(scenario, new RegExp(`^${scenario}(?!-)`));
  await quickInput.choose('60x speed');
}

/** Returns the path in the message of the demo cluster. */
function kubeconfigIn(message: string): string {
  const kubeconfig = /(\/\S+\.kubeconfig)/.exec(message)?.[1];
  assert.ok(kubeconfig !== undefined && existsSync(kubeconfig), message);
  return kubeconfig;
}

async function nodes(kubeconfig: string): Promise<readonly (string | undefined)[]> {
  const text = readFileSync(kubeconfig, 'utf8');
  const identity = identitiesOf(text, '/').get(currentContext(text));
  assert.ok(identity !== undefined);
  const client = new Client(identity);
  try {
    const { body } = await client.get('/api/v1/nodes');
    return getList(body, 'items').map((node) => getString(node, 'metadata', 'name'));
  } finally {
    client.close();
  }
}

function urlIn(kubeconfig: string): string {
  return /https:[^"]+/.exec(readFileSync(kubeconfig, 'utf8'))?.[0] ?? '';
}

/** Waits until a file contains a line. */
async function lineIn(file: string): Promise<string> {
  const read = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const step: Step = { does: `wait for ${file}`, expects: 'a line', state: async () => read() };
  const text = await untilValue(step, async () => (read().endsWith('\n') ? read() : undefined));
  return text.trimEnd();
}
