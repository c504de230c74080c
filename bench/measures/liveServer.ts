/**
 * Serves the cluster for live.ts in a separate process: 5,000 nodes that it changes on request over IPC. No controllers
 * run, because their work after each change would distort the measurement.
 */
import process from 'node:process';
import { getList, getMap } from '#core/common/json.ts';
import type * as Bundle from '#simulator/main.ts';
import type { Simulation } from '#simulator/simulate.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';

/** Total number of node changes, and the number of changes per second. */
export interface Pump {
  readonly changes: number;
  readonly perSecond: number;
}

const { simulate, scenarioNamed }: typeof Bundle = await import(process.argv[2] ?? '../../simulator/src/main.ts');
const simulation = await simulate();
seed(simulation);
process.send?.({ kubeconfig: simulation.kubeconfig });
const numbers = { last: 0 };
process.on('message', (message: Pump) => pump(simulation, message));

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

/**
 * Changes nodes at the requested rate. Each change stores its number and time in node labels, which followers keep.
 * Sends the last number of each node when finished.
 */
function pump({ store, resources }: Simulation, { changes, perSecond }: Pump): void {
  const nodes = resources.need('', 'nodes');
  const names = store.list(nodes).items.map(({ metadata }) => metadata.name);
  const last: Record<string, string> = {};
  const began = performance.now();
  let done = 0;
  const timer = setInterval(() => {
    const due = Math.min(changes, Math.floor(((performance.now() - began) / 1000) * perSecond));
    for (; done < due; done += 1) {
      const name = names[done % names.length] ?? '';
      numbers.last += 1;
      const labels = { 'bench/number': String(numbers.last), 'bench/at': String(Date.now()) };
      store.modify(nodes, undefined, name, (node) => ({
        ...node,
        metadata: { ...node.metadata, labels: { ...node.metadata.labels, ...labels } },
      }));
      last[name] = labels['bench/number'];
    }
    if (done < changes) return;
    clearInterval(timer);
    process.send?.({ last });
  }, 5);
}
