import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  changedKeys,
  contextKeys,
  menuContextValues,
  type ContextCluster,
} from '#client/clusters/state/contextKeys.ts';
import { permissionWord } from '#client/clusters/state/permissionWord.ts';
import type { ClusterAction } from '#core/operations/permissions/permittedActions.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { manifest } from '#test/support/repository/manifest.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

/** Returns the snapshot of a scenario's cluster after 2 simulated minutes. */
function played(name: string): Snapshot {
  const cluster = stage({ name });
  cluster.pass(120_000);
  return playedSnapshot(cluster.client, cluster.clock.now());
}

const cluster = (snapshot: Snapshot, more: Partial<ContextCluster> = {}): ContextCluster => ({
  snapshot,
  isDemo: false,
  mayHaveWorkloads: true,
  ...more,
});
const trueOf = (clusters: readonly ContextCluster[], mustGathers = 0): readonly string[] =>
  Object.entries(contextKeys({ clusters, mustGathers })).flatMap(([key, value]) => (value ? [key] : []));

/**
 * Returns the `when` clause of a command in a menu. Returns an empty string if the command has none, or `no entry` if
 * the menu doesn't contain the command.
 */
function whenOf(
  menu: 'commandPalette' | 'osc.kata' | 'osc.peerPods' | 'view/item/context',
  command: string,
  group?: string,
): string {
  const items: readonly Readonly<Record<string, unknown>>[] = manifest.contributes.menus[menu];
  const found = items.find((item) => item['command'] === command && (group === undefined || item['group'] === group));
  const when = found?.['when'] ?? '';
  return found === undefined || typeof when !== 'string' ? 'no entry' : when;
}

/** Returns the words for the menu of a cluster, except those for permissions. */
function wordsOf(snapshot: Snapshot): readonly string[] {
  return menuContextValues(snapshot).filter((word) => !word.startsWith('osc-may'));
}

