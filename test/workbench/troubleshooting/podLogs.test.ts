/** Tests pod logs in VS Code: all pods of an owner with a restart, the choices, and where the command is offered. */
import { before, describe, test } from 'node:test';
import { podLogs } from '#simulator/scenarios/clusters/workloads/podLogs.ts';
import type { Simulation } from '#simulator/main.ts';
import { accessible } from '#test/support/workbench/accessibility.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { LogPage } from '#test/support/workbench/pages/logPage.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

describe('pod logs', () => {
  const session = useSession(import.meta.filename);
  const shared = useSharedWindow(session, {});
  const clusters = useClusters(session);
  const state: { simulation?: Simulation } = {};

  before(async () => {
    const { behaviour } = podLogs;
    const [web, batch] = behaviour.containerOutput;
    // The containers restart soon.
    const soon = { ...web, exit: { ...web?.exit, after: 12 } };
    const scenario = { ...podLogs, behaviour: { ...behaviour, containerOutput: [soon, batch] } } as typeof podLogs;
    state.simulation = await clusters.start(scenario, { speed: 60 });
  });

  test('of all pods of an owner show restarts and their reasons', () =>
    shared.play('pod logs owner', async (workbench) => {
      const { tree, quickInput } = workbench;
      await connect(workbench);
      // A restart redraws the rows. VS Code can then ignore a click on a row, or run the command without the row.
      state.simulation?.clock.pace(0);
      await tree.expand('Pods');
      await tree.expand('shop', 'pods');
      await tree.shows(/web-\S+/);
      const [label = ''] = /web-[\w-]+/.exec(await tree.text()) ?? [];
      await tree.choose(label, 'Show Pod Logs...');
      await quickInput.chooseAll('All pods of web', 'All containers of all pods', 'Newest 1,000 lines');
      const log = new LogPage(workbench.page);
      await log.showsHeading('Logs: web');
      await log.shows(/^Following/);
      state.simulation?.clock.pace(60);
      await log.showsLine(/Restarted after OOMKilled, exit code 137/);
      await log.showsLine('cannot allocate memory', { level: 'error' });
      await log.showsLine('GET /orders 200', { origin: '/app' });
      state.simulation?.clock.pace(0);
      await log.isOpen();
      await workbench.hideSideBar();
      await log.showsWholeLine(/Restarted after OOMKilled, exit code 137/);
      await takeBoth(workbench, 'pod-logs');
      await accessible(workbench, log.frame, 'pod logs');
      state.simulation?.clock.pace(60);
      await workbench.run('View: Close All Editors');
    }));

  test('of a component are offered in the Command Palette and on its page', () =>
    shared.play('pod logs component', async (workbench) => {
      const { quickInput, tree, page } = workbench;
      await connect(workbench);
      await workbench.run('Show Pod Logs...');
      await quickInput.chooseAll('Operator', 'Last day');
      const log = new LogPage(workbench.page);
      await log.showsHeading('Logs: controller-manager');
      await log.showsLine('Reconciling KataConfig');
      await workbench.run('View: Close All Editors');

      await tree.expand('Operator');
      await tree.choose('Monitor', 'Explain');
      const detail = new DetailPage(page);
      await detail.isOf('Monitor', 'Healthy');
      await detail.press('Show Pod Logs...');
      await quickInput.chooseAll('All containers of all pods', 'Newest 1,000 lines');
      await log.showsHeading('Logs: openshift-sandboxed-containers-monitor');
      await log.showsLine('announce');
      await workbench.run('View: Close All Editors');
    }));

  test('of the Machine Config Daemon, and of a previous instance', () =>
    shared.play('pod logs node', async (workbench) => {
      const { quickInput } = workbench;
      await connect(workbench);
      await workbench.run('Show Pod Logs...');
      await quickInput.chooseAll('Machine Config Daemon', 'All containers of all pods', 'Entire log');
      const log = new LogPage(workbench.page);
      await log.showsHeading('Logs: machine-config-daemon');
      await log.showsLine('initiating reboot: Node will reboot');
      await log.isOpen();
      await workbench.run('View: Close All Editors');

      await workbench.run('Show Pod Logs...');
      await quickInput.choose('Other pod or workload...');
      await quickInput.answer('Pod or workload with its namespace', 'shop/deploy/web');
      await quickInput.chooseAll('app', 'Instance before the last restart');
      await log.shows(/^Complete/);
      await log.showsLine('cannot allocate memory', { level: 'error' });
      await workbench.run('View: Close All Editors');
    }));
});

/** Opens the cluster if no earlier test has opened it in this window. */
async function connect({ tree }: Workbench): Promise<void> {
  await tree.open();
  await tree.showsRow('kube-admin');
  if (await tree.hasRow('kube-admin', 'Not open')) await tree.openCluster('kube-admin');
}
