/**
 * Serves several clusters for window.ts in a separate process, each with nodes on which Kata is installed. Changes
 * nodes on request over IPC. No controllers run, because their work after each change would distort the measurement.
 */
import process from 'node:process';
import { getBoolean, getMap } from '#core/common/json.ts';
import type * as Bundle from '#simulator/main.ts';
import { kataConfigCrd } from '#simulator/controllers/olm/bundle.ts';
import type { Simulation } from '#simulator/simulate.ts';
import { changeAtRate, changeNode, type NodeChanges } from '../nodeChanges.ts';

const [bundle = '', clusters = '', nodes = ''] = process.argv.slice(2);
const { simulate, scenarioNamed }: typeof Bundle = await import(bundle);
const simulations: Simulation[] = [];
for (let cluster = 0; cluster < Number(clusters); cluster += 1) {
  const simulation = await simulate({ called: `cluster-${cluster}` });
  seed(simulation, Number(nodes));
  simulations.push(simulation);
}
process.send?.({ kubeconfigs: simulations.map(({ kubeconfig }) => kubeconfig) });
const numbers = { last: 0 };
process.on('message', (requested: NodeChanges) => changeNodes(requested));

/** Creates the objects of nodes-5000 with fewer nodes, and a KataConfig that is installed on all of them. */
function seed({ store, resources, clock }: Simulation, count: number): void {
  const objects = scenarioNamed('nodes-5000')?.objects(clock.now()) ?? [];
  store.create(resources.need('apiextensions.k8s.io', 'customresourcedefinitions'), kataConfigCrd, { seed: true });
  const templates = objects.filter(({ object }) => object.kind === 'Node');
  const installed: string[] = [];
  for (let node = 0; node < count; node += 1) {
    const { resource, object } = templates[node % templates.length] ?? {};
    if (resource === undefined || object === undefined) throw new Error('the scenario has no nodes');
    const name = `node-${node}`;
    store.create(
      resources.need(resource.group, resource.plural),
      { ...object, metadata: { ...object.metadata, name } },
      { seed: true },
    );
    installed.push(name);
  }
  for (const { resource, object } of objects)
    if (object.kind !== 'Node') store.create(resources.need(resource.group, resource.plural), object, { seed: true });
  store.create(
    resources.need('kataconfiguration.openshift.io', 'kataconfigs'),
    {
      apiVersion: 'kataconfiguration.openshift.io/v1',
      kind: 'KataConfig',
      metadata: { name: 'example-kataconfig' },
      spec: { checkNodeEligibility: false, enablePeerPods: false, logLevel: 'info' },
      status: {
        runtimeClasses: ['kata'],
        kataNodes: { nodeCount: installed.length, readyNodeCount: installed.length, installed },
      },
    },
    { seed: true },
  );
}

/**
 * Changes nodes of all clusters in turn. Each change cordons or uncordons a node, which changes its row. Sends the last
 * number of each node when finished.
 */
function changeNodes(requested: NodeChanges): void {
  const last: Record<string, string> = {};
  const change = (index: number) => {
    const cluster = index % simulations.length;
    const simulation = simulations[cluster];
    if (simulation === undefined) return;
    const name = `node-${Math.floor(index / simulations.length) % Number(nodes)}`;
    numbers.last += 1;
    changeNode(simulation, name, numbers.last, (node) => ({
      ...node,
      spec: { ...getMap(node, 'spec'), unschedulable: getBoolean(node, 'spec', 'unschedulable') !== true },
    }));
    last[`cluster-${cluster} ${name}`] = String(numbers.last);
  };
  changeAtRate(requested, change, () => process.send?.({ last }));
}
