/** Tests terminals in containers with the check of the policy, and debug shells on nodes. A script replaces oc. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { allowedCommandsRule, renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { packPolicy } from '#server/engine/encoding/pack.ts';
import { deployments, namespaces, pods } from '#simulator/controllers/framework/resourceNames.ts';
import { twoWorkersInstalled } from '#simulator/scenarios/clusters/twoWorkersInstalled.ts';
import type { Simulation } from '#simulator/main.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { makeStandInOc, type StandInOc } from '#test/support/standInOc/standInOc.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const namespace = 'shop';
/** The progress of the policy check. */
const checking = 'Checking the agent policy...';
const allowAll = renderDefaultPolicy('kata-allow-all') ?? '';
const policies = {
  open: allowAll,
  'no-exec': renderDefaultPolicy('kata-no-exec') ?? '',
  listed: `${renderDefaultPolicy('kata-no-exec') ?? ''}\n${allowedCommandsRule(['echo hello'])}`,
  'no-input': allowAll.replace('default WriteStreamRequest := true', 'default WriteStreamRequest := false'),
};

function deployment(name: string, policy: string): ObjectToWrite {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, annotations: { [policyAnnotationKey]: packPolicy(policy) } },
        spec: { runtimeClassName: 'kata', containers: [{ name: 'app', image: 'registry.example.com/shop/web:2.3' }] },
      },
    },
  };
}

/** Returns a pod that oc left on the node. */
function debugPod(name: string): ObjectToWrite {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      annotations: { 'debug.openshift.io/source-resource': '/v1, Resource=nodes/worker-0' },
    },
    spec: { nodeName: 'worker-0', containers: [{ name: 'container-00', image: 'registry.example.com/tools' }] },
  };
}

/** A pod without a sandbox that has two containers. */
const plainPod: ObjectToWrite = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'plain', namespace: 'default' },
  spec: {
    containers: ['main', 'sidecar'].map((name) => ({ name, image: 'registry.example.com/shop/web:2.3' })),
  },
};

