/** Tests paused and completed operations: how the workspace stores them, and how the tree shows them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CompletedOperations } from '#client/operations/engine/completedOperations.ts';
import { hasPausedOperation } from '#client/clusters/state/operationsKey.ts';
import { abandonLines } from '#client/operations/engine/messages/abandonText.ts';
import { commandOf, resumeOf } from '#client/operations/engine/resumeOperation.ts';
import {
  completedRun,
  createOperations,
  pausedRun,
  readOperations,
  toProgress,
  type KeptOperation,
} from '#client/clusters/state/savedOperations.ts';
import { closedClusterNode } from '#client/tree/rows/cluster/closedClusterNode.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import { runNode } from '#client/tree/rows/cluster/operationNode.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { createStatusItem } from '#client/clusters/notices/statusItem.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createInstallManifests, documentedInstallOptions } from '#core/operations/changes/installManifests.ts';
import { install } from '#core/operations/procedures/install.ts';
import { procedures } from '#core/operations/procedures/index.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { apply, kataConfig, subscription } from '#test/support/operations/fakeCluster.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { emptyTreeInput, tooltipText } from '#test/support/cluster/treeInput.ts';

const step = (
  id: string,
  title: string,
  state: ProcedureStep['state'],
  more: Partial<ProcedureStep> = {},
): ProcedureStep => ({
  id,
  title,
  state,
  headline: '',
  evidence: [],
  changes: [],
  until: [],
  ...more,
});

const running: OperationProgress = {
  title: 'Uninstall Kata',
  label: 'Uninstall',
  state: 'working',
  words: 'x',
  steps: [
    step('kataconfig-gone', 'Delete the KataConfig', 'done', { removes: true }),
    step('subscription-gone', 'Delete the Subscription', 'ready', {
      changes: [{ how: 'delete', target: subscription }],
    }),
    step('namespace-gone', 'Delete the namespace', 'later'),
  ],
  results: { 'kataconfig-gone': { how: 'delete', headline: 'Nothing left to do', at: 10 } },
};

const operation: KeptOperation = {
  context: 'demo',
  server: 'https://demo',
  procedure: 'uninstall',
  choices: { namespace: true, crd: false },
  run: pausedRun(running),
  at: 20,
};

function seen(name: string, more: Partial<ClusterTreeInput> = {}): ClusterTreeInput {
  const { client, clock } = stage({ name });
  const snapshot = playedSnapshot(client, clock.now());
  return { ...emptyTreeInput, snapshot, now: clock.now(), ...more };
}

describe('paused operation', () => {
  test('is unchanged after it is stored and read', () => {
    assert.deepEqual(readOperations(JSON.parse(JSON.stringify([operation]))), [operation]);
    assert.equal(operation.run.words, 'Paused before: Delete the Subscription');
    const waiting = pausedRun({
      ...running,
      steps: running.steps.map((one) => (one.state === 'ready' ? { ...one, state: 'waiting' } : one)),
    });
    assert.equal(waiting.words, 'Paused during: Delete the Subscription');
  });

  test('stores no contents of its changes', () => {
    const secret = { ...subscription, kind: 'Secret', plural: 'secrets' };
    const kept = pausedRun({
      ...running,
      steps: [step('secret', 'Create the Secret', 'ready', { changes: [apply(secret, { password: 'hunter2' })] })],
    });
    assert.ok(!JSON.stringify(kept).includes('hunter2'));
  });

  test('is ignored if it is malformed, and limited in size', () => {
    const odd: readonly unknown[] = [
      null,
      7,
      {},
      [],
      [null],
      [{ context: 'a' }],
      [{ ...operation, run: 7 }],
      [{ ...operation, procedure: '' }],
    ];
    for (const one of odd) assert.deepEqual(readOperations(one), [], JSON.stringify(one));
    assert.equal(readOperations(Array.from({ length: 200 }, () => operation)).length, 50);
    const long = {
      ...operation,
      run: { ...operation.run, steps: Array.from({ length: 500 }, () => operation.run.steps[0]) },
    };
    assert.equal(readOperations([long])[0]?.run.steps.length, 60);
    assert.equal(readOperations([{ ...operation, choices: 'x'.repeat(300_000) }])[0]?.choices, undefined);
  });

  test('belongs to one cluster by context and server', () => {
    let written: unknown = [];
    const operations = createOperations({
      read: () => written,
      write: (all) => (written = all),
      changed: () => undefined,
    });
    operations.keep(operation);
    assert.equal(operations.of({ context: 'demo', server: 'https://other' }), undefined);
    assert.deepEqual(operations.of({ context: 'demo', server: 'https://demo' }), operation);
    operations.forget(operation);
    assert.deepEqual(written, []);
  });

  test('is a row that shows its state first and offers Continue and Abandon, and that changes nothing when clicked', () => {
    const run = toProgress(operation);
    assert.equal(run.at, operation.at);
    const node = runNode(seen('two-workers'), run);
    assert.equal(node.view.description, 'Paused · 2/3');
    assert.deepEqual(
      (node.children?.() ?? []).slice(0, 3).map(({ view }) => [view.label, view.command?.id]),
      [
        ['Continue', 'osc.procedure.goOn'],
        ['Abandon', 'osc.procedure.abandon'],
        ['Delete the KataConfig', undefined],
      ],
    );
    const info = { name: 'demo', server: 'https://demo', user: 'me', current: true };
    const rows = clusterNode(seen('two-workers', { run }), info, false).children?.() ?? [];
    const missing = rows.find(({ view }) => view.label === 'Kata' && view.description === 'None · No KataConfig');
    assert.ok(missing);
    assert.equal(missing.view.command, undefined);
    assert.ok(!rows.some(({ view }) => view.description?.startsWith('Partial') === true));
  });

  test('is in the status bar even if its cluster is not open', () => {
    const item = createStatusItem([], 0, [operation]);
    assert.equal(item?.text, '$(debug-pause) demo: Uninstall Kata: Paused · 2/3');
    assert.match(item?.accessibility ?? '', /Needs attention$/);
    assert.equal(item?.command, undefined);
  });

  test('escapes icons and line breaks of names in the status bar', () => {
    const text = createStatusItem([], 0, [{ ...operation, context: 'a$(pass)\nb' }])?.text ?? '';
    assert.doesNotMatch(text.slice(2), /\$\(|\n/);
    assert.match(text, /^\$\(debug-pause\) a\$\u200b\(pass\).*b: Uninstall Kata/);
  });

  test('is the state of a closed cluster, with the action in its tooltip', () => {
    const info = { name: 'demo', server: 'https://demo', user: 'me', current: true };
    const { view } = closedClusterNode(info, { kind: 'closed', paused: toProgress(operation) });
    // At 300 pixels, about ten characters are visible after the name.
    assert.equal(view.description, 'Paused · 2/3 · Uninstall · Not open · current context');
    assert.match(
      view.tooltip ?? '',
      /\*\*Uninstall Kata\*\*: Paused before.*Delete the Subscription\n\n\*\*To do:\*\* .*open the cluster/,
    );
    assert.equal(view.command?.id, 'osc.cluster.open');
    const problem = closedClusterNode(info, {
      kind: 'closed',
      problem: 'No server.',
      paused: toProgress(operation),
    }).view;
    assert.equal(problem.description, 'No server. · Paused · 2/3 · Uninstall · current context');
  });

  test('lists what remains on the cluster if it is abandoned', () => {
    const kept = pausedRun({
      ...running,
      steps: [...running.steps, step('kataconfig', 'Create the KataConfig', 'done', { changes: [apply(kataConfig)] })],
      results: { kataconfig: { how: 'apply', headline: 'kata', at: 1 } },
    });
    assert.deepEqual(abandonLines(kept).slice(0, 3), [
      'Objects that remain on the cluster: Subscription osc.',
      "Objects whose changes aren't reverted: KataConfig kata.",
      'Incomplete steps (2): Delete the Subscription and Delete the namespace.',
    ]);
  });

  test('lists only what still exists if the cluster is open', () => {
    const { snapshot } = seen('two-workers-installed');
    const [name] = [...snapshot.kataConfigs.items.values()].map((item) => item.name);
    assert.ok(name !== undefined);
    const steps = [
      step('kataconfig', 'Delete the KataConfig', 'waiting', {
        changes: [{ how: 'delete', target: { ...kataConfig, name } }],
      }),
    ];
    const kept = pausedRun({ ...running, steps });
    assert.equal(abandonLines(kept, snapshot)[0], `Objects that remain on the cluster: KataConfig ${name}.`);
    assert.doesNotMatch(abandonLines(kept, seen('two-workers').snapshot).join('\n'), /Remains/);
  });

  test('names the KataConfig that is being deleted, and the workload that it stopped, if it is abandoned', () => {
    const { snapshot } = seen('two-workers-installed');
    const items = new Map([...snapshot.kataConfigs.items].map(([id, item]) => [id, { ...item, deleting: 10 }]));
    const [name] = [...items.values()].map((item) => item.name);
    assert.ok(name !== undefined);
    const steps = [
      step('pods', 'Stop sandboxed workloads', 'done'),
      step('kataconfig', 'Delete the KataConfig', 'waiting', {
        changes: [{ how: 'delete', target: { ...kataConfig, name } }],
      }),
      step('subscription-gone', 'Delete the Subscription', 'later'),
    ];
    const command = 'oc scale deployment/payments -n payments --replicas=2';
    const kept = pausedRun({
      ...running,
      steps,
      results: {
        pods: {
          how: 'merge',
          headline: 'No pods',
          at: 1,
          reverts: [{ kind: 'Deployment', name: 'payments', command }],
        },
        kataconfig: { how: 'delete', headline: '' },
      },
    });
    const reloaded = readOperations(JSON.parse(JSON.stringify([{ ...operation, run: kept }])))[0]?.run;
    assert.ok(reloaded !== undefined);
    const deleting = { ...snapshot, kataConfigs: { ...snapshot.kataConfigs, items } };
    assert.deepEqual(abandonLines(reloaded, deleting).slice(0, 4), [
      `Deletion has already started and can't be stopped: KataConfig ${name}.`,
      'The operator uninstalls Kata from the nodes selected by this KataConfig, and the nodes reboot.',
      `The change to Deployment payments isn't reverted. To revert the change, run: ${command}`,
      'Incomplete steps (1): Delete the Subscription.',
    ]);
  });

  test('continues with its validated choices, from its row or its command', () => {
    assert.ok(resumeOf('uninstall', { namespace: true, crd: false }));
    for (const [id, kept] of [
      ['uninstall', { namespace: 'yes' }],
      ['logLevel', { level: 'loud' }],
      ['update', { channel: '../x' }],
      ['install', [{ kind: 'Pod' }]],
      ['toString', {}],
    ] as const)
      assert.equal(resumeOf(id, kept), undefined, id);
    assert.ok(
      resumeOf(
        'install',
        JSON.parse(JSON.stringify(install.kept?.write(createInstallManifests(documentedInstallOptions)))),
      ),
    );
    for (const id of Object.keys(procedures))
      assert.ok(commandOf(id) !== undefined || procedures[id as keyof typeof procedures].kept !== undefined, id);
  });
});

const logging: OperationProgress = {
  title: 'Set Kata node log level',
  label: 'Logging',
  state: 'done',
  words: 'Done. Remaining manual steps: Verify the log level on a node.',
  steps: [
    step('kata-config', 'Set spec.logLevel to debug', 'done', {
      changes: [apply(kataConfig, { logLevel: 'debug' })],
      evidence: ['logLevel debug'],
    }),
    step('verify', 'Verify the log level on a node', 'open', {
      headline: 'Not verified',
      todo: 'Run `oc debug node/worker-0`.',
      docs: { title: '6.3', url: 'https://docs.example/6' },
    }),
  ],
  results: { 'kata-config': { how: 'merge', headline: 'is debug', at: 10 } },
};

const demo = { context: 'demo', server: 'https://demo' };

/** Loads the stored operations as another window does. */
function reloaded(written: unknown) {
  const operations = createOperations({
    read: () => JSON.parse(JSON.stringify(written)),
    write: () => undefined,
    changed: () => undefined,
  });
  return { operations, completed: new CompletedOperations(operations, { now: () => 50 }) };
}

