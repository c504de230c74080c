/**
 * The process of the demo cluster: a bundle of its own, forked by child.ts. It ends with whoever forked it, also when that crashes:
 * the system closes the channel between them then.
 */
import process from 'node:process';
import { kubeconfigFile, removeKubeconfig, writeKubeconfig } from './kubeconfigFiles.ts';
import { readOrder, type ChildMessage, type StartOrder } from './messages.ts';

const loading = import('../../../simulator/src/main.ts');

process.once('disconnect', () => process.exit(0));
process.once('message', (message) => {
  const order = readOrder(message);
  if (order !== undefined) play(order).catch(complain);
});
loading.then(({ scenarios }) => tell({ kind: 'scenarios', scenarios: scenarios.map(({ name, summary }) => ({ name, summary })) }), complain);

async function play({ scenario: name, speed, folder, begin }: StartOrder): Promise<void> {
  const { scenarioNamed, simulate } = await loading;
  const scenario = scenarioNamed(name);
  if (scenario === undefined) throw new Error(`no scenario is called ${name}`);
  const context = `demo-${name}`;
  const simulation = await simulate({ scenario, speed, called: context, monitoring: {} });
  const { kubeconfig: text, url } = simulation;
  const begun = begin ? simulation.begin() : undefined;
  if (begun?.ok === false) throw new Error(begun.error);
  const kubeconfig = kubeconfigFile(folder, process.pid);
  process.once('exit', () => removeKubeconfig(kubeconfig));
  writeKubeconfig(kubeconfig, text);
  tell({ kind: 'answers', url, kubeconfig, context });
}

function tell(message: ChildMessage): void {
  // Nobody listens any more: `disconnect` follows.
  if (process.connected) process.send?.(message);
}

function complain(error: unknown): void {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : 'it did not start' });
}
