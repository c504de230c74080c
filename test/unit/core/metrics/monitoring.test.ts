/**
 * Tests the monitoring of a simulated cluster as a client sees it: the Route, the proxy in front of the built-in
 * Prometheus, and its responses.
 */
import assert from 'node:assert/strict';
import { request } from 'node:https';
import { after, before, describe, test } from 'node:test';
import { panels } from '#core/metrics/panels/panels.ts';
import { getList, getString, getValue } from '#core/common/json.ts';
import { uninstallBlockedByPods } from '#simulator/scenarios/clusters/uninstallBlockedByPods.ts';
import { simulate, type Simulation } from '#simulator/simulate.ts';
import { pods } from '#simulator/controllers/framework/resourceNames.ts';

let simulation: Simulation;
let authority: string;

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
}

/**
 * Sends a request to the monitoring host.
 * @param who name of a user or a token. If undefined, the request is anonymous
 */
function ask(path: string, who: string | undefined, form?: Readonly<Record<string, string>>): Promise<Reply> {
  const token = who === undefined ? undefined : (simulation.tokenOf(who) ?? who);
  return new Promise((resolve, reject) => {
    const options = {
      ca: authority,
      method: form === undefined ? 'GET' : 'POST',
      agent: false,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        'Content-Type': 'application/x-www-form-urlencoded',
      },
    } as const;
    const asking = request(`https://${simulation.monitoring?.host ?? ''}${path}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, json: jsonOf(text) }));
    });
    asking.on('error', reject);
    asking.end(form === undefined ? undefined : new URLSearchParams(form).toString());
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function query(text: string, at = Date.now()): Promise<Reply> {
  return ask('/api/v1/query', 'kube:admin', { query: text, time: String(at / 1000) });
}

async function valueOf(text: string, at?: number): Promise<string | undefined> {
  const { json } = await query(text, at);
  const [first] = getList(json, 'data', 'result');
  return getList(first, 'value').find((value) => typeof value === 'string');
}

describe('simulated monitoring', () => {
  before(async () => {
    simulation = await simulate({
      scenario: uninstallBlockedByPods,
      users: [{ name: 'viewer', groups: [] }],
      monitoring: {},
    });
    const published = simulation.store.get(
      { group: '', plural: 'configmaps' },
      'openshift-config-managed',
      'default-ingress-cert',
    );
    authority = getString(published, 'data', 'ca-bundle.crt') ?? '';
  });
  after(() => simulation.close());

  test('has a Route and a certificate from the ingress CA instead of the API CA', async () => {
    const route = simulation.store.get(
      { group: 'route.openshift.io', plural: 'routes' },
      'openshift-monitoring',
      'thanos-querier',
    );
    assert.equal(getString(route, 'spec', 'host'), simulation.monitoring?.host);
    assert.equal((await query('up')).status, 200);
    assert.ok(!simulation.kubeconfig.includes(Buffer.from(authority).toString('base64')));
  });

  test('authenticates and authorizes requests', async () => {
    assert.deepEqual(
      [
        (await ask('/api/v1/query?query=1', undefined)).status,
        (await ask('/api/v1/query?query=1', 'sha256~nobody')).text,
      ],
      [401, 'Unauthorized\n'],
    );
    const refused = await ask('/api/v1/query', 'viewer', { query: '1' });
    assert.deepEqual(
      [refused.status, refused.text],
      [403, 'Forbidden (user=viewer, verb=create, resource=prometheuses, subresource=api)\n'],
    );
    const outside = await ask('/graph', 'kube:admin');
    assert.equal(outside.status, 503);
    assert.match(outside.text, /Application is not available/);
  });

  test('supports every chart query', async () => {
    for (const { title, queries } of panels)
      for (const { promql } of queries) {
        const filters = { sandbox: 'a"b', namespace: 'payments', node: { label: 'node', value: 'worker-0' } } as const;
        for (const text of [promql({}), promql(filters)]) {
          const { status, json, text: said } = await query(text);
          assert.equal(status, 200, `${title()}: ${said}`);
          assert.ok(Array.isArray(getValue(json, 'data', 'result')));
        }
      }
  });

  test('rejects invalid queries as Prometheus does and names unsupported functions', async () => {
    const range = { query: 'kata_guest_load', start: '0', end: '1000000' };
    const many = await ask('/api/v1/query_range', 'kube:admin', { ...range, step: '1' });
    assert.equal(many.status, 400);
    assert.match(many.text, /exceeded maximum resolution of 11,000 points/);
    assert.equal((await ask('/api/v1/query_range', 'kube:admin', { ...range, step: '0' })).status, 400);
    const unknown = await query('topk(3, kata_guest_load)');
    assert.equal(unknown.status, 422);
    assert.match(getString(unknown.json, 'error') ?? '', /doesn't support topk/);
    assert.equal((await query('a[5m:1m]')).status, 422);
    assert.equal((await query('a + on(x) {')).status, 400);
  });

  test('reports metrics of a pod until the pod ends', async () => {
    assert.equal(await valueOf('sum(kata_monitor_running_shim_count)'), '2');
    const [pod] = simulation.store.list(pods, { namespace: 'payments' }).items;
    assert.ok(pod !== undefined);
    const before = Date.now();
    const id = `kata_guest_load{item="load1",cri_uid="${pod.metadata.uid}"}`;
    const past = await valueOf(id, before - 60_000);
    assert.ok(past !== undefined);
    // The history is fixed, so each query returns the same values.
    assert.equal(await valueOf(id, before - 60_000), past);
    simulation.store.delete(simulation.resources.need('', 'pods'), 'payments', pod.metadata.name, {
      gracePeriodSeconds: 0,
    });
    simulation.clock.jump(60_000);
    assert.equal(await valueOf(id, before + 60_000), undefined);
    assert.equal(await valueOf(id, before - 60_000), past);
  });

  test('never decreases counters and keeps buckets in order', async () => {
    const now = Date.now();
    const { json } = await ask('/api/v1/query_range', 'kube:admin', {
      query: '{__name__=~"kata_guest_cpu_time|kata_shim_rpc_durations_histogram_milliseconds_bucket",item!="x"}',
      start: String((now - 3_600_000) / 1000),
      end: String(now / 1000),
      step: '30',
    });
    const series = getList(json, 'data', 'result');
    assert.ok(series.length > 50);
    const last = new Map<string, number>();
    for (const one of series) {
      const values = getList(one, 'values').map((pair) => Number(Array.isArray(pair) ? pair[1] : Number.NaN));
      assert.ok(values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0)));
      const { le, ...rest } = {
        le: getString(one, 'metric', 'le'),
        action: getString(one, 'metric', 'action'),
        id: getString(one, 'metric', 'sandbox_id'),
      };
      if (le === undefined) continue;
      // Buckets come in ascending order of their bounds.
      const key = JSON.stringify(rest);
      assert.ok((values.at(-1) ?? 0) >= (last.get(key) ?? 0), `${key} ${le}`);
      last.set(key, values.at(-1) ?? 0);
    }
  });

  test('raises no alert if no peer pod failed', async () => {
    const { json } = await ask('/api/v1/alerts', 'kube:admin');
    assert.deepEqual(getValue(json, 'data', 'alerts'), []);
  });

  test('changes an alert from pending to firing after 30 minutes of cluster time', async () => {
    const { store, resources, clock } = simulation;
    const raised = async () => {
      const [alert] = getList((await ask('/api/v1/alerts', 'kube:admin')).json, 'data', 'alerts');
      return { state: getString(alert, 'state'), since: Date.parse(getString(alert, 'activeAt') ?? '') };
    };
    const began = clock.now();
    const spec = { runtimeClassName: 'kata-remote', containers: [{ name: 'one', image: 'one' }] };
    assert.ok(
      store.create(
        resources.need('', 'pods'),
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'remote', namespace: 'payments' }, spec },
        { seed: true },
      ).ok,
    );
    clock.jump(10 * 60_000);
    const early = await raised();
    assert.equal(early.state, 'pending');
    assert.ok(Math.abs(early.since - began) <= 60_000, `${early.since - began} ms`);
    clock.jump(21 * 60_000);
    const late = await raised();
    assert.equal(late.state, 'firing');
    assert.ok(Math.abs(late.since - began) <= 60_000, 'the start time stays the same');
  });

  test('exports the current metrics in the Prometheus text format', async () => {
    const response = await fetch(simulation.monitoring?.exporterUrl ?? '');
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    assert.match(text, /^# TYPE kata_monitor_running_shim_count gauge$/m);
    assert.match(text, /^# TYPE kata_shim_rpc_durations_histogram_milliseconds histogram$/m);
    assert.match(text, /^kata_shim_rpc_durations_histogram_milliseconds_bucket\{.*le="\+Inf"\} \d+$/m);
    for (const line of text.split('\n'))
      assert.match(line, /^(?:|# (?:HELP|TYPE) .*|[a-z_:A-Z]+(?:\{.*\})? (?:[\d.e+-]+|NaN|[+-]Inf))$/);
    assert.ok(text.split('\n').length > 150);
  });
});
