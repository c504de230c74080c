/**
 * Tests the installation of Kata: input boxes, the plan, progress, and Continue. OSC_UPDATE_IMAGES=1 updates the
 * pictures.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Simulation } from '#simulator/main.ts';
import { getList, type KubeObject } from '#simulator/store/kubeObject.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { stopWhen } from '#test/support/workbench/clusters/kataConfig.ts';
import { changesIn, Operation } from '#test/support/workbench/operation.ts';
import { closed } from '#test/support/workbench/parts/sideBar/tree.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const size = { width: 1100, height: 700 };
const allChanges = [
  'PATCH namespaces/openshift-sandboxed-containers-operator',
  'PATCH operatorgroups/sandboxed-containers-operator-group',
  'PATCH subscriptions/sandboxed-containers-operator',
  'PATCH kataconfigs/example-kataconfig',
];

describe('the installation of Kata', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, { size });

  test('shows one plan with every object and reboot, and starts after the user confirms it', async () => {
    const simulation = await clusters.start('operator-missing', { speed: 120 });
    const changes = (): readonly string[] => changesIn(simulation.audit.entries);
    await shared.play('install', async (workbench) => {
      const { tree, notifications } = workbench;
      await openCluster(workbench);
      await tree.click('Operator', 'Not installed');
      await answerQuestions(workbench);
      await readPlan(workbench);
      assert.deepEqual(changes(), [], 'the plan changes nothing');
      await takeBoth(workbench, 'clusters/guided-preview');
      await confirmByName(workbench, simulation);
      await tree.shows(/Installing \| 1 node/);
      await workbench.statusBar.shows(/Install Kata: \w+ · \d+\/\d+/);
      await takeBoth(workbench, 'clusters/guided-progress');
      simulation.clock.pace(600);
      await notifications.dismiss('Install Kata on kube-admin is complete.');
      await tree.shows(/Installed \| 2 nodes/);
      await takeBoth(workbench, 'clusters/guided-done');
    });
    assert.deepEqual(changes(), allChanges);
  });

  test('works with the keyboard only', async () => {
    const simulation = await clusters.start('operator-missing', { speed: 600 });
    await shared.play('install by keyboard', async ({ quickInput, tree, webview, notifications }) => {
      await tree.open();
      await tree.showsRow('kube-admin', closed);
      await quickInput.typeCommand('Containers: Open Cluster...');
      await quickInput.typeAndTake('kube', 'kube-admin');
      await tree.showsRow('Operator', 'Not installed');
      await quickInput.typeCommand('Containers: Install Kata...');
      await quickInput.typeAndTake('latest', 'latest');
      await quickInput.typeAndTake('auto', 'Automatic');
      await quickInput.typeAndTake('on the', 'On the nodes');
      await quickInput.typeAndTake('all', 'All worker nodes');
      await quickInput.typeAndTake('info', 'info');
      await quickInput.typeAndTake('example', 'example-kataconfig');
      await webview.showsHeading('Plan: Install Kata on kube-admin');
      await quickInput.shows('Type kube-admin to confirm');
      await quickInput.typeAndAccept('kube-admin');
      await notifications.dismiss('Install Kata on kube-admin is complete.');
    });
    assert.deepEqual(changesIn(simulation.audit.entries), allChanges);
  });

  test('uses OLM v1 if the user selects it, and names its consequences', async () => {
    const simulation = await clusters.start('olm-v1-techpreview', { speed: 600 });
    await shared.play('install with OLM v1', async (workbench) => {
      const { tree, quickInput, webview, notifications } = workbench;
      const operation = new Operation(workbench);
      await workbench.closeEditors();
      await openCluster(workbench);
      await tree.click('Operator', 'Not installed');
      await quickInput.offers('ClusterExtension (OLM v1)');
      await quickInput.chooseAll(
        'ClusterExtension (OLM v1)',
        'On the nodes',
        'All worker nodes',
        /^info/,
        'example-kataconfig',
      );
      await operation.showsPlan('Install Kata with OLM v1');
      await webview.shows('OLM has no in-place move from v0 to v1');
      await takeBoth(workbench, 'clusters/guided-olm-plan');
      await operation.confirm();
      await notifications.dismiss('Install Kata with OLM v1 on kube-admin is complete.');
      await tree.shows(/Installed \| 2 nodes/);
      await tree.expand('Operator');
      await tree.showsRow('Extension');
      await workbench.restPointer();
      await takeBoth(workbench, 'clusters/guided-olm-done');
    });
    assert.deepEqual(changesIn(simulation.audit.entries), [
      'PATCH namespaces/openshift-sandboxed-containers-operator',
      'PATCH serviceaccounts/sandboxed-containers-installer',
      'PATCH clusterroles/sandboxed-containers-installer-role',
      'PATCH clusterrolebindings/sandboxed-containers-installer-binding',
      'PATCH clusterextensions/sandboxed-containers',
      'PATCH kataconfigs/example-kataconfig',
    ]);
  });

  test('continues a partial installation, and shows the install plan before the user approves it', async () => {
    const simulation = await clusters.start('manual-approval', { speed: 600 });
    await shared.play('install, continued', async (workbench) => {
      const { tree, quickInput, webview, notifications } = workbench;
      const operation = new Operation(workbench);
      await workbench.closeEditors();
      await openCluster(workbench);
      await tree.showsRow('Install', 'Partial');
      await takeBoth(workbench, 'clusters/guided-unfinished');
      await tree.click('Install', 'Partial');
      await quickInput.chooseAll('On the nodes', 'All worker nodes', /^info/, 'example-kataconfig');
      await operation.showsPlan('Install Kata');
      await webview.showsCell(/InstallPlan install-/);
      await takeBoth(workbench, 'clusters/guided-approval');
      await operation.confirm();
      await notifications.press('Install Kata on kube-admin is complete.', 'Run Workload in Sandbox...');
      await notifications.dismiss('kube-admin has no workloads yet.');
      await tree.shows(/Installed \| 2 nodes/);
    });
    const [approval = '', ...others] = changesIn(simulation.audit.entries);
    assert.match(approval, /^PATCH installplans\//);
    assert.deepEqual(others, ['PATCH kataconfigs/example-kataconfig']);
  });
});

async function openCluster({ tree }: Workbench): Promise<void> {
  await tree.open();
  await tree.widen(560);
  await tree.openCluster('kube-admin');
}

/** Enters the values for an installation. Goes back from the approval and from a node label. */
async function answerQuestions(workbench: Workbench): Promise<void> {
  const { quickInput } = workbench;
  await quickInput.shows('Install Kata on kube-admin');
  await quickInput.offers('latest');
  await takeBoth(workbench, 'clusters/guided-release');
  await quickInput.choose('latest');
  await quickInput.offers('Manual');
  await quickInput.press('Back');
  await quickInput.chooseAll('latest', 'Automatic', 'On the nodes');
  await quickInput.offers('Worker nodes with a label');
  await takeBoth(workbench, 'clusters/guided-nodes');
  await quickInput.choose('Worker nodes with a label');
  await quickInput.shows('Comma-separated labels of the worker nodes');
  await quickInput.fill('kubernetes.io/hostname=worker-1');
  await quickInput.shows('1 worker node: worker-1');
  await quickInput.press('Back');
  await quickInput.chooseAll('All worker nodes', /^info/);
  await quickInput.offers('Other name or labels');
  await quickInput.choose('Other name or labels');
  await quickInput.shows('Name of the KataConfig');
  await quickInput.fill('Example');
  await quickInput.shows('The API server rejects the name "Example"');
  await quickInput.press('Back');
  await quickInput.choose('example-kataconfig');
}

