/** `osc-tools wait`: waits until a cluster reaches a state, such as the end of an installation. */
import { Command, InvalidArgumentError, Option } from 'commander';
import process from 'node:process';
import {
  allowExecOption,
  clusterOrder,
  contextOption,
  failUsage,
  failWithoutContext,
  kubeconfigOption,
  type ClusterOptions,
} from '../clusterOptions.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { withoutLoginAdvice } from '#core/oc/withoutLoginAdvice.ts';
import { omitUndefined } from '#core/common/json.ts';
import { formatSanitizedJson, sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { parseWaitTarget, waitTargets, type WaitTarget } from '#core/operations/waiting/waitTarget.ts';
import { withHelp } from '../help.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { stopSignal } from '../io/stopSignal.ts';
import { exitClean, exitFound, exitInterrupted, exitProgress, exitTerminated, exitUsage } from '../usage.ts';

interface Options extends Omit<ClusterOptions, 'timeout'> {
  readonly for: WaitTarget;
  /** Time limit in milliseconds. */
  readonly timeout: number;
  readonly failFast: boolean;
  readonly namespace?: string;
  readonly format: string;
}

/** Time limit for the first response from the cluster, in seconds. */
const connectTime = 60;

export function waitCommand(): Command {
  return withHelp(new Command('wait'), {
    summary: 'Wait until a cluster reaches a state.',
    details: `Prints each transition to standard error. If the operation requires user action, such as resuming a paused pool, prints the cause once and continues to wait. Contacts only the cluster of the context that you specify. Doesn't change the cluster.

States:
  installed        Kata is installed on all nodes of the KataConfig
  uninstalled      no KataConfig exists
  updated=VERSION  the operator has this version, and all nodes are updated
  node=NAME        Kata is installed on this node
  pool=NAME        all nodes of this machine config pool are updated
  image            the pod VM image for peer pods exists
  pods-gone        no pods with a Kata runtime class exist`,
    exitCodes: {
      0: 'The cluster reached the state',
      1: "The operation failed and didn't recover within 10 minutes, or, with --fail-fast, it failed or requires user action",
      2: "Usage error, or the cluster can't be read",
      3: 'The time limit was reached',
      130: 'You stopped the command (Ctrl+C)',
      143: 'The command was terminated (SIGTERM)',
    },
    examples: [
      'osc-tools wait --for installed --context demo --fail-fast',
      'osc-tools wait --for pool=worker --context demo --timeout 30m',
      'osc-tools wait --for pods-gone -n payments --context demo --timeout 10m',
    ],
    page: 'command-line.md#wait',
  })
    .usage('--for <state> --context <name> [options]')
    .addOption(
      new Option('--for <state>', `state to wait for: ${waitTargets}`).argParser(readTarget).makeOptionMandatory(),
    )
    .addOption(contextOption())
    .addOption(
      new Option('--timeout <duration>', 'time limit for the whole wait, such as 90m or 1h30m')
        .argParser(readDuration)
        .default(5_400_000, '90m'),
    )
    .option('--fail-fast', 'exit if the operation fails or requires user action', false)
    .option('-n, --namespace <name>', 'namespace of the pods, for pods-gone (default: all namespaces)')
    .addOption(kubeconfigOption())
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addOption(allowExecOption())
    .action(async (options: Options, command: Command) => {
      process.exitCode = await run(options, command);
    });
}

function readTarget(text: string): WaitTarget {
  const target = parseWaitTarget(text);
  if (target === undefined) throw new InvalidArgumentError(`Expected one of ${waitTargets}.`);
  return target;
}

/** Milliseconds of each unit. */
const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
/** Maximum time limit in milliseconds: 7 days. */
const longest = 604_800_000;

function readDuration(text: string): number {
  const time = /^(?:\d{1,6}[smh])+$/.test(text)
    ? [...text.matchAll(/(\d+)([smh])/g)].reduce(
        (sum, [, number = '', unit = '']) => sum + Number(number) * (units[unit] ?? 0),
        0,
      )
    : 0;
  if (time <= 0 || time > longest)
    throw new InvalidArgumentError('Expected a duration from 1s to 168h, such as 90m or 1h30m.');
  return time;
}

/** Loads the code that contacts a cluster. */
async function loadWaiter() {
  return import('#client/status/waitCommand.ts');
}

export type WaitResult = Extract<
  Awaited<ReturnType<Awaited<ReturnType<typeof loadWaiter>>['waitForState']>>,
  { readonly ok: true }
>['value'];

async function run(options: Options, command: Command): Promise<number> {
  const { context, for: target, timeout, failFast, namespace, format } = options;
  const stopped = stopSignal();
  try {
    const { waitForState, listContexts } = await loadWaiter();
    if (context === undefined) return await failWithoutContext(command, options, listContexts);
    if (namespace !== undefined && target.kind !== 'podsGone')
      return failUsage(command, '--namespace requires --for pods-gone');
    const waited = await waitForState(clusterOrder({ ...options, context, timeout: connectTime }), {
      target,
      timeout,
      failFast,
      stop: stopped.signal,
      ...omitUndefined({ namespace }),
      onLine: (line) => process.stderr.write(`${formatTimestamp(Date.now())} ${sanitizeTerminalLine(line)}\n`),
    });
    if (!waited.ok && !stopped.signal.aborted) {
      printMessage(waited.error);
      return exitUsage;
    }
    // The user can stop the command before it's connected.
    const result: WaitResult = waited.ok ? waited.value : { end: { kind: 'stopped' } };
    const outcome = outcomeOf(result, context);
    if (format === 'json') process.stdout.write(`${formatSanitizedJson(jsonOf(result, outcome.text))}\n`);
    else if (outcome.code === exitClean) process.stdout.write(`${sanitizeTerminalLine(outcome.text)}\n`);
    else printMessage(outcome.text);
    return outcome.code === exitInterrupted && stopped.stoppedBy() === 'SIGTERM' ? exitTerminated : outcome.code;
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  } finally {
    stopped.end();
  }
}

/** Returns the exit code and the last line. */
export function outcomeOf(
  { end, loginCommand }: WaitResult,
  context: string,
): { readonly code: number; readonly text: string } {
  const last = end.last === undefined ? '' : `: ${problemText(end.last)}`;
  switch (end.kind) {
    case 'reached':
      return { code: exitClean, text: `reached${last}` };
    case 'failed':
    case 'blocked':
      return { code: exitFound, text: `${end.kind}${last}${todoText(end.last)}` };
    case 'timeout':
      return { code: exitProgress, text: `time limit reached${last}` };
    case 'stopped':
      return { code: exitInterrupted, text: `stopped${last}` };
    case 'loggedOut': {
      const advice = loginCommand === undefined ? 'Log in again' : `To log in again, run: ${loginCommand}`;
      return {
        code: exitUsage,
        text: `can't log in to ${context}: ${withoutPeriod(withoutLoginAdvice(end.reason))}. ${advice}`,
      };
    }
    default:
      return { code: exitUsage, text: end.last?.text ?? `can't read ${context}` };
  }
}

function withoutPeriod(text: string): string {
  return text.replace(/[.。]\s*$/u, '');
}

function problemText({ text, cause }: { readonly text: string; readonly cause?: string }): string {
  return cause === undefined ? text : `${text}. ${cause}`;
}

function todoText({ todo }: { readonly todo?: string }): string {
  return todo === undefined ? '' : ` To do: ${todo}`;
}

function jsonOf({ end }: WaitResult, message: string): unknown {
  const { text, cause, todo } = { text: undefined, cause: undefined, todo: undefined, ...end.last };
  return { result: end.kind, message, ...omitUndefined({ state: text, cause, todo }) };
}