describe('available commands', () => {
  test('depend on open clusters and must-gathers, peer pods, workloads, and required logins', () => {
    assert.deepEqual(trueOf([]), []);
    assert.deepEqual(trueOf([], 1), ['osc.mustGatherOpen']);
    assert.deepEqual(trueOf([cluster(emptySnapshot)]), ['osc.clusterOpen', 'osc.workloads']);
    const unauthorized = {
      ...emptySnapshot,
      nodes: {
        ...emptySnapshot.nodes,
        state: { kind: 'unauthorized' as const, trouble: { message: 'no', status: 401 } },
      },
    };
    assert.deepEqual(trueOf([cluster(unauthorized, { mayHaveWorkloads: false })]), [
      'osc.clusterOpen',
      'osc.loginRequired',
    ]);
    assert.deepEqual(trueOf([cluster(played('two-workers-installed'))]), [
      'osc.clusterOpen',
      'osc.workloads',
      'osc.kataInstalled',
      'osc.ownClusterConnected',
    ]);
    assert.ok(trueOf([cluster(played('peer-pods'))]).includes('osc.peerPods'));
  });

  test('include the peer pods ports on a cloud before peer pods are configured, but not on bare metal', () => {
    const keys = trueOf([cluster(played('aws'))]);
    assert.ok(keys.includes('osc.peerPodsPossible') && !keys.includes('osc.peerPods'), keys.join(', '));
    assert.ok(!trueOf([cluster(played('two-workers-installed'))]).includes('osc.peerPodsPossible'));
    assert.deepEqual(wordsOf(played('aws')), ['osc-installable', 'osc-peerPodsPossible']);
  });

  test('include the log level reset in the Command Palette while an open cluster has another level', () => {
    const installed = played('two-workers-installed');
    const items = new Map([...installed.kataConfigs.items].map(([uid, item]) => [uid, { ...item, logLevel: 'debug' }]));
    const loud = { ...installed, kataConfigs: { ...installed.kataConfigs, items } };
    assert.ok(trueOf([cluster(installed), cluster(loud)]).includes('osc.logLevelChanged'));
    assert.ok(!trueOf([cluster(installed)]).includes('osc.logLevelChanged'));
    assert.match(whenOf('commandPalette', 'osc.kata.resetLogLevel'), /\bosc\.logLevelChanged\b/);
  });

  test('are in the Command Palette only if they can work', () => {
    for (const command of [
      'osc.cluster.close',
      'osc.cluster.useForChecks',
      'osc.cluster.check',
      'osc.kata.install',
      'osc.logs.show',
      'osc.mustGather.collect',
      'osc.file.apply',
    ])
      assert.match(whenOf('commandPalette', command), /\bosc\.clusterOpen\b/, command);
    for (const command of [
      'osc.peerpods.setLimit',
      'osc.peerpods.setInstanceTypes',
      'osc.peerpods.enterCredentials',
      'osc.logs.imageJob',
    ])
      assert.match(whenOf('commandPalette', command), /\bosc\.peerPods\b/, command);
    assert.equal(whenOf('commandPalette', 'osc.peerpods.openPorts'), 'osc.peerPodsPossible');
    for (const command of ['osc.workload.sandbox', 'osc.workload.isSandboxed'])
      assert.match(whenOf('commandPalette', command), /\bosc\.workloads\b/, command);
    assert.equal(whenOf('commandPalette', 'osc.mustGather.close'), 'osc.mustGatherOpen');
    assert.equal(whenOf('commandPalette', 'osc.cluster.logIn'), 'osc.loginRequired');
  });

  test('are in the menu of a cluster only if there is something to do', () => {
    assert.deepEqual(wordsOf(played('two-workers')), ['osc-installable']);
    assert.deepEqual(wordsOf(played('two-workers-installed')), []);
    assert.deepEqual(wordsOf(played('no-permission')), []);
    assert.match(whenOf('osc.kata', 'osc.kata.install'), /osc-installable/);
    assert.match(whenOf('osc.peerPods', 'osc.peerpods.setLimit'), /osc-peerPods\\b/);
    assert.match(whenOf('osc.peerPods', 'osc.peerpods.openPorts'), /osc-peerPodsPossible/);
    assert.match(whenOf('view/item/context', 'osc.row.logIn', '1_osc@4'), /osc-loggedOut/);
    assert.equal(whenOf('osc.kata', 'osc.cluster.check'), '');
  });

  test('omit the commands that require the operator in the menu of a cluster without the operator', () => {
    const isOffered = (snapshot: Snapshot, ...actions: readonly ClusterAction[]): readonly boolean[] =>
      actions.map((action) => menuContextValues(snapshot).includes(permissionWord(action)));
    const none = played('operator-missing');
    assert.deepEqual(isOffered(none, 'update', 'uninstall', 'setLogLevel', 'setNodes'), [false, false, false, false]);
    assert.deepEqual(isOffered(none, 'setFeatureGates', 'configurePeerPods', 'enterCredentials', 'setPeerPodsLimit'), [
      false,
      false,
      false,
      false,
    ]);
    assert.deepEqual(isOffered(none, 'install', 'setEligibility', 'collectMustGather'), [true, true, true]);
    assert.deepEqual(
      isOffered(emptySnapshot, 'update', 'uninstall', 'setLogLevel'),
      [true, true, true],
      'not read yet',
    );
    assert.deepEqual(isOffered(played('two-workers-installed'), 'update', 'uninstall'), [true, true]);
  });

  test('include the uninstall without the operator while the CRD exists', () => {
    const none = played('operator-missing');
    const left = { ...none, kataConfigs: { ...none.kataConfigs, state: { kind: 'live' as const }, asOf: 1 } };
    const words = menuContextValues(left);
    assert.ok(words.includes(permissionWord('uninstall')), words.join(' '));
    assert.ok(!words.includes(permissionWord('update')), words.join(' '));
  });
});

describe('steps of the tour', () => {
  test('are completed by a cluster of the user, not by the demo cluster', () => {
    const snapshot = played('two-workers-installed');
    assert.ok(trueOf([cluster(snapshot)]).includes('osc.ownClusterConnected'));
    assert.ok(!trueOf([cluster(snapshot, { isDemo: true })]).includes('osc.ownClusterConnected'));
    assert.ok(!trueOf([cluster(emptySnapshot)]).includes('osc.ownClusterConnected'), 'a cluster that has not answered');
  });

  test('are completed when Kata is installed, not when the installation starts', () => {
    assert.ok(!trueOf([cluster(played('two-workers'))]).includes('osc.kataInstalled'));
    assert.ok(trueOf([cluster(played('two-workers-installed'), { isDemo: true })]).includes('osc.kataInstalled'));
  });
});

test('only changed context keys are sent to VS Code', () => {
  const none = contextKeys({ clusters: [], mustGathers: 0 });
  assert.equal(changedKeys(undefined, none).length, Object.keys(none).length);
  assert.deepEqual(changedKeys(none, none), []);
  assert.deepEqual(changedKeys(none, contextKeys({ clusters: [], mustGathers: 2 })), [['osc.mustGatherOpen', true]]);
});
