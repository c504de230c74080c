/** Tests how an operation stops and continues when permissions, logins, or connections are lost. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import type { Procedure, ProcedureStep } from '#core/operations/procedure.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { kataConfig, subscription, three } from '#test/support/operations/fakeCluster.ts';
import { allRequests, createRefusal, startOperation } from './startOperation.ts';

const forbidden = createRefusal(
  'forbidden',
  403,
  'subscriptions.operators.coreos.com "osc" is forbidden: User "dev" cannot patch resource "subscriptions" in API group "operators.coreos.com" in the namespace "openshift-sandboxed-containers-operator"',
);

/** The procedure with a step that is done as soon as the pod of the webhook is ready, as in an installation. */
const withWebhookStep: Procedure<object> = {
  ...three,
  steps(situation, choices) {
    const steps = three.steps(situation, choices);
    const webhook: ProcedureStep = {
      id: 'webhook',
      title: 'Start the operator',
      state: 'done',
      headline: 'The operator is running',
      evidence: ['1 ready address'],
      changes: [],
      until: [],
    };
    return [...steps.slice(0, -1), webhook, ...steps.slice(-1)];
  },
};

describe('operation run', () => {
  test('reports a permission that a later step lacks before it sends any change', async () => {
    const { clock, cluster, run, outcome } = startOperation((cluster) => {
      cluster.fault = ({ path }) => (path === getObjectPath(subscription) ? forbidden : undefined);
    });
    await clock.pass(60_000);
    assert.deepEqual(cluster.kept, []);
    assert.equal(cluster.last.state, 'blocked');
    assert.match(
      cluster.last.words,
      /You don't have permission to patch subscriptions\.operators\.coreos\.com\..*oc auth can-i patch .* -n openshift-sandboxed-containers-operator$/,
    );
    await clock.pass(600_000);
    assert.deepEqual(cluster.kept, [], 'it waits for somebody');
    cluster.fault = () => undefined;
    run.goOn();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, allRequests);
  });

  test('stops with the missing verb when a permission is revoked during the run', async () => {
    const { clock, cluster, run, outcome } = startOperation((cluster) => {
      cluster.fault = ({ path, dryRun }) => (!dryRun && path === getObjectPath(subscription) ? forbidden : undefined);
    });
    await clock.pass(600_000);
    assert.deepEqual(cluster.kept, [allRequests[0], allRequests[1]], 'asked for once, and refused');
    assert.match(cluster.last.words, /You don't have permission to patch/);
    cluster.fault = () => undefined;
    run.goOn();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, [allRequests[0], allRequests[1], allRequests[1], allRequests[2]]);
  });

  test('continues automatically after an expired login is renewed', async () => {
    let expired = false;
    const unauthorized: ApiProblem = { kind: 'unauthorized', status: 401, message: 'expired' };
    const { clock, cluster, outcome } = startOperation((cluster) => {
      cluster.fault = ({ path }) => {
        if (path === getObjectPath(subscription) && cluster.kept.length > 0) expired ||= cluster.arrived.length < 8;
        return expired ? unauthorized : undefined;
      };
      cluster.asking = () => (expired ? unauthorized : undefined);
    });
    await clock.pass(5000);
    assert.equal(cluster.last.state, 'blocked');
    cluster.become({ kind: 'unauthorized', trouble: { message: 'expired', status: 401 } });
    await clock.pass(3_600_000);
    assert.equal(cluster.last.state, 'blocked');
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
    const { clock, cluster, outcome } = startOperation((frozen) => {
      frozen.thaw = new Promise((resolve) => {
        thaw = resolve;
      });
    });
    await clock.pass(1000);
    cluster.become({ kind: 'retrying', trouble: { message: 'no response for 15 s' } });
    assert.equal(cluster.last.state, 'blocked');
    assert.match(cluster.last.words, /isn't responding.*no response for 15 s/);
    assert.equal(cluster.last.waitsFor, 'connection');
    assert.deepEqual(cluster.kept, []);
    thaw();
    await clock.pass(1000);
    assert.deepEqual(cluster.kept, [], 'sends nothing before the connection is back');
    cluster.become({ kind: 'live' });
    await clock.pass(60_000);
    assert.deepEqual(cluster.kept, allRequests);
    assert.equal(outcome(), 'done');
  });

  test('continues after an outage without resending a change whose response was lost', async () => {
    const { clock, cluster, outcome } = startOperation((cluster) => {
      cluster.fault = ({ path, dryRun }) => (path === getObjectPath(subscription) && !dryRun ? 'lost' : undefined);
    });
    cluster.hears = false;
    await clock.pass(5000);
    cluster.become({ kind: 'retrying', trouble: { message: 'connection refused' } });
    await clock.pass(3_600_000);
    assert.equal(outcome(), undefined);
    assert.equal(cluster.last.state, 'blocked');
    assert.match(cluster.last.words, /connection refused/);
    cluster.hears = true;
    cluster.become({ kind: 'live' });
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, allRequests);
  });

  test('sends an undelivered change when the cluster is reachable again', async () => {
    let gone = false;
    const { clock, cluster, outcome } = startOperation((cluster) => {
      cluster.fault = ({ path, dryRun }) => {
        gone ||= path === getObjectPath(subscription) && !dryRun;
        return gone ? { kind: 'network', message: 'connection refused' } : undefined;
      };
    });
    await clock.pass(120_000);
    assert.equal(cluster.objects.has(getObjectPath(subscription)), false);
    gone = false;
    cluster.fault = () => undefined;
    // The cluster reports something in any case, such as a bookmark.
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
    const { clock, cluster, run, outcome } = startOperation((cluster) => {
      cluster.fault = ({ path }) => (path === getObjectPath(kataConfig) && !ready ? webhook : undefined);
    });
    await clock.pass(30_000);
    assert.equal(cluster.last.state, 'working');
    assert.match(cluster.last.words, /webhook isn't ready yet/);
    const tries = cluster.arrived.length;
    assert.ok(tries < 30, 'no storm of requests');
    await clock.pass(240_000);
    assert.equal(cluster.last.state, 'blocked');
    const after = cluster.arrived.length;
    await clock.pass(600_000);
    assert.equal(cluster.arrived.length, after, 'and not for ever');
    ready = true;
    run.goOn();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(cluster.kept, allRequests);
  });

  test("doesn't show the operator as started while the API server can't call its webhook", async () => {
    let ready = false;
    const message = (name: string): string => `failed calling webhook "${name}": context deadline exceeded`;
    let name = 'validate.kyverno.svc';
    const { clock, cluster, run, outcome } = startOperation(
      (cluster) => {
        cluster.fault = ({ path }) =>
          path === getObjectPath(kataConfig) && !ready ? createRefusal('server', 500, message(name)) : undefined;
      },
      { procedure: withWebhookStep },
    );
    const states = (): readonly string[] => cluster.last.steps.map(({ id, state }) => `${id} ${state}`);
    const webhook = (): ProcedureStep | undefined => cluster.last.steps.find(({ id }) => id === 'webhook');
    await clock.pass(10_000);
    assert.deepEqual(states().slice(2), ['webhook done', 'kataconfig ready'], 'another webhook fails');
    name = 'vkataconfig.kb.io';
    await clock.pass(60_000);
    assert.equal(cluster.last.state, 'working');
    assert.deepEqual(states().slice(2), ['webhook waiting', 'kataconfig later']);
    assert.equal(webhook()?.headline, "The operator webhook isn't ready");
    assert.deepEqual(webhook()?.evidence, [
      '1 ready address',
      `The API server rejected the KataConfig: ${message(name)}`,
    ]);
    assert.ok(!Object.keys(cluster.last.results ?? {}).includes('webhook'));
    const seen = cluster.shown.length;
    await clock.pass(200_000);
    assert.ok(
      cluster.shown.slice(seen).every(({ steps }) => steps[2]?.state !== 'done'),
      'also while it retries',
    );
    assert.equal(cluster.last.state, 'blocked');
    assert.deepEqual(states().slice(2), ['webhook blocked', 'kataconfig later']);
    ready = true;
    run.goOn();
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
    assert.deepEqual(states().slice(2), ['webhook done', 'kataconfig done']);
    assert.equal(cluster.last.results?.['webhook']?.how, 'reached');
  });

  test('stops when the cluster is closed', async () => {
    const { clock, cluster, outcome } = startOperation((cluster) => {
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

  test('waits until forbidden facts can be read', async () => {
    let away = true;
    const { clock, cluster, outcome } = startOperation((cluster) => {
      cluster.asking = () => (away ? { kind: 'forbidden', message: 'no' } : undefined);
    });
    await clock.pass(60_000);
    assert.equal(cluster.last.state, 'blocked');
    assert.deepEqual(cluster.kept, []);
    away = false;
    await clock.pass(60_000);
    assert.equal(outcome(), 'done');
  });
});
