/** Tests nodes on which a DaemonSet installs Kata: each label in both forms, and the failures that aren't reported. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getDaemonSetMode, listForLabel } from '#core/status/daemonSetMode/daemonSetMode.ts';
import { hasPeerPodsFault } from '#core/status/daemonSetMode/peerPodsFault.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { nodeGroups } from '#core/status/nodes/nodeGroups.ts';
import { displayedHealth, getNodeStatus, type NodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { summarizeNodes } from '#core/status/summary/nodeSummary.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import {
  condition,
  kataConfig,
  manager,
  object,
  pools,
  readAt,
  snapshotOf,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';

const installLabel = 'kataconfiguration.openshift.io/kata-ds-rpm-install';
const installing = condition('True', 'Installing', 'Performing initial installation of kata on cluster');
const uninstalling = condition('True', 'Uninstalling', 'Removing kata from cluster');
const deleted = { deletionTimestamp: '2026-11-01T11:40:00Z' };
const installer = object('osc-rpm-install');
const uninstaller = object('osc-rpm-uninstall');
const configSync = object('osc-config-sync-install');

/** Creates a node of a cluster without the Machine Config Operator. */
function hostedWorker(name: string, label: string | undefined, more: Raw = {}): Raw {
  const labels = { 'node-role.kubernetes.io/kata-oc': '', ...(label === undefined ? {} : { [installLabel]: label }) };
  const raw = worker(name, { labels, ...more });
  return { ...raw, metadata: { ...(raw['metadata'] as Raw), annotations: {} } };
}

type Objects = Parameters<typeof snapshotOf>[0];

/** Creates a cluster with peer pods, on which the two forms differ. */
function cluster(nodes: readonly Raw[], more: Objects = {}): Snapshot {
  return snapshotOf({
    kataConfigs: [kataConfig(installing, { nodeCount: nodes.length }, {}, { enablePeerPods: true })],
    deployments: [manager],
    daemonSets: [installer],
    nodes,
    ...more,
  });
}

const older = { daemonSets: [installer, configSync] };
const leaving = {
  kataConfigs: [kataConfig(uninstalling, {}, {}, { enablePeerPods: true }, deleted)],
  daemonSets: [uninstaller],
};
const olderLeaving = { ...leaving, daemonSets: [uninstaller, object('osc-config-sync-uninstall')] };

function statusOf(label: string | undefined, more: Objects = {}): NodeStatus {
  return getNodeStatus(cluster([hostedWorker('worker-0', label)], more), 'worker-0', readAt);
}

