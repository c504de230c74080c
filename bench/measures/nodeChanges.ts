/** Changes nodes of simulated clusters at a rate. */
import type { Simulation } from '#simulator/simulate.ts';
import type { KubeObject } from '#simulator/store/kubeObject.ts';

/** Total number of node changes, and the number of changes per second. */
export interface NodeChanges {
  readonly changes: number;
  readonly perSecond: number;
}

/** Makes the changes at the requested rate, and calls `finished` after the last one. */
export function changeAtRate(
  { changes, perSecond }: NodeChanges,
  change: (index: number) => void,
  finished: () => void,
): void {
  const began = performance.now();
  let done = 0;
  const timer = setInterval(() => {
    const due = Math.min(changes, Math.floor(((performance.now() - began) / 1000) * perSecond));
    for (; done < due; done += 1) change(done);
    if (done < changes) return;
    clearInterval(timer);
    finished();
  }, 5);
}

/**
 * Changes a node, and stores the number and the time of the change in its labels, which followers keep.
 * @param edit changes other fields of the node
 */
export function changeNode(
  { store, resources }: Simulation,
  name: string,
  number: number,
  edit: (node: KubeObject) => KubeObject = (node) => node,
): void {
  const labels = { 'bench/number': String(number), 'bench/at': String(Date.now()) };
  store.modify(resources.need('', 'nodes'), undefined, name, (node) => ({
    ...edit(node),
    metadata: { ...node.metadata, labels: { ...node.metadata.labels, ...labels } },
  }));
}