function window() {
  let written: unknown = [];
  const operations = createOperations({
    read: () => written,
    write: (all) => (written = all),
    changed: () => undefined,
  });
  return { operations, completed: new CompletedOperations(operations, { now: () => 20 }), written: () => written };
}

describe('completed operation', () => {
  test('is shown again after a reload with its results and open steps, but is not paused', () => {
    const { completed, written } = window();
    completed.keep(demo, 'logLevel', logging);
    const after = reloaded(written());
    const run = after.completed.shown(demo);
    assert.deepEqual(run, completedRun(logging));
    assert.deepEqual([run?.state, run?.words, run?.results], [logging.state, logging.words, logging.results]);
    assert.deepEqual(after.operations.paused, []);
    assert.equal(hasPausedOperation(written()), false);
    assert.equal(hasPausedOperation([operation]), true);
    assert.ok(run !== undefined);
    const { view, children } = runNode(seen('two-workers-installed'), run);
    assert.equal(`${view.label} ${view.description}`, 'Logging To do · Verify the log level on a node');
    const rows = children?.() ?? [];
    assert.match(rows.map((row) => row.view.description).join(), /^Changed .*,Not verified$/);
    assert.match(tooltipText(rows[1]), /oc debug node\/worker-0/);
    assert.equal(after.completed.shown({ ...demo, server: 'https://other' }), undefined);
  });

  test('stores no contents of its changes', () => {
    const { completed, written } = window();
    completed.keep(demo, 'logLevel', {
      ...logging,
      steps: [step('a', 'A', 'done', { changes: [apply(kataConfig, { password: 'hunter2' })] })],
    });
    assert.doesNotMatch(JSON.stringify(written()), /hunter2/);
  });

  test('keeps a step that was verified after the reload, until the user hides it', () => {
    const first = window();
    first.completed.keep(demo, 'logLevel', logging);
    const { operations, completed } = reloaded(first.written());
    assert.equal(completed.settle(demo, 'verify', 'verified on worker-0')?.words, 'All steps are complete.');
    assert.deepEqual(completed.shown(demo)?.results?.['verify'], {
      how: 'reached',
      headline: 'verified on worker-0',
      at: 50,
    });
    completed.hide(demo);
    assert.equal(completed.shown(demo), undefined);
    operations.keep(operation);
    completed.hide(demo);
    assert.deepEqual(operations.paused, [operation], 'a paused operation is abandoned, not hidden');
  });

  test('is removed before a paused operation when too many are stored', () => {
    const { operations, completed } = window();
    operations.keep(operation);
    for (let index = 0; index < 60; index += 1)
      completed.keep({ context: `c${index}`, server: 'x' }, 'logLevel', logging);
    assert.deepEqual(operations.paused, [operation]);
    assert.equal(completed.shown({ context: 'c0', server: 'x' }), undefined);
    assert.ok(completed.shown({ context: 'c59', server: 'x' }));
  });
});
