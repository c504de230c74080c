/** Tests what the tree and the status bar show while an operation runs on a cluster. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProcedureStep, StepState } from '#core/operations/procedure.ts';
import { healthOf } from '#core/status/health/clusterHealth.ts';
import { operationChoices, type OperationKind } from '#client/operations/engine/operationChoices.ts';
import { UserPresence } from '#client/operations/engine/userPresence.ts';
import { describeBlockedOperation } from '#client/operations/engine/messages/blockedMessageText.ts';
import { shortened } from '#core/text/phrases.ts';
import { doneMessage } from '#client/operations/engine/messages/doneMessage.ts';
import { runNode } from '#client/tree/rows/cluster/operationNode.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { createStatusItem } from '#client/clusters/notices/statusItem.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { apply, subscription } from '#test/support/operations/fakeCluster.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { emptyTreeInput, tooltipText } from '#test/support/cluster/treeInput.ts';

const secret = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  name: 'peer-pods-secret',
  namespace: 'a',
};

function step(id: string, state: StepState, more: Partial<ProcedureStep> = {}): ProcedureStep {
  return {
    id,
    title: `Create the ${id}`,
    state,
    headline: `${state} *so*`,
    evidence: [],
    changes: [],
    until: [],
    ...more,
  };
}

const steps = [
  step('namespace', 'done', { evidence: ['Namespace [x](command:evil) exists'] }),
  step('secret', 'waiting', { changes: [apply(secret, { password: 'hunter2' })] }),
  step('kataconfig', 'later', { changes: [apply(subscription)] }),
];
const info = { name: 'demo', server: 'https://demo', user: 'me', current: true };
const run = (more: Partial<OperationProgress> = {}): OperationProgress => ({
  title: 'Install Kata',
  state: 'working',
  words: 'Create the secret: waiting',
  steps,
  ...more,
});

function seen(name: string, more: Partial<ClusterTreeInput> = {}): ClusterTreeInput {
  const { client, clock } = stage({ name });
  const snapshot = playedSnapshot(client, clock.now());
  return { ...emptyTreeInput, snapshot, now: clock.now(), ...more };
}

const rowsOf = (node: TreeNode): readonly string[] =>
  (node.children?.() ?? []).map(({ view }) => `(${view.icon}) ${view.label} | ${view.description ?? ''}`);

describe('running operation', () => {
  test('is a row whose steps show their state as icon and text', () => {
    const node = runNode(seen('two-workers'), run());
    assert.equal(node.view.description, 'Running · 2/3 · waiting *so*');
    assert.deepEqual(node.view.contextValue?.split(' '), ['osc-explained', 'osc-run']);
    assert.deepEqual(rowsOf(node), [
      '(pass) Create the namespace | done *so*',
      '(sync) In progress: Create the secret | waiting *so*',
      '(circle-outline) Create the kataconfig | later *so*',
    ]);
  });

  test('shows its state before the names of steps, which a narrow side bar cuts off', () => {
    const title = 'Set peer pod limit per node';
    const ready = [step('namespace', 'done'), step('secret', 'ready'), step('kataconfig', 'open')];
    const rowOf = (more: Partial<OperationProgress>): string => {
      const { view } = runNode(seen('two-workers'), run({ title, label: 'Limit', ...more }));
      return `${view.label} ${view.description ?? ''}`;
    };
    const sending = 'Create the secret: sending changes';
    assert.equal(
      rowOf({ steps: [], words: 'The extension is reading the cluster.' }),
      'Limit Running · The extension is reading the cluster.',
    );
    assert.equal(rowOf({ steps: ready, words: sending }), 'Limit Running · 2/3 · sending changes');
    assert.equal(
      rowOf({ state: 'asking', steps: ready, words: 'Create the secret: waiting for confirmation' }),
      'Limit Question · 2/3 · Create the secret',
    );
    assert.equal(
      rowOf({ state: 'blocked', words: 'Create the secret: no permission' }),
      'Limit Blocked · 2/3 · no permission',
    );
    assert.equal(
      rowOf({ state: 'blocked', words: 'Create the secrets of all' }),
      'Limit Blocked · 2/3 · Create the secrets of all',
    );
    assert.equal(rowOf({ state: 'paused' }), 'Limit Paused · 2/3');
    assert.equal(
      rowOf({ state: 'done', steps: ready.filter(({ state }) => state !== 'ready') }),
      'Limit To do · Create the kataconfig',
    );
    assert.equal(rowOf({ state: 'done', steps: [step('a', 'done')] }), 'Limit Done');
    const states: readonly StepState[] = ['done', 'ready', 'waiting', 'blocked', 'later', 'unknown', 'open'];
    const labels = (
      runNode(seen('two-workers'), run({ steps: states.map((state) => step('x', state)) })).children?.() ?? []
    ).map(({ view }) => view.label);
    assert.deepEqual(
      labels.map((label) => label.replace('Create the x', '…')),
      ['…', 'Next: …', 'In progress: …', 'Blocked: …', '…', 'Unknown: …', 'To do: …'],
    );
  });

  test('keeps the results of its steps, with the time', () => {
    const at = new Date(2026, 10, 23, 2, 28).getTime();
    const done = (id: string, removes = true): ProcedureStep =>
      step(id, 'done', { headline: 'Nothing left to do', removes });
    const gone = run({
      state: 'done',
      steps: [done('pods'), done('kataconfig'), done('plans'), { ...done('nodes', false), headline: '2 of 2 nodes' }],
      results: {
        pods: { how: 'notNeeded', headline: 'Nothing left to do' },
        kataconfig: { how: 'delete', headline: 'Nothing left to do', at },
        plans: { how: 'reached', headline: 'Nothing left to do', at },
        nodes: { how: 'reached', headline: '2 of 2 nodes', at },
      },
    });
    assert.deepEqual(rowsOf(runNode(seen('two-workers', { now: at }), gone)), [
      '(pass) Create the pods | Nothing left to do',
      '(pass) Create the kataconfig | Deleted · 02:28',
      '(pass) Create the plans | Removed · 02:28',
      '(pass) Create the nodes | 2 of 2 nodes · 02:28',
    ]);
  });

  test('shows no progress while it is paused, but the last state of its step, with the time', () => {
    const at = new Date(2026, 10, 23, 10, 41).getTime();
    const rows = (state: StepState): readonly string[] => {
      const paused = run({
        state: 'paused',
        at,
        steps: [step('namespace', 'done'), step('secret', state), step('kataconfig', 'later')],
      });
      return rowsOf(runNode(seen('two-workers', { now: at }), paused)).slice(2);
    };
    for (const state of ['ready', 'waiting', 'blocked', 'unknown'] as const)
      assert.deepEqual(rows(state), [
        '(pass) Create the namespace | done *so*',
        `(debug-pause) Paused: Create the secret | ${state} *so* · last updated 10:41`,
        '(circle-outline) Create the kataconfig | later *so*',
      ]);
  });

  test('warns about remaining manual steps', () => {
    const node = runNode(
      seen('two-workers'),
      run({ state: 'done', steps: [step('set', 'done'), step('verify', 'open', { headline: 'Not verified' })] }),
    );
    assert.equal(node.view.icon, 'warning');
    assert.equal(node.view.description, 'To do · Create the verify');
    assert.deepEqual(rowsOf(node), [
      '(pass) Create the set | done *so*',
      '(warning) To do: Create the verify | Not verified',
    ]);
  });

  test('names the remaining manual steps in its last message', () => {
    const left = run({ state: 'done', steps: [step('set', 'done'), step('verify', 'open'), step('reset', 'open')] });
    assert.deepEqual(doneMessage('demo', left), {
      kind: 'warning',
      message: 'Install Kata on demo is complete. Remaining manual steps: Create the verify and Create the reset.',
    });
    assert.deepEqual(doneMessage('demo', run({ state: 'done', steps: [step('set', 'done')] })), {
      kind: 'info',
      message: 'Install Kata on demo is complete.',
    });
  });

  test('escapes cluster text in tooltips and shows only the name of a Secret', () => {
    const all =
      JSON.stringify(runNode(seen('two-workers'), run()), (_key, value: unknown) => value) +
      JSON.stringify(runNode(seen('two-workers'), run()).children?.());
    assert.ok(!all.includes('hunter2'));
    assert.ok(!/[^`]\[x\]\(command:evil\)[^`]/.test(all.replaceAll('`Namespace [x](command:evil) exists`', '')));
    assert.match(all, /peer-pods-secret/);
  });

  test("can be continued while it is waiting and can't be stopped when done", () => {
    const contextOf = (state: OperationProgress['state']): string =>
      runNode(seen('two-workers'), run({ state })).view.contextValue ?? '';
    assert.match(contextOf('blocked'), /osc-run osc-blocked/);
    assert.match(contextOf('asking'), /osc-blocked/);
    assert.doesNotMatch(contextOf('working'), /osc-blocked/);
    assert.doesNotMatch(contextOf('done'), /osc-run|osc-blocked/);
  });

  test('hides the row that offers to install the operator', () => {
    const labels = (more: Partial<ClusterTreeInput>): readonly string[] =>
      (clusterNode(seen('operator-missing', more), info, false).children?.() ?? []).map(({ view }) => view.label);
    assert.deepEqual(labels({}), ['Operator']);
    assert.deepEqual(labels({ run: run() }), ['Install Kata']);
    assert.deepEqual(labels({ run: run({ state: 'done' }) }), ['Install Kata', 'Operator']);
  });

  test('can be continued from the row of an unfinished install', () => {
    const row = (clusterNode(seen('manual-approval'), info, false).children?.() ?? []).find(
      ({ view }) => view.id === 'demo/unfinished',
    );
    assert.deepEqual([row?.view.label, row?.view.description], ['Install', 'Partial · 3 of 9']);
    assert.match(tooltipText(row), /^\*\*Run the install plan\*\*: /);
    assert.match(row?.view.contextValue ?? '', /\bosc-install\b/);
    assert.equal(row?.view.command?.id, 'osc.kata.install');
  });

  test('takes precedence in the status bar and turns no cluster text into an icon', () => {
    const { snapshot } = seen('two-workers-installed');
    const cluster = { context: 'demo', health: healthOf(snapshot) } as const;
    assert.equal(
      createStatusItem([{ ...cluster, run: run() }], 0)?.text,
      '$(sync~spin) Install Kata: Running · 2/3 · waiting *so*',
    );
    const held = createStatusItem(
      [cluster, { ...cluster, context: 'other', run: run({ state: 'blocked', words: '$(bug) **no**' }) }],
      0,
    );
    assert.equal(held?.text, '$(warning) other: Install Kata: Blocked · 2/3 · $\u200b(bug) **no**');
    const missing = createStatusItem(
      [{ ...cluster, run: run({ state: 'blocked', words: 'Create the secret: is missing' }) }],
      0,
    );
    assert.equal(
      missing?.text,
      '$(warning) Install Kata: Blocked · 2/3 · Create the secret: is missing',
      'no row below it names the step',
    );
    assert.match(held?.accessibility ?? '', /Needs attention$/);
    assert.ok(!held?.tooltip.includes('**no**'));
    assert.match(createStatusItem([{ ...cluster, run: run({ state: 'done' }) }], 0)?.text ?? '', /Kata 2\/2/);
  });

  test('keeps remaining manual steps in the status bar', () => {
    const { snapshot } = seen('two-workers-installed');
    const steps = [step('openshift', 'open'), step('release', 'done')];
    const cluster = {
      context: 'demo',
      health: healthOf(snapshot),
      run: run({ state: 'done', words: 'Remains: **x**', steps }),
    } as const;
    const item = createStatusItem([cluster], 0);
    assert.equal(item?.text, '$(warning) Kata 2/2 · To do: Create the openshift');
    assert.match(item.accessibility, /Needs attention$/);
    assert.match(item.tooltip, /Install Kata: Remains\\: \\\*/);
    const other = { context: 'other', health: cluster.health };
    assert.match(createStatusItem([other, cluster], 0)?.text ?? '', /^\$\(warning\) demo: /);
    const failing = { context: 'fails', health: healthOf(seen('sandboxes-fail').snapshot) };
    assert.match(
      createStatusItem([cluster, failing], 0)?.text ?? '',
      /^\$\(warning\) fails: Kata 2\/2, 1 pod without a sandbox on worker-1 \+1 cluster$/,
    );
  });

  test('is hidden in the status bar by a more severe state of another cluster while it is paused, and never while it is in progress', () => {
    const healthy = { context: 'demo', health: healthOf(seen('two-workers-installed').snapshot) };
    const failing = { context: 'fails', health: healthOf(seen('sandboxes-fail').snapshot) };
    const failed = { context: 'failed', health: { ...failing.health, severity: 'failed' } } as const;
    const paused = run({ state: 'paused' });
    type Clusters = Parameters<typeof createStatusItem>[0];
    const text = (clusters: Clusters, closed?: Parameters<typeof createStatusItem>[2]): string =>
      createStatusItem(clusters, 0, closed)?.text ?? '';
    assert.match(text([{ ...healthy, run: paused }, failing]), /^\$\(debug-pause\) demo: Install Kata: Paused/);
    assert.match(text([{ ...healthy, run: paused }, failed]), /^\$\(error\) failed: /);
    assert.match(text([{ ...failed, run: paused }, failing]), /^\$\(debug-pause\) failed: Install Kata: Paused/);
    assert.match(
      text([failing], [{ context: 'closed', run: paused }]),
      /^\$\(debug-pause\) closed: Install Kata: Paused/,
    );
    assert.match(text([failed], [{ context: 'closed', run: paused }]), /^\$\(error\) /);
    assert.match(
      createStatusItem([failed], 0, [{ context: 'closed', run: paused }])?.tooltip ?? '',
      /\*\*closed\*\*: Install Kata: /,
    );
    assert.match(text([{ ...healthy, run: run() }, failed]), /^\$\(sync~spin\) demo: Install Kata: Running/);
  });

  test('marks the row of its cluster while it waits for the user', () => {
    const open = [step('openshift', 'open'), step('release', 'done')];
    const rowWith = (of: Partial<OperationProgress>) =>
      clusterNode(seen('two-workers-installed', { run: run(of) }), info, false, true).view;
    const marked = ([of, description]: readonly [Partial<OperationProgress>, string]) => {
      const view = rowWith(of);
      assert.deepEqual([view.icon, view.description], ['warning', description]);
      assert.match(view.accessibility, /Needs attention$/);
      assert.match(view.tooltip ?? '', /\*\*Install Kata\*\*: /);
    };
    (
      [
        [{ state: 'done', steps: open }, 'To do'],
        [{ state: 'paused' }, 'Paused'],
        [{ state: 'asking' }, 'Question'],
        [{ state: 'blocked' }, 'Blocked'],
      ] as const
    ).forEach(marked);
    for (const state of ['working', 'done'] as const)
      assert.deepEqual([rowWith({ state }).icon, rowWith({ state }).description], ['vm-active', undefined]);
  });

  test('delays a confirmation until the user is active', async () => {
    const clock = new ManualClock();
    const attention = new UserPresence(clock);
    assert.equal(attention.isThere, true);
    await clock.pass(60_000);
    assert.equal(attention.isThere, false);
    let came = false;
    const coming = attention.comes().then(() => (came = true));
    await clock.pass(1000);
    assert.equal(came, false);
    attention.come();
    await coming;
    assert.equal(attention.isThere, true);
  });
});

