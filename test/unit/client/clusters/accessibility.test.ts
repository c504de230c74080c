/**
 * Tests what screen readers read for tree rows and the status bar item: the state in words, for every state of a
 * cluster.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diagnose } from '#core/diagnosis/diagnose.ts';
import type { ProcedureStep, StepState } from '#core/operations/procedure.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { mustGatherResult } from '#core/assistants/results/mustGather.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import { getHealthIcon, wordOfIcon } from '#client/tree/model/health.ts';
import { closedClusterNode } from '#client/tree/rows/cluster/closedClusterNode.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import { mustGatherNode } from '#client/mustGather/tree/mustGatherNode.ts';
import { kubeconfigProblemNodes } from '#client/tree/rows/cluster/kubeconfigProblemNodes.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { createStatusItem } from '#client/clusters/notices/statusItem.ts';
import type { WorkloadsState } from '#client/clusters/state/workloads.ts';
import { summaryOf } from '#gather/reports/mustGatherReport.ts';
import { scenarios } from '#simulator/scenarios/index.ts';
import { healthWith } from '#test/support/cluster/clusterHealth.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { emptyTreeInput } from '#test/support/cluster/treeInput.ts';

const info: ContextInfo = {
  name: 'demo',
  server: 'https://api.demo.example.com:6443',
  user: 'kube:admin',
  current: true,
};
const shown: ReadonlyMap<string, number> = new Map();
const pod = { uid: 'p1', name: 'payments-1', namespace: 'payments', resourceVersion: '1', runtimeClass: 'kata' };
const pods = ['Running', 'Pending', 'Failed', 'Whatever'].map((phase, index) => ({ ...pod, uid: `p${index}`, phase }));
const failed = { kind: 'failed', message: 'pods is forbidden' } as const;
const workloads: readonly WorkloadsState[] = [
  { kind: 'unasked' },
  { kind: 'loading', found: 3 },
  failed,
  { kind: 'loaded', pods, asOf: 0, rest: 'More were not read.', again: failed },
  { kind: 'loaded', pods: [], asOf: 0 },
];

const gather = {
  name: 'must-gather a.tgz',
  id: 'a',
  path: '/a.tgz',
  namespaces: ['shop'],
  stamp: { size: 1, modified: 1 },
};

/** Returns the nodes and all their descendants. */
function all(nodes: readonly TreeNode[]): readonly TreeNode[] {
  return nodes.flatMap((node) => [node, ...all(node.children?.() ?? [])]);
}

function seenOf(snapshot: Snapshot, now: number, more: Partial<ClusterTreeInput> = {}): ClusterTreeInput {
  return { ...emptyTreeInput, snapshot, now, shown, console: true, ...more };
}

/** State words of steps, in addition to those of health states. */
const ofSteps = ['Done', 'Not started'];
/** Matches step labels that start with the state. */
const labelWithState = /^(?:Next|In progress|Blocked|Unknown|To do|Paused): /;