describe('node label of an installation by a DaemonSet', () => {
  const blocked = 'Blocked: reboot the node';
  for (const [label, more, headline, health, list] of [
    ['waiting_to_install', {}, 'Pending', 'busy', 'waitingToInstall'],
    ['waiting_to_install', older, 'Pending', 'busy', 'waitingToInstall'],
    ['installing', {}, 'Installing', 'busy', 'installing'],
    ['installing', older, 'Installing', 'busy', 'installing'],
    ['waiting_for_reboot', {}, blocked, 'attention', 'waitingToInstall'],
    ['waiting_for_reboot', older, blocked, 'attention', 'installing'],
    ['installed', {}, 'Installed', 'ok', 'installed'],
    ['installed', older, 'Installed', 'ok', 'installed'],
    ['staging', {}, 'Unknown state: staging', 'unknown', 'waitingToInstall'],
    ['staging', older, 'Unknown state: staging', 'unknown', 'waitingToInstall'],
    [undefined, {}, 'Pending', 'busy', 'waitingToInstall'],
    ['waiting_to_uninstall', leaving, 'Pending', 'busy', 'waitingToUninstall'],
    ['waiting_to_uninstall', olderLeaving, 'Pending', 'busy', 'waitingToUninstall'],
    ['uninstalling', leaving, 'Uninstalling', 'busy', 'uninstalling'],
    ['uninstalling', olderLeaving, 'Uninstalling', 'busy', 'uninstalling'],
    ['waiting_for_reboot', leaving, blocked, 'attention', 'waitingToUninstall'],
    ['waiting_for_reboot', olderLeaving, blocked, 'attention', 'uninstalling'],
    ['installed', leaving, 'Installed, uninstall pending', 'busy', 'waitingToUninstall'],
    ['uninstalled', leaving, "Kata isn't installed", 'ok', undefined],
    ['uninstalled', olderLeaving, "Kata isn't installed", 'ok', undefined],
  ] as const) {
    const form = getDaemonSetMode(cluster([], more))?.form ?? 'unknown';
    const phase = 'kataConfigs' in more ? 'uninstall' : 'install';
    test(`${String(label)} (${form}, ${phase}) means ${headline}`, () => {
      const status = statusOf(label, more);
      assert.deepEqual([status.headline, displayedHealth(status), status.list], [headline, health, list]);
    });
  }

  test('shows how to reboot a blocked node, and the label as evidence', () => {
    const { stuck = '', todo = '', evidence } = statusOf('waiting_for_reboot', older);
    assert.match(stuck, /Neither the pod nor the operator reboots the node/);
    assert.match(todo, /oc adm drain worker-0 .* systemctl reboot/);
    assert.match(evidence.join('\n'), /kata-ds-rpm-install of the node is "waiting_for_reboot"/);
    assert.doesNotMatch(evidence.join('\n'), /Machine Config/);
  });

  test('requires the reboot but derives no list if the form is unknown', () => {
    const withoutPeerPods = { kataConfigs: [kataConfig(installing)] };
    const status = statusOf('waiting_for_reboot', withoutPeerPods);
    assert.deepEqual([status.headline, status.health], [blocked, 'attention']);
    assert.equal(status.list, undefined);
    assert.equal(listForLabel('waiting_for_reboot', { isUninstalling: false }), undefined);
  });

  test('shows an unknown label value sanitized', () => {
    assert.equal(statusOf('a\u001B[31mb').headline.includes('\u001B'), false);
  });

  test('needs attention if the DaemonSet that changes the label is missing', () => {
    const status = statusOf('installing', { daemonSets: [] });
    assert.equal(displayedHealth(status), 'attention');
    assert.match(status.stuck ?? '', /the DaemonSet osc-rpm-install doesn't exist/);
    const uninstall = statusOf('uninstalling', { ...leaving, daemonSets: [] });
    assert.match(uninstall.stuck ?? '', /the DaemonSet osc-rpm-uninstall doesn't exist/);
  });

  test("a node that isn't ready, or an operator that isn't running, blocks the installation", () => {
    const node = hostedWorker('worker-0', 'waiting_to_install', { ready: 'False' });
    assert.match(getNodeStatus(cluster([node]), 'worker-0', readAt).stuck ?? '', /isn't ready/);
    const stopped = object('controller-manager', { spec: { replicas: 1 }, status: {} });
    assert.match(statusOf('waiting_to_install', { deployments: [stopped] }).stuck ?? '', /operator isn't running/);
  });
});

describe('installation by a DaemonSet', () => {
  test('is detected by its DaemonSets, or by the label on a cluster without pools', () => {
    const labeled = [hostedWorker('worker-0', 'installed')];
    assert.equal(getDaemonSetMode(cluster([hostedWorker('worker-0', undefined)]))?.form, 'newer');
    assert.equal(getDaemonSetMode(cluster(labeled, older))?.form, 'older');
    assert.deepEqual(getDaemonSetMode(cluster(labeled, { daemonSets: [] })), {
      isUninstalling: false,
      hasInstaller: false,
    });
    assert.equal(getDaemonSetMode(cluster(labeled, { daemonSets: [], machineConfigPools: pools })), undefined);
    assert.equal(getDaemonSetMode(cluster([worker('worker-0')], { daemonSets: [] })), undefined);
  });

  test('counts as the older form during an update from it, while its DaemonSets remain', () => {
    const both = { daemonSets: [installer, uninstaller, configSync] };
    assert.deepEqual(getDaemonSetMode(cluster([], both)), { form: 'older', isUninstalling: false, hasInstaller: true });
  });

  test('never shows a number of failed nodes', () => {
    const snapshot = cluster([hostedWorker('worker-0', 'installing')], {
      kataConfigs: [kataConfig(installing, { installing: ['worker-0'], nodeCount: 1 }, {}, { enablePeerPods: true })],
    });
    assert.deepEqual(summarizeNodes(snapshot, readAt).slice(0, 1), [
      'Installing: 1, Failed: not reported in this mode',
    ]);
    const { kataConfig: seen } = indexSnapshot(snapshot);
    assert.ok(seen !== undefined);
    for (const { meaning, next, todo } of nodeGroups(seen, snapshot))
      assert.doesNotMatch(`${meaning} ${next} ${todo}`, /Machine Config|reboot/);
    const { headline, next = '' } = explainKataConfig(seen, snapshot);
    assert.equal(headline, 'Installing: 0 of 1 done');
    assert.match(next, /DaemonSet osc-rpm-install/);
  });

  test('asks for a reboot of all blocked nodes in the KataConfig', () => {
    const nodes = ['worker-0', 'worker-1'].map((name) => hostedWorker(name, 'waiting_for_reboot'));
    const snapshot = cluster(nodes, older);
    const { kataConfig: seen } = indexSnapshot(snapshot);
    assert.ok(seen !== undefined);
    const { health, headline, meaning } = explainKataConfig(seen, snapshot);
    assert.deepEqual([health, headline], ['attention', 'Blocked: reboot the nodes']);
    assert.match(meaning, /worker-0 and worker-1/);
  });

  test('describes an uninstall without a reboot by the Machine Config Operator', () => {
    const lists = { uninstalling: ['worker-0'] };
    const snapshot = cluster([hostedWorker('worker-0', 'uninstalling')], {
      ...leaving,
      kataConfigs: [kataConfig(uninstalling, lists, {}, { enablePeerPods: true }, deleted)],
    });
    const { kataConfig: seen } = indexSnapshot(snapshot);
    assert.ok(seen !== undefined);
    assert.match(explainKataConfig(seen, snapshot).next ?? '', /DaemonSet osc-rpm-uninstall/);
  });

  test('reports the known fault of peer pods only for an affected release, after 30 minutes, on no installed node', () => {
    const faulty = (version: string, lists: Raw, since = '2026-11-01T11:20:00Z', enablePeerPods = true): boolean =>
      hasPeerPodsFault(
        cluster([hostedWorker('worker-0', 'installing')], {
          kataConfigs: [kataConfig({ ...installing, lastTransitionTime: since }, lists, {}, { enablePeerPods })],
          clusterServiceVersions: [
            object(`sandboxed-containers-operator.v${version}`, { spec: { version }, status: { phase: 'Succeeded' } }),
          ],
        }),
      );
    const lists = { installing: ['worker-0'] };
    assert.equal(faulty('1.13.0', lists), true);
    assert.equal(faulty('1.13.1', lists), true);
    assert.equal(faulty('1.13.2', lists), false);
    assert.equal(faulty('1.12.1', lists), false);
    assert.equal(faulty('1.13.1', lists, '2026-11-01T11:40:00Z'), false);
    assert.equal(faulty('1.13.1', lists, '2026-11-01T11:20:00Z', false), false);
    assert.equal(faulty('1.13.1', { ...lists, installed: ['worker-1'] }), false);
    assert.equal(faulty('1.13.1', {}), false);
  });

  test('evaluates 250 nodes', () => {
    const nodes = Array.from({ length: 250 }, (_, index) => hostedWorker(`worker-${index}`, 'waiting_for_reboot'));
    const snapshot = cluster(nodes, older);
    const names = [...indexSnapshot(snapshot).nodes.keys()];
    const healths = names.map((name) => getNodeStatus(snapshot, name, readAt).health);
    assert.equal(healths.filter((health) => health === 'attention').length, 250);
  });
});
