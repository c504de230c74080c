/**
 * A procedure on a cluster, with every interruption and fault: it goes on rightly, says what holds it, and sends
 * nothing twice.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ConfirmationGate } from '#core/operations/procedure.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import { OperationRun } from '#client/operations/engine/operationRun.ts';
import type { OperationOutcome } from '#client/operations/context.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { FakeCluster, kataConfig, namespace, subscription, three } from '#test/support/operations/fakeCluster.ts';

const all = [
  'PATCH namespaces/openshift-sandboxed-containers-operator',
  'PATCH subscriptions/osc',
  'PATCH kataconfigs/kata',
];

interface Begun {
  readonly clock: ManualClock;
  readonly cluster: FakeCluster;
  readonly run: OperationRun<object>;
  readonly asked: (readonly ConfirmationGate[])[];
  /** How it ended; undefined: it goes on. */
  readonly outcome: () => OperationOutcome | undefined;
}

interface Options {
  readonly agrees?: boolean;
  readonly isReadOnly?: () => boolean;
  /** Happens while the confirmation is open. */
  readonly meanwhile?: () => void;
}

function begin(prepare: (cluster: FakeCluster) => void = () => undefined, more: Options = {}): Begun {
  const clock = new ManualClock();
  const cluster = new FakeCluster(clock);
  prepare(cluster);
  return again(clock, cluster, more);
}

/** Another window, or the same one later. */
function again(
  clock: ManualClock,
  cluster: FakeCluster,
  { agrees = true, isReadOnly = () => false, meanwhile = () => undefined }: Options = {},
): Begun {
  const asked: (readonly ConfirmationGate[])[] = [];
  let ended: OperationOutcome | undefined;
  const run = new OperationRun<object>({
    cluster: cluster.open,
    procedure: three,
    choices: {},
    clock,
    chance: () => 0.5,
    isReadOnly,
    agree: ({ gates }) => {
      asked.push(gates);
      meanwhile();
      return Promise.resolve(agrees);
    },
  });
  run.finish().then(
    (outcome) => (ended = outcome),
    (error: unknown) => assert.fail(String(error)),
  );
  return { clock, cluster, run, asked, outcome: () => ended };
}

const isReal = ({ dryRun }: { readonly dryRun: boolean }): boolean => !dryRun;

/** A Status as servers send it. */
function refusal(
  kind: ApiProblem['kind'],
  status: number,
  message: string,
  causes: readonly object[] = [],
): ApiProblem {
  return { kind, status, message, details: { kind: 'Status', message, details: { causes } } };
}

const forbidden = refusal(
  'forbidden',
  403,
  'subscriptions.operators.coreos.com "osc" is forbidden: User "dev" cannot patch resource "subscriptions" in API group "operators.coreos.com" in the namespace "openshift-sandboxed-containers-operator"',
);

