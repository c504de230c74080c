/**
 * Tests what the tree and the pickers show for a cluster whose connection is lost and for unknown data: none of it
 * looks healthy.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import { connectionProblem } from '#client/clusters/state/connectionProblem.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import { openChoices } from '#client/clusters/sessions/openClusterChoices.ts';
import type { NodeView, TreeNode } from '#client/tree/model/nodeView.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { snapshotWith } from '#test/support/cluster/clusterHealth.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { inUtc } from '#test/support/time/utc.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { emptyTreeInput, viewWithTooltip } from '#test/support/cluster/treeInput.ts';

inUtc();

const at = Date.UTC(2026, 0, 1, 1, 51);
const info: ContextInfo = {
  name: 'demo',
  server: 'https://api.demo.example.com:6443',
  user: 'kube:admin',
  current: true,
};
const trouble = { message: 'Connection refused by api.demo.example.com:6443' };
const lost: SyncState = { kind: 'retrying', trouble, since: at, next: at + 90_000 };

const seenOf = (snapshot: Snapshot, now = at + 60_000): ClusterTreeInput => ({
  ...emptyTreeInput,
  snapshot,
  now,
});

function all(node: TreeNode): readonly NodeView[] {
  return [viewWithTooltip(node), ...(node.children?.() ?? []).flatMap(all)];
}

/** Returns all rows of a simulator scenario. */
function rowsOf(name: string, state?: SyncState): readonly NodeView[] {
  const { client, clock } = stage({ name });
  const now = clock.now();
  const kinds = Object.keys(playedSnapshot(client, now));
  const snapshot = playedSnapshot(
    client,
    now,
    state === undefined ? {} : Object.fromEntries(kinds.map((kind) => [kind, state])),
  );
  return all(clusterNode(seenOf(snapshot, now), info, false));
}

test('rows below an unreachable cluster are dimmed and lose their ticks, and its first row shows the time and the reason', () => {
  const before = rowsOf('two-workers-installed');
  assert.ok(before.some(({ icon }) => icon === 'pass'));
  assert.ok(before.every(({ isDimmed }) => isDimmed === undefined));
  const [cluster, first, ...rows] = rowsOf('two-workers-installed', lost);
  assert.ok(rows.length > 10);
  for (const { label, icon, color, isDimmed, accessibility } of rows) {
    assert.equal(isDimmed, true, label);
    assert.equal(color, 'disabledForeground', label);
    assert.notEqual(icon, 'pass', label);
    assert.match(accessibility, /, outdated$/);
    assert.doesNotMatch(accessibility, /Healthy(?!, outdated$)/);
  }
  assert.equal(cluster?.icon, 'warning');
  assert.match(cluster?.accessibility ?? '', /^Cluster demo, Unreachable since .*01:51, Needs attention$/);
  assert.match(first?.description ?? '', /^since .*01:51$/);
  assert.deepEqual([first?.label, first?.icon, first?.isDimmed], ['Unreachable', 'warning', undefined]);
  assert.match(
    (first?.tooltip ?? '').replaceAll('\\', ''),
    /Connection refused by api\.demo\.example\.com:6443\. Next attempt at 01:52:30\./,
  );
});

test('rows of a cluster that is paused or being read again also lose their ticks', () => {
  for (const state of [{ kind: 'paused' }, { kind: 'syncing' }] as const)
    assert.ok(rowsOf('two-workers-installed', state).every(({ icon }) => icon !== 'pass'));
});

test('cluster picker shows which cluster is unreachable (and lists it last)', () => {
  const session = (context: string, state: SyncState) => ({
    context,
    info: { ...info, server: `https://${context}` },
    snapshot: snapshotWith({ state, asOf: at }),
  });
  const choices = openChoices(
    [
      session('dead', lost),
      session('out', { kind: 'unauthorized', trouble: { message: 'Unauthorized', status: 401 } }),
      session('good', { kind: 'live' }),
    ],
    at,
  );
  assert.deepEqual(
    choices.map(({ label, description }) => `${label}: ${description}`),
    ['good: ', 'out: Login required', 'dead: Unreachable since 01:51'],
  );
  assert.equal(choices[2]?.detail, 'https://dead');
});

