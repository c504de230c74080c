/** Reads pod logs for assistants: the newest lines or a summary of the errors. Doesn't use VS Code. */
import type { ToolInput } from '#core/assistants/toolFields.ts';
import { mostLogLines, type ReadLogs } from '#core/assistants/results/readLogs.ts';
import type { readLogsTool } from '#core/assistants/tools/readLogs.ts';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { parseSince, type PodLogChoice } from '#core/logs/pods/podLogChoice.ts';
import { NewestLines } from '#core/logs/pods/newestLines.ts';
import { summarizeErrors } from '#core/logs/pods/podLogErrors.ts';
import { formatNote } from '#core/logs/pods/podLogLine.ts';
import { findOtherNamespace, parseTarget, podLogComponents } from '#core/logs/pods/podLogTarget.ts';
import { defaultNamespaceIn } from '#client/clusters/state/namespaceScope.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { PodLogSession, type PodLogSessionOptions } from './podLogSession.ts';
import { resolvePods } from './resolvePods.ts';
import { StreamSlots } from './streamSlots.ts';
import { describeEnd, formatItem } from './writePodLogs.ts';

export type ReadLogsInput = ToolInput<typeof readLogsTool.fields>;

/** Number of lines at the end of each log that are searched for errors. */
const searchedLines = 5000;
/** Maximum number of characters of a line to keep while reading. The result contains fewer after the redaction. */
const longestKept = 4000;
/** Maximum number of notes about the logs. */
const mostNotes = 10;

/**
 * Reads logs. The error is a sentence for the assistant.
 * @param signal aborts when the time limit is reached. Then the result is an error
 */
export async function readLogsForAssistant(
  { connection, clock, defaultNamespace, namespaces = [] }: AssistantCluster,
  { target: text, namespace, container, node, since, show, instance }: ReadLogsInput,
  signal: AbortSignal,
): Promise<Result<ReadLogs, string>> {
  if (text === undefined) return fail('Specify the target.');
  const isComponent = podLogComponents.some((one) => one === text);
  const only = namespace === undefined && !isComponent ? defaultNamespaceIn(namespaces, defaultNamespace) : undefined;
  if (only?.ok === false) return fail(`${only.error}.`);
  const target = parseTarget(text, namespace ?? only?.value ?? defaultNamespace, node);
  if (target === undefined)
    return fail(
      `Invalid target. Expected a pod, a workload such as deploy/web, or one of ${podLogComponents.join(', ')}.`,
    );
  const other = findOtherNamespace(text, namespace);
  if (other !== undefined)
    return fail(`Component ${text} is in namespace ${other}. For the pod with this name, use pod/${text}.`);
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
  const { onItems, report } = collectLines(show === 'errors' ? summarizeErrors(clock.now()) : undefined);
  const session = new PodLogSession({
    connection,
    clock,
    chance: Math.random,
    log: () => undefined,
    slots: new StreamSlots(),
    query: resolved.value.query,
    choice,
    onItems,
  });
  const stop = (): void => session.stop();
  signal.addEventListener('abort', stop, { once: true });
  const end = await session.run();
  signal.removeEventListener('abort', stop);
  if (signal.aborted) return fail('The logs were not read completely.');
  const problem = describeEnd(end, resolved.value.query);
  if (problem !== undefined) return fail(problem);
  return succeed({ target: text, ...report() });
}

/** Returns a function that receives the lines and notes, and one that returns those to show. */
function collectLines(summary: ReturnType<typeof summarizeErrors> | undefined): {
  readonly onItems: PodLogSessionOptions['onItems'];
  readonly report: () => Omit<ReadLogs, 'target'>;
} {
  const newest = new NewestLines(mostLogLines);
  const notes: string[] = [];
  let noteCount = 0;
  return {
    onItems(items) {
      for (const item of items) {
        const { pod, container = '', stamp } = item;
        const line = formatItem(item).slice(0, longestKept);
        if (pod === undefined) {
          noteCount += 1;
          if (notes.length < mostNotes) notes.push(line);
        } else if (summary === undefined) newest.add(`${pod}/${container}`, stamp, line);
        else summary.add(formatItem(item));
      }
    },
    report() {
      const hidden = noteCount - notes.length;
      return {
        notes: hidden === 0 ? notes : [...notes, formatNote(`Notes that aren't shown: ${hidden}`)],
        lines: newest.list(),
        linesRead: newest.count,
        ...omitUndefined({ errors: summary?.summary() }),
      };
    },
  };
}

export interface AssistantCluster {
  readonly connection: Pick<Connection, 'ask' | 'stream'>;
  readonly clock: Clock;
  /** Namespace of the kubeconfig context. */
  readonly defaultNamespace: string;
  /** Namespaces of the namespace filter in VS Code. */
  readonly namespaces?: readonly string[] | undefined;
}