describe('operation run', () => {
  test('sends each step once, in order, after a server-side dry run', async () => {
    const { clock, cluster, asked, outcome } = begin();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, all);
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
    assert.equal(cluster.last.title, 'Install kata');
  });

  test('keeps the result of every step with its time', async () => {
    const { clock, cluster } = begin((cluster) =>
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
    const { clock, cluster, outcome } = begin(undefined, { agrees: false });
    await clock.pass(60_000);
    assert.equal(outcome(), 'declined');
    assert.deepEqual(cluster.kept, []);
  });

  test("starts with the first step that the cluster doesn't have yet", async () => {
    for (const done of [1, 2, 3]) {
      const { clock, cluster, outcome } = begin((cluster) => {
        for (const target of [namespace, subscription, kataConfig].slice(0, done))
          cluster.put(getObjectPath(target), { metadata: { name: target.name } });
      });
      await clock.pass(60_000);
      assert.equal(outcome(), 'done');
      assert.deepEqual(cluster.kept, all.slice(done));
    }
  });

  test("doesn't resend a change while the cluster doesn't show it yet", async () => {
    const { clock, cluster, outcome } = begin();
    cluster.hears = false;
    await clock.pass(600_000);
    assert.deepEqual(cluster.kept, all.slice(0, 2));
    assert.match(cluster.last.words, /waited for until the cluster shows it/);
    cluster.hears = true;
    cluster.hear();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, all);
  });

  test("doesn't resend a reverted change before Continue", async () => {
    const { clock, cluster, run, outcome } = begin((cluster) =>
      cluster.put(getObjectPath(namespace), { metadata: { name: namespace.name } }),
    );
    cluster.hears = false;
    await clock.pass(5000);
    assert.deepEqual(cluster.kept, [all[1]]);
    cluster.objects.delete(getObjectPath(subscription));
    await clock.pass(100_000);
    cluster.hears = true;
    cluster.hear();
    await clock.pass(300_000);
    assert.deepEqual(cluster.kept, [all[1]]);
    assert.equal(cluster.last.state, 'held');
    assert.match(cluster.last.words, /Applied Subscription osc, and the cluster does not have it so/);
    run.goOn();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, [all[1], all[1], all[2]]);
  });

  test('reports a permission that a later step lacks before it sends any change', async () => {
    const { clock, cluster, run, outcome } = begin((cluster) => {
      cluster.fault = ({ path }) => (path === getObjectPath(subscription) ? forbidden : undefined);
    });
    await clock.pass(60_000);
    assert.deepEqual(cluster.kept, []);
    assert.equal(cluster.last.state, 'held');
    assert.match(
      cluster.last.words,
      /You may not patch subscriptions\.operators\.coreos\.com in openshift-sandboxed-containers-operator\..*oc auth can-i patch/,
    );
    await clock.pass(600_000);
    assert.deepEqual(cluster.kept, [], 'it waits for somebody');
    cluster.fault = () => undefined;
    run.goOn();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, all);
  });

  test('stops with the missing verb when a permission is revoked during the run', async () => {
    const { clock, cluster, run, outcome } = begin((cluster) => {
      cluster.fault = ({ path, dryRun }) => (!dryRun && path === getObjectPath(subscription) ? forbidden : undefined);
    });
    await clock.pass(600_000);
    assert.deepEqual(cluster.kept, [all[0], all[1]], 'asked for once, and refused');
    assert.match(cluster.last.words, /You may not patch/);
    cluster.fault = () => undefined;
    run.goOn();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, [all[0], all[1], all[1], all[2]]);
  });

  test('continues automatically after an expired login is renewed', async () => {
    let expired = false;
    const unauthorized: ApiProblem = { kind: 'unauthorized', status: 401, message: 'expired' };
    const { clock, cluster, outcome } = begin((cluster) => {
      cluster.fault = ({ path }) => {
        if (path === getObjectPath(subscription) && cluster.kept.length > 0) expired ||= cluster.arrived.length < 8;
        return expired ? unauthorized : undefined;
      };
      cluster.asking = () => (expired ? unauthorized : undefined);
    });
    await clock.pass(5000);
    assert.equal(cluster.last.state, 'held');
    cluster.become({ kind: 'unauthorized', trouble: { message: 'expired', status: 401 } });
    await clock.pass(3_600_000);
    assert.equal(cluster.last.state, 'held');
    assert.match(cluster.last.words, /Log in again/);
    assert.deepEqual([cluster.last.waitsFor, typeof cluster.last.at], ['login', 'number']);
    expired = false;
    cluster.fault = () => undefined;
    cluster.become({ kind: 'live' });
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual([cluster.last.waitsFor, cluster.last.at], [undefined, undefined]);
    assert.equal(new Set(cluster.kept).size, 3);
  });

  test('shows a lost connection while a read is still waiting for it, and continues when the cluster responds', async () => {
    let thaw: () => void = () => undefined;
    const { clock, cluster, outcome } = begin((frozen) => {
      frozen.thaw = new Promise((resolve) => {
        thaw = resolve;
      });
    });
    await clock.pass(1000);
    cluster.become({ kind: 'retrying', trouble: { message: 'no response for 15 s' } });
    assert.equal(cluster.last.state, 'held');
    assert.match(cluster.last.words, /doesn't respond.*no response for 15 s/);
    assert.equal(cluster.last.waitsFor, 'connection');
    assert.deepEqual(cluster.kept, []);
    thaw();
    await clock.pass(1000);
    assert.deepEqual(cluster.kept, [], 'sends nothing before the connection is back');
    cluster.become({ kind: 'live' });
    await clock.pass(60_000);
    assert.deepEqual(cluster.kept, all);
    assert.equal(outcome(), 'done');
  });

  test('continues after an outage without resending a change whose response was lost', async () => {
    const { clock, cluster, outcome } = begin((cluster) => {
      cluster.fault = ({ path, dryRun }) => (path === getObjectPath(subscription) && !dryRun ? 'lost' : undefined);
    });
    cluster.hears = false;
    await clock.pass(5000);
    cluster.become({ kind: 'retrying', trouble: { message: 'connection refused' } });
    await clock.pass(3_600_000);
    assert.equal(outcome(), undefined);
    assert.equal(cluster.last.state, 'held');
    assert.match(cluster.last.words, /connection refused/);
    cluster.hears = true;
    cluster.become({ kind: 'live' });
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, all);
  });

  test('sends an undelivered change when the cluster is reachable again', async () => {
    let gone = false;
    const { clock, cluster, outcome } = begin((cluster) => {
      cluster.fault = ({ path, dryRun }) => {
        gone ||= path === getObjectPath(subscription) && !dryRun;
        return gone ? { kind: 'network', message: 'connection refused' } : undefined;
      };
    });
    await clock.pass(120_000);
    assert.equal(cluster.objects.has(getObjectPath(subscription)), false);
    gone = false;
    cluster.fault = () => undefined;
    // Words of the cluster come in any case: a bookmark.
    cluster.hear();
    await clock.pass(120_000);
    assert.equal(outcome(), 'done');
  });

  test('retries an unavailable webhook for two minutes, then waits for Continue', async () => {
    let ready = false;
    const webhook: ApiProblem = {
      kind: 'server',
      status: 500,
      message:
        'Internal error occurred: failed calling webhook "vkataconfig.kb.io": no endpoints available for service',
    };
    const { clock, cluster, run, outcome } = begin((cluster) => {
      cluster.fault = ({ path }) => (path === getObjectPath(kataConfig) && !ready ? webhook : undefined);
    });
    await clock.pass(30_000);
    assert.equal(cluster.last.state, 'working');
    assert.match(cluster.last.words, /webhook is not ready yet/);
    const tries = cluster.arrived.length;
    assert.ok(tries < 30, 'no storm of requests');
    await clock.pass(240_000);
    assert.equal(cluster.last.state, 'held');
    const after = cluster.arrived.length;
    await clock.pass(600_000);
    assert.equal(cluster.arrived.length, after, 'and not for ever');
    ready = true;
    run.goOn();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, all);
  });

  test('names fields of another field manager and never forces ownership', async () => {
    const conflict = refusal('conflict', 409, 'Apply failed with 1 conflict: conflict with "argocd": .spec.channel', [
      {
        reason: 'FieldManagerConflict',
        message: 'conflict with "argocd" using operators.coreos.com/v1alpha1',
        field: '.spec.channel',
      },
    ]);
    const { clock, cluster } = begin((cluster) => {
      cluster.fault = ({ path }) => (path === getObjectPath(subscription) ? conflict : undefined);
    });
    await clock.pass(600_000);
    assert.deepEqual(cluster.kept, [all[0]]);
    assert.equal(cluster.last.state, 'held');
    assert.match(cluster.last.words, /argocd has set \.spec\.channel to other values/);
    assert.ok(cluster.arrived.every(({ options }) => options.query?.['force'] === undefined));
  });

  test('completes every step when two windows run it at once', async () => {
    const one = begin();
    const other = again(one.clock, one.cluster);
    await one.clock.pass(120_000);
    assert.deepEqual([one.outcome(), other.outcome()], ['done', 'done']);
    // Both may send what neither has seen yet: to apply the same twice changes nothing. No step is done by both after
    // it is shown.
    assert.ok(one.cluster.kept.length <= 6);
    assert.deepEqual(new Set(one.cluster.kept), new Set(all));
  });

  test('sends nothing that another window completed while the confirmation was open', async () => {
    const clock = new ManualClock();
    const cluster = new FakeCluster(clock);
    const { asked, outcome } = again(clock, cluster, {
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
      const { clock, cluster, run, outcome } = begin();
      cluster.fault = () => {
        if (cluster.kept.length > after) run.stop();
        return undefined;
      };
      await clock.pass(60_000);
      assert.equal(outcome(), 'stopped');
      cluster.fault = () => undefined;
      const later = again(clock, cluster);
      await clock.pass(60_000);
      assert.equal(later.outcome(), 'done');
      assert.deepEqual(cluster.kept, all, `after ${after}`);
    }
  });

  test('stops when the cluster is closed', async () => {
    const { clock, cluster, outcome } = begin((cluster) => {
      cluster.hears = false;
    });
    await clock.pass(5000);
    const before = cluster.arrived.length;
    cluster.close();
    await clock.pass(60_000);
    assert.equal(outcome(), 'stopped');
    assert.equal(cluster.arrived.length, before);
    assert.equal(clock.waiting, 0, 'nothing is left');
  });

  test('sends nothing, not even a dry run, while osc.readOnly is on', async () => {
    let readOnly = true;
    const { clock, cluster, run, outcome } = begin(undefined, { isReadOnly: () => readOnly });
    await clock.pass(60_000);
    assert.deepEqual(cluster.arrived, []);
    assert.match(cluster.last.words, /osc\.readOnly is on/);
    readOnly = false;
    run.goOn();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
  });

  test('waits until forbidden facts can be read', async () => {
    let away = true;
    const { clock, cluster, outcome } = begin((cluster) => {
      cluster.asking = () => (away ? { kind: 'forbidden', message: 'no' } : undefined);
    });
    await clock.pass(60_000);
    assert.equal(cluster.last.state, 'held');
    assert.deepEqual(cluster.kept, []);
    away = false;
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
  });
});