test('a command on a cluster reports a lost connection or a required login', () => {
  const problem = (state: SyncState) => connectionProblem('demo', snapshotWith({ state, asOf: at }));
  assert.deepEqual(problem(lost), {
    kind: 'unreachable',
    message:
      'demo is unreachable: Connection refused by api.demo.example.com:6443. Run the command again when the cluster responds.',
  });
  assert.deepEqual(problem({ kind: 'unauthorized', trouble: { message: 'Unauthorized', status: 401 } }), {
    kind: 'unauthorized',
    message: 'demo requires a login. Log in, then run the command again.',
  });
  for (const state of [
    { kind: 'live' },
    { kind: 'paused' },
    { kind: 'syncing' },
    { kind: 'idle' },
  ] satisfies SyncState[])
    assert.equal(problem(state), undefined, state.kind);
});

test('rows of a pod list are dimmed and lose their ticks one minute after the list was read', () => {
  const { client, clock } = stage({ name: 'two-workers-installed' });
  const now = clock.now();
  const pods = [
    {
      uid: 'p1',
      name: 'web-1',
      namespace: 'shop',
      resourceVersion: '1',
      runtimeClass: 'kata',
      phase: 'Running',
      node: 'worker-0',
    },
  ];
  const rowsAt = (later: number, states: Readonly<Record<string, SyncState>> = {}): readonly NodeView[] => {
    const seen = {
      ...seenOf(playedSnapshot(client, now, states), now + later),
      workloads: { kind: 'loaded', pods, asOf: now } as const,
    };
    return all(clusterNode(seen, info, false)).filter(({ label }) => label === 'Pods' || label === 'web-1');
  };
  assert.deepEqual(
    rowsAt(60_000).map(({ icon, isDimmed }) => [icon, isDimmed]),
    [
      ['package', undefined],
      ['pass', undefined],
    ],
  );
  assert.deepEqual(
    rowsAt(60_001).map(({ icon, isDimmed }) => [icon, isDimmed]),
    [
      ['package', true],
      ['circle-outline', true],
    ],
  );
  const kinds = Object.keys(playedSnapshot(client, now));
  for (const { accessibility } of rowsAt(60_001, Object.fromEntries(kinds.map((kind) => [kind, lost]))))
    assert.equal(accessibility.match(/outdated/g)?.length, 1);
});

test('only commands that are useful without a connection skip the check of the connection', () => {
  const client = new URL('../../../../client/src/', import.meta.url);
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const callers = files.filter((name) => readFileSync(new URL(name, client), 'utf8').includes('clusters.chooseAny('));
  assert.deepEqual(callers.map((name) => name.replaceAll('\\', '/')).toSorted(), [
    'logs/actions/showImageJob.ts',
    'metrics/chooseSource.ts',
    'mustGather/actions/cleanUp.ts',
    'operations/actions/applyFile.ts',
    'operations/actions/checkReadiness.ts',
    'operations/actions/compareFile.ts',
    'operations/actions/copyPortTest.ts',
    'operations/actions/createRunbook.ts',
    'operations/actions/dismissOperation.ts',
    'operations/actions/groupWorkloads.ts',
    'operations/actions/openPorts.ts',
    'operations/engine/chooseOperation.ts',
    'operations/folder/folderComparison.ts',
  ]);
});

test('cluster row shows that files are checked against old data', () => {
  const description = (state: SyncState) =>
    clusterNode(seenOf(snapshotWith({ state, asOf: at }), at), info, true).view.description;
  assert.equal(description({ kind: 'live' }), 'Used for file checks');
  assert.equal(description(lost), 'Used for file checks (last updated 01:51)');
});

