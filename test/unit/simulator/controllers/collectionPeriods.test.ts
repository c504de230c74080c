/** Tests the scenarios for the tiles of the metrics page, with the built-in Prometheus of the simulator. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getList, getString } from '#core/common/json.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { metricsMissing, peerPodsFail } from '#simulator/scenarios/clusters/monitoredClusters.ts';
import { collectionLabel } from '#simulator/metrics/series/collectionPeriods.ts';
import { namespaces } from '#simulator/controllers/framework/resourceNames.ts';
import { simulate, type Simulation } from '#simulator/simulate.ts';

async function ask(simulation: Simulation, path: string, query = ''): Promise<unknown> {
  const parameters = new URLSearchParams(query === '' ? {} : { query });
  const reply = await simulation.monitoring?.builtIn({ method: 'GET', path, parameters });
  return JSON.parse(reply?.text ?? '');
}

async function valuesOf(simulation: Simulation, query: string): Promise<readonly string[]> {
  const answer = await ask(simulation, '/api/v1/query', query);
  return getList(answer, 'data', 'result').map((one) => String(getList(one, 'value')[1]));
}

describe('scenario peer-pods-fail', () => {
  let simulation: Simulation;
  before(async () => (simulation = await simulate({ scenario: peerPodsFail, monitoring: {} })));
  after(() => simulation.close());

  test('has a failure ratio above the threshold, and the alert fires', async () => {
    assert.deepEqual(await valuesOf(simulation, 'kata_remote_workload_failure_ratio'), ['40']);
    assert.deepEqual(await valuesOf(simulation, 'kata_failed_remote_pods'), ['2']);
    const alerts = getList(await ask(simulation, '/api/v1/alerts'), 'data', 'alerts');
    assert.deepEqual(
      alerts.map((alert) => [getString(alert, 'labels', 'alertname'), getString(alert, 'state')]),
      [['KataRemoteWorkloadFailureHigh', 'firing']],
    );
  });
});

describe('scenario metrics-missing', () => {
  let simulation: Simulation;
  before(async () => (simulation = await simulate({ scenario: metricsMissing, monitoring: {} })));
  after(() => simulation.close());

  test('has no series until the label of the namespace is changed, and then no earlier values', async () => {
    const count = () => valuesOf(simulation, 'count(kata_config_installation_success)');
    assert.deepEqual(await count(), []);
    const { store, resources, clock } = simulation;
    const namespace = store.get(namespaces, undefined, operatorNamespace) ?? assert.fail('no namespace');
    const labels = { ...namespace.metadata.labels, [collectionLabel]: 'true' };
    const object = { ...namespace, metadata: { ...namespace.metadata, labels } };
    assert.ok(store.update(resources.need('', 'namespaces'), object).ok);
    clock.jump(60_000);
    assert.deepEqual(await count(), ['1']);
    assert.deepEqual(await valuesOf(simulation, 'count(kata_config_installation_success offset 10m)'), []);
  });
});
