/** Logs in a real VS Code: a file of a journal, filtered, folded, gone through by the keyboard; the journals of nodes of a simulated cluster, also followed by `oc`; the job of a pod VM image. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import { createKataConfig, untilReason } from '../../simulator/src/scenarios/actions.ts';
import { imageJobFails } from '../../simulator/src/scenarios/imageJobFails.ts';
import { makeStandInOc } from '../support/standInOc/standInOc.ts';
import { appears } from '../support/workbench/appears.ts';
import { accessible } from '../support/workbench/axe.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { useSession } from '../support/workbench/session.ts';
import { ClusterTreeView, dressed, takeBoth } from '../support/workbench/tree.ts';
import type { Workbench } from '../support/workbench/workbench.ts';

const clusters = useClusters();
const oc = makeStandInOc({
  lines: ['2026-11-22T07:00:00.000000+0000 worker-0 crio[1]: time="2026-11-22T07:00:00Z" level=info msg="one of oc"'],
  gather: 'hangs',
});
const home = path.dirname(clusters.file);
const withoutImage = path.join(home, 'peer-pods');
const session = useSession(() => ({ env: { KUBECONFIG: [clusters.file, withoutImage].join(path.delimiter), HOME: home } }));

const sandboxes = ['d1d4d68efc35e5ccb4331af73da459c13f46269b512774aa6bde7da34db48987', '77f0e4b1a9c2d3e4f5061728394a5b6c7d8e9fa0b1c2d3e4f5061728394a5b6c'];
const time = (second: number): string => new Date(Date.UTC(2025, 2, 11, 11, 57, 0) + second * 250).toISOString().replace('Z', '000+0000');

/** As `journalctl -o short-iso-precise` writes it: what a node says, and in it two sandboxes, one of which does not start. */
function journal(lines: number): string {
  const all: string[] = [];
  const add = (who: string, text: string): void => void all.push(`${time(all.length)} worker-0 ${who}: ${text}`);
  const kata = (sandbox: string | undefined, level: string, msg: string, more: string): void =>
    add('kata[2241647]', `time="${time(all.length)}" level=${level} msg="${msg}" name=containerd-shim-v2 pid=2241647 sandbox=${sandbox ?? ''} ${more}`);
  const qemu = (sandbox: string | undefined, pid: number, level: string, msg: string): void =>
    kata(sandbox, level, msg, `qemuPid=${pid} source=virtcontainers/hypervisor subsystem=qemu`);
  while (all.length < lines) {
    const at = all.length;
    const [broken, fine] = sandboxes;
    if (at === 20) {
      add(
        'crio[1832]',
        `time="${time(at)}" level=info msg="Ran pod sandbox ${fine ?? ''} with infra container: shop/web-7d9f/POD" id=4f file="server/sandbox_run_linux.go:1"`,
      );
      qemu(fine, 2241100, 'info', 'Start logging QEMU (qemuPid=2241100)');
      qemu(fine, 2241100, 'info', 'char device redirected to /dev/pts/0');
      qemu(fine, 2241100, 'info', 'Stop logging QEMU (qemuPid=2241100)');
    } else if (at === 30 || at === 3000) {
      qemu(broken, 2241693, 'info', 'Start logging QEMU (qemuPid=2241693)');
      qemu(broken, 2241693, 'error', `qemu-kvm: -machine q35,accel=kvm,kernel_irqchip=split,foo: Expected '=' after parameter 'foo'`);
      qemu(broken, 2241693, 'info', 'Stop logging QEMU (qemuPid=2241693)');
      kata(broken, 'error', 'Failed to create the sandbox: exit status 1', 'source=containerd-kata-shim-v2');
      add(
        'kubenswrapper[2011]',
        `E0311 11:57:30.000000    2011 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to create sandbox ${broken ?? ''}" pod="shop/cart-5f7b"`,
      );
    } else if (at % 7 === 3)
      kata(
        fine,
        'debug',
        'reading guest console',
        `console-protocol=unix console-url=/run/vc/vm/x/console.sock source=virtcontainers subsystem=sandbox vmconsole="[    ${at}.000000] systemd[1]: Started unit ${at}."`,
      );
    else if (at % 97 === 0) add('crio[1832]', `time="${time(at)}" level=warning msg="Image pull takes long" id=${at}`);
    else
      add(
        'kubenswrapper[2011]',
        `I0311 11:57:29.${String(at).padStart(6, '0')}    2011 kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="shop/web-${at}"`,
      );
  }
  return `${all.join('\n')}\n`;
}

