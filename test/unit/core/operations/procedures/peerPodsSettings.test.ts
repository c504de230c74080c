/**
 * Tests the peer pod limit, instance types, feature gates, and the restart with which cloud-api-adaptor applies them.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdaptorPods } from '#core/operations/lookups/peerPods/adaptorPods.ts';
import type { LookupResults } from '#core/operations/lookupList.ts';
import { featureGatesProcedure, gateConsequences } from '#core/operations/procedures/featureGates.ts';
import { instanceTypesProcedure } from '#core/operations/procedures/instanceTypes.ts';
import { peerPodsLimitProcedure } from '#core/operations/procedures/peerPodsLimit.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { object, readAt, snapshotOf, type Raw } from '#test/support/cluster/clusterObjects.ts';
import { playProcedure } from '#test/support/operations/procedureStage.ts';

const known = <T>(value: T) => ({ kind: 'known', value, asOf: readAt }) as const;
const settings = (data: Raw): Raw =>
  object('peer-pods-cm', { data }, { namespace: 'openshift-sandboxed-containers-operator', resourceVersion: '7' });

function situation(
  objects: Partial<Readonly<Record<WatchedKindId, readonly Raw[]>>>,
  facts: LookupResults,
  kinds?: readonly WatchedKindId[],
): ObservedCluster {
  return {
    context: 'demo',
    server: 'https://demo:6443',
    snapshot: snapshotOf(objects, kinds),
    history: emptyHistory,
    facts,
    now: readAt,
  };
}

const set = { name: 'osc-caa-ds', rollsOutItself: false, strategy: 'RollingUpdate', rolling: false } as const;
const pods = (more: Partial<AdaptorPods> = {}): LookupResults => ({
  adaptorPods: known<AdaptorPods>({
    configChanged: readAt - 60_000,
    configVersion: '7',
    daemonSet: set,
    started: [readAt - 600_000, readAt - 30_000],
    ...more,
  }),
  peerPodConfig: known({}),
});
const limited = { configMaps: [settings({ CLOUD_PROVIDER: 'aws', PEERPODS_LIMIT_PER_NODE: '20' })] };
const states = (now: ObservedCluster, limit = 20) =>
  peerPodsLimitProcedure.steps(now, { limit }).map(({ id, state }) => `${id} ${state}`);

describe('peer pod limit operation', () => {
  it('changes only the limit key before it restarts cloud-api-adaptor', () => {
    const [change, restart] = peerPodsLimitProcedure.steps(
      situation({ configMaps: [settings({ CLOUD_PROVIDER: 'aws', PEERPODS_LIMIT_PER_NODE: '10' })] }, pods()),
      { limit: 20 },
    );
    assert.equal(change?.state, 'ready');
    assert.deepEqual(change?.evidence, ['PEERPODS_LIMIT_PER_NODE: 10 (will change to 20)']);
    assert.deepEqual(
      change?.changes.map((one) => (one.how === 'merge' ? one.patch : undefined)),
      [{ data: { PEERPODS_LIMIT_PER_NODE: '20' } }],
    );
    assert.equal(restart?.state, 'later');
  });

  it('also updates the PeerPodConfig of older OSC releases', () => {
    const found = { ...object('x'), uid: 'u', name: 'peerpodconfig-openshift', resourceVersion: '1', limit: '10' };
    const facts = { ...pods(), peerPodConfig: known({ found }) };
    assert.deepEqual(states(situation(limited, facts)), ['peer-pod-config ready', 'settings later', 'restart later']);
    const done = { ...pods(), peerPodConfig: known({ found: { ...found, limit: '20' } }) };
    assert.deepEqual(states(situation(limited, done)), ['peer-pod-config done', 'settings done', 'restart ready']);
  });

  it("is blocked without peer-pods-cm and unknown if ConfigMaps can't be read", () => {
    assert.deepEqual(states(situation({}, pods())), ['settings blocked', 'restart later']);
    assert.deepEqual(states(situation({}, pods(), ['nodes'])), ['settings unknown', 'restart later']);
  });
});

describe('cloud-api-adaptor restart', () => {
  const restart = (facts: LookupResults) => peerPodsLimitProcedure.steps(situation(limited, facts), { limit: 20 })[1];

  it('is ready while a pod is older than the settings', () => {
    const step = restart(pods());
    assert.equal(step?.state, 'ready');
    assert.equal(step?.headline, '1 pod using old settings');
    const [change] = step?.changes ?? [];
    assert.equal(change?.target.name, 'osc-caa-ds');
    // The same change always results in the same patch, so it isn't sent twice.
    assert.deepEqual(restart(pods())?.changes, step?.changes);
    assert.match(step?.gate?.question ?? '', /on demo/);
  });

  it('is done when all pods are newer or no pods exist', () => {
    assert.equal(restart(pods({ started: [readAt - 60_000, readAt] }))?.state, 'done');
    const { daemonSet: _none, ...without } = { configChanged: readAt, configVersion: '7', daemonSet: set, started: [] };
    assert.equal(restart({ adaptorPods: known<AdaptorPods>(without) })?.state, 'done');
  });

  it('is waiting if the operator restarts pods automatically or a restart was requested', () => {
    assert.equal(restart(pods({ daemonSet: { ...set, rollsOutItself: true } }))?.state, 'waiting');
    assert.equal(restart(pods({ daemonSet: { ...set, rolling: true } }))?.state, 'waiting');
    assert.equal(restart(pods({ daemonSet: { ...set, restarted: readAt - 60_000 } }))?.state, 'waiting');
    assert.equal(restart(pods({ daemonSet: { ...set, restarted: readAt - 70_000 } }))?.state, 'ready');
    assert.equal(restart(pods({ started: [undefined, readAt] }))?.state, 'ready');
  });

  it('is blocked when pods must be deleted manually', () => {
    const step = restart(pods({ daemonSet: { ...set, strategy: 'OnDelete', restarted: readAt } }));
    assert.equal(step?.state, 'blocked');
    assert.match(step?.meaning ?? '', /OnDelete/);
  });

  it('is waiting while the facts predate the last settings change', () => {
    assert.equal(restart(pods({ configVersion: '6', started: [readAt] }))?.state, 'waiting');
  });

  it("is unknown, with the documented command, if pods can't be listed", () => {
    const problem = { why: 'forbidden', message: "You don't have permission to list pods." } as const;
    const step = restart({ adaptorPods: { kind: 'unknown', problem } });
    assert.equal(step?.state, 'unknown');
    assert.match(step?.meaning ?? '', /You don't have permission to list pods/);
    assert.match(
      step?.todo ?? '',
      /oc set env ds\/osc-caa-ds -n openshift-sandboxed-containers-operator REBOOT="\$\(date\)"/,
    );
  });
});

describe('instance types operation', () => {
  const change = (provider: string) => {
    const now = situation({ configMaps: [settings({ CLOUD_PROVIDER: provider })] }, pods());
    const [step] = instanceTypesProcedure.steps(now, { provider, defaultType: 'a.b', types: ['a.b', 'c.d'] });
    const [one] = step?.changes ?? [];
    return one?.how === 'merge' ? one.patch['data'] : undefined;
  };

  it('writes the keys of the cloud provider', () => {
    assert.deepEqual(change('aws'), { PODVM_INSTANCE_TYPE: 'a.b', PODVM_INSTANCE_TYPES: 'a.b,c.d' });
    assert.deepEqual(change('azure'), { AZURE_INSTANCE_SIZE: 'a.b', AZURE_INSTANCE_SIZES: 'a.b,c.d' });
    assert.deepEqual(change('gcp'), { GCP_MACHINE_TYPE: 'a.b', GCP_INSTANCE_TYPES: 'a.b,c.d' });
  });

  it('completes on a cluster with peer pods', async () => {
    const stage = liveStage({ name: 'peer-pods' });
    const played = await playProcedure(stage, instanceTypesProcedure, {
      provider: 'aws',
      defaultType: 't3.large',
      types: ['t3.large'],
    });
    assert.equal(played.outcome, 'done');
    assert.deepEqual(played.sent, ['Change ConfigMap peer-pods-cm']);
    assert.equal(played.asked.length, 1);
  });
});

describe('feature gates operation', () => {
  it('creates the ConfigMap, changes a key, and removes a key', async () => {
    const stage = liveStage({ name: 'two-workers-installed' });
    const first = await playProcedure(stage, featureGatesProcedure, { gates: { confidential: 'true' } });
    assert.deepEqual([first.outcome, first.sent], ['done', ['Apply ConfigMap osc-feature-gates']]);
    const second = await playProcedure(stage, featureGatesProcedure, { gates: { deploymentMode: 'MachineConfig' } });
    assert.deepEqual([second.outcome, second.sent], ['done', ['Change ConfigMap osc-feature-gates']]);
    const third = await playProcedure(stage, featureGatesProcedure, { gates: { confidential: undefined } });
    assert.deepEqual([third.outcome, third.sent], ['done', ['Change ConfigMap osc-feature-gates']]);
    const data = [...stage.snapshot().configMaps.items.values()].find(({ name }) => name === 'osc-feature-gates')?.data;
    assert.deepEqual(data, { deploymentMode: 'MachineConfig' });
  });

  it('explains the effect of a gate and names gates from unreleased source code', () => {
    assert.match(gateConsequences({ confidential: 'true' }).join('\n'), /Sets DISABLECVM to "false"/);
    assert.match(gateConsequences({ caaUpdateStrategy: 'OnDelete' }).join('\n'), /unreleased source code/);
    assert.match(
      gateConsequences({ confidential: undefined }).join('\n'),
      /removed, so the default value false applies/,
    );
  });
});
