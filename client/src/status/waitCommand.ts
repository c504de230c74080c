/**
 * Waits for a state of a cluster for `osc-tools wait`. Loaded on demand. Doesn't use VS Code. The connection rejects
 * all changes.
 */
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import type { Result } from '#core/common/result.ts';
import type { ClusterReader } from '#core/operations/lookups/lookup.ts';
import { kataPodsFact } from '#core/operations/lookups/kata/kataPods.ts';
import { partsFor, type WaitInput } from '#core/operations/waiting/waitState.ts';
import type { WaitTarget } from '#core/operations/waiting/waitTarget.ts';
import { createLoginCommand } from '#client/clusters/state/loginCommand.ts';
import { realClock, type Clock } from '#client/kubernetes/clock.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { InterruptibleDelay } from '#client/kubernetes/watch/interruptibleDelay.ts';
import { useCluster, type CheckOrder, type CommandConnection } from '#client/operations/preflight/checkCluster.ts';
import { followSnapshots } from './followSnapshots.ts';
import { WaitRun, type WaitEnd } from './waitRun.ts';

export { listContexts } from '#client/operations/preflight/checkCluster.ts';

/** Time between two lists of the pods, in milliseconds, as in the operator. */
const podInterval = 15_000;

/** Maximum time for the first response, in milliseconds. */
const mostResponse = 30_000;

export interface WaitRequest {
  readonly target: WaitTarget;
  /** Time limit in milliseconds. */
  readonly timeout: number;
  readonly failFast: boolean;
  /** Namespace of the pods, if the target is `pods-gone`. All namespaces if undefined. */
  readonly namespace?: string;
  /** Stops waiting. */
  readonly stop: AbortSignal;
  /** Receives one line for each transition. It contains text from the cluster. */
  readonly onLine: (line: string) => void;
}

export interface WaitResult {
  readonly end: WaitEnd;
  /** Command with which the user logs in again. */
  readonly loginCommand?: string;
}

/** Waits until the state is reached or can't be reached. The error is one readable line without secrets. */
export function waitForState(order: CheckOrder, request: WaitRequest): Promise<Result<WaitResult, string>> {
  // If the cluster doesn't respond at first, the wait reports it and continues.
  const firstResponse = Math.min(mostResponse, request.timeout);
  return useCluster({ ...order, signal: request.stop, firstResponse }, async (cluster) => {
    // The wait has its own time limit.
    const end = await cluster.withoutLimit(() => runWait(cluster, request, realClock));
    return {
      problems: [],
      answer: ({ server }) => {
        const loginCommand = createLoginCommand(server, order.kubeconfig);
        return loginCommand === undefined ? { end } : { end, loginCommand };
      },
    };
  });
}

/** Waits on an open connection. */
export async function runWait(
  cluster: CommandConnection,
  { target, timeout, failFast, namespace, stop, onLine }: WaitRequest,
  clock: Clock,
): Promise<WaitEnd> {
  const run = new WaitRun({ target, timeout, failFast, clock, onLine });
  const over = new AbortController();
  void run.ended.then(() => over.abort());
  stop.addEventListener('abort', () => run.stop(), { once: true });
  if (stop.aborted) run.stop();
  if (target.kind === 'podsGone') await followPods(cluster, { run, clock, namespace, over: over.signal });
  else
    await followSnapshots(cluster, { clock, stop: over.signal, parts: partsFor(target) }, (snapshot) => {
      run.update({ snapshot, now: clock.now() });
      return run.isOver;
    });
  return run.ended;
}

interface PodsToFollow {
  readonly run: WaitRun;
  readonly clock: Clock;
  readonly namespace: string | undefined;
  readonly over: AbortSignal;
}

/** Lists the pods repeatedly, because no selector finds the pods with a Kata runtime class. */
async function followPods(
  { connection }: CommandConnection,
  { run, clock, namespace, over }: PodsToFollow,
): Promise<void> {
  const rest = new InterruptibleDelay(clock);
  over.addEventListener('abort', () => rest.wake(), { once: true });
  // A namespace without pods and a namespace that doesn't exist have the same list.
  let unchecked = namespace;
  while (!run.isOver) {
    const reader = createClusterReader(connection, over);
    const problem = unchecked === undefined ? undefined : await readNamespace(reader, unchecked);
    if (problem === undefined) unchecked = undefined;
    const ofNamespace = namespace === undefined ? reader : inNamespace(reader, namespace);
    const input = problem ?? { pods: await kataPodsFact.read(ofNamespace) };
    run.update({ snapshot: emptySnapshot, ...input, now: clock.now() });
    if (run.isOver) return;
    await rest.for(podInterval);
  }
}

/**
 * Reads whether the namespace exists. Returns undefined if it does, or if the user may not read it. Otherwise, returns
 * what prevents the wait.
 */
async function readNamespace(
  reader: ClusterReader,
  name: string,
): Promise<Pick<WaitInput, 'pods' | 'missingNamespace'> | undefined> {
  const found = await reader.get(`/api/v1/namespaces/${encodeURIComponent(name)}`);
  if (found.kind === 'absent') return { missingNamespace: name };
  return found.kind === 'value' || found.problem.why === 'forbidden' ? undefined : { pods: found };
}

/** Reads the pods of one namespace only. */
function inNamespace(reader: ClusterReader, namespace: string): ClusterReader {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`;
  return { ...reader, list: (all, ...rest) => reader.list(all === '/api/v1/pods' ? path : all, ...rest) };
}
