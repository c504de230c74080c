/** `osc-tools status`: summarizes the state of OpenShift sandboxed containers on a cluster. */
import { Command, Option } from 'commander';
import process from 'node:process';
import type { SummaryOutcome } from '#core/status/summary/clusterSummary.ts';
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
import { formatSanitizedJson, sanitizeJson, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { withHelp } from '../help.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { stopSignal } from '../io/stopSignal.ts';
import { exitClean, exitFound, exitProgress, exitUsage } from '../usage.ts';

interface Options extends ClusterOptions {
  readonly namespace?: string;
  readonly all: boolean;
  readonly watch: boolean;
  readonly workloads: boolean;
  readonly format: string;
}

export function statusCommand(): Command {
  return withHelp(new Command('status'), {
    summary: 'Show the state of Kata on a cluster.',
    details:
      "Shows the operator, the KataConfig, nodes, machine config pools, runtime classes, peer pods, pods without a sandbox, and the next step. Contacts only the cluster of the context that you specify. Doesn't change the cluster.",
    exitCodes: {
      0: 'Kata is healthy, or you stopped --watch',
      1: "Kata needs attention, or isn't installed",
      2: "Usage error, the namespace doesn't exist, or the state can't be read",
      3: 'Kata is being installed, updated, or uninstalled',
    },
    examples: [
      'osc-tools status --context demo',
      'osc-tools status --context demo --workloads',
      'osc-tools status --context demo --format json > status.json',
      'osc-tools status --context demo --all',
    ],
    page: 'command-line.md#status',
  })
    .usage('--context <name> [options]')
    .addOption(contextOption())
    .option('-n, --namespace <name>', 'list pods only from this namespace')
    .option(
      '-a, --all',
      'also list problems outside OpenShift sandboxed containers, such as degraded ClusterOperators',
      false,
    )
    .option('-w, --watch', 'show the state again each time it changes, until you press Ctrl+C', false)
    .option(
      '--workloads',
      'also list the pods that use Kata, by owner, and the workloads without pods, with their newest warning',
      false,
    )
    .addOption(kubeconfigOption())
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(async (options: Options, command: Command) => {
      process.exitCode = await run(options, command);
    });
}

/** Exit code for each outcome. */
export const statusExitCodes: Readonly<Record<SummaryOutcome, number>> = {
  healthy: exitClean,
  attention: exitFound,
  unreadable: exitUsage,
  inProgress: exitProgress,
};

/** Loads the code that contacts a cluster. */
async function loadStatusReader() {
  return import('#client/status/statusCommand.ts');
}

async function run(
  { context, namespace, all, watch, workloads, format, ...options }: Options,
  command: Command,
): Promise<number> {
  const { readStatus, followStatus, listContexts } = await loadStatusReader();
  try {
    if (context === undefined) return await failWithoutContext(command, options, listContexts);
    const order = clusterOrder({ ...options, context });
    const isJson = format === 'json';
    if (watch && all) return failUsage(command, "--all can't be used with --watch");
    if (watch) {
      const stopped = stopSignal();
      const followed = await followStatus(
        order,
        { ...omitUndefined({ namespace }), workloads, stop: stopped.signal },
        (report) =>
          process.stdout.write(isJson ? `${sanitizeJson(JSON.stringify(report.json))}\n` : redrawn(textOf(report))),
      );
      stopped.end();
      if (followed.ok || stopped.signal.aborted) return exitClean;
      printMessage(followed.error);
      return exitUsage;
    }
    const read = await readStatus(order, { ...omitUndefined({ namespace }), all, workloads });
    if (!read.ok) {
      printMessage(read.error);
      return exitUsage;
    }
    process.stdout.write(isJson ? `${formatSanitizedJson(read.value.json)}\n` : textOf(read.value));
    return statusExitCodes[read.value.outcome];
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

function textOf({ head, lines }: { readonly head: readonly string[]; readonly lines: readonly string[] }): string {
  return sanitizeTerminalLines([...head, '', ...lines, ''].join('\n'));
}

/** Replaces the previous text on a terminal. In a pipe, the text follows the previous one after an empty line. */
function redrawn(text: string): string {
  return process.stdout.isTTY ? `\u001B[H\u001B[2J${text}` : `${text}\n`;
}
