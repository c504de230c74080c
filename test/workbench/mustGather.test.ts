/** A must-gather in a real VS Code, without any cluster: opened from the explorer, its tree, its report and its exports, the line behind a finding, two compared, a journal, and packed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { FileToWrite } from '../../simulator/src/mustGather/files.ts';
import { scenarios } from '../../simulator/src/scenarios/index.ts';
import { appears } from '../support/workbench/appears.ts';
import { accessible } from '../support/workbench/axe.ts';
import { useSession } from '../support/workbench/session.ts';
import { ClusterTreeView, dismiss, dressed, takeBoth } from '../support/workbench/tree.ts';
import type { Workbench } from '../support/workbench/workbench.ts';
import { gatheredFiles } from '../unit/gather/gatherStage.ts';
import { stage } from '../unit/simulator/controllersStage.ts';

const session = useSession(() => ({ env: { KUBECONFIG: '/nowhere/config' } }));

describe('a must-gather', { timeout: 900_000 }, () => {
  const gathers = mkdtempSync(path.join(tmpdir(), 'osc-gathers-'));
  before(() => {
    const cluster = stage({ name: 'worker-fails-and-recovers' });
    const steps = scenarios.find(({ name }) => name === 'worker-fails-and-recovers')?.steps ?? [];
    cluster.play(...steps.slice(0, 2));
    write(path.join(gathers, 'broken'), gatheredFiles(cluster, 'cluster'));
    cluster.play(...steps.slice(2, 3));
    // With both images, as support asks for: that of sandboxed containers has the journals.
    for (const kind of ['cluster', 'sandboxed'] as const) write(path.join(gathers, 'cured'), gatheredFiles(cluster, kind));
  });
  after(() => rmSync(gathers, { recursive: true, force: true }));

  test('is opened, reported, followed to the line, compared and closed', async () => {
    await session().window('must-gather', dressed, async (workbench, folder) => {
      const { page, editor } = workbench;
      execFileSync('tar', ['-C', gathers, '-czf', path.join(folder, 'broken.tgz'), 'broken']);
      execFileSync('cp', ['-r', path.join(gathers, 'cured'), folder]);
      const tree = new ClusterTreeView(page);

      await openFromExplorer(workbench, 'broken.tgz');
      await tree.shows(
        /\d{4}-\d\d-\d\d \d\d:\d\d must-gather \| OpenShift 4\.21\.3, OSC 1\.12\.0\n\s+Diagnosis \| Node worker-\d: .*\n\s+KataConfig example-kataconfig \| .*\n\s+Failed to install \| 1 node\n\s+worker-\d/,
      );
      const failed = tree.rows.filter({ hasText: /^worker-\d/ }).first();

      await tree.press('Diagnosis');
      const report = workbench.webview();
      await report.getByRole('heading', { name: /1\. Node worker-\d: / }).waitFor();
      await widen(page);
      await takeBoth(workbench, folder, '../must-gather', { part: { x: 0, y: 0, width: 1280, height: 800 } });
      await accessible({ workbench, folder }, report, 'report');

      // The evidence, out of the archive, at its line.
      const evidence = report.getByRole('button', { name: /^Show line \d+ of broken\/.*\/nodes\/worker-\d\.yaml: .*state: Degraded/ }).first();
      const line = /line (\d+) of/.exec((await evidence.getAttribute('aria-label')) ?? '')?.[1] ?? '';
      await evidence.click();
      await editor.line('machineconfiguration.openshift.io/state: Degraded').first().waitFor();
      await page.locator('.part.statusbar', { hasText: `Ln ${line}, Col 1` }).waitFor();

      // Handed on: a file of each format, and what is pasted into the case.
      for (const [format, file, holds] of [
        ['Markdown', 'must-gather-broken.tgz-report.md', /^# .*\n[^]*1\. Node worker-\d: /],
        ['JSON', 'must-gather-broken.tgz-report.json', /"id": "node-degraded"/],
        ['SARIF', 'must-gather-broken.tgz-report.sarif', /"ruleId": "node-degraded"/],
      ] as const) {
        await tree.press('Diagnosis');
        await report.getByRole('button', { name: `Export ${format}: the report` }).click();
        await workbench.quick.locator('.monaco-button', { hasText: /^OK$/ }).click();
        await editor.shows(file);
        assert.match(readFileSync(path.join(folder, file), 'utf8'), holds);
      }
      await tree.press('Diagnosis');
      await report.getByRole('button', { name: 'Copy as Markdown: the report' }).click();
      await dismiss(workbench, 'read it before you hand it on');
      const markdown = readFileSync(path.join(folder, 'must-gather-broken.tgz-report.md'), 'utf8');
      await workbench.copied((text) => text === markdown);

      // Rows have what only looks, and nothing that asks or changes a cluster.
      assert.deepEqual(await menuOf(workbench, tree.row('KataConfig example-kataconfig')), ['Open as YAML', 'Explain', 'Copy Name']);
      assert.deepEqual(await menuOf(workbench, failed), ['Open as YAML', 'Show Timeline', 'Explain', 'Copy Name']);
      await tree.choose('KataConfig example-kataconfig', 'Open as YAML');
      await editor.shows('example-kataconfig.yaml');

      await openFromExplorer(workbench, 'cured');
      await tree.row('Diagnosis', 'nothing wrong was found').waitFor();
      await workbench.runAndChoose('Compare Two Must-Gathers...', 'must-gather broken.tgz');
      await workbench.quickRow('must-gather cured').click();
      const text = workbench.webview();
      await text.getByRole('heading', { name: 'What differs' }).waitFor();
      await text.getByText('Both are of the same cluster.').waitFor();
      await text.getByRole('heading', { name: /^Gone/ }).waitFor();
      await text
        .getByRole('cell', { name: /^worker-\d$/ })
        .first()
        .waitFor();

      await workbench.runAndChoose('Close a Must-Gather...', 'must-gather broken.tgz');
      await tree.row('Diagnosis', 'Node worker').waitFor({ state: 'detached' });
      await tree.row('Diagnosis', 'nothing wrong was found').waitFor();
      await workbench.runCommand('View: Close All Editors');

      // What the palette has for it.
      await workbench.runAndChoose('Open a Journal of a Must-Gather...', 'master-0: kubelet');
      const journal = workbench.webview();
      await journal.getByText(/^(?:Follows what is written|Read to its end): [1-9]/).waitFor();
      await journal.locator('.row .origin', { hasText: 'Kubelet' }).first().waitFor();

      await workbench.runAndChoose('Pack a Must-Gather for a Support Case...', 'must-gather cured');
      await workbench.quickRow('As it is').click();
      await workbench.quick.locator('.monaco-button', { hasText: /^OK$/ }).click();
      await page.locator('.notification-toast', { hasText: /Packed \d+ files of .* It is in .*cured\.zip/ }).waitFor();
      assert.ok(existsSync(path.join(folder, 'cured.zip')));
    });
  });
});

function write(folder: string, files: readonly FileToWrite[]): void {
  for (const { path: file, text } of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

/** Gives the tree more room. */
async function widen(page: Page): Promise<void> {
  const bar = await page.locator('.part.sidebar').boundingBox();
  assert.ok(bar !== null);
  await page.mouse.move(bar.x + bar.width, 300);
  await page.mouse.down();
  await page.mouse.move(bar.x + 480, 300, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(900, 785);
}

async function openFromExplorer({ page }: Workbench, name: string): Promise<void> {
  const view = page.locator('.explorer-folders-view');
  // Its icon closes it, when it is shown.
  if (!(await appears(view, 2000))) await page.locator('.part.activitybar .action-item .action-label[aria-label^="Explorer"]').click();
  const row = view.locator('.monaco-list-row', { hasText: name }).first();
  await row.waitFor();
  const item = page.locator('.monaco-menu .action-item', { hasText: 'Open a Must-Gather...' });
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    // The menu of a window that has just begun may not know the extension yet.
    await row.click({ button: 'right' });
    if (await appears(item, 2000)) {
      // VS Code does not listen to a menu in its first moments.
      await item.click({ delay: 150 }).catch(() => undefined);
      if (await isGone(item)) return;
    }
    await page.keyboard.press('Escape');
  }
  throw new Error('the menu does not take the command');
}

function isGone(item: Locator): Promise<boolean> {
  return item.waitFor({ state: 'detached', timeout: 1000 }).then(
    () => true,
    () => false,
  );
}

/** What its menu offers. */
async function menuOf({ page }: Workbench, row: Locator): Promise<readonly string[]> {
  await row.click({ button: 'right' });
  const labels = page.locator('.monaco-menu .action-item .action-label:not(.separator)');
  await labels.first().waitFor();
  const texts = await labels.allTextContents();
  await page.keyboard.press('Escape');
  await page.locator('.monaco-menu').waitFor({ state: 'detached' });
  // Where the pointer rests, a tooltip covers the rows below.
  await page.mouse.move(900, 785);
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