describe('logs', { timeout: 900_000 }, () => {
  before(async () => {
    // The image fails while the tests begin.
    const { behaviour, prelude } = imageJobFails;
    const failing = await clusters.start(
      {
        ...imageJobFails,
        behaviour: { ...behaviour, timings: { ...behaviour.timings, job: 1000 } },
        prelude: [...prelude, createKataConfig({ enablePeerPods: true }), untilReason('PodVMImageJobRunning')],
      },
      { called: 'peer-pods' },
    );
    writeFileSync(withoutImage, failing.kubeconfig, { mode: 0o600 });
    await clusters.start('sandboxes-fail');
  });
  after(() => oc.remove());

  test('a file: filter, fold, errors first, the keyboard, lines taken out of it, and the journals of nodes', async () => {
    // A setting of the machine, where nothing is yet.
    const machine = path.join(session().home, 'user-data/Machine');
    mkdirSync(machine, { recursive: true });
    writeFileSync(path.join(machine, 'settings.json'), JSON.stringify({ 'osc.oc.path': oc.path }));
    renameSync(oc.path, `${oc.path}.away`);
    await session().window('logs', { files: { ...dressed.files, 'worker-0.log': journal(60_000) } }, async (workbench, folder) => {
      const { page, editor } = workbench;
      await openLog(workbench, path.join(folder, 'worker-0.log'));
      const log = workbench.webview();
      const grid = log.getByRole('treegrid', { name: 'Lines of the log' });
      await log.getByText(/Follows what is written: 60,0\d\d lines|Read to its end: 60,0\d\d lines/).waitFor();

      // Errors first: a click goes there.
      await log.getByRole('heading', { name: /^6 errors, 3 kinds$/ }).waitFor();
      await log.getByRole('button', { name: /qemu-kvm: .*: 2 times\. Go to the first/ }).click();
      await log.locator('.row.chosen.error', { hasText: 'Expected' }).waitFor();
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
      await grid.focus();
      await page.keyboard.press('Enter');
      await log.getByRole('region', { name: 'Chosen line' }).waitFor();
      await page.mouse.move(0, 0);
      await takeBoth(workbench, folder, '../logs', { part: { x: 0, y: 0, width: 1280, height: 800 } });
      await accessible({ workbench, folder }, log, 'logs');
      await grid.focus();
      await page.keyboard.press('Escape');

      // The keyboard goes through it, to both ends of it.
      await grid.focus();
      await page.keyboard.press('End');
      await chosenLine(log, /web-\d+/);
      assert.ok(Number(await grid.getAttribute('aria-rowcount')) > 59_000);
      await page.keyboard.press('Home');
      await log.locator('#row-0.chosen').waitFor();
      await page.keyboard.press('PageDown');
      await page.keyboard.press('Enter');
      await log.getByRole('region', { name: 'Chosen line' }).waitFor();
      await page.keyboard.press('Escape');
      await log.getByRole('region', { name: 'Chosen line' }).waitFor({ state: 'hidden' });

      // The filter, by / and by its lists; back to the whole log at the same line.
      await page.keyboard.press('/');
      await page.keyboard.type('Expected');
      await log.getByText(/^2 of 60,0\d\d lines match$/).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('End');
      await log.locator('#row-1.chosen').waitFor();
      await log.getByRole('button', { name: 'Show the Whole Log' }).click();
      await log.locator('#row-3001.chosen.error', { hasText: 'Expected' }).waitFor();
      await log.getByRole('button', { name: 'Clear Filter' }).click();
      await log.getByRole('combobox', { name: 'From' }).selectOption({ label: 'QEMU' });
      await log.getByText(/^9 of 60,0\d\d lines match$/).waitFor();

      // What is quiet between QEMU's marks is folded; what is not, is not.
      await log.locator('#row-0', { hasText: '2 lines folded' }).waitFor();
      assert.equal(await grid.getAttribute('aria-rowcount'), '7');
      await grid.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await log.locator('.grid[aria-rowcount="9"]').waitFor();
      await log.getByRole('button', { name: 'Fold QEMU' }).click();
      await log.locator('.grid[aria-rowcount="3"]').waitFor();

      // By sandbox; and as a text.
      await log.getByRole('button', { name: 'Clear Filter' }).click();
      const broken = log.locator('select[aria-label="Sandbox"] option', { hasText: 'd1d4d68efc35' });
      await broken.waitFor({ state: 'attached' });
      await log.getByRole('combobox', { name: 'Sandbox' }).selectOption(sandboxes[0] ?? '');
      await log.getByText(/ of 60,0\d\d lines match$/).waitFor();
      await log.getByRole('button', { name: 'Open as Text' }).click();
      await editor.shows('worker-0.log.log');
      await editor.line('Failed to create the sandbox').first().waitFor();
      await workbench.runCommand('View: Close All Editors');

      // Of a node, through the API server: there is no oc here.
      const tree = new ClusterTreeView(page);
      await tree.open();
      await tree.press('kube-admin');
      await tree.row('kube-admin', 'live').waitFor();
      await workbench.runCommand('Show Logs of a Node...');
      for (const answer of ['worker-0', 'Everything', 'All that the node has kept', 'Ask the API Server']) await workbench.quickRow(answer).click();
      const live = workbench.webview();
      await live.getByRole('heading', { name: 'Everything: worker-0' }).waitFor();
      await live.getByText(/^Read to its end: [1-9]/).waitFor();
      await live.locator('.row .origin', { hasText: 'Kubelet' }).first().waitFor();
      await live.getByText('--context=kube-admin').waitFor();

      // Without oc the command can be had all the same.
      // The page that was just opened may take the keyboard only now, which closes the list: then it is asked for again.
      for (let attempt = 1; ; attempt++) {
        await workbench.runCommand('Show Logs of a Node...');
        if (await clicked(workbench.quickRow('worker-0'))) break;
        if (attempt === 4) throw new Error('the nodes to choose from do not stay');
      }
      for (const answer of ['QEMU', 'The last hour', 'Run oc debug']) await workbench.quickRow(answer).click();
      await page.locator('.notification-toast', { hasText: 'where no program is that you may run' }).getByRole('button', { name: 'Copy the Command' }).click();
      await workbench.copied((text) => text.includes('debug node/worker-0 -- journalctl'));
      await workbench.runCommand('View: Close All Editors');

      // From the row of a pod that gets no sandbox, to what the node wrote of the last try.
      await tree.press('Kata workloads');
      await tree.press('payments', 'pods');
      await tree.rows.filter({ hasText: 'Pending' }).first().waitFor();
      const name = /(payments-\S+) \| Pending/.exec(await tree.text())?.[1] ?? '';
      await tree.choose(name, 'Show Logs of a Sandbox...');
      for (const answer of ['The last hour', 'Ask the API Server']) await workbench.quickRow(answer).click();
      const failing = workbench.webview();
      await failing.getByRole('heading', { name: `Sandbox of ${name}` }).waitFor();
      await failing.getByText(/^Only lines about the sandbox [0-9a-f]{64} of payments-/).waitFor();
      await failing.locator('.row.error', { hasText: /^\S+ \S+QEMU.*Could not access KVM kernel module/ }).waitFor();
      assert.equal(await failing.locator('.row', { hasText: 'Start logging QEMU' }).count(), 1, 'of other tries nothing is shown');
      await failing.locator('.row', { hasText: 'Got pod network' }).waitFor();
      await workbench.runCommand('View: Close All Editors');

      await followWithOc(workbench);

      // Of a job that the operator has removed: its pods and events tell.
      await tree.press('peer-pods');
      await tree.row('Peer pods', 'Pod VM image: Could not be made').waitFor();
      await tree.openTo('Peer pods', 'Pod VM image');
      await tree.choose('Pod VM image', 'Show Why the Pod VM Image Failed');
      const image = workbench.webview();
      await image.getByRole('heading', { name: 'What the job says went wrong' }).waitFor();
      await image
        .getByRole('listitem')
        .filter({ hasText: /^Failed to upload the image to S3$/ })
        .waitFor();
      await image.getByRole('cell', { name: 'PodVMImageJobFailed' }).waitFor();
    });
  });
});