test('configured peer pods have no tick while no peer pod can run', () => {
  const row = rowsOf('peer-pods').find(({ label }) => label === 'Peer pods');
  assert.deepEqual([row?.description, row?.icon, row?.color], ['No KataConfig', 'circle-outline', undefined]);
  assert.match(row?.accessibility ?? '', /No KataConfig, None$/);
  assert.match(row?.tooltip ?? '', /Set up · no KataConfig/);
  const image = rowsOf('peer-pods').find(({ label }) => label === 'Image');
  assert.deepEqual([image?.description, image?.icon], ['None', 'circle-outline']);
});

test('node eligibility links to the documentation of the installed release', () => {
  const row = rowsOf('two-workers-installed').find(({ label }) => label === 'Eligible');
  assert.equal(row?.description, 'No labels');
  assert.match(
    (row?.tooltip ?? '').replaceAll('\\', ''),
    /\[OSC 1\.12 documentation\]\(https:\/\/docs\.redhat\.com\/en\/documentation\/openshift_sandboxed_containers\/1\.12\)/,
  );
  for (const { tooltip = '' } of rowsOf('two-workers-installed'))
    assert.doesNotMatch(tooltip.replaceAll('\\', ''), /OSC 1\.5|sandboxed_containers\/1\.5/);
});

test('a node without a required feature has no question mark, because the answer is certain', () => {
  const rows = rowsOf('node-features').filter(({ description }) => description?.startsWith('Not eligible') === true);
  assert.deepEqual(
    rows.map(({ label, icon, accessibility }) => [label, icon, accessibility]),
    [
      ['worker-1', 'circle-outline', 'worker-1, Not eligible: VMX missing'],
      ['worker-2', 'circle-outline', 'worker-2, Not eligible: kvm_intel missing'],
    ],
  );
});

test('node eligibility has no effect on a compact cluster', () => {
  const row = rowsOf('converged-3-nodes').find(({ label }) => label === 'Eligible');
  assert.match(
    row?.tooltip ?? '',
    /On a compact cluster, Kata is installed on all nodes, so eligibility has no effect/,
  );
  assert.doesNotMatch(row?.tooltip ?? '', /doesn't check eligibility/);
});

test('row of a node has the name up to its first dot, and the full name in the tooltip', () => {
  const before = snapshotWith({ phase: 'installed', asOf: at });
  const [kataConfig] = before.kataConfigs.items.values();
  assert.ok(kataConfig !== undefined);
  const named = (names: readonly string[]): readonly NodeView[] => {
    const lists = { ...kataConfig.lists, installed: names };
    const nodes = new Map(
      names.map((name) => [
        name,
        {
          uid: name,
          name,
          resourceVersion: '1',
          labels: {},
          ready: 'True',
          cordoned: false,
          bootId: '',
          kubelet: '',
          osImage: '',
          architecture: '',
        },
      ]),
    );
    const snapshot: Snapshot = {
      ...before,
      kataConfigs: { ...before.kataConfigs, items: new Map([['k', { ...kataConfig, lists }]]) },
      nodes: { ...before.nodes, items: nodes },
    };
    return all(clusterNode(seenOf(snapshot), info, false)).filter(({ id }) => /\/node:[^/]+$/.test(id));
  };
  const [row] = named(['ip-10-0-131-7.eu-central-1.compute.internal']);
  assert.equal(row?.label, 'ip-10-0-131-7');
  assert.match((row?.tooltip ?? '').replaceAll('\\', ''), /\*\*ip-10-0-131-7\.eu-central-1\.compute\.internal\*\*/);
  assert.match(row?.accessibility ?? '', /^ip-10-0-131-7\.eu-central-1\.compute\.internal, /);
  const alike = ['a.one.example.com', 'a.two.example.com', '10.0.0.1'];
  assert.deepEqual(
    named(alike).map(({ label }) => label),
    alike,
    'names that would look alike stay whole',
  );
});
