/** Runs the simulator for simulator.ts in a separate process that is controlled and measured over IPC. */
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type * as Bundle from '#simulator/main.ts';
import type { Simulation, SimulateOptions } from '#simulator/simulate.ts';

setFlagsFromString('--expose_gc');
const collect: unknown = runInNewContext('gc');

const { simulate, scenarioNamed }: typeof Bundle = await import(process.argv[2] ?? '../../simulator/src/main.ts');
const scenario = scenarioNamed(process.argv[3] ?? '');
const options: SimulateOptions = scenario === undefined ? {} : { scenario };
const simulation = await simulate(options);
process.send?.({ kubeconfig: simulation.kubeconfig });

process.on('message', (message: { readonly seconds: number; readonly perSecond: number }) => pump(simulation, message));

/** Changes one object at this rate and reports the heap size after a third of the changes and at the end. */
function pump(
  { store, resources }: Simulation,
  { seconds, perSecond }: { readonly seconds: number; readonly perSecond: number },
): void {
  const maps = resources.need('', 'configmaps');
  const text = 'x'.repeat(1000);
  store.create(maps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'pumped', namespace: 'default' },
    data: { n: '0', text },
  });
  const total = seconds * perSecond;
  const began = performance.now();
  const heaps: number[] = [];
  let done = 0;
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * perSecond));
    for (; done < due; done += 1)
      store.modify(maps, 'default', 'pumped', (object) => ({
        ...object,
        data: { n: String(done + 1), at: String(Date.now()), text },
      }));
    if (heaps.length === 0 && done >= total / 3) heaps.push(heap());
    if (done < total) return;
    clearInterval(timer);
    const ended = Date.now();
    process.send?.({ heaps: [...heaps, heap()], ended });
  }, 5);
}

function heap(): number {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}
