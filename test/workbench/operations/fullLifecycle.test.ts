/**
 * Tests the lifecycle of Kata with peer pods: installation, configuration, update, and uninstall. OSC_UPDATE_IMAGES=1
 * updates the pictures.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scenarioNamed, type Simulation } from '#simulator/main.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { changesIn, Operation } from '#test/support/workbench/operation.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const peerPodsPreview = 'peer-pods-of-kube-admin.yaml';

/** Output of `aws ec2 describe-instances` for each key, in the order of the input boxes. */
const cloudAnswers: Readonly<Record<string, string>> = {
  AWS_SUBNET_ID: 'subnet-0a1b2c3d4e5f60718\n',
  AWS_VPC_ID: 'vpc-0123456789abcdef0\n',
  AWS_SG_IDS: '[[["sg-0aaaabbbbccccdddd","sg-0eeeeffff00001111"]]]\n',
};

/** Text about the OpenShift version in `update-waits`: in the check, in the update plan, and in the first step. */
const oldOpenShift = 'OpenShift 4.21.3 is older than 4.21.9, the first 4.21 version that OSC 1.12 supports.';

describe('the lifecycle of Kata', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, { size: { width: 1100, height: 700 } });

  test('includes an installation with peer pods, a new log level, and a complete uninstall', async () => {
    const scenario = scenarioNamed('aws') ?? assert.fail();
    const simulation = await clusters.start({ ...scenario, prelude: [] }, { speed: 600 });
    await shared.play('whole life', async (workbench) => {
      await openCluster(workbench);
      await workbench.tree.click('Operator', 'Not installed');
      await workbench.quickInput.chooseAll(
        'latest',
        'Automatic',
        'In the cloud',
        'All worker nodes',
        /^info/,
        'example-kataconfig',
      );
      await waitForPeerPods(workbench);
      await configurePeerPods(workbench);
      await install(workbench);
      await changeLogLevel(workbench);
      await uninstall(workbench);
    });
    const left = simulation.store
      .list(simulation.resources.need('', 'namespaces'))
      .items.map(({ metadata }) => metadata.name);
    assert.deepEqual(
      left.filter((name) => name.startsWith('openshift-sandboxed')),
      [],
    );
    assert.deepEqual(changesIn(simulation.audit.entries), [
      'PATCH namespaces/openshift-sandboxed-containers-operator',
      'PATCH operatorgroups/sandboxed-containers-operator-group',
      'PATCH subscriptions/sandboxed-containers-operator',
      'PATCH configmaps/peer-pods-cm',
      'PATCH secrets/peer-pods-secret',
      'PATCH kataconfigs/example-kataconfig',
      'PATCH kataconfigs/example-kataconfig',
      'PATCH kataconfigs/example-kataconfig',
      'DELETE kataconfigs/example-kataconfig',
      'DELETE subscriptions/sandboxed-containers-operator',
      'DELETE clusterserviceversions/sandboxed-containers-operator.v1.12.0',
      'DELETE operatorgroups/sandboxed-containers-operator-group',
      'DELETE namespaces/openshift-sandboxed-containers-operator',
      'DELETE customresourcedefinitions/kataconfigs.kataconfiguration.openshift.io',
    ]);
  });

  test('includes a preflight check that warns if the next release requires a newer OpenShift version', async () => {
    await clusters.start('update-waits', { speed: 600 });
    await shared.play('check before an update', async (workbench) => {
      await openCluster(workbench);
      await workbench.run('Check Cluster Readiness');
      await workbench.webview.shows(`Ready, with 2 warnings. First warning: ${oldOpenShift}`);
      await workbench.webview.shows('Update waiting for approval');
    });
  });

  test('includes an update that requires a newer OpenShift version and then a confirmation', async () => {
    const simulation = await clusters.start('update-waits', { speed: 600 });
    await shared.play('update', async (workbench) => {
      const operation = new Operation(workbench);
      await openCluster(workbench);
      await workbench.tree.shows(/Installed \| 2 nodes/);
      await workbench.run('Update Kata');
      await workbench.tree.showsRow('Blocked: Update OpenShift first', 'OpenShift 4.21.3 is older than 4.21.9');
      // A screen reader announces the state once.
      assert.equal(
        await workbench.tree.accessibleName('Blocked: Update OpenShift first'),
        'Blocked: Update OpenShift first, OpenShift 4.21.3 is older than 4.21.9',
      );
      await workbench.tree.showsRow('Update the operator', 'Not started');
      await workbench.statusBar.shows('Update Kata: Blocked · 1/2');
      await workbench.notifications.dismiss('Update OpenShift to 4.21.9 or later first.');
      // An uninstall asks about the update before its own questions. The update stops only when the uninstall starts.
      await workbench.run('Uninstall Kata');
      const question = await workbench.dialogs.shows('Update Kata on kube-admin is blocked.');
      assert.match(question.detail, /Update OpenShift first: OpenShift 4\.21\.3 is older than 4\.21\.9\./);
      await workbench.dialogs.press('Start New Operation');
      await workbench.quickInput.asks('Delete the namespace too?');
      await workbench.quickInput.close();
      await workbench.statusBar.shows('Update Kata: Blocked · 1/2');
      updateOpenShift(simulation, '4.21.9');
      await operation.asks('1.12.0');
      await workbench.notifications.lacks('Reading kube-admin...');
      await takeBoth(workbench, 'clusters/guided-update');
      await operation.confirmUntil('Update Kata on kube-admin is complete.');
      await workbench.notifications.dismiss('Update Kata on kube-admin is complete.');
      await workbench.tree.expand('Operator');
      await workbench.tree.shows(/1\.12\.0/);
    });
    assert.equal(changesIn(simulation.audit.entries).length, 1, 'the InstallPlan, and nothing else');
  });
});

