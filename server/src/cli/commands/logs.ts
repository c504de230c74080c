/** `osc-tools logs`: shows the logs of pods and of the components of OpenShift sandboxed containers. */
import { Command, InvalidArgumentError, Option } from 'commander';
import process from 'node:process';
import {
  allowExecOption,
  clusterOrder,
  contextOption,
  failUsage,
  failWithoutContext,
  kubeconfigOption,
  timeoutOption,
  type ClusterOptions,
} from '../clusterOptions.ts';
import { omitUndefined } from '#core/common/json.ts';
import { formatTimestamp, parseTimestamp } from '#core/common/time.ts';
import { defaultTail, mostStreams, parseSince, type PodLogChoice } from '#core/logs/pods/podLogChoice.ts';
import { podLogComponents } from '#core/logs/pods/podLogTarget.ts';
import type { PodLogErrors } from '#core/logs/pods/podLogErrors.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { formatSanitizedJson, sanitizeJson, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { withHelp } from '../help.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { waitForOutput } from '../io/outputSpace.ts';
import { stopSignal, type StopSignal } from '../io/stopSignal.ts';
import { exitClean, exitFound, exitInterrupted, exitTerminated, exitUsage } from '../usage.ts';

interface Options extends ClusterOptions {
  readonly namespace?: string;
  readonly node?: string;
  readonly container: readonly string[];
  readonly follow: boolean;
  readonly since?: NonNullable<PodLogChoice['since']>;
  /** A negative number selects all lines. */
  readonly tail: number;
  readonly previous: boolean;
  readonly errors: boolean;
  readonly timestamps: boolean;
  readonly format: string;
}

const details = `Contacts only the cluster of the context that you specify. Doesn't change the cluster.

The target is a pod, a workload such as deploy/web, or a component:
  operator    OpenShift sandboxed containers Operator
  caa         cloud-api-adaptor, which creates the VMs of peer pods
  webhook     peer pods webhook
  monitor     Kata monitor
  installer   pods that install Kata on clusters without the MachineConfig API
  image-job   job that creates the pod VM image
  mcd         Machine Config Daemon

Merges the lines of up to ${mostStreams} containers by time. Prints notes about the logs, such as restarts, to standard error.`;

export function logsCommand(): Command {
  const command = withHelp(new Command('logs'), {
    summary: 'Show the logs of pods.',
    details,
    exitCodes: {
      0: 'The logs were read, or you stopped following them',
      1: 'With --errors: the logs contain errors',
      2: "Usage error, or a log or the cluster can't be read",
      130: 'You stopped the command (Ctrl+C) before the logs were read',
      143: 'The command was terminated (SIGTERM) before the logs were read',
    },
    examples: [
      'osc-tools logs operator --context demo',
      'osc-tools logs mcd --context demo --node worker-1 --follow',
      'osc-tools logs deploy/controller-manager -n openshift-sandboxed-containers-operator --context demo --since 1h --errors',
    ],
    page: 'command-line.md#logs',
  });
  return addOptions(command).action(async (target: string, options: Options, self: Command) => {
    process.exitCode = await run(target, options, self);
  });
}

function addOptions(command: Command): Command {
  return command
    .usage('<target> --context <name> [options]')
    .argument('<target>', `pod, KIND/NAME, or component: ${podLogComponents.join(', ')}`)
    .addOption(contextOption())
    .option('-n, --namespace <name>', 'namespace of the pod or workload (default: the namespace of the context)')
    .option('--node <name>', 'only the pods on this node')
    .addOption(
      new Option('-c, --container <name>', 'only this container (can be repeated)')
        .argParser((name: string, others: readonly string[]) => [...others, name])
        .default([], 'all containers'),
    )
    .option('-f, --follow', 'follow new lines, new pods, and restarted containers until you press Ctrl+C', false)
    .addOption(
      new Option('--since <time>', 'only lines newer than a duration, such as 1h, or an RFC 3339 time').argParser(
        readSince,
      ),
    )
    .addOption(
      new Option('--tail <lines>', 'number of lines to show from the end of each log (-1 for all)')
        .argParser(readTail)
        .default(defaultTail),
    )
    .option('-p, --previous', 'show the logs of the instance before the last restart', false)
    .option('--errors', 'print a summary of the errors instead of the lines', false)
    .option('--timestamps', 'print the time of each line', false)
    .addOption(kubeconfigOption())
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addOption(allowExecOption())
    .addOption(timeoutOption());
}

function readSince(text: string): NonNullable<PodLogChoice['since']> {
  const seconds = parseSince(text);
  if (seconds !== undefined) return { seconds };
  const at = parseTimestamp(text);
  if (at === undefined)
    throw new InvalidArgumentError(
      'Expected a duration such as 30s, 15m, or 1h30m, or a time such as 2026-11-22T07:00:00Z.',
    );
  return { at };
}

