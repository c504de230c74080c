/**
 * Runs a demo cluster in a separate process, which demoChild.ts forks. When the parent process exits or crashes, the
 * operating system closes the channel between them. A reloaded window reconnects to the cluster (adoptDemo.ts). If no
 * window does so within the grace period, the process exits.
 */
import process from 'node:process';
import { keepAlive, getDemoKubeconfigPath, lastNeeded, removeFiles, writeKubeconfig } from './kubeconfigFiles.ts';
import { readOrder, type ChildMessage, type StartOrder } from './demoMessages.ts';

const loading = import('#simulator/main.ts');
/** Interval between checks for a window that uses the cluster, in milliseconds. */
const lookAgain = 500;
let order: StartOrder | undefined;

// After the parent process exits, writing to standard error fails.
process.stderr.on('error', () => undefined);

process.once('disconnect', () => {
  if (order === undefined) process.exit(0);
  waitForWindow(order);
});
process.once('message', (message) => {
  order = readOrder(message);
  if (order !== undefined) play(order).catch(complain);
});
loading.then(
  ({ scenarios }) => tell({ kind: 'scenarios', scenarios: scenarios.map(({ name, summary }) => ({ name, summary })) }),
  complain,
);

async function play({ scenario: name, context, speed, folder, begin }: StartOrder): Promise<void> {
  const { scenarioNamed, simulate } = await loading;
  const scenario = scenarioNamed(name);
  if (scenario === undefined) throw new Error(`unknown scenario ${name}`);
  const simulation = await simulate({ scenario, speed, called: context, monitoring: {} });
  const { kubeconfig: text, url } = simulation;
  const begun = begin ? simulation.begin() : undefined;
  if (begun?.ok === false) throw new Error(begun.error);
  const kubeconfig = getDemoKubeconfigPath(folder, process.pid);
  process.once('exit', () => removeFiles(folder, process.pid));
  writeKubeconfig(kubeconfig, text);
  tell({ kind: 'answers', url, kubeconfig, context });
}

/** Exits when no window has used the cluster during the grace period, or when its files are deleted. */
function waitForWindow({ folder, grace }: StartOrder): void {
  if (!keepAlive(folder, process.pid)) process.exit(0);
  let before = lastNeeded(folder, process.pid);
  let looks = 0;
  // Counts checks instead of time, because a sleeping computer also suspends the window.
  setInterval(() => {
    const now = lastNeeded(folder, process.pid);
    looks = now === before ? looks + 1 : 0;
    before = now;
    if (now === undefined || looks * lookAgain > grace) process.exit(0);
  }, lookAgain);
}

function tell(message: ChildMessage): void {
  // After a disconnect, no one receives messages. The `disconnect` handler takes over.
  if (process.connected) process.send?.(message);
}

function complain(error: unknown): void {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : "it didn't start" });
}