async function openCluster({ tree }: Workbench): Promise<void> {
  await tree.open();
  await tree.widen(560);
  await tree.openCluster('kube-admin');
}

/** Updates OpenShift as `oc adm upgrade` does. */
function updateOpenShift({ store, resources }: Simulation, version: string): void {
  const type = resources.need('config.openshift.io', 'clusterversions');
  const found = store.list(type).items.find(({ metadata }) => metadata.name === 'version');
  assert.ok(found !== undefined);
  assert.ok(store.update(type, { ...found, spec: { desiredUpdate: { version } } }).ok);
}

/** Installs the operator. The KataConfig then waits for `peer-pods-cm`. */
async function waitForPeerPods(workbench: Workbench): Promise<void> {
  const operation = new Operation(workbench);
  await operation.confirmUntil('Install Kata on kube-admin is blocked');
  await takeBoth(workbench, 'clusters/guided-waits-for-peer-pods');
  await workbench.notifications.dismiss('Install Kata on kube-admin is blocked');
}

async function configurePeerPods(workbench: Workbench): Promise<void> {
  const { quickInput, clipboard, editor, notifications } = workbench;
  const operation = new Operation(workbench);
  await workbench.run('Configure Peer Pods');
  // Only one operation can run on a cluster.
  await workbench.dialogs.press('Start New Operation', 'Install Kata on kube-admin is blocked.');
  await quickInput.choose('aws');
  await quickInput.offers('Copy Commands');
  await notifications.lacks('Reading kube-admin...');
  await takeBoth(workbench, 'clusters/guided-cloud');
  await quickInput.choose('Copy Commands');
  for (const [key, printed] of Object.entries(cloudAnswers)) {
    await quickInput.asks(key);
    if (key === 'AWS_VPC_ID') await takeBoth(workbench, 'clusters/guided-cloud-answer');
    await clipboard.copy(printed);
    await quickInput.chooseAll('Paste Command Output', 'Clipboard');
  }
  await quickInput.choose('Enter Credentials');
  await quickInput.answer('AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE');
  await quickInput.answer('AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY');
  await workbench.tabs.shows(peerPodsPreview);
  await editor.hasLine('kind: ConfigMap');
  await workbench.isChecked();
  await takeBoth(workbench, 'clusters/guided-peer-pods');
  await operation.continueWith(peerPodsPreview);
  await operation.confirmUntil('Peer pods are configured on kube-admin');
  await takeBoth(workbench, 'clusters/guided-peer-pods-done');
  await notifications.press('Peer pods are configured on kube-admin', 'Install Kata...');
}

async function install(workbench: Workbench): Promise<void> {
  const operation = new Operation(workbench);
  await workbench.quickInput.chooseAll('In the cloud', 'All worker nodes', /^info/, 'example-kataconfig');
  await operation.confirmUntil('Install Kata on kube-admin is complete.');
  await workbench.tree.shows(/Installed \| 2 nodes/);
  await workbench.notifications.dismiss('Install Kata on kube-admin is complete.');
}

/** Sets the log level, checks the pending steps, confirms the level with CRI-O, and resets it. */
async function changeLogLevel(workbench: Workbench): Promise<void> {
  const { quickInput, clipboard, notifications, tree, statusBar, webview } = workbench;
  const operation = new Operation(workbench);
  await workbench.run('Set Kata Node Log Level...');
  await quickInput.choose(/^debug/);
  await operation.showsPlan('Set Kata node log level');
  await webview.showsListItem(/^worker-1$/);
  const questions = await operation.confirmUntil('The log level on the Kata nodes is debug.');
  assert.deepEqual(questions, [], 'the plan is the only confirmation');
  await tree.showsRow('To do: Verify the log level on a node', 'Not verified');
  await tree.showsRow('To do: Reset to info', 'Not done yet');
  await tree.showsRow('Log level debug');
  await statusBar.shows(/log level debug/);
  await takeBoth(workbench, 'clusters/guided-log-level');
  await notifications.press('The log level on the Kata nodes is debug.', 'Verify on Node...');
  await quickInput.offers('Check Copied Output');
  await clipboard.copy('[crio.runtime]\nlog_level = "debug"\n');
  await quickInput.chooseAll('Check Copied Output', 'Clipboard');
  await tree.showsRow('Verify the log level on a node', /verified on worker-\d · \d\d:\d\d/);
  await notifications.press('uses log_level = "debug", as expected.', 'Reset to info');
  await operation.confirmUntil('The log level on the Kata nodes is info.');
  await notifications.dismiss('The log level on the Kata nodes is info.');
  await tree.lacksRow('Log level debug');
}

async function uninstall(workbench: Workbench): Promise<void> {
  const operation = new Operation(workbench);
  await workbench.run('Uninstall Kata');
  await workbench.quickInput.chooseAll('Delete the namespace', 'Delete the CRD');
  await operation.showsPlan('Uninstall Kata');
  await workbench.notifications.lacks('Reading kube-admin...');
  await takeBoth(workbench, 'clusters/guided-uninstall');
  const questions = await operation.confirmUntil('Uninstall Kata on kube-admin is complete.');
  assert.deepEqual(questions, [], 'the plan is the only confirmation');
  await workbench.tree.showsRow('Delete the Subscription', /Deleted · \d\d:\d\d/);
  await workbench.notifications.dismiss('Uninstall Kata on kube-admin is complete.');
  await workbench.tree.showsRow('Operator', 'Not installed');
}
