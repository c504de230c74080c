/** Tests logs: a journal in a file, node journals of a simulated cluster, and the job that builds a pod VM image. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { getList, getMap } from '#core/common/json.ts';
import { createKataConfig, untilReason } from '#simulator/scenarios/engine/commonSteps.ts';
import { imageJobFails } from '#simulator/scenarios/clusters/imageJobFails.ts';
import { makeStandInOc, type StandInOc } from '#test/support/standInOc/standInOc.ts';
import { accessible } from '#test/support/workbench/accessibility.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { LogPage } from '#test/support/workbench/pages/logPage.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import { until } from '#test/support/workbench/parts/step.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const failedSandbox = 'd1d4d68efc35e5ccb4331af73da459c13f46269b512774aa6bde7da34db48987';
const runningSandbox = '77f0e4b1a9c2d3e4f5061728394a5b6c7d8e9fa0b1c2d3e4f5061728394a5b6c';
const time = (second: number): string =>
  new Date(Date.UTC(2025, 2, 11, 11, 57, 0) + second * 250).toISOString().replace('Z', '000+0000');

/**
 * Returns a node journal in the format of `journalctl -o short-iso-precise`, with two sandboxes. One of them fails to
 * start.
 */
function journal(lines: number): string {
  const all: string[] = [];
  const add = (unit: string, text: string): void => void all.push(`${time(all.length)} worker-0 ${unit}: ${text}`);
  const kata = (sandbox: string, level: string, msg: string, fields: string): void =>
    add(
      'kata[2241647]',
      `time="${time(all.length)}" level=${level} msg="${msg}" name=containerd-shim-v2 pid=2241647 sandbox=${sandbox} ${fields}`,
    );
  const qemu = (sandbox: string, pid: number, level: string, msg: string): void =>
    kata(sandbox, level, msg, `qemuPid=${pid} source=virtcontainers/hypervisor subsystem=qemu`);
  while (all.length < lines) {
    const at = all.length;
    if (at === 20) {
      add(
        'crio[1832]',
        `time="${time(at)}" level=info msg="Ran pod sandbox ${runningSandbox} with infra container: shop/web-7d9f/POD" id=4f file="server/sandbox_run_linux.go:1"`,
      );
      qemu(runningSandbox, 2241100, 'info', 'Start logging QEMU (qemuPid=2241100)');
      qemu(runningSandbox, 2241100, 'info', 'char device redirected to /dev/pts/0');
      qemu(runningSandbox, 2241100, 'info', 'Stop logging QEMU (qemuPid=2241100)');
    } else if (at === 30 || at === 3000) {
      qemu(failedSandbox, 2241693, 'info', 'Start logging QEMU (qemuPid=2241693)');
      qemu(
        failedSandbox,
        2241693,
        'error',
        `qemu-kvm: -machine q35,accel=kvm,kernel_irqchip=split,foo: Expected '=' after parameter 'foo'`,
      );
      qemu(failedSandbox, 2241693, 'info', 'Stop logging QEMU (qemuPid=2241693)');
      kata(failedSandbox, 'error', 'Failed to create the sandbox: exit status 1', 'source=containerd-kata-shim-v2');
      add(
        'kubenswrapper[2011]',
        `E0311 11:57:30.000000    2011 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to create sandbox ${failedSandbox}" pod="shop/cart-5f7b"`,
      );
    } else if (at % 7 === 3)
      kata(
        runningSandbox,
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
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, { files: { 'worker-0.log': journal(60_000) } });
  let oc: StandInOc;
  before(async () => {
    oc = makeStandInOc({
      lines: [
        '2026-11-22T07:00:00.000000+0000 worker-0 crio[1]: time="2026-11-22T07:00:00Z" level=info msg="one of oc"',
      ],
      gather: 'hangs',
    });
    session().setMachineSettings({ 'osc.oc.path': oc.path });
    // The image job fails while the first tests run.
    const { behaviour, prelude } = imageJobFails;
    const failing = {
      ...imageJobFails,
      behaviour: { ...behaviour, timings: { ...behaviour.timings, job: 1000 } },
      prelude: [...prelude, createKataConfig({ enablePeerPods: true }), untilReason('PodVMImageJobRunning')],
    };
    const withoutImage = await clusters.start(failing, { called: 'peer-pods' }, 'peer-pods');
    const { kubeconfig } = await clusters.start('sandboxes-fail');
    writeFileSync(session().kubeconfig, joinedKubeconfigs(kubeconfig, withoutImage.kubeconfig));
  });
  after(() => oc.remove());

  describe('of a file', () => {
    test('list errors first and show a line in full', () =>
      shared.play('logs errors', async (workbench, folder) => {
        const log = await openLog(workbench, folder);
        await log.showsHeading(/^6 errors \(3 kinds\)$/);
        await log.press(/qemu-kvm: .*: 2 times\. Line \d+/);
        await log.selectsLine('Expected', { level: 'error' });
        await workbench.hideSideBar();
        await log.openLine();
        await takeBoth(workbench, 'logs');
        await accessible(workbench, log.frame, 'logs');
        await workbench.run('View: Close All Editors');
      }));

    test('are operable by keyboard, from the first line to the last', () =>
      shared.play('logs keyboard', async (workbench, folder) => {
        const log = await openLog(workbench, folder);
        await log.pressInLines('End');
        await log.selectsLine(/web-\d+/, { index: (await log.rowCount()) - 1 });
        assert.ok((await log.rowCount()) > 59_000);
        await log.pressInLines('Home');
        await log.selectsRow(0);
        await log.pressInLines('PageDown');
        await log.openLine();
        await log.closeLine();
        await workbench.run('View: Close All Editors');
      }));

    test('filter lines by text, origin, and sandbox, fold QEMU lines, and open as text', () =>
      shared.play('logs filter', async (workbench, folder) => {
        const log = await openLog(workbench, folder);
        // The page shows the newest lines until the user scrolls away.
        await log.pressInLines('Home');
        await log.selectsRow(0);
        await log.typeFilter('Expected');
        await log.shows(/^Matching: 2 of 60,0\d\d lines$/);
        await log.leaveFilter();
        await log.pressInLines('End');
        await log.selectsRow(1);
        // The line stays selected in the whole log.
        await log.press('Show the Whole Log');
        await log.selectsLine('Expected', { level: 'error', index: 3001 });

        await log.press('Clear Filter');
        await log.select('Source', 'QEMU');
        await log.shows(/^Matching: 9 of 60,0\d\d lines$/);
        await log.showsLine('2 lines folded');
        assert.equal(await log.rowCount(), 7);
        await log.pressInLines('Home');
        await log.selectsLine('2 lines folded', { index: 0 });
        await log.pressInLines('ArrowRight');
        await log.hasRows(9);
        await log.press('Fold QEMU Lines');
        await log.hasRows(3);

        await log.press('Clear Filter');
        await log.selectSandbox(failedSandbox);
        await log.shows(/^Matching: \d+ of 60,0\d\d lines$/);
        await log.press('Open as Text');
        await workbench.editor.shows('worker-0.log.log');
        await workbench.editor.containsLine('Failed to create the sandbox');
        await workbench.run('View: Close All Editors');
      }));
  });

  describe('of a cluster', () => {
    test('use the API server or a command to copy if oc is missing', () =>
      shared.play('logs node', async (workbench) => {
        const { quickInput, notifications, clipboard } = workbench;
        await connect(workbench);
        renameSync(oc.path, `${oc.path}.away`);
        try {
          await workbench.run('Show Node Logs...');
          await quickInput.chooseAll('worker-0', 'Everything', 'Entire journal', 'Query API Server');
          const log = new LogPage(workbench.page);
          await log.showsHeading('Everything: worker-0');
          await log.shows(/^Complete: [1-9]/);
          await log.showsLine('', { origin: 'Kubelet' });
          await log.shows('kube-admin: GET /api/v1/nodes/worker-0/proxy/logs/journal', { exact: true });
          await log.press('Copy as oc Command');
          const logs = '--context=kube-admin adm node-logs worker-0';
          await clipboard.holds(`a text with ${logs}`, (text) => text.includes(logs));
          await log.pressInLines('Home');
          await log.isOpen();
          // After the Command Palette closes, a page receives focus late. A list that opens before that would close.
          await workbench.run('View: Close All Editors');

          await workbench.run('Show Node Logs...');
          await quickInput.chooseAll('worker-0', 'QEMU', 'Last hour', 'Run oc debug');
          await notifications.press("isn't an executable that you can run", 'Copy Command');
          const command = 'debug node/worker-0 -- journalctl';
          await clipboard.holds(`a text with ${command}`, (text) => text.includes(command));
          await workbench.run('View: Close All Editors');
        } finally {
          renameSync(`${oc.path}.away`, oc.path);
        }
      }));

    test('give the text the most space at every width, and wrap the selected line', () =>
      shared.play('logs widths', async (workbench) => {
        await connect(workbench);
        await workbench.run('Show Node Logs...');
        await workbench.quickInput.chooseAll('worker-1', 'Kata runtime', 'Last 15 minutes', 'Query API Server');
        const log = new LogPage(workbench.page);
        await log.showsLine('failed to launch qemu', { level: 'error' });
        await log.isOpen();
        for (const width of [1200, 900, 700, 450, 320])
          await log.atWidth(width, async () => {
            const { text, ...others } = await log.columnWidths();
            assert.ok(
              text > Math.max(...Object.values(others)),
              `${width} pixels: ${JSON.stringify({ text, ...others })}`,
            );
            // Fails if a wide page leaves the text a quarter of its width, or a narrow page shows errors beside the
            // lines.
            assert.ok(text > 0.45 * width, `${width} pixels: the text has ${text}`);
            assert.deepEqual(await log.layoutProblems(), [], `${width} pixels`);
            for (const time of await log.columnTexts('time')) assert.match(time, /^\d\d:\d\d:\d\d$/);
          });
        await log.press(/^failed to launch qemu.*Line \d+/);
        await log.selectsLine('failed to launch qemu', { level: 'error' });
        const { text, isWhole } = await log.wrappedLine();
        assert.match(text, /No such file or directory\nqemu-kvm: failed to initialize kvm/);
        assert.equal(isWhole, true);
        await log.openLine();
        await log.shows(/^Line [\d,]+ · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC · Kata runtime · error$/);
        await workbench.run('View: Close All Editors');
      }));

    test('follow new lines with oc after a confirmation until the log closes', () =>
      shared.play('logs oc', async (workbench) => followWithOc(workbench, oc)));

    test("show the last attempt to start a pod's sandbox", () =>
      shared.play('logs sandbox', async (workbench) => {
        const { tree, quickInput } = workbench;
        await connect(workbench);
        await tree.expand('Pods');
        await tree.expand('payments', 'pods');
        await tree.shows(/(?:Pending|No sandbox): payments-\S+/);
        const [label = '', name = ''] = /(?:Pending|No sandbox): (payments-\S+)/.exec(await tree.text()) ?? [];
        await tree.choose(label, 'Show Sandbox Logs...');
        await quickInput.chooseAll('Last hour', 'Query API Server');
        const log = new LogPage(workbench.page);
        await log.showsHeading(`Sandbox for ${name}`);
        await log.shows(/^Showing only lines about sandbox [0-9a-f]{64}, the latest sandbox for payments-/);
        await log.showsLine(/^\S+QEMU.*Could not access KVM kernel module/, { level: 'error' });
        assert.equal(await log.countLines('Start logging QEMU'), 1, 'only the last attempt is shown');
        await log.showsLine('Got pod network');
        await log.isOpen();
        await workbench.run('View: Close All Editors');
      }));

    test('explain a failed pod VM image after the operator deletes the image creation job', () =>
      shared.play('logs image job', async ({ page, tree }) => {
        const detail = new DetailPage(page);
        await tree.open();
        await tree.openCluster('peer-pods');
        if (await tree.hasRow('kube-admin', 'Connected')) await tree.collapse('kube-admin');
        await tree.expand('Peer pods');
        await tree.showsRow('Image', /Creation failed|Failed/);
        await tree.choose('Image', 'Diagnose Pod VM Image Build');
        await detail.isOf('Pod VM image', 'Failed');
        await detail.showsIn('Errors in the log', /^Failed to upload the image to S3$/);
        await detail.showsIn('Events', 'PodVMImageJobFailed');
      }));
  });
});