test('the status bar shortens its text at the end of a word, with an ellipsis', () => {
  const { snapshot } = seen('two-workers-installed');
  const cluster = { context: 'two-workers-installed', health: healthOf(snapshot) };
  const waiting = run({
    title: 'Set Kata node log level',
    state: 'blocked',
    words: "The cluster doesn't respond. The operation continues automatically when it does.",
  });
  const item = createStatusItem([{ ...cluster, run: waiting }, cluster], 0);
  assert.equal(item?.text, '$(warning) two-workers-installed: Set Kata node log level: Blocked · 2/3…');
  assert.match(item.accessibility, /continues automa/);
  const left = run({
    state: 'done',
    steps: [
      step('verify', 'open', { title: 'Verify the log level on a node' }),
      step('back', 'open', { title: 'Reset to info' }),
    ],
  });
  assert.equal(
    createStatusItem([{ ...cluster, run: left }, cluster], 0)?.text,
    '$(warning) two-workers-installed: Kata 2/2 · To do: Verify the… +1 cluster',
  );
  assert.equal(shortened('等待集群响应', 9), '等待集群…');
  assert.equal(shortened('a'.repeat(80), 64), `${'a'.repeat(63)}…`);
  assert.equal(shortened('Kata 2/2', 8), 'Kata 2/2');
});

