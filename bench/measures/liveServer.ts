/**
 * Serves the cluster for live.ts in a separate process: 5,000 nodes that it changes on request over IPC. No controllers
 * run, because their work after each change would distort the measurement.
 */
import process from 'node:process';
import { getList, getMap } from '#core/common/json.ts';
import type * as Bundle from '#simulator/main.ts';
import type { Simulation } from '#simulator/simulate.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { changeAtRate, changeNode, type NodeChanges } from './nodeChanges.ts';

const { simulate, scenarioNamed }: typeof Bundle = await import(process.argv[2] ?? '../../simulator/src/main.ts');
const simulation = await simulate();
seed(simulation);
process.send?.({ kubeconfig: simulation.kubeconfig });
const numbers = { last: 0 };
process.on('message', (requested: NodeChanges) => changeNodes(simulation, requested));

/** Creates the objects of nodes-5000, with nodes as large as OpenShift's: 15 kB (notes/cluster.md W10). */
function seed({ store, resources, clock }: Simulation): void {
  for (const { resource, object } of scenarioNamed('nodes-5000')?.objects(clock.now()) ?? []) {
    const made = object.kind === 'Node' ? large(object) : object;
    store.create(resources.need(resource.group, resource.plural), made, { seed: true });
  }
}

function large(node: ObjectToWrite): ObjectToWrite {
  const images = getList(node, 'status', 'images');
  return { ...node, status: { ...getMap(node, 'status'), images: [...images, ...images, ...images] } };
}

/** Changes the nodes in turn. Sends the last number of each node when finished. */
function changeNodes(simulation: Simulation, requested: NodeChanges): void {
  const { store, resources } = simulation;
  const names = store.list(resources.need('', 'nodes')).items.map(({ metadata }) => metadata.name);
  const last: Record<string, string> = {};
  const change = (index: number) => {
    const name = names[index % names.length] ?? '';
    numbers.last += 1;
    changeNode(simulation, name, numbers.last);
    last[name] = String(numbers.last);
  };
  changeAtRate(requested, change, () => process.send?.({ last }));
}
