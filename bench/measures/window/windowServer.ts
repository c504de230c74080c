/**
 * Serves several clusters for window.ts in a separate process, each with nodes on which Kata is installed. Changes
 * nodes on request over IPC. No controllers run, because their work after each change would distort the measurement.
 */
import process from 'node:process';
import { getBoolean, getMap } from '#core/common/json.ts';
import type * as Bundle from '#simulator/main.ts';
import { kataConfigCrd } from '#simulator/controllers/olm/bundle.ts';
import type { Simulation } from '#simulator/simulate.ts';

/** Number of changes in all clusters together, and the number of changes per second. */
export interface WindowChanges {
  readonly changes: number;
  readonly perSecond: number;
}

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
process.on('message', (message: WindowChanges) => pump(message));

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
 * Changes nodes of all clusters in turn at the requested rate. Each change cordons or uncordons a node, which changes
 * its row, and stores its number and time in node labels. Sends the last number of each node when finished.
 */
function pump({ changes, perSecond }: WindowChanges): void {
  const last: Record<string, string> = {};
  const began = performance.now();
  let done = 0;
  const timer = setInterval(() => {
    const due = Math.min(changes, Math.floor(((performance.now() - began) / 1000) * perSecond));
    for (; done < due; done += 1) {
      const cluster = done % simulations.length;
      const name = `node-${Math.floor(done / simulations.length) % Number(nodes)}`;
      numbers.last += 1;
      change(simulations[cluster], name, numbers.last);
      last[`cluster-${cluster} ${name}`] = String(numbers.last);
    }
    if (done < changes) return;
    clearInterval(timer);
    process.send?.({ last });
  }, 5);
}

function change(simulation: Simulation | undefined, name: string, number: number): void {
  if (simulation === undefined) return;
  const labels = { 'bench/number': String(number), 'bench/at': String(Date.now()) };
  simulation.store.modify(simulation.resources.need('', 'nodes'), undefined, name, (node) => ({
    ...node,
    metadata: { ...node.metadata, labels: { ...node.metadata.labels, ...labels } },
    spec: { ...getMap(node, 'spec'), unschedulable: getBoolean(node, 'spec', 'unschedulable') !== true },
  }));
}
