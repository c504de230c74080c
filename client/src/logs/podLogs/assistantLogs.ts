/** Reads pod logs for assistants: the newest lines or a summary of the errors. Doesn't use VS Code. */
import type { ToolInput } from '#core/assistants/toolFields.ts';
import { mostLogLines, type ReadLogs } from '#core/assistants/results/readLogs.ts';
import type { readLogsTool } from '#core/assistants/tools/readLogs.ts';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { parseSince, type PodLogChoice } from '#core/logs/pods/podLogChoice.ts';
import { summarizeErrors } from '#core/logs/pods/podLogErrors.ts';
import { parseTarget, podLogComponents } from '#core/logs/pods/podLogTarget.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { PodLogSession } from './podLogSession.ts';
import { resolvePods } from './resolvePods.ts';
import { StreamSlots } from './streamSlots.ts';
import { describeEnd, formatItem } from './writePodLogs.ts';

export type ReadLogsInput = ToolInput<typeof readLogsTool.fields>;

/** Number of lines at the end of each log that are searched for errors. */
const searchedLines = 5000;
/** Maximum number of lines to keep while reading. */
const mostKept = 20_000;

/** Reads logs. The error is a sentence for the assistant. */
export async function readLogsForAssistant(
  { connection, clock, defaultNamespace }: AssistantCluster,
  { target: text, namespace = defaultNamespace, container, node, since, show, instance }: ReadLogsInput,
  signal: AbortSignal,
): Promise<Result<ReadLogs, string>> {
  if (text === undefined) return fail('Specify the target.');
  const target = parseTarget(text, namespace, node);
  if (target === undefined)
    return fail(
      `Invalid target. Expected a pod, a workload such as deploy/web, or one of ${podLogComponents.join(', ')}.`,
    );
  const seconds = since === undefined ? undefined : parseSince(since);
  if (since !== undefined && seconds === undefined) return fail('since must be a duration such as 15m or 1h30m.');
  const resolved = await resolvePods(connection, target, signal);
  if (!resolved.ok) return resolved;
  const choice: PodLogChoice = {
    follow: false,
    tail: show === 'errors' ? searchedLines : mostLogLines,
    ...omitUndefined({
      containers: container === undefined ? undefined : [container],
      previous: instance === 'previous' ? true : undefined,
      since: seconds === undefined ? undefined : { seconds },
    }),
  };
  let lines: string[] = [];
  const summary = show === 'errors' ? summarizeErrors(clock.now()) : undefined;
  const session = new PodLogSession({
    connection,
    clock,
    chance: Math.random,
    log: () => undefined,
    slots: new StreamSlots(),
    query: resolved.value.query,
    choice,
    onItems(items) {
      for (const item of items)
        if (summary === undefined || item.pod === undefined) lines.push(formatItem(item));
        else summary.add(formatItem(item));
      if (lines.length > mostKept) lines = lines.slice(-mostLogLines);
    },
  });
  const stop = (): void => session.stop();
  signal.addEventListener('abort', stop, { once: true });
  const end = await session.run();
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  const problem = describeEnd(end, target.namespace);
  if (problem !== undefined) return fail(problem);
  return succeed({ target: text, lines, ...omitUndefined({ errors: summary?.summary() }) });
}

export interface AssistantCluster {
  readonly connection: Pick<Connection, 'ask' | 'stream'>;
  readonly clock: Clock;
  /** Namespace of the kubeconfig context. */
  readonly defaultNamespace: string;
}