/** Opens the cluster if no earlier test has opened it in this window. */
async function connect({ tree }: Workbench): Promise<void> {
  await tree.open();
  await tree.showsRow('kube-admin');
  if (await tree.hasRow('kube-admin', 'Not open')) await tree.openCluster('kube-admin');
}

/** Opens the log in the workspace with the file dialog, and waits until the extension has read all of it. */
async function openLog(workbench: Workbench, folder: string): Promise<LogPage> {
  const log = new LogPage(workbench.page);
  await workbench.run('Open Log File...');
  await workbench.fileDialog.chooseFile(path.join(folder, 'worker-0.log'), 'Open');
  await workbench.tabs.shows('worker-0.log');
  await log.shows(/Following the log: 60,0\d\d lines|Complete: 60,0\d\d lines/);
  await log.isOpen();
  return log;
}

async function followWithOc(workbench: Workbench, oc: StandInOc): Promise<void> {
  const { quickInput, dialogs } = workbench;
  await connect(workbench);
  const before = oc.calls().length;
  const commands = (): readonly string[] => [
    ...new Set(
      oc
        .calls()
        .slice(before)
        .map(({ args }) => args[0] ?? ''),
    ),
  ];
  await workbench.run('Show Node Logs...');
  await quickInput.chooseAll('worker-0', 'CRI-O', 'Custom range...');
  await quickInput.answer('Start time in UTC', '2026-11-22 06:30');
  await quickInput.answer('End time in UTC', '');
  await quickInput.choose('Run oc debug (follow)');
  const texts = ['debug node/worker-0 -- journalctl', 'creates a privileged debug pod on worker-0'];
  await dialogs.shows(...texts);
  assert.deepEqual(commands(), ['version'], 'oc runs only after the confirmation');
  await dialogs.press('Run', ...texts);
  const log = new LogPage(workbench.page);
  await log.showsLine('one of oc');
  await log.shows(/^Following the log: 1 line/);
  assert.deepEqual(oc.calls().at(-1)?.args.slice(-4), ['-u', 'crio', '--since=@1795329000', '-f']);
  const pid = Number(readFileSync(path.join(oc.folder, 'pid'), 'utf8'));
  await log.isOpen();
  await workbench.run('View: Close All Editors');
  const step = {
    does: 'close the log',
    expects: 'no oc process',
    state: async () => `the process ${pid} is still running`,
  };
  await until(step, async () => !existsSync(`/proc/${pid}`));
}

/** Returns a kubeconfig with the contexts of both clusters. */
function joinedKubeconfigs(one: string, other: string): string {
  const [first, second]: readonly unknown[] = [JSON.parse(one), JSON.parse(other)];
  const lists = ['clusters', 'contexts', 'users'].map(
    (name) => [name, [...getList(first, name), ...getList(second, name)]] as const,
  );
  return JSON.stringify({ ...getMap(first), ...Object.fromEntries(lists) });
}
