/**
 * Reads the logs of pods for `osc-tools logs` and for assistants. Loaded on demand. Doesn't use VS Code. The connection
 * rejects all changes.
 */
import type { ReportHead } from '#core/operations/checks/preflightReport.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { chosenContainers, type PodLogChoice } from '#core/logs/pods/podLogChoice.ts';
import { findOtherNamespace, parseTarget, podLogComponents } from '#core/logs/pods/podLogTarget.ts';
import { useCluster, type CheckOrder, type CommandConnection } from '#client/operations/preflight/checkCluster.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import type { ReadLogs } from '#core/assistants/results/readLogs.ts';
import { readLogsForAssistant, type ReadLogsInput } from './assistantLogs.ts';
import { listLogPods, type PodQuery } from './podFeed.ts';
import { PodLogSession, type PodLogItem } from './podLogSession.ts';
import { resolvePods, type ResolvedPods } from './resolvePods.ts';
import { StreamSlots } from './streamSlots.ts';
import { describeEnd, formatItem, formatStamp } from './writePodLogs.ts';

export { readLogsResult } from '#core/assistants/results/readLogs.ts';
export { summarizeErrors } from '#core/logs/pods/podLogErrors.ts';
export { listContexts } from '#client/operations/preflight/checkCluster.ts';
export { formatItem, formatStamp };

export interface LogsRequest {
  /** A component, a pod, or `KIND/NAME`. */
  readonly target: string;
  /** The namespace of the context if undefined. Components have their own namespaces. */
  readonly namespace?: string;
  readonly node?: string;
  readonly choice: PodLogChoice;
}

/** What a command does with the lines. */
export interface LogsReader {
  /** Receives the lines, in order, and notes about the logs. */
  readonly onItems: (items: readonly PodLogItem[]) => void;
  readonly waitForSpace?: () => Promise<void> | undefined;
  /** Stops following. */
  readonly stop?: AbortSignal;
}

export interface LogsResult {
  readonly head: ReportHead;
  /** True if at least one log couldn't be read. */
  readonly hasFailures: boolean;
}

/** Data about the logs before the first line. */
export interface LogsStart {
  /** True if the log can contain lines of several containers, so that each line must name its container. */
  readonly isSeveral: boolean;
}

/**
 * Reads logs until they end, or until the caller stops. The error is one readable line without secrets.
 * @param begin called before the first line
 */
export function readPodLogs(
  order: CheckOrder,
  request: LogsRequest,
  begin: (start: LogsStart) => LogsReader,
): Promise<Result<LogsResult, string>> {
  return unwrapped(
    useCluster<Result<LogsResult, string>>(order, async (cluster) => {
      const result = await read(cluster, request, begin);
      return { problems: [], answer: (head) => (result.ok ? succeed({ head, ...result.value }) : result) };
    }),
  );
}

async function unwrapped<T>(answer: Promise<Result<Result<T, string>, string>>): Promise<Result<T, string>> {
  const outer = await answer;
  return outer.ok ? outer.value : outer;
}

async function read(
  { connection, signal, withoutLimit }: CommandConnection,
  request: LogsRequest,
  begin: Parameters<typeof readPodLogs>[2],
): Promise<Result<Omit<LogsResult, 'head'>, string>> {
  const { target: text, namespace = connection.identity.namespace ?? 'default', node, choice } = request;
  const target = parseTarget(text, namespace, node);
  if (target === undefined)
    return fail(
      `invalid target "${text}": expected a pod, KIND/NAME such as deploy/web, or one of ${podLogComponents.join(', ')}`,
    );
  const other = findOtherNamespace(text, request.namespace);
  if (other !== undefined)
    return fail(`component ${text} is in namespace ${other}. For the pod with this name, use pod/${text}`);
  const resolved = await resolvePods(connection, target, signal);
  if (!resolved.ok) return fail(withoutPeriod(resolved.error));
  const start = await startOf(connection, resolved.value, request, signal);
  if (!start.ok) return start;
  const { onItems, waitForSpace, stop } = begin(start.value);
  const session = new PodLogSession({
    connection,
    clock: realClock,
    chance: Math.random,
    log: () => undefined,
    slots: new StreamSlots(),
    query: resolved.value.query,
    endsWithPods: resolved.value.endsWithPods,
    choice,
    onItems,
    ...(waitForSpace === undefined ? {} : { waitForSpace }),
  });
  const abort = (): void => session.stop();
  stop?.addEventListener('abort', abort, { once: true });
  signal.addEventListener('abort', abort, { once: true });
  if (stop?.aborted === true) abort();
  try {
    const end = await (choice.follow ? withoutLimit(() => session.run()) : session.run());
    const problem = stop?.aborted === true ? undefined : describeEnd(end, resolved.value.query);
    return problem === undefined ? succeed({ hasFailures: end.failed > 0 }) : fail(withoutPeriod(problem));
  } finally {
    stop?.removeEventListener('abort', abort);
    signal.removeEventListener('abort', abort);
  }
}

async function startOf(
  connection: Pick<Connection, 'ask'>,
  { query }: ResolvedPods,
  { target, choice }: Pick<LogsRequest, 'target' | 'choice'>,
  signal: AbortSignal,
): Promise<Result<LogsStart, string>> {
  const pods = await listLogPods(connection, query, signal);
  if (!pods.ok)
    return pods.error.kind === 'forbidden' && query.name !== undefined
      ? succeed({ isSeveral: false })
      : fail(withoutPeriod(describeEnd({ problem: pods.error, opened: 0 }, query) ?? ''));
  const { name, node, namespace } = query;
  if (name !== undefined && node !== undefined && pods.value.length === 0)
    return fail(`pod ${name} in namespace ${namespace} isn't on node ${node}`);
  const count = pods.value.reduce((sum, pod) => sum + chosenContainers(pod, choice).length, 0);
  if (count === 0 && !choice.follow) return fail(whyEmpty(pods.value.length, query, { target, choice }));
  return succeed({ isSeveral: count > 1 || (choice.follow && query.name === undefined) });
}

/** Explains why no container matches. */
function whyEmpty(
  pods: number,
  { namespace, node }: PodQuery,
  { target, choice: { previous, containers = [] } }: Pick<LogsRequest, 'target' | 'choice'>,
): string {
  const where = `${node === undefined ? '' : `on node ${node} `}in namespace ${namespace}`;
  if (pods === 0) return `no pods of ${target} found ${where}`;
  if (previous === true) return 'no container has restarted, so there is no previous instance';
  return `no pod of ${target} ${where} has a container${containers.length === 0 ? '' : ` ${containers.join(' or ')}`}`;
}

/** Returns a sentence as a part of a message. */
function withoutPeriod(text: string): string {
  return text.replace(/[.。]$/, '');
}

/** Reads logs for an assistant. The error is one readable line without secrets. */
export function readLogsOfCommand(
  order: CheckOrder,
  input: ReadLogsInput,
): Promise<Result<{ readonly read: ReadLogs; readonly head: ReportHead }, string>> {
  return unwrapped(
    useCluster<Result<{ readonly read: ReadLogs; readonly head: ReportHead }, string>>(
      order,
      async ({ connection, signal }) => {
        const defaultNamespace = connection.identity.namespace ?? 'default';
        const read = await readLogsForAssistant({ connection, clock: realClock, defaultNamespace }, input, signal);
        return {
          problems: [],
          answer: (head) => (read.ok ? succeed({ read: read.value, head }) : fail(withoutPeriod(read.error))),
        };
      },
    ),
  );
}
