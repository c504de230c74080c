/**
 * Determines once which pods have no sandbox. Uses the same method as the tree: Events name the pods, and each named
 * pod is read. Doesn't use VS Code.
 */
import {
  failedSandboxOf,
  readSandboxPod,
  sandboxEvents,
  unscheduledPods,
  type FailedSandbox,
  type SandboxEvent,
} from '#core/cluster/objects/failedSandbox.ts';
import { omitUndefined } from '#core/common/json.ts';
import { parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import type { WatchChange } from '#core/cluster/syncState.ts';
import type { ApiProblem } from '../connection.ts';
import { readKind, stateOf, type ReadOnceParts } from './readKind.ts';

/**
 * Maximum number of pods to read. The pods with the newest Events are preferred. If the cluster network fails, Events
 * name thousands of pods.
 */
const mostPods = 48;

/**
 * Reads the pods without a sandbox. Never rejects. If data can't be read, the result contains the reason as its state,
 * and is never an empty list.
 * @param namespace reads only the pods in this namespace, which doesn't require permissions in others
 */
export async function readFailedSandboxes(
  parts: ReadOnceParts,
  namespace?: string,
): Promise<WatchChange<FailedSandbox>> {
  const { change } = await readKind(parts, { ...sandboxEvents, ...omitUndefined({ namespace }) });
  if (change.kind !== 'replace')
    return change.kind === 'state' ? change : { kind: 'replace', items: new Map(), asOf: parts.now() };
  const byPod = new Map<string, SandboxEvent[]>();
  for (const event of change.items.values()) {
    const others = byPod.get(event.pod.uid);
    if (others === undefined) byPod.set(event.pod.uid, [event]);
    else others.push(event);
  }
  const newest = [...byPod.values()].toSorted((one, other) => lastOf(other) - lastOf(one)).slice(0, mostPods);
  const read = await Promise.all(newest.map((events) => readPod(parts, events)));
  const { change: waiting } = await readKind(parts, { ...unscheduledPods, ...omitUndefined({ namespace }) });
  const problem = read.find((one) => one.problem !== undefined)?.problem;
  if (problem !== undefined) return { kind: 'state', state: stateOf(problem, 'get') };
  return {
    kind: 'replace',
    items: new Map([
      ...(waiting.kind === 'replace' ? waiting.items : []),
      ...read.flatMap(({ failed }) => (failed === undefined ? [] : [[failed.uid, failed] as const])),
    ]),
    asOf: change.asOf,
  };
}

function lastOf(events: readonly SandboxEvent[]): number {
  return Math.max(...events.map(({ last = 0 }) => last));
}

async function readPod(
  { connection, signal, budget }: ReadOnceParts,
  events: readonly SandboxEvent[],
): Promise<{ readonly failed?: FailedSandbox | undefined; readonly problem?: ApiProblem }> {
  const [event] = events;
  if (event === undefined) return {};
  const { uid, name, namespace } = event.pod;
  const path = getObjectPath({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespace, name });
  const { answer, release } = await budget.ask(connection, path, { signal: AbortSignal.any([signal]) });
  release(undefined);
  if (!answer.ok) return answer.error.kind === 'notFound' ? {} : { problem: answer.error };
  const pod = readSandboxPod(answer.value);
  // The pod was deleted, another pod has its name, or it doesn't run in a sandbox.
  return pod === undefined || parseClusterObject(answer.value)?.uid !== uid
    ? {}
    : { failed: failedSandboxOf(pod, events) };
}