/** Checks that the plan lists every object, and the nodes in the order of their reboots. */
async function readPlan(workbench: Workbench): Promise<void> {
  const { webview } = workbench;
  await new Operation(workbench).showsPlan('Install Kata');
  for (const object of ['Namespace', 'OperatorGroup', 'Subscription', 'KataConfig'])
    await webview.showsCell(new RegExp(`^${object} `));
  await webview.showsListItem(/^worker-1$/);
  await webview.showsListItem(/^worker-0$/);
  await webview.shows('According to the OSC documentation, the reboot can take');
}

/** Types a wrong name and then the right one. Stops the simulation while Kata is being installed on the first node. */
async function confirmByName(workbench: Workbench, simulation: Simulation): Promise<void> {
  const { quickInput } = workbench;
  const operation = new Operation(workbench);
  await operation.asksForName();
  await quickInput.fill('kube-adm');
  await quickInput.shows("The text doesn't match kube-admin");
  assert.deepEqual(changesIn(simulation.audit.entries), [], 'nothing is sent for a wrong name');
  await takeBoth(workbench, 'clusters/guided-typed');
  await quickInput.fill('kube-admin');
  await operation.asksForName();
  await Promise.all([stopWhen(simulation, 'a node that is being installed', isInstalling), quickInput.accept()]);
}

function isInstalling(kataConfig: KubeObject): boolean {
  return getList(kataConfig, 'status', 'kataNodes', 'installing').length > 0;
}