/** What is run is agreed to, and ended when the log is closed. From one moment to another. */
async function followWithOc(workbench: Workbench): Promise<void> {
  const { page, quick } = workbench;
  renameSync(`${oc.path}.away`, oc.path);
  await workbench.runCommand('Show Logs of a Node...');
  for (const answer of ['worker-0', 'CRI-O', 'From One Moment to Another...']) await workbench.quickRow(answer).click();
  for (const [asked, text] of [
    ['From when, in UTC?', '2026-11-22 06:30'],
    ['Until when, in UTC?', ''],
  ] as const) {
    await quick.getByText(asked).waitFor();
    await quick.locator('.quick-input-box input').fill(text);
    await page.keyboard.press('Enter');
  }
  await workbench.quickRow('Run oc debug, and Follow').click();
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.filter({ hasText: 'debug node/worker-0 -- journalctl' }).filter({ hasText: 'makes a privileged debug pod on worker-0' }).waitFor();
  assert.deepEqual([...new Set(oc.calls().map(({ args }) => args[0]))], ['version'], 'nothing runs before it is agreed to');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  const log = workbench.webview();
  await log.locator('.row', { hasText: 'one of oc' }).waitFor();
  await log.getByText(/^Follows what is written: 1 line/).waitFor();
  assert.deepEqual(oc.calls().at(-1)?.args.slice(-4), ['-u', 'crio', '--since=@1795329000', '-f']);
  const pid = Number(readFileSync(path.join(oc.folder, 'pid'), 'utf8'));
  await workbench.runCommand('View: Close All Editors');
  const end = performance.now() + 20_000;
  while (existsSync(`/proc/${pid}`)) {
    assert.ok(performance.now() < end, 'oc runs on after its log was closed');
    await page.waitForTimeout(50);
  }
}

/** Through the dialog of the palette's command. */
async function openLog(workbench: Workbench, file: string): Promise<void> {
  const { quick } = workbench;
  await workbench.runCommand('Open a Log File...');
  // The dialog begins in the folder of the window.
  const row = workbench.quickRow(path.basename(file));
  await row.click();
  if (!(await appears(workbench.tab(path.basename(file)), 5000))) await quick.getByRole('button', { name: 'Open' }).click();
  await workbench.tab(path.basename(file)).waitFor();
}

function clicked(row: Locator): Promise<boolean> {
  return row.click({ timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

async function chosenLine(log: FrameLocator, text: RegExp): Promise<void> {
  await log.locator('.row.chosen', { hasText: text }).waitFor();
}