function readTail(text: string): number {
  if (!/^(?:-1|\d{1,9})$/.test(text)) throw new InvalidArgumentError('Expected a number of lines, or -1 for all.');
  return Number(text);
}

/** Loads the code that contacts a cluster. */
export async function loadLogReader() {
  return import('#client/logs/podLogs/logsCommand.ts');
}

async function run(target: string, options: Options, command: Command): Promise<number> {
  const { context, follow, previous, errors } = options;
  const usage = (message: string): number => failUsage(command, message);
  if (follow && previous)
    return usage("--follow and --previous can't be combined: a previous instance doesn't write new lines");
  if (follow && errors)
    return usage("--follow and --errors can't be combined: the summary is printed at the end of the log");
  try {
    const reader = await loadLogReader();
    if (context === undefined) return await failWithoutContext(command, options, reader.listContexts);
    return await printLogs(reader, target, { ...options, context });
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

type LogReader = Awaited<ReturnType<typeof loadLogReader>>;

async function printLogs(
  { readPodLogs, formatItem, formatStamp, summarizeErrors }: LogReader,
  target: string,
  options: Options & { readonly context: string },
): Promise<number> {
  const { errors, timestamps, format, namespace, node } = options;
  const summary = errors ? summarizeErrors(Date.now()) : undefined;
  const stopped = stopSignal();
  if (options.follow) printMessage('following the logs. To stop, press Ctrl+C.');
  const read = await readPodLogs(
    { ...clusterOrder(options), signal: stopped.signal },
    { target, choice: choiceOf(options), ...omitUndefined({ namespace, node }) },
    ({ isSeveral }) => ({
      stop: stopped.signal,
      waitForSpace: waitForOutput(process.stdout),
      onItems(items) {
        const lines: string[] = [];
        for (const item of items) {
          const { pod, container, stamp, text } = item;
          if (pod === undefined) printMessage(text);
          else if (summary !== undefined) summary.add(formatItem(item));
          else if (format === 'json') {
            const time = stamp === undefined ? undefined : formatStamp(stamp);
            lines.push(sanitizeJson(JSON.stringify(omitUndefined({ time, pod, container, text }))));
          } else {
            const prefix = isSeveral ? `[pod/${pod}/${container ?? ''}] ` : '';
            const time = timestamps && stamp !== undefined ? `${formatStamp(stamp)} ` : '';
            lines.push(sanitizeTerminalLines(`${prefix}${time}${text}`));
          }
        }
        if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
      },
    }),
  );
  stopped.end();
  // The user can stop the command before it's connected.
  if (stopped.signal.aborted && (!read.ok || !options.follow)) return exitAfterStop(stopped, options.follow);
  if (!read.ok) {
    printMessage(read.error);
    return exitUsage;
  }
  if (read.value.hasFailures) return exitUsage;
  if (summary === undefined) return exitClean;
  const found = summary.summary();
  process.stdout.write(format === 'json' ? `${formatSanitizedJson(errorsJson(found))}\n` : errorsText(found));
  return found.errors === 0 ? exitClean : exitFound;
}

/** Returns the exit code after the user stopped the command. Without `--follow`, the logs weren't read completely. */
function exitAfterStop({ stoppedBy }: StopSignal, isFollowing: boolean): number {
  const name = stoppedBy();
  if (isFollowing || name === undefined) return exitClean;
  return name === 'SIGTERM' ? exitTerminated : exitInterrupted;
}

function choiceOf({ container, follow, since, tail, previous }: Options): PodLogChoice {
  return {
    follow,
    ...omitUndefined({
      containers: container.length === 0 ? undefined : container,
      since,
      tail: tail < 0 ? undefined : tail,
      previous: previous ? true : undefined,
    }),
  };
}

function errorsText({ lines, errors, groups }: PodLogErrors): string {
  if (errors === 0) return `No errors in ${formatCount(lines, 'line')}.\n`;
  const rows = groups.map(({ count, shape, firstAt, lastAt }) => {
    const times = [firstAt, lastAt].flatMap((at) => (at === undefined ? [] : formatTimestamp(at)));
    return `${String(count).padStart(6)}  ${sanitizeTerminalLines(shape)}${times.length === 0 ? '' : `  (${[...new Set(times)].join(' to ')})`}`;
  });
  return [`${formatCount(errors, 'error')} in ${formatCount(lines, 'line')}:`, ...rows, ''].join('\n');
}

function errorsJson({ lines, errors, groups }: PodLogErrors): unknown {
  return {
    lines,
    errors,
    groups: groups.map(({ count, shape, firstAt, lastAt }) => ({
      count,
      message: shape,
      ...omitUndefined({
        first: firstAt === undefined ? undefined : formatTimestamp(firstAt),
        last: lastAt === undefined ? undefined : formatTimestamp(lastAt),
      }),
    })),
  };
}