describe('terminals', () => {
  let oc: StandInOc;
  const session = useSession(import.meta.filename);
  const shared = useSharedWindow(session, {});
  const clusters = useClusters(session);
  const state: { simulation?: Simulation } = {};

  before(async () => {
    oc = makeStandInOc();
    session().setMachineSettings({ 'osc.oc.path': oc.path });
    const prelude = [
      ...twoWorkersInstalled.prelude,
      { resource: namespaces, create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } } },
      ...Object.entries(policies).map(([name, policy]) => ({
        resource: deployments,
        create: deployment(name, policy),
      })),
      { resource: pods, create: debugPod('worker-0-debug-x2x4x') },
      { resource: pods, create: plainPod },
      { wait: 10 * 60_000 },
    ];
    state.simulation = await clusters.start({ ...twoWorkersInstalled, prelude }, { speed: 60 });
  });
  after(() => oc.remove());

  test('show before they connect that the policy denies the command, with the rule', () =>
    shared.play('terminal denied', async (workbench) => {
      const { quickInput, editor, notifications } = workbench;
      await connect(workbench);
      await workbench.run('Open Terminal in Container...');
      await quickInput.choose(/no-exec-/);
      await quickInput.offers('ExecProcessRequest: Denied');
      const [first, second] = await quickInput.rows();
      assert.match(first ?? '', /Show Rule$/);
      assert.match(second ?? '', /Try Anyway$/);
      await notifications.lacks(checking);
      await takeBoth(workbench, 'terminal-denied');
      await quickInput.choose('Show Rule');
      await editor.containsLine('default ExecProcessRequest := false');
      await workbench.run('View: Close All Editors');
      await workbench.run('Open Terminal in Container...');
      await quickInput.chooseAll(/no-exec-/, 'Try Anyway');
      await notifications.dismiss('ExecProcessRequest is blocked by policy');
      await workbench.run('Terminal: Kill All Terminals');
    }));

  test('open in a container that the policy allows, and show the exit code', () =>
    shared.play('terminal allowed', async (workbench) => {
      const { quickInput, terminal, tree, notifications } = workbench;
      await connect(workbench);
      await tree.expand('Pods');
      await tree.expand(namespace, 'pods');
      await tree.shows(/open-\S+/);
      const [label = ''] = /open-[\w-]+/.exec(await tree.text()) ?? [];
      await tree.choose(label, 'Open Terminal in Container...');
      await quickInput.offers('ExecProcessRequest: Allowed');
      await notifications.lacks(checking);
      await takeBoth(workbench, 'terminal-allowed');
      await quickInput.choose('Open Terminal');
      await terminal.type('echo hello\n');
      await terminal.shows('hello');
      await terminal.type('ls /\n');
      await terminal.shows('etc');
      await takeBoth(workbench, 'terminal');
      await terminal.type('exit 3\n');
      await terminal.shows('The command exited with code 3.');
      await terminal.press('Enter');
    }));

  test('run one command without input if the policy denies input', () =>
    shared.play('terminal without input', async (workbench) => {
      const { quickInput, terminal, notifications } = workbench;
      await connect(workbench);
      await workbench.run('Open Terminal in Container...');
      await quickInput.choose(/no-input-/);
      await quickInput.offers('WriteStreamRequest: Denied');
      await notifications.lacks(checking);
      await takeBoth(workbench, 'terminal-no-input');
      await quickInput.choose('Run One Command...');
      await quickInput.answer('Command and its arguments', 'echo without input');
      await quickInput.choose('Run Command');
      await terminal.shows('without input');
      await terminal.shows('The command exited with code 0.');
      await workbench.run('Terminal: Kill All Terminals');
    }));

  test('offer the commands that the policy lists first', () =>
    shared.play('terminal listed', async (workbench) => {
      const { quickInput, terminal } = workbench;
      await connect(workbench);
      await workbench.run('Open Terminal in Container...');
      await quickInput.choose(/listed-/);
      await quickInput.offers('/bin/sh');
      assert.match((await quickInput.rows())[0] ?? '', /echo hello/);
      await quickInput.choose('echo hello');
      await quickInput.offers('ExecProcessRequest: Allowed');
      await quickInput.choose('Open Terminal');
      await terminal.shows('The command exited with code 0.');
      await workbench.run('Terminal: Kill All Terminals');
    }));

  test('open in one of the containers of a pod without a sandbox, without a policy check', () =>
    shared.play('terminal without sandbox', async (workbench) => {
      const { quickInput, terminal } = workbench;
      await connect(workbench);
      await workbench.run('Open Terminal in Container...');
      await quickInput.chooseAll('Other pod...', 'plain');
      await quickInput.offers('main');
      await quickInput.choose('sidecar');
      await quickInput.offers('Open Terminal');
      const [open, edit, ...others] = await quickInput.rows();
      assert.match(open ?? '', /Open Terminal$/);
      assert.match(edit ?? '', /Edit Command\.\.\.$/);
      assert.deepEqual(others, []);
      await quickInput.choose('Open Terminal');
      await terminal.shows('Connecting to default/plain/sidecar.');
      await terminal.type('echo hello\n');
      await terminal.shows('hello');
      await workbench.run('Terminal: Kill All Terminals');
    }));

  test('show that they end when the window reloads, and are not restored', () =>
    shared.play('terminal and reload', async (workbench) => {
      const { quickInput, terminal, tree } = workbench;
      await connect(workbench);
      await workbench.run('Open Terminal in Container...');
      await quickInput.choose(/open-/);
      await quickInput.choose('Open Terminal');
      await terminal.shows('The terminal ends when the window reloads.');
      await terminal.type('echo hello\n');
      await terminal.shows('hello');
      const { execs } = state.simulation ?? assert.fail();
      assert.equal(execs.open, 1);
      await workbench.reload();
      await tree.open();
      await tree.showsRow('kube-admin', 'Connected');
      // VS Code opens a shell on the computer, because the panel with the terminals is open.
      assert.doesNotMatch(await terminal.text(), /Connecting to|hello/);
      assert.equal(execs.open, 0);
      await workbench.run('Terminal: Kill All Terminals');
    }));

  test('open on a node with oc, after a confirmation, and offer to delete debug pods that remain', () =>
    shared.play('node shell', async (workbench) => {
      const { quickInput, dialogs, terminal, notifications } = workbench;
      await connect(workbench);
      oc.plan({ lines: ['Starting pod/worker-0-debug', 'sh-5.1#'] });
      await workbench.run('Open Node Debug Shell...');
      await quickInput.choose('worker-0');
      await dialogs.press(
        'Delete Debug Pods',
        'Debug pods of node worker-0 exist on kube-admin',
        'worker-0-debug-x2x4x',
      );
      const { detail } = await dialogs.press('Open Shell', 'Open a debug shell on node worker-0 of kube-admin?');
      assert.match(detail, /privileged pod on worker-0/);
      assert.match(detail, /Image: \S+/);
      await notifications.appears('Deleted on kube-admin');
      await terminal.shows('Starting pod/worker-0-debug');
      assert.deepEqual(oc.calls().at(-1)?.args.slice(-2), ['debug', 'node/worker-0']);
      assert.equal(oc.calls().at(-1)?.kubeconfig, undefined);
      // Killing the terminal kills oc, which then leaves its pod.
      const { store, resources } = state.simulation ?? assert.fail();
      const type = resources.need('', 'pods');
      const left = 'worker-0-debug-left';
      assert.ok(store.create(type, debugPod(left)).ok);
      await workbench.run('Terminal: Kill All Terminals');
      await dialogs.press('Delete Debug Pods', 'Debug pods of node worker-0 exist on kube-admin', left);
      await notifications.appears(/Deleted on kube-admin: .*worker-0-debug-left/);
      assert.ok(
        store.get(type, 'default', left)?.metadata.deletionTimestamp !== undefined ||
          store.get(type, 'default', left) === undefined,
      );
    }));
});

/** Opens the cluster if no earlier test has opened it in this window. */
async function connect({ tree }: Workbench): Promise<void> {
  await tree.open();
  await tree.showsRow('kube-admin');
  if (await tree.hasRow('kube-admin', 'Not open')) await tree.openCluster('kube-admin');
}
