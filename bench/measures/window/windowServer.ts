/**
 * Serves several clusters for window.ts in a separate process, each with nodes on which Kata is installed. Changes
 * nodes on request over IPC. No controllers run, because their work after each change would distort the measurement.
 */
import process from 'node:process';
import { getBoolean, getMap, omitUndefined } from '#core/common/json.ts';
import type * as Bundle from '#simulator/main.ts';
import type { Simulation } from '#simulator/simulate.ts';
import type { KubeObject, ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { ResourceType } from '#simulator/store/resourceType.ts';
import { changeAtRate, changeNode, type NodeChanges } from '../nodeChanges.ts';

const [bundle = '', clusters = '', nodes = ''] = process.argv.slice(2);
const { simulate, scenarioNamed }: typeof Bundle = await import(bundle);
/** A cluster with two nodes on which Kata is installed. */
const model = await simulate({ ...omitUndefined({ scenario: scenarioNamed('two-workers-installed') }), speed: 0.001 });
const simulations: Simulation[] = [];
for (let cluster = 0; cluster < Number(clusters); cluster += 1) {
  const simulation = await simulate({ called: `cluster-${cluster}` });
  seed(simulation, Number(nodes));
  simulations.push(simulation);
}
await model.close();
process.send?.({ kubeconfigs: simulations.map(({ kubeconfig }) => kubeconfig) });
const numbers = { last: 0 };
process.on('message', (requested: NodeChanges) => changeNodes(requested));

/** Creates the objects of the model, but with many nodes, which have the features of those in nodes-5000. */
function seed(simulation: Simulation, count: number): void {
  const names = Array.from({ length: count }, (_, node) => `node-${node}`);
  const copy = (from: ResourceType) => {
    const type = simulation.resources.need(from.group, from.plural);
    for (const object of model.store.list(from).items)
      if (simulation.store.get(type, object.metadata.namespace, object.metadata.name) === undefined)
        simulation.store.create(type, withNodes(object, names), { seed: true });
  };
  // The cluster serves custom resources only after their CustomResourceDefinitions exist.
  copy(model.resources.need('apiextensions.k8s.io', 'customresourcedefinitions'));
  for (const type of model.resources.all) if (!['Node', 'Pod', 'Event'].includes(type.kind)) copy(type);
  seedNodes(simulation, names);
}

/** Returns an object of the model whose status contains these nodes. */
function withNodes(object: KubeObject, names: readonly string[]): ObjectToWrite {
  const { name, namespace, labels, annotations } = object.metadata;
  const copy = { ...object, metadata: { name, ...omitUndefined({ namespace, labels, annotations }) } };
  const status = getMap(object, 'status');
  if (object.kind === 'KataConfig') {
    const kataNodes = { nodeCount: names.length, readyNodeCount: names.length, installed: names };
    return { ...copy, status: { ...status, kataNodes } };
  }
  if (object.kind !== 'MachineConfigPool' || name !== 'kata-oc') return copy;
  const counts = ['machineCount', 'readyMachineCount', 'updatedMachineCount'];
  return { ...copy, status: { ...status, ...Object.fromEntries(counts.map((key) => [key, names.length])) } };
}

function seedNodes({ store, resources, clock }: Simulation, names: readonly string[]): void {
  const objects = scenarioNamed('nodes-5000')?.objects(clock.now()) ?? [];
  const templates = objects.filter(({ object }) => object.kind === 'Node');
  const installed = model.store.list(model.resources.need('', 'nodes')).items.find(isKataNode);
  for (const [index, name] of names.entries()) {
    const object = templates[index % templates.length]?.object;
    if (object === undefined || installed === undefined) throw new Error('the scenarios have no nodes');
    const metadata = {
      ...object.metadata,
      name,
      labels: { ...installed.metadata.labels, ...object.metadata.labels, 'kubernetes.io/hostname': name },
      annotations: { ...object.metadata.annotations, ...installed.metadata.annotations },
    };
    store.create(resources.need('', 'nodes'), { ...object, metadata }, { seed: true });
  }
  for (const { resource, object } of objects)
    if (resource.plural === 'nodefeatures')
      store.create(resources.need(resource.group, resource.plural), object, { seed: true });
}

function isKataNode({ metadata: { labels } }: KubeObject): boolean {
  return labels?.['node-role.kubernetes.io/kata-oc'] !== undefined;
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
