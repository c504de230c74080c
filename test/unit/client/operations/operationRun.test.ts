/**
 * Tests an operation with every interruption and fault: it continues correctly, reports what blocks it, and sends no
 * change twice.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sequenceSteps, type Procedure } from '#core/operations/procedure.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { isWorthKeeping } from '#client/operations/engine/isWorthKeeping.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { FakeCluster, kataConfig, namespace, subscription, three } from '#test/support/operations/fakeCluster.ts';
import { allRequests, createRefusal, startOperation, startOperationOn } from './startOperation.ts';

const isReal = ({ dryRun }: { readonly dryRun: boolean }): boolean => !dryRun;

describe('operation run', () => {
  test('sends each step once, in order, after a server-side dry run', async () => {
    const { clock, cluster, asked, outcome } = startOperation();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, allRequests);
    assert.equal(asked.length, 1, 'what needs a yes is asked together, before the first change');
    for (const { method, path, options } of cluster.arrived.filter(isReal)) {
      assert.ok(
        cluster.arrived.some((one) => one.dryRun && one.path === path),
        `${path} was tried first`,
      );
      assert.equal(method, 'PATCH');
      assert.equal(options.contentType, 'application/apply-patch+yaml');
      assert.deepEqual(
        [options.query?.['fieldManager'], options.query?.['fieldValidation'], options.query?.['force']],
        ['kata-vscode', 'Strict', undefined],
      );
    }
    assert.equal(cluster.last.state, 'done');
    assert.equal(cluster.last.title, 'Install Kata');
  });

  test('keeps the result of every step with its time', async () => {
    const { clock, cluster } = startOperation((cluster) =>
      cluster.put(getObjectPath(namespace), { metadata: { name: namespace.name } }),
    );
    await clock.pass(60_000);
    const results = cluster.last.results ?? {};
    assert.deepEqual(
      Object.entries(results).map(([id, { how, at }]) => `${id} ${how} ${at === undefined ? 'before' : 'since'}`),
      ['namespace before before', 'subscription apply since', 'kataconfig apply since'],
    );
    assert.ok((results['subscription']?.at ?? 0) <= (results['kataconfig']?.at ?? 0));
  });

  test('sends nothing when the confirmation is declined', async () => {
    const { clock, cluster, outcome } = startOperation(undefined, { agrees: false });
    await clock.pass(60_000);
    assert.equal(outcome(), 'declined');
    assert.deepEqual(cluster.kept, []);
    assert.equal(cluster.shown.some(isWorthKeeping), false, 'the plan was canceled, so nothing is left to continue');
  });

  test('can be continued if it waited before its first question and the user dismisses that question', async () => {
    let state: 'unknown' | 'blocked' | 'done' = 'unknown';
    const procedure: Procedure<object> = {
      ...three,
      steps: (situation, choices) =>
        sequenceSteps([
          {
            id: 'openshift',
            title: 'Update OpenShift first',
            state,
            headline: 'OpenShift 4.21.3',
            evidence: [],
            changes: [],
            until: [],
          },
          ...three.steps(situation, choices),
        ]),
    };
    const { clock, cluster, asked, outcome } = startOperation(undefined, { agrees: false, procedure });
    await clock.pass(60_000);
    assert.equal(cluster.last.state, 'blocked');
    assert.equal(cluster.shown.some(isWorthKeeping), false, 'the cluster is still being read');
    state = 'blocked';
    cluster.hear();
    await clock.pass(60_000);
    state = 'done';
    cluster.hear();
    await clock.pass(60_000);
    assert.deepEqual([asked.length, outcome(), cluster.kept], [1, 'declined', []]);
    assert.ok(cluster.shown.some(isWorthKeeping));
  });

  test("starts with the first step that the cluster doesn't have yet", async () => {
    for (const done of [1, 2, 3]) {
      const { clock, cluster, outcome } = startOperation((cluster) => {
        for (const target of [namespace, subscription, kataConfig].slice(0, done))
          cluster.put(getObjectPath(target), { metadata: { name: target.name } });
      });
      await clock.pass(60_000);
      assert.equal(outcome(), 'done');
      assert.deepEqual(cluster.kept, allRequests.slice(done));
    }
  });

  test("doesn't resend a change while the cluster doesn't show it yet", async () => {
    const { clock, cluster, outcome } = startOperation();
    cluster.hears = false;
    await clock.pass(600_000);
    assert.deepEqual(cluster.kept, allRequests.slice(0, 2));
    assert.match(cluster.last.words, /: changes sent, waiting for the cluster to reflect them/);
    cluster.hears = true;
    cluster.hear();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, allRequests);
  });

  test("doesn't resend a reverted change before Continue", async () => {
    const { clock, cluster, run, outcome } = startOperation((cluster) =>
      cluster.put(getObjectPath(namespace), { metadata: { name: namespace.name } }),
    );
    cluster.hears = false;
    await clock.pass(5000);
    assert.deepEqual(cluster.kept, [allRequests[1]]);
    cluster.objects.delete(getObjectPath(subscription));
    await clock.pass(100_000);
    cluster.hears = true;
    cluster.hear();
    await clock.pass(300_000);
    assert.deepEqual(cluster.kept, [allRequests[1]]);
    assert.equal(cluster.last.state, 'blocked');
    assert.match(cluster.last.words, /Applied Subscription osc, but the cluster doesn't reflect the change/);
    run.goOn();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, [allRequests[1], allRequests[1], allRequests[2]]);
  });

  test('names fields of another field manager and never forces ownership', async () => {
    const conflict = createRefusal(
      'conflict',
      409,
      'Apply failed with 1 conflict: conflict with "argocd": .spec.channel',
      [
        {
          reason: 'FieldManagerConflict',
          message: 'conflict with "argocd" using operators.coreos.com/v1alpha1',
          field: '.spec.channel',
        },
      ],
    );
    const { clock, cluster } = startOperation((cluster) => {
      cluster.fault = ({ path }) => (path === getObjectPath(subscription) ? conflict : undefined);
    });
    await clock.pass(600_000);
    assert.deepEqual(cluster.kept, [allRequests[0]]);
    assert.equal(cluster.last.state, 'blocked');
    assert.match(cluster.last.words, /argocd set \.spec\.channel to different values/);
    assert.ok(cluster.arrived.every(({ options }) => options.query?.['force'] === undefined));
  });

  test('completes every step when two windows run it at once', async () => {
    const one = startOperation();
    const other = startOperationOn(one.clock, one.cluster);
    await one.clock.pass(120_000);
    assert.deepEqual([one.outcome(), other.outcome()], ['done', 'done']);
    // Both windows can send a change that neither has seen yet, because applying the same object twice changes nothing.
    // Neither window repeats a step that the cluster already shows.
    assert.ok(one.cluster.kept.length <= 6);
    assert.deepEqual(new Set(one.cluster.kept), new Set(allRequests));
  });

  test('sends nothing that another window completed while the confirmation was open', async () => {
    const clock = new ManualClock();
    const cluster = new FakeCluster(clock);
    const { asked, outcome } = startOperationOn(clock, cluster, {
      meanwhile: () => {
        for (const target of [namespace, subscription, kataConfig])
          cluster.put(getObjectPath(target), { metadata: { name: target.name } });
      },
    });
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.equal(asked.length, 1);
    assert.deepEqual(cluster.kept, []);
  });

  test('resumes from a later window without repeating changes', async () => {
    for (const after of [0, 1, 2]) {
      const { clock, cluster, run, outcome } = startOperation();
      cluster.fault = () => {
        if (cluster.kept.length > after) run.stop();
        return undefined;
      };
      await clock.pass(60_000);
      assert.equal(outcome(), 'stopped');
      cluster.fault = () => undefined;
      const later = startOperationOn(clock, cluster);
      await clock.pass(60_000);
      assert.equal(later.outcome(), 'done');
      assert.deepEqual(cluster.kept, allRequests, `after ${after}`);
    }
  });

  test('sends nothing, not even a dry run, while osc.readOnly is on', async () => {
    let readOnly = true;
    const { clock, cluster, run, outcome } = startOperation(undefined, { isReadOnly: () => readOnly });
    await clock.pass(60_000);
    assert.deepEqual(cluster.arrived, []);
    assert.match(cluster.last.words, /osc\.readOnly setting is enabled.*continue the operation/);
    readOnly = false;
    run.goOn();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
  });
});