test('an operation whose cluster is unreachable shows the last known state of its step, dimmed and with the time', () => {
  const now = new Date(2026, 10, 23, 10, 50).getTime();
  const at = new Date(2026, 10, 23, 10, 41).getTime();
  const waiting = run({ state: 'blocked', waitsFor: 'connection', words: "The cluster doesn't respond.", at });
  const [done, current, later] = runNode(seen('two-workers', { now }), waiting).children?.() ?? [];
  assert.deepEqual(
    [current?.view.label, current?.view.description],
    ['Unknown: Create the secret', 'waiting *so* · last updated 10:41'],
  );
  assert.equal(current?.view.isDimmed, true);
  assert.doesNotMatch(current.view.icon, /sync/);
  assert.deepEqual([done?.view.icon, later?.view.icon], ['pass', 'circle-outline']);
  assert.equal(
    describeBlockedOperation('demo', waiting),
    "Install Kata on demo is waiting: The cluster doesn't respond.",
  );
  assert.equal(
    describeBlockedOperation('demo', run({ state: 'blocked', words: 'Create the secret: no permission' })),
    'Install Kata on demo is blocked: Create the secret: no permission.',
  );
});

test('Continue, Stop, and Abandon list only clusters with such an operation, and questions first', () => {
  const open = [
    { context: 'none' },
    { context: 'done', run: run({ state: 'done' }) },
    { context: 'working', run: run() },
    { context: 'paused', run: run({ state: 'paused' }) },
    { context: 'asking', run: run({ state: 'asking' }) },
  ];
  const paused = ['paused', 'closed'].map((context) => ({ context, run: run({ state: 'paused' }) }));
  const labels = (kind: OperationKind): readonly string[] =>
    operationChoices(open, paused, kind).map(({ label }) => label);
  assert.deepEqual(labels('unfinished'), ['asking', 'paused', 'closed', 'working']);
  assert.deepEqual(labels('running'), ['asking', 'working']);
  assert.deepEqual(labels('paused'), ['paused', 'closed']);
  assert.equal(operationChoices(open, paused, 'paused')[0]?.description, 'Install Kata: Paused · 2/3');
});
