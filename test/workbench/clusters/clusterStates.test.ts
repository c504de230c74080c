/** Tests how the tree shows the states of clusters. OSC_UPDATE_IMAGES=1 updates the pictures. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Simulation } from '#simulator/main.ts';
import { getList, getValue } from '#simulator/store/kubeObject.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { createKataConfig, deleteKataConfig, stopWhen } from '#test/support/workbench/clusters/kataConfig.ts';
import { sideBarClip, sideBarSize, takeBoth } from '#test/support/workbench/pictures.ts';
import { useSimulatorProcesses } from '#test/support/workbench/clusters/simulatorProcess.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const clip = sideBarClip;
const administrator = { name: 'kube:admin', groups: ['system:masters', 'system:authenticated'] };

describe('the cluster tree', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const startProcess = useSimulatorProcesses(session);

  /** Shows the tree in a wide side bar, without an open cluster. */
  async function openEmpty({ tree }: Workbench): Promise<void> {
    rmSync(session().kubeconfig, { force: true });
    await tree.open();
    await tree.widen(560);
    await tree.showsWelcome('No clusters found');
  }

  /** Closes the cluster, so that the next test starts without an open cluster. */
  async function close(workbench: Workbench, cluster = 'kube-admin'): Promise<void> {
    await workbench.run('Close Cluster...');
    await workbench.quickInput.choose(cluster);
    rmSync(session().kubeconfig, { force: true });
    await workbench.tree.showsWelcome('No clusters found');
  }

  describe('in a small window', () => {
    const shared = useSharedWindow(session, { size: sideBarSize });

    test('explains how to add a cluster, and lists kubeconfig contexts without contacting closed clusters', () =>
      shared.play('no kubeconfig', async (workbench) => {
        const { tree } = workbench;
        await openEmpty(workbench);
        await takeBoth(workbench, 'clusters/no-kubeconfig', { clip });
        const simulation = await clusters.start('operator-missing');
        await tree.showsRow('kube-admin', 'Not open');
        assert.equal(simulation.audit.entries.length, 0, 'a cluster that the user has not opened receives no request');
        await takeBoth(workbench, 'clusters/closed', { clip });
        await tree.click('kube-admin');
        await tree.showsRow('Operator', 'Not installed');
        await tree.lacksRow('Connecting');
        await takeBoth(workbench, 'clusters/no-operator', { clip });
        await close(workbench);
      }));

    test('shows that pods block an uninstall', () =>
      shared.play('blocked uninstall', async (workbench) => {
        const { notifications, tree } = workbench;
        await openEmpty(workbench);
        const simulation = await clusters.start('uninstall-blocked-by-pods', { speed: 60 });
        await tree.openCluster('kube-admin');
        await tree.showsRow('Pods', 'Expand to list');
        await tree.expand('Pods');
        await tree.expand('payments', 'pods');
        deleteKataConfig(simulation);
        await tree.showsRow('Kata', 'Blocked');
        await notifications.dismiss('Kata uninstallation from kube-admin is blocked');
        await takeBoth(workbench, 'clusters/blocked', { clip });
        await close(workbench);
      }));

    test('shows each component of peer pods', () =>
      shared.play('peer pods', async (workbench) => {
        const { notifications, tree } = workbench;
        await openEmpty(workbench);
        const simulation = await clusters.start('peer-pods', { speed: 600 });
        await tree.openCluster('kube-admin');
        await tree.showsRow('Kata', 'No KataConfig');
        await createKataConfig(simulation, { enablePeerPods: true });
        await tree.shows(/Installed \| 2 nodes/);
        await tree.expand('Peer pods');
        await tree.expand('Runtimes');
        await tree.shows(/kata-remote \| \+/);
        await notifications.dismiss('Kata is installed on kube-admin');
        await takeBoth(workbench, 'clusters/peer-pods', { clip });
        await close(workbench);
      }));

    test('shows the nodes of a hosted control plane, on which a DaemonSet installs Kata', () =>
      shared.play('hosted control plane', async (workbench) => {
        const { tree } = workbench;
        await openEmpty(workbench);
        const simulation = await clusters.start('hosted-daemonset-fails', { speed: 60 });
        await tree.openCluster('kube-admin');
        await tree.showsRow('Kata', 'No KataConfig');
        await createKataConfig(simulation, { enablePeerPods: true });
        await tree.showsRow('Installing', '1 node');
        await tree.showsRow('worker-0');
        await workbench.restPointer();
        await takeBoth(workbench, 'clusters/hosted', { clip });
        await close(workbench);
      }));

    test('lists the permissions that the user lacks', () =>
      shared.play('missing permissions', async (workbench) => {
        const { notifications, tree } = workbench;
        await openEmpty(workbench);
        await clusters.start('no-permission');
        await tree.click('developer', 'Not open');
        await tree.showsRow('Not permitted: install, configure, update, uninstall, metrics, must-gather');
        await tree.expand('No permission for 16 resource kinds');
        await tree.showsRow('Node: no list permission');
        await takeBoth(workbench, 'clusters/forbidden', { clip });
        await workbench.run('Install Kata...');
        await notifications.dismiss("Install Kata: you don't have permission to list kataconfigs");
        await close(workbench, 'developer');
      }));

    test('offers a login after the token expires, and shows when the server becomes unreachable', () =>
      shared.play('expired token', async (workbench) => {
        const { clipboard, notifications, quickInput, statusBar, tree } = workbench;
        await openEmpty(workbench);
        const simulation = await clusters.start('two-workers-installed');
        await tree.openCluster('kube-admin');
        await statusBar.shows('Kata 2/2');
        simulation.tokens.expire(administrator.name);
        simulation.cutConnections();
        await tree.showsRow('Log In...', 'oc login https://127.0.0.1');
        await takeBoth(workbench, 'clusters/logged-out', { clip });
        await tree.click('Log In...');
        await quickInput.choose('Copy oc login Command');
        await notifications.dismiss('run the copied command in a terminal');
        await clipboard.holds('oc login with the URL', (text) => /^oc login https:\/\/127\.0\.0\.1:\d+$/.test(text));
        const token = simulation.logIn(administrator);
        writeFileSync(session().kubeconfig, simulation.kubeconfig.replace(/sha256~[\w-]+/, token));
        await tree.showsRow('kube-admin', 'Connected');
        await tree.lacksRow('Log In...');
        await simulation.close();
        await tree.showsRow('Unreachable', /since \d\d:\d\d/);
        await takeBoth(workbench, 'clusters/reconnecting', { clip });
        await close(workbench);
      }));
  });

  /** The window that all suites below share. */
  const wide = useSharedWindow(session, { size: { width: 1280, height: 620 } });

  describe('with a server that stops responding', () => {
    const unreachable = /Kata: Unreachable since \d\d:\d\d/;

    /** Waits until the tree, the page, and the status bar show that the cluster is unreachable. */
    async function showsUnreachable({ statusBar, tree }: Workbench, reason: RegExp): Promise<void> {
      await statusBar.shows(unreachable);
      assert.deepEqual(await statusBar.icons(unreachable), ['codicon-warning']);
      assert.match(
        await statusBar.accessibleName(unreachable),
        /^OpenShift sandboxed containers: Kata: Unreachable since \d\d:\d\d, Needs attention$/,
      );
      const tooltip = await statusBar.hover(unreachable, reason);
      assert.match(tooltip, /Next attempt at \d\d:\d\d:\d\d|Trying to reconnect/);
      await tree.leave();
      await tree.showsRow('Unreachable', /since \d\d:\d\d/);
      for (const label of ['Kata', 'Installed', 'Operator']) await tree.showsDimmed(label);
      assert.equal(await tree.ticks(), 0, 'no row has a tick without fresh evidence');
      assert.match(await tree.accessibleName('Operator'), /outdated$/);
      assert.match(await tree.accessibleName('kube-admin'), /Unreachable since \d\d:\d\d.*Needs attention$/);
    }

    test('shows the time and reason of the lost connection, and dims its rows', () =>
      wide.play('killed server', async (workbench) => {
        const { statusBar, tree } = workbench;
        await openEmpty(workbench);
        const server = await startProcess('sandboxes-fail');
        await tree.openCluster('kube-admin');
        await tree.showsRow('Operator', 'Running');
        await statusBar.shows('Kata 2/2');
        assert.notEqual(await tree.ticks(), 0);
        await server.kill();
        await showsUnreachable(workbench, /[Cc]onnection refused/);
        await close(workbench);
      }));

    test('shows Unreachable while the server is frozen, and reconnects when the server resumes', () =>
      wide.play('frozen server', async (workbench) => {
        const { statusBar, tree } = workbench;
        await openEmpty(workbench);
        const server = await startProcess('two-workers-installed');
        await tree.openCluster('kube-admin');
        await statusBar.shows('Kata 2/2');
        const frozen = performance.now();
        server.freeze();
        try {
          await statusBar.shows(unreachable);
          const seconds = (performance.now() - frozen) / 1000;
          // The extension takes up to 15 seconds by its own clock. A busy computer takes longer.
          assert.ok(seconds < 30, `noticed after ${seconds.toFixed(1)} s`);
          await showsUnreachable(workbench, /didn't respond|No data received/);
        } finally {
          server.thaw();
        }
        await statusBar.shows('Kata 2/2');
        await tree.lacksRow('Unreachable');
        await tree.showsRow('kube-admin', 'Connected');
        assert.notEqual(await tree.ticks(), 0);
        await close(workbench);
      }));
  });

  describe('in a narrow side bar', () => {
    /** Checks that every row is readable at the default width and in a small window. */
    async function isReadable({ tree }: Workbench, when: string): Promise<void> {
      for (const width of [300, 200]) {
        await tree.widen(width);
        const cutOff = await tree.cutOff();
        // The progress of a pool is at the start of its row, so it's visible if the rest is cut off.
        const isAllowed = (row: string): boolean => width === 200 && row.startsWith('kata-oc | ');
        assert.deepEqual(
          cutOff.filter((row) => !isAllowed(row)),
          [],
          `${when}, ${width} pixels`,
        );
      }
    }

    test('shows every installation state in full at 300 and 200 pixels', () =>
      wide.play('narrow install', async (workbench) => {
        const { notifications, tree } = workbench;
        await openEmpty(workbench);
        const simulation = await clusters.start('two-workers', { speed: 600 });
        await tree.openCluster('kube-admin');
        await tree.showsRow('Kata', 'No KataConfig');
        const moments = [
          {
            list: 'waitingToInstall',
            count: 2,
            rows: /Kata \| Installing · 0 of 2\n\s+kata-oc \| 0 of 2 updated\n\s+Waiting \| 2 nodes/,
          },
          { list: 'installing', count: 1, rows: /Installing \| 1 node\n\s+worker-1/ },
          { list: 'installed', count: 1, rows: /Kata \| Installing · 1 of 2/ },
        ];
        for (const [index, { list, count, rows }] of moments.entries()) {
          const reached = stopWhen(
            simulation,
            list,
            ({ status }) => getList(getValue(status, 'kataNodes'), list).length === count,
          );
          if (index === 0) await createKataConfig(simulation);
          simulation.clock.pace(600);
          await reached;
          await tree.shows(rows);
          await isReadable(workbench, list);
        }
        simulation.clock.pace(600);
        await tree.showsRow('Kata', 'Installed');
        await notifications.dismiss('Kata is installed on kube-admin');
        await isReadable(workbench, 'installed');
        await close(workbench);
      }));

    test('shows failing sandboxes, operator states, and a lost connection in full', () =>
      wide.play('narrow states', async (workbench) => {
        const { tree } = workbench;
        await openEmpty(workbench);
        const simulation = await clusters.start('sandboxes-fail');
        await tree.openCluster('kube-admin');
        await tree.showsRow('Operator', 'Running');
        await tree.expand('Operator', 'Running');
        await tree.showsRow('Monitor', 'Healthy');
        await isReadable(workbench, 'sandboxes-fail');
        await simulation.close();
        await tree.showsRow('Unreachable');
        await isReadable(workbench, 'unreachable');
        await close(workbench);
      }));

    for (const [scenario, rows, group] of [
      ['operator-missing', [['Operator', 'Not installed']], undefined],
      ['manual-approval', [['Install', 'Partial · 3 of 9']], 'Operator'],
      ['aws', [['Kata', 'No KataConfig']], 'Operator'],
    ] as const) {
      test(`shows missing and existing components in full at 300 and 200 pixels: ${scenario}`, () =>
        wide.play(`narrow ${scenario}`, async (workbench) => {
          const { tree } = workbench;
          await openEmpty(workbench);
          await clusters.start(scenario);
          await tree.openCluster('kube-admin');
          for (const [label, state] of rows) await tree.showsRow(label, state);
          if (group !== undefined) await tree.expand(group);
          await isReadable(workbench, scenario);
          await close(workbench);
        }));
    }
  });

  // The tooltip in the picture is wider than the side bar.
  test('explains in a tooltip why a node failed', () =>
    wide.play('failed node', async (workbench) => {
      const { notifications, tree } = workbench;
      await openEmpty(workbench);
      const simulation = await clusters.start('worker-fails-and-recovers', { speed: 300 });
      await tree.openCluster('kube-admin');
      await tree.showsRow('Kata', 'No KataConfig');
      const failed = stopWhen(
        simulation,
        'a node that failed',
        ({ status }) => getList(getValue(status, 'kataNodes'), 'failedToInstall').length > 0,
      );
      await createKataConfig(simulation);
      await failed;
      await tree.shows(/Failed \| 1 node\n\s+worker-0/);
      await notifications.dismiss('failed on worker-0');
      await takeBoth(workbench, 'clusters/failed', {
        clip: { x: 0, y: 36, width: 900, height: 584 },
        prepare: () => tree.hover('worker-0', 'invalid extensions found'),
      });
      await tree.leave();
      await close(workbench);
    }));

  test('names the CPU feature that a node lacks, with its source in the tooltip', () =>
    wide.play('eligibility', async (workbench) => {
      const { tree } = workbench;
      await openEmpty(workbench);
      await clusters.start('node-features');
      await tree.openCluster('kube-admin');
      await tree.showsRow('Eligible', '2 of 4');
      await tree.expand('Eligible');
      await tree.showsRow('worker-1', 'Not eligible: VMX missing');
      await tree.showsRow('worker-2', 'Not eligible: kvm_intel missing');
      await takeBoth(workbench, 'clusters/eligibility', {
        clip: { x: 0, y: 36, width: 900, height: 584 },
        prepare: () => tree.hover('worker-1', 'VMX: missing (NodeFeature openshift-nfd/worker-1)'),
      });
      await tree.leave();
      await close(workbench);
    }));

  describe('in a wide window', () => {
    test('reopens clusters after a reload when the view becomes visible', () =>
      wide.play('reload', async (workbench) => {
        const { explorer, quickInput, tree } = workbench;
        await openEmpty(workbench);
        const simulation = await clusters.start('two-workers-installed');
        await tree.openCluster('kube-admin');
        await explorer.open();
        await workbench.reload(() => simulation.audit.clear());
        // The input box of the command shows that the extension has started.
        await workbench.run('New OSC Manifest');
        await quickInput.offers('KataConfig');
        await quickInput.close();
        assert.equal(simulation.audit.entries.length, 0, 'the cluster receives no request before the view is shown');
        await tree.open();
        await tree.showsRow('kube-admin', 'Connected');
        await close(workbench);
      }));

    test('opens YAML that follows the cluster, and one page per object', () =>
      wide.play('documents', async (workbench) => {
        const { editor, tabs, tree, webview } = workbench;
        await openEmpty(workbench);
        const simulation = await clusters.start('two-workers-installed');
        await tree.openCluster('kube-admin');
        await tree.expand('Installed');
        await tree.pressIcon('worker-1', 'Open as YAML');
        await tabs.shows('worker-1.yaml');
        await editor.containsLine('kind: Node');
        assert.doesNotMatch(await editor.text(), /managedFields:/);
        addLabel(simulation, 'worker-1');
        await editor.containsLine('a: followed');
        await takeBoth(workbench, 'clusters/yaml', { clip: { x: 0, y: 36, width: 1280, height: 584 } });
        await tree.choose('Kata', 'Explain');
        const page = new DetailPage(workbench.page);
        await page.shows('Pods can use the runtime class');
        await page.hasKeyboard('example-kataconfig');
        await tree.choose('worker-1', 'Show Timeline');
        await page.isAt('Timeline');
        await tree.choose('worker-1', 'Explain');
        await webview.showsHeading('worker-1');
        const pages = (await tabs.names()).filter((name) => name.includes(' of kube-admin'));
        assert.equal(pages.length, 2, `one for each object: ${pages.join(', ')}`);
        await workbench.closeEditors();
        await close(workbench);
      }));
  });
});

function addLabel({ store, resources }: Simulation, node: string): void {
  const changed = store.modify(resources.need('', 'nodes'), undefined, node, (before) => ({
    ...before,
    metadata: { ...before.metadata, labels: { ...before.metadata.labels, a: 'followed' } },
  }));
  assert.ok(changed.ok);
}
