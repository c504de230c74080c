/** The demo cluster in a real VS Code: chosen, answering, offered, stopped; and the tour that begins with it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { root } from '../../scripts/lib/run.ts';
import { listAt, stringAt } from '../../core/json.ts';
import { Client, currentContext, identitiesOf } from '../contract/client.ts';
import { followServer } from '../support/serverGone.ts';
import { appears } from '../support/workbench/appears.ts';
import { picturesWanted, takePicture } from '../support/workbench/pictures.ts';
import { useSession } from '../support/workbench/session.ts';
import { startUp, type Workbench } from '../support/workbench/workbench.ts';

const session = useSession();

describe('the demo cluster', { timeout: 900_000 }, () => {
  test('starts with three clicks, answers as its user, and is gone when it is stopped', () =>
    session().window('demo cluster', {}, async (workbench, folder) => {
      const { page } = workbench;
      const kubeconfig = await start(workbench, 'two-workers');
      await keepPicture(workbench, 'demo-answers');
      if (process.platform !== 'win32') assert.equal(statSync(kubeconfig).mode & 0o777, 0o600);
      assert.match(kubeconfig, /globalStorage\/osc-tools\.openshift-sandboxed-containers-tools\/demo-\d+\.kubeconfig$/);
      assert.deepEqual(await nodes(kubeconfig), ['master-0', 'master-1', 'master-2', 'worker-0', 'worker-1']);

      await toast(workbench).getByRole('button', { name: 'Copy Path' }).click();
      await toast(workbench).waitFor({ state: 'hidden' });
      // The message goes before the path has come.
      await workbench.copied((text) => text === kubeconfig);

      // One that answers is offered again.
      await workbench.runCommand('Start Demo Cluster');
      await toast(workbench).getByRole('button', { name: 'Open Terminal' }).click();
      await page.locator('.terminal-wrapper.active .xterm').waitFor();
      await page.locator('.terminal-wrapper.active .xterm').click();
      await page.keyboard.type('printf "%s\\n" "$KUBECONFIG" > seen\n', { delay: 15 });
      assert.equal(await written(path.join(folder, 'seen')), `${kubeconfig}\n`);

      const server = await followServer(urlIn(kubeconfig));
      await workbench.runCommand('Start Demo Cluster');
      await toast(workbench).filter({ hasText: 'The demo cluster two-workers answers' }).getByRole('button', { name: 'Stop It and Start Another' }).click();
      const other = await choose(workbench, 'operator-missing');
      await server.gone;
      assert.ok(!existsSync(kubeconfig));
      await toast(workbench).filter({ hasText: 'The demo cluster operator-missing answers' }).waitFor();

      const otherServer = await followServer(urlIn(other));
      await workbench.runCommand('Stop Demo Cluster');
      await otherServer.gone;
      assert.ok(!existsSync(other));
    }));

  test('ends with its window', async () => {
    let kubeconfig = '';
    let gone: Promise<unknown> | undefined;
    await session().window('demo cluster of a window', {}, async (workbench) => {
      kubeconfig = await start(workbench, 'operator-missing');
      ({ gone } = await followServer(urlIn(kubeconfig)));
    });
    assert.ok(gone !== undefined);
    await gone;
    assert.ok(!existsSync(kubeconfig));
  });
});

describe('the tour', { timeout: 900_000 }, () => {
  test('ticks off what was done in it, and shows nothing but themes have colours for', () =>
    session().window('tour', { files: { '.vscode/settings.json': settingsWith('Default Light Modern') } }, async (workbench, folder) => {
      const { page, editor } = workbench;
      // Wide enough for the picture of a step beside its words.
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.locator('.monaco-workbench.vs').waitFor();
      const step = page.locator('.gettingStartedContainer .getting-started-step', { hasText: 'Mend two mistakes' });
      const ticked = step.locator('[data-done-step-id].complete');
      // VS Code learns of tours up to five seconds after their commands, and until then shows another.
      for (let attempt = 1; ; attempt++) {
        await workbench.runCommand('Take the Tour');
        if (await appears(step, 6000)) break;
        if (attempt === 8) throw new Error('the tour does not open');
      }
      assert.equal(await ticked.count(), 0);
      await step.click();
      await step.getByRole('button', { name: 'Open an Example with Mistakes' }).click();
      await editor.squiggles('error').nth(1).waitFor({ timeout: startUp });
      // Opening it again comes back to it, at the step that was open.
      await workbench.runCommand('Take the Tour');
      await ticked.waitFor();

      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
      if (picturesWanted(['tour-light', 'tour-dark'])) await workbench.webview().locator('text', { hasText: 'enablePeerPods' }).waitFor({ timeout: startUp });
      await takePicture(page, 'tour-light');
      writeFileSync(path.join(folder, '.vscode/settings.json'), settingsWith('Default Dark Modern'));
      await page.locator('.monaco-workbench.vs-dark').waitFor();
      await takePicture(page, 'tour-dark');
    }));

  test('a report is shown before it is copied, and has versions alone', () =>
    session().window('report', {}, async (workbench, folder) => {
      const { page, editor } = workbench;
      await workbench.runCommand('Report an Issue...');
      const asked = page.locator('.notifications-toasts .notification-toast', { hasText: 'Nothing has been sent' });
      await asked.waitFor({ timeout: startUp });
      await editor.root.getByText('What happened').first().waitFor();
      await asked.getByRole('button', { name: 'Copy', exact: true }).click();
      const text = await workbench.copied((copy) => copy.includes('What happened'));
      assert.match(text, /- Extension: \d+\.\d+\.\d+\n- VS Code: \d+\.\d+\.\d+, \S+/);
      assert.ok(!text.includes(folder) && !text.includes(path.basename(folder)));
    }));
});

const settingsWith = (theme: string) => JSON.stringify({ 'workbench.colorTheme': theme });

const toast = ({ page }: Workbench): Locator => page.locator('.notifications-toasts .notification-toast', { hasText: /The demo cluster \S+ answers\./ });

/** Goes through the questions; gives the path that the message tells. */
async function start(workbench: Workbench, scenario: string): Promise<string> {
  await workbench.runCommand('Start Demo Cluster');
  return choose(workbench, scenario);
}

async function choose(workbench: Workbench, scenario: string): Promise<string> {
  await workbench.quickRow('two-workers').waitFor({ timeout: startUp });
  if (scenario === 'two-workers') await keepPicture(workbench, 'demo-scenarios');
  // The list is longer than what is in view of it.
  await workbench.quick.locator('.quick-input-box input').fill(scenario);
  await workbench.quickRow(scenario).click();
  await workbench.quickRow('60 times as fast').waitFor();
  if (scenario === 'two-workers') await keepPicture(workbench, 'demo-speeds');
  await workbench.quickRow('60 times as fast').click();
  const message = toast(workbench).locator('.notification-list-item-message');
  await message.waitFor();
  const kubeconfig = /(\/\S+\.kubeconfig)/.exec((await message.textContent()) ?? '')?.[1];
  assert.ok(kubeconfig !== undefined && existsSync(kubeconfig));
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

/** The text of a file once there is any. */
async function written(file: string): Promise<string> {
  const folder = watch(path.dirname(file));
  try {
    for (;;) {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      if (text !== '') return text;
      await once(folder, 'change', { signal: AbortSignal.timeout(30_000) });
    }
  } finally {
    folder.close();
  }
}

/** For who wants to look: not part of the documentation. */
async function keepPicture({ page }: Workbench, name: string): Promise<void> {
  const folder = path.join(root, 'test-results');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
