/** Tests must-gathers without a cluster: opening from the Explorer, reports, exports, comparisons, and archives. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { FileToWrite } from '#simulator/mustGather/mustGatherFiles.ts';
import { scenarios } from '#simulator/scenarios/index.ts';
import { accessible } from '#test/support/workbench/accessibility.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { LogPage } from '#test/support/workbench/pages/logPage.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';
import { mustGatherFiles } from '#test/support/mustGather/gatherStage.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

/** Expected diagnosis of each must-gather. */
const diagnosis = { 'broken.tgz': 'RHCOS extension', fixed: "No problems found (pods weren't collected)" } as const;

describe('a must-gather', { timeout: 900_000 }, () => {
  const gathers = mkdtempSync(path.join(tmpdir(), 'osc-gathers-'));
  const session = useSession(import.meta.filename);
  const shared = useSharedWindow(session, {
    copies: { 'broken.tgz': path.join(gathers, 'broken.tgz'), fixed: path.join(gathers, 'fixed') },
  });
  before(() => writeGathers(gathers));
  after(() => rmSync(gathers, { recursive: true, force: true }));

  test('opens from the Explorer and links the most likely cause to its evidence', () =>
    shared.play('must-gather report', async (workbench) => {
      const { tree, webview, editor, statusBar } = workbench;
      await openGather(workbench, 'broken.tgz');
      await tree.shows(
        /\d{4}-\d\d-\d\d \d\d:\d\d must-gather \| OpenShift 4\.21\.9, OSC 1\.12\.0\n\s+Diagnosis \| Nodes: RHCOS extension isn't available.*\n\s+Kata \| .*\n\s+kata-oc \| .*\n\s+Failed \| 1 node\n\s+worker-\d/,
      );
      await tree.click('Diagnosis', diagnosis['broken.tgz']);
      await webview.showsHeading(/1\. Nodes: RHCOS extension isn't available/);
      await tree.widen(480);
      await takeBoth(workbench, 'must-gather');
      await accessible(workbench, webview.frame, 'report');

      const evidence = /^broken\/.*\/nodes\/worker-\d\.yaml:\d+: .*state: Degraded/;
      const line = /\.yaml:(\d+): /.exec(await webview.nameOfButton(evidence))?.[1] ?? '';
      await webview.press(evidence);
      await editor.containsLine('machineconfiguration.openshift.io/state: Degraded');
      await statusBar.shows(`Ln ${line}, Col 1`);
    }));

  test('can be exported in every format and copied as Markdown', () =>
    shared.play('must-gather export', async (workbench, folder) => {
      const { tree, webview, fileDialog, editor, notifications, clipboard } = workbench;
      await openGather(workbench, 'broken.tgz');
      for (const [format, file, content] of [
        [
          'Markdown',
          'must-gather-broken.tgz-report.md',
          /^# .*\n[^]*1\. Nodes: RHCOS extension[^]*2\. Node worker-\d: /,
        ],
        ['JSON', 'must-gather-broken.tgz-report.json', /"id": "node-degraded"/],
        ['SARIF', 'must-gather-broken.tgz-report.sarif', /"ruleId": "node-degraded"/],
      ] as const) {
        await tree.click('Diagnosis', diagnosis['broken.tgz']);
        await webview.press(`Export ${format}`);
        await fileDialog.accept();
        await editor.shows(file);
        assert.match(readFileSync(path.join(folder, file), 'utf8'), content);
      }
      await tree.click('Diagnosis', diagnosis['broken.tgz']);
      await webview.press('Copy as Markdown');
      await notifications.dismiss('Review it before you share it');
      const markdown = readFileSync(path.join(folder, 'must-gather-broken.tgz-report.md'), 'utf8');
      await clipboard.holds('the exported Markdown', (text) => text === markdown);
    }));

  test('offers only read-only commands', () =>
    shared.play('must-gather commands', async (workbench) => {
      const { tree, editor } = workbench;
      await openGather(workbench, 'broken.tgz');
      assert.deepEqual(await tree.menuOf('Kata'), ['Describe', 'Open as YAML', 'Show Events', 'Explain', 'Copy Name']);
      assert.deepEqual(await tree.menuOfRowWith(/^worker-\d/), [
        'Describe',
        'Open as YAML',
        'Show Events',
        'Show Timeline',
        'Explain',
        'Copy Name',
      ]);
      await tree.choose('Kata', 'Open as YAML');
      await editor.shows('example-kataconfig.yaml');
    }));

  test('shows the collected events of an object, and describes objects', () =>
    shared.play('must-gather events', async (workbench) => {
      const { tree, editor, page: window } = workbench;
      await openGather(workbench, 'broken.tgz');
      await tree.choose('Kata', 'Show Events');
      const page = new DetailPage(window);
      await page.isOf('example-kataconfig');
      await page.isAt('Events');
      await tree.choose('Kata', 'Describe');
      await editor.containsLine(/^Kind: +KataConfig$/);
    }));

  test('can be compared with another one and closed', () =>
    shared.play('must-gather compare', async (workbench) => {
      const { tree, quickInput, webview } = workbench;
      await openGather(workbench, 'broken.tgz');
      await openGather(workbench, 'fixed');
      await workbench.run('Compare Must-Gathers...');
      await quickInput.chooseAll('must-gather broken.tgz', 'must-gather fixed');
      await webview.showsHeading('Differences');
      await webview.shows('Both must-gathers are from the same cluster.');
      await webview.showsHeading(/^Findings no longer present/);
      await webview.showsCell(/^worker-\d$/);

      // After the Command Palette closes, a page receives focus late. A list that opens before that would close.
      await workbench.run('View: Close All Editors');
      await workbench.run('Close Must-Gather...');
      await quickInput.choose('must-gather broken.tgz');
      await tree.lacksRow('Diagnosis', diagnosis['broken.tgz']);
      await tree.showsRow('Diagnosis', diagnosis.fixed);
    }));

  test('can be compressed into a support archive', () =>
    shared.play('must-gather pack', async (workbench, folder) => {
      const { fileDialog, quickInput, notifications } = workbench;
      await openGather(workbench, 'fixed');
      await workbench.run('Create Support Archive...');
      await quickInput.chooseAll('must-gather fixed', "Don't redact credentials");
      await fileDialog.accept();
      await notifications.appears(/Support archive created with \d+ files .* Saved to .*fixed\.zip/);
      assert.ok(existsSync(path.join(folder, 'fixed.zip')));
    }));

  test('has a support archive without credentials and with the omitted files that the user selects', () =>
    shared.play('must-gather redact', async (workbench, folder) => {
      const { fileDialog, quickInput, notifications } = workbench;
      writeFileSync(path.join(folder, 'fixed', 'binary.bin'), Buffer.from([1, 0, 2]));
      writeFileSync(path.join(folder, 'fixed', 'any.log'), 'password=Zq8rT2vLw9xK\n');
      await openGather(workbench, 'fixed');
      await workbench.run('Create Support Archive...');
      await quickInput.chooseAll('must-gather fixed', 'Redact credentials');
      await fileDialog.accept();
      await notifications.press(
        /Redacted values: 1\. .*Omitted files: 1 \(listed in osc-manifest\.json\)\./,
        'Review Omitted Files...',
      );
      await quickInput.check('binary.bin');
      await quickInput.press('OK');
      await notifications.appears(
        /Redacted values: 1\. Review the archive before you share it\. Saved to .*fixed-redacted\.zip/,
      );
      const archive = readFileSync(path.join(folder, 'fixed-redacted.zip'));
      assert.ok(archive.includes('fixed/binary.bin'));
    }));

  test('opens a node journal as a log', () =>
    shared.play('must-gather journal', async (workbench) => {
      await openGather(workbench, 'fixed');
      await workbench.run('Open Must-Gather Journal...');
      await workbench.quickInput.choose('master-0: kubelet');
      const journal = new LogPage(workbench.page);
      await journal.shows(/^(?:Following the log|Complete): [1-9]/);
      await journal.showsLine('', { origin: 'Kubelet' });
    }));
});

/**
 * Writes two must-gathers: an archive of a cluster with a failed node, and a folder of the same cluster after the fix.
 */
function writeGathers(folder: string): void {
  const cluster = stage({ name: 'worker-fails-and-recovers' });
  const steps = scenarios.find(({ name }) => name === 'worker-fails-and-recovers')?.steps ?? [];
  cluster.play(...steps.slice(0, 2));
  write(path.join(folder, 'broken'), mustGatherFiles(cluster, 'cluster'));
  execFileSync('tar', ['-C', folder, '-czf', path.join(folder, 'broken.tgz'), 'broken']);
  cluster.play(...steps.slice(2, 3));
  // Red Hat Support requests the output of both images. The image of sandboxed containers collects the journals.
  for (const kind of ['cluster', 'sandboxed'] as const)
    write(path.join(folder, 'fixed'), mustGatherFiles(cluster, kind));
}

function write(folder: string, files: readonly FileToWrite[]): void {
  for (const { path: file, text } of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

/** Opens a must-gather in the workspace if no earlier test has opened it in this window. */
async function openGather({ tree, explorer }: Workbench, name: keyof typeof diagnosis): Promise<void> {
  await tree.open();
  if (await tree.hasRow('Diagnosis', diagnosis[name])) return;
  await explorer.choose(name, 'Open Must-Gather...');
  await tree.showsRow('Diagnosis', diagnosis[name]);
}
