/**
 * Tests a complete install on a simulated cluster over a real connection: without disturbances, with faults, and from
 * two windows.
 */
import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { documentedInstallOptions, createInstallManifests } from '#core/operations/changes/installManifests.ts';
import type { Procedure } from '#core/operations/procedure.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { install } from '#core/operations/procedures/install.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { OperationRun } from '#client/operations/engine/run/operationRun.ts';
import type { RunQuestion } from '#client/operations/engine/run/runParts.ts';
import type { OperationOutcome } from '#client/operations/context.ts';
import { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
import { openClusterOf } from '#client/clusters/sessions/openClusterOf.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { PacedClock } from '#test/support/time/pacedClock.ts';
import { contextIn, deps, folder } from '#test/support/cluster/clusterHarness.ts';

/** Clock on which the client's waits are 40 times shorter. */
const quick = new PacedClock(40);

interface Window {
  readonly run: { readonly goOn: () => void; readonly stop: () => void };
  readonly session: ClusterSession;
  readonly outcome: Promise<OperationOutcome>;
  readonly shown: readonly OperationProgress[];
  /** Questions so far: the plan, or what differs from it. */
  readonly asked: readonly RunQuestion[];
  /** Resolves when the words have been shown. */
  readonly shows: (words: RegExp, state?: OperationProgress['state']) => Promise<void>;
}

describe('operation on a simulated cluster', () => {
  const home = folder();
  let simulation: Simulation;
  let windows: Window[] = [];

  after(() => home.remove());

  const start = async (name: string): Promise<void> => {
    const scenario = scenarioNamed(name);
    assert.ok(scenario);
    simulation = await simulate({ scenario, speed: 1000 });
  };

  afterEach(async () => {
    for (const { run, session } of windows) {
      run.stop();
      session.close();
    }
    windows = [];
    await simulation.close();
  });

  const open = (): Promise<Window> => begin(install, createInstallManifests(documentedInstallOptions));

  async function begin<Choices>(procedure: Procedure<Choices>, choices: Choices): Promise<Window> {
    const file = home.write('config', simulation.kubeconfig);
    const context = await contextIn(file, 'kube-admin');
    const shown: OperationProgress[] = [];
    const asked: RunQuestion[] = [];
    const waiting = new Set<(seen: OperationProgress) => void>();
    const info = { name: context.name, server: context.server, user: context.user, current: true };
    const session = new ClusterSession({
      info,
      connection: connect(context, deps()),
      clock: quick,
      chance: () => 0.5,
      log: assert.fail,
      changed: () => undefined,
    });
    const cluster = openClusterOf(session);
    assert.ok(cluster);
    const run = new OperationRun({
      cluster,
      procedure,
      choices,
      clock: quick,
      chance: () => 0.5,
      isReadOnly: () => false,
      agree(question) {
        asked.push(question);
        return Promise.resolve(true);
      },
      seen(seen) {
        shown.push(seen);
        for (const tell of waiting) tell(seen);
      },
    });
    const shows = (words: RegExp, state?: OperationProgress['state']): Promise<void> =>
      new Promise((resolve) => {
        const look = (seen: OperationProgress): void => {
          if (!words.test(seen.words) || (state !== undefined && seen.state !== state)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        for (const seen of shown) look(seen);
      });
    const window: Window = { run, session, outcome: run.finish(), shown, asked, shows };
    windows.push(window);
    return window;
  }

  /** Returns the changes that the server stored, such as `PATCH kataconfigs/example-kataconfig`. */
  function kept(): readonly string[] {
    return simulation.audit.entries
      .filter(
        ({ method, url, code }) =>
          method !== 'GET' && !url.includes('dryRun=All') && !url.includes('selfsubject') && code < 400,
      )
      .map(({ method, url }) => `${method} ${(url.split('?')[0] ?? '').split('/').slice(-2).join('/')}`);
  }

  const all = [
    'PATCH namespaces/openshift-sandboxed-containers-operator',
    'PATCH operatorgroups/sandboxed-containers-operator-group',
    'PATCH subscriptions/sandboxed-containers-operator',
    'PATCH kataconfigs/example-kataconfig',
  ];

  test('installs Kata and sends each object once', async () => {
    await start('operator-missing');
    const window = await open();
    assert.equal(await window.outcome, 'done', JSON.stringify(window.shown.at(-1)));
    assert.deepEqual(kept(), all);
    assert.ok(window.shown.some(({ words }) => /node/i.test(words)));
  });

  test('recovers from a missing permission, a failing webhook, and broken connections', async () => {
    await start('operator-missing');
    const status = (code: number, message: string, reason: string) =>
      ({ kind: 'status', error: { code, reason, message } }) as const;
    simulation.faults.add({
      effect: status(
        403,
        'kataconfigs is forbidden: User "x" cannot patch resource "kataconfigs" in API group "g"',
        'Forbidden',
      ),
      verb: 'patch',
      path: /kataconfigs\/example/,
      times: 2,
    });
    const window = await open();
    await window.shows(/You don't have permission to patch kataconfigs/, 'blocked');
    assert.deepEqual(kept(), [], 'the first dry run of it comes before anything is sent');
    simulation.faults.clear();
    simulation.faults.add({
      effect: status(500, 'Internal error occurred: failed calling webhook "vkataconfig.kb.io"', 'InternalError'),
      verb: 'patch',
      path: /kataconfigs\/example/,
      times: 3,
    });
    window.run.goOn();
    await window.shows(/webhook isn't ready yet/);
    simulation.cutConnections();
    assert.equal(await window.outcome, 'done', JSON.stringify(window.shown.at(-1)));
    assert.deepEqual(kept(), all);
  });

  test('completes the install after an API server restart', async () => {
    await start('operator-missing');
    const window = await open();
    await window.shows(/Subscription/);
    await simulation.restart(true);
    assert.equal(await window.outcome, 'done', JSON.stringify(window.shown.at(-1)));
    assert.deepEqual(new Set(kept()), new Set(all));
  });

  test('continues the install from another window after the first one stops', async () => {
    await start('operator-missing');
    const first = await open();
    await first.shows(/Create the Subscription: changes sent/);
    first.run.stop();
    assert.equal(await first.outcome, 'stopped');
    const second = await open();
    assert.equal(await second.outcome, 'done', JSON.stringify(second.shown.at(-1)));
    assert.deepEqual(kept(), all);
  });

  test('completes the install from two windows at once without duplicate objects', async () => {
    await start('operator-missing');
    const windows = await Promise.all([open(), open()]);
    assert.deepEqual(await Promise.all(windows.map(({ outcome }) => outcome)), ['done', 'done']);
    // Both windows can send an object that neither has seen yet. The same object from the same field manager changes
    // nothing.
    assert.deepEqual(new Set(kept()), new Set(all));
  });

  test('completes the uninstall and deletes each object once', async () => {
    await start('two-workers-installed');
    const window = await begin(uninstall, { namespace: true, crd: true });
    assert.equal(await window.outcome, 'done', JSON.stringify(window.shown.at(-1)));
    const deleted = kept();
    assert.ok(deleted.every((line) => line.startsWith('DELETE ')));
    assert.equal(new Set(deleted).size, deleted.length);
    assert.equal(deleted[0], 'DELETE kataconfigs/example-kataconfig');
    assert.ok(deleted.includes('DELETE namespaces/openshift-sandboxed-containers-operator'));
  });

  test('requires one confirmation for an uninstall, and another only for an object that appears in the namespace afterwards', async () => {
    await start('two-workers-installed');
    const window = await begin(uninstall, { namespace: true, crd: false });
    await window.shows(/Delete the KataConfig/);
    const { store, resources } = simulation;
    const later = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'later', namespace: 'openshift-sandboxed-containers-operator' },
    };
    await window.shows(/: changes sent, waiting for the cluster to reflect them/);
    assert.ok(store.create(resources.need('', 'configmaps'), later).ok);
    assert.equal(await window.outcome, 'done', JSON.stringify(window.shown.at(-1)));
    const [plan, difference, ...others] = window.asked;
    assert.deepEqual(others, []);
    assert.equal(plan?.plan?.objects.filter(({ effect }) => effect === 'deleted').length, 6);
    assert.match(JSON.stringify(plan?.plan?.losses), /ServiceAccount|Deployment/);
    assert.equal(difference?.plan, undefined);
    assert.equal(difference?.step.id, 'namespace-gone');
    assert.match(JSON.stringify(difference?.gates), /ConfigMap: later/);
    const last = window.shown.at(-1)?.results ?? {};
    assert.deepEqual(
      [last['kataconfig-gone']?.how, last['namespace-gone']?.how, last['pods']?.how],
      ['delete', 'delete', 'notNeeded'],
    );
  });

  test('asks for a new login when the token expires and then continues', async () => {
    await start('operator-missing');
    const window = await open();
    await window.shows(/Subscription/);
    simulation.faults.add({
      effect: { kind: 'status', error: { code: 401, reason: 'Unauthorized', message: 'Unauthorized' } },
    });
    simulation.cutConnections();
    await window.shows(/Log in again/, 'blocked');
    const before = kept();
    simulation.faults.clear();
    window.session.retryNow();
    assert.equal(await window.outcome, 'done', JSON.stringify(window.shown.at(-1)));
    assert.deepEqual(kept().slice(0, before.length), before);
    assert.deepEqual(new Set(kept()), new Set(all));
  });
});
