/** The tour, the report of an issue, and the demo cluster in a real VS Code. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { listAt, stringAt } from '../../core/json.ts';
import { Client, currentContext, identitiesOf } from '../contract/client.ts';
import { followServer } from '../support/serverGone.ts';
import { takeBoth } from '../support/workbench/pictures.ts';
import { useSession } from '../support/workbench/session.ts';
import { useSharedWindow } from '../support/workbench/sharedWindow.ts';
import { untilValue, type Step } from '../support/workbench/step.ts';
import type { Workbench } from '../support/workbench/workbench.ts';

describe('for new users', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  // Wide enough for the picture of a step of the tour beside its text.
  const shared = useSharedWindow(session, { size: { width: 1280, height: 720 } });

  test('the tour checks off a step that was done, and its picture has the colors of the theme', () =>
    shared.play('tour', async (workbench) => {
      const { editor, walkthrough } = workbench;
      await workbench.run('Take the Tour');
      await walkthrough.isDone('Mend two mistakes', false);
      await walkthrough.select('Mend two mistakes');
      await walkthrough.press('Mend two mistakes', 'Open an Example with Mistakes');
      await editor.hasSquiggles('error', 2);
      // The tour opens at the step that was selected.
      await workbench.run('Take the Tour');
      await walkthrough.isDone('Mend two mistakes');
      await workbench.hideSideBar();
      await takeBoth(workbench, 'tour', { prepare: () => walkthrough.showsPicture('enablePeerPods') });
    }));

  test('the demo cluster starts with three clicks, accepts its kubeconfig, and ends when it is stopped', () =>
    shared.play('demo cluster', async (workbench, folder) => {
      const { clipboard, notifications, terminal } = workbench;
      await workbench.run('Start Demo Cluster');
      await choose(workbench, 'two-workers');
      const kubeconfig = kubeconfigIn(await notifications.press('The demo cluster two-workers answers', 'Copy Path'));
      if (process.platform !== 'win32') assert.equal(statSync(kubeconfig).mode & 0o777, 0o600);
      assert.match(kubeconfig, /globalStorage\/osc-tools\.openshift-sandboxed-containers-tools\/demo-\d+\.kubeconfig$/);
      assert.deepEqual(await nodes(kubeconfig), ['master-0', 'master-1', 'master-2', 'worker-0', 'worker-1']);
      await clipboard.holds('the path of the kubeconfig', (text) => text === kubeconfig);

      // The command offers the same actions again while the cluster runs.
      await workbench.run('Start Demo Cluster');
      await notifications.press('The demo cluster two-workers answers', 'Open Terminal');
      await terminal.type('printf "%s\\n" "$KUBECONFIG" > seen\n');
      assert.equal(await lineIn(path.join(folder, 'seen')), kubeconfig);
      await terminal.close();

      const server = await followServer(urlIn(kubeconfig));
      await workbench.run('Start Demo Cluster');
      await notifications.press('The demo cluster two-workers answers', 'Stop It and Start Another');
      await choose(workbench, 'operator-missing');
      await server.gone;
      assert.ok(!existsSync(kubeconfig));
      const other = kubeconfigIn(await notifications.dismiss('The demo cluster operator-missing answers'));

      const otherServer = await followServer(urlIn(other));
      await workbench.run('Stop Demo Cluster');
      await otherServer.gone;
      assert.ok(!existsSync(other));
    }));

  test('the report of an issue is shown before it is copied, and contains no paths', () =>
    shared.play('report', async (workbench, folder) => {
      const { clipboard, editor, notifications } = workbench;
      await workbench.run('Report an Issue...');
      await editor.containsLine('What happened');
      await notifications.press('Nothing has been sent', 'Copy');
      const text = await clipboard.holds('the report', (copy) => copy.includes('What happened'));
      assert.match(text, /- Extension: \d+\.\d+\.\d+\n- VS Code: \d+\.\d+\.\d+, \S+/);
      assert.ok(!text.includes(folder) && !text.includes(path.basename(folder)));
    }));

  test('the demo cluster ends with its window', async () => {
    let kubeconfig = '';
    let gone: Promise<unknown> = Promise.reject(new Error('The demo cluster was not started.'));
    gone.catch(() => undefined);
    await session().window('demo cluster of a window', {}, async (workbench) => {
      await workbench.run('Start Demo Cluster');
      await choose(workbench, 'operator-missing');
      kubeconfig = kubeconfigIn(await workbench.notifications.appears('The demo cluster operator-missing answers'));
      ({ gone } = await followServer(urlIn(kubeconfig)));
    });
    await gone;
    assert.ok(!existsSync(kubeconfig));
  });
});

/** Answers the questions for the scenario and the speed. */
async function choose({ quickInput }: Workbench, scenario: string): Promise<void> {
  await quickInput.offers('two-workers');
  await quickInput.filterAndChoose(scenario);
  await quickInput.choose('60 times as fast');
}

/** The path in the message of the demo cluster. */
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
    return listAt(body, 'items').map((node) => stringAt(node, 'metadata', 'name'));
  } finally {
    client.close();
  }
}

function urlIn(kubeconfig: string): string {
  return /https:[^"]+/.exec(readFileSync(kubeconfig, 'utf8'))?.[0] ?? '';
}

/** Waits until a file has a line. */
async function lineIn(file: string): Promise<string> {
  const read = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const step: Step = { does: `wait for ${file}`, expects: 'a line', state: async () => read() };
  const text = await untilValue(step, async () => (read().endsWith('\n') ? read() : undefined));
  return text.trimEnd();
}