/** Checks the requirements for every row. */
function check({ view }: TreeNode, where: string): void {
  const { label, description, icon, color, accessibility, isDimmed } = view;
  const said = `${where}: ${accessibility}`;
  assert.ok(accessibility.includes(label), `${said}: does not say what it is, ${label}`);
  assert.doesNotMatch(accessibility, /\$\([a-z-]+(?:~spin)?\)|undefined|\[object/, said);
  assert.equal(accessibility, accessibility.trim());
  const word = wordOfIcon(icon);
  // A step of an operation has its own state word.
  if (word !== undefined && !labelWithState.test(label))
    assert.ok(
      [word, ...ofSteps].some(
        (one) => accessibility.endsWith(one) || [',', ' · '].some((end) => accessibility.includes(`, ${one}${end}`)),
      ),
      `${said}: ${icon}`,
    );
  // For any other icon with a color, the text after the name must contain its meaning.
  else if (color !== undefined && isDimmed !== true) {
    const isTold =
      (description !== undefined && accessibility.includes(description)) ||
      accessibility.endsWith(`, ${getHealthIcon('attention').word()}`);
    assert.ok(isTold, `${said}: told by colour alone`);
  }
  if (isDimmed === true) {
    assert.ok(accessibility.endsWith(', outdated'), said);
    assert.ok(
      (description === getHealthIcon('ok').word() || !accessibility.includes(`, ${getHealthIcon('ok').word()}`)) &&
        icon !== getHealthIcon('ok').icon,
      `${said}: a tick without fresh evidence`,
    );
  }
  for (const part of description?.split(' · ') ?? [])
    assert.ok(accessibility.includes(part), `${said}: does not say ${part}`);
}

function checkAll(nodes: readonly TreeNode[], where: string): void {
  const found = all(nodes);
  assert.ok(found.length > 0, where);
  for (const node of found) check(node, where);
}

describe('accessibility labels of tree rows', () => {
  for (const { name, steps } of scenarios.filter((one) => !one.name.startsWith('nodes-'))) {
    test(`contain the name and state of each row in ${name}`, () => {
      const cluster = stage({ name });
      const { client, clock } = cluster;
      const look = (where: string): void => {
        const snapshot = playedSnapshot(client, clock.now());
        checkAll([clusterNode(seenOf(snapshot, clock.now()), info, true, true)], `${name}, ${where}`);
      };
      look('at first');
      for (const [index, step] of steps.slice(0, 4).entries()) {
        cluster.play(step);
        look(`after step ${index + 1}`);
      }
    });
  }

  test('contain the name and state of must-gather rows', async () => {
    for (const name of ['two-workers-installed', 'image-job-fails', 'operator-missing']) {
      const gathered = await readFiles(mustGatherFiles(stage({ name }), 'cluster'));
      const report = { gathered, findings: diagnose(gathered), summary: summaryOf(gathered) };
      checkAll(
        [mustGatherNode({ ...gather, state: { kind: 'open', report, history: emptyHistory } }, gather.name, shown)],
        name,
      );
    }
  });

  test('report an unknown diagnosis for a must-gather without Kata data', async () => {
    const files = mustGatherFiles(stage({ name: 'two-workers-installed' }), 'sandboxed').filter(({ path }) =>
      path.includes('/nodes/'),
    );
    const gathered = await readFiles(files);
    const report = { gathered, findings: diagnose(gathered), summary: summaryOf(gathered) };
    const open = mustGatherNode(
      { ...gather, state: { kind: 'open', report, history: emptyHistory } },
      gather.name,
      shown,
    );
    checkAll([open], 'without kata');
    const row = open.children?.().find(({ view }) => view.label === 'Diagnosis')?.view;
    assert.deepEqual([row?.description, row?.icon], ['No Kata data found', getHealthIcon('unknown').icon]);
    assert.match(
      mustGatherResult('x', report, allParsers).text,
      /Inconclusive: the must-gather contains no OpenShift sandboxed containers data/,
    );
  });

  test('cover unreadable, closed, and misconfigured clusters', () => {
    const { client, clock } = stage({ name: 'two-workers-installed' });
    const now = clock.now();
    const trouble = { message: 'connection refused' };
    const states: readonly SyncState[] = [
      { kind: 'idle' },
      { kind: 'paused' },
      { kind: 'retrying', trouble, next: now + 30_000 },
      { kind: 'unauthorized', trouble },
      { kind: 'unauthorized', trouble: { ...trouble, status: 401 } },
      { kind: 'forbidden', verb: 'list', trouble },
      { kind: 'absent' },
    ];
    for (const state of states) {
      const kinds = Object.keys(playedSnapshot(client, now));
      const snapshot = playedSnapshot(client, now, Object.fromEntries(kinds.map((kind) => [kind, state])));
      for (const loaded of workloads)
        checkAll([clusterNode(seenOf(snapshot, now, { workloads: loaded }), info, false)], state.kind);
    }
    const problem = "The context doesn't specify a cluster.";
    checkAll([closedClusterNode(info, { kind: 'closed' }), closedClusterNode(info, { kind: 'opening' })], 'closed');
    checkAll([closedClusterNode({ ...info, problem }, { kind: 'closed' })], 'closed, with a problem');
    checkAll(kubeconfigProblemNodes([{ file: '/a', message: 'It is no YAML.', missing: false }]), 'kubeconfig');
    for (const state of [
      { kind: 'closed' },
      { kind: 'closed', title: 'must-gather of then', problem },
      { kind: 'reading' },
    ] as const)
      checkAll([mustGatherNode({ ...gather, state }, gather.name, shown)], state.kind);
    assert.match(closedClusterNode({ ...info, problem }, { kind: 'closed' }).view.accessibility, /Needs attention/);
  });

  test('contain the state of each operation step', () => {
    const { client, clock } = stage({ name: 'two-workers' });
    const heard: Readonly<Record<StepState, string>> = {
      done: 'Create it, so it is, Done',
      ready: 'Next: Create it, so it is',
      waiting: 'In progress: Create it, so it is',
      blocked: 'Blocked: Create it, so it is',
      later: 'Create it, so it is, Not started',
      unknown: 'Unknown: Create it, so it is',
      open: 'To do: Create it, so it is',
    };
    const states: readonly StepState[] = ['done', 'ready', 'waiting', 'blocked', 'later', 'unknown', 'open'];
    const steps: readonly ProcedureStep[] = states.map((state) => ({
      id: state,
      title: 'Create it',
      state,
      headline: 'so it is',
      evidence: [],
      changes: [],
      until: [],
    }));
    for (const state of ['working', 'asking', 'blocked', 'paused', 'done'] as const) {
      const run: OperationProgress = { title: 'Install Kata', state, words: 'so it is', steps };
      const rows = all([clusterNode(seenOf(playedSnapshot(client, clock.now()), clock.now(), { run }), info, false)]);
      for (const row of rows) check(row, state);
      for (const of of states) {
        // The current step of a paused operation has its own state.
        const said = state === 'paused' && of === 'ready' ? 'Paused: Create it, so it is' : heard[of];
        assert.equal(rows.find(({ view }) => view.id.endsWith(`/run/${of}`))?.view.accessibility, said, of);
      }
    }
  });
});

describe('accessibility label of the status bar item', () => {
  test('contains the state that the icon shows', () => {
    const said = (['failed', 'blocked', 'installing', 'uninstalling', 'updating', 'installed'] as const).map(
      (phase) => {
        const item = createStatusItem([{ context: 'a', health: healthWith({ phase }) }], 0);
        assert.match(item?.text ?? '', /^\$\([a-z]+\) Kata(?: uninstalled from)? \d/);
        return item?.accessibility.replace(
          /^OpenShift sandboxed containers: Kata(?: uninstalled)? .*, (?=[A-Z][a-z ]+$)/,
          '',
        );
      },
    );
    assert.deepEqual(said, ['Failed', 'Needs attention', 'In progress', 'In progress', 'In progress', 'Healthy']);
  });

  test('covers an expired login and a running operation', () => {
    const loggedOut = { kind: 'unauthorized', trouble: { message: '', status: 401 } } as const;
    assert.match(
      createStatusItem([{ context: 'a', health: healthWith({ state: loggedOut }) }], 0)?.accessibility ?? '',
      /Login required, Needs attention$/,
    );
    const run: OperationProgress = { title: 'Install Kata', state: 'working', words: 'so it is', steps: [] };
    const item = createStatusItem([{ context: 'a', health: healthWith({ phase: 'installing' }), run }], 0);
    assert.equal(item?.accessibility, 'OpenShift sandboxed containers: Install Kata: Running · so it is, In progress');
    assert.match(item?.text ?? '', /sync~spin/);
    assert.doesNotMatch(item?.accessibility ?? '', /\$\(/);
  });

  test('uses a distinct word for each health state', () => {
    const words = (['ok', 'busy', 'attention', 'failed', 'unknown'] as const).map(
      (health) => getHealthIcon(health).word,
    );
    assert.equal(new Set(words).size, words.length);
  });
});
