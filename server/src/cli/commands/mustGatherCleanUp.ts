/** `osc-tools must-gather clean-up`: deletes must-gather leftovers on a cluster. */
import { Command, Option } from 'commander';
import process from 'node:process';
import { formatSanitizedJson, sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { formatLeftover, type LeftoverObject } from '#core/mustGather/leftoverObjects.ts';
import type { CleanUpReport } from '#client/mustGather/collect/leftovers/cleanUpCommand.ts';
import {
  allowExecOption,
  clusterOrder,
  contextOption,
  failWithoutContext,
  kubeconfigOption,
  timeoutOption,
  type ClusterOptions,
} from '../clusterOptions.ts';
import { collectFormats, exitCodeOfSignal, type CollectFormat } from '../mustGather/collectResult.ts';
import { withHelp } from '../help.ts';
import { askYes, canAsk } from '../io/askYes.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { stopSignal } from '../io/stopSignal.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface Options extends ClusterOptions {
  readonly all: boolean;
  readonly yes: boolean;
  readonly format: CollectFormat;
}

export function cleanUpCommand(): Command {
  return withHelp(new Command('clean-up'), {
    summary: 'Delete must-gather leftovers on a cluster.',
    details:
      'If oc is killed while it collects a must-gather, a namespace and a ClusterRoleBinding to cluster-admin remain on the cluster. Lists the leftovers of the collections with --by oc that are recorded on this computer, and asks before it deletes them. With --all, also deletes the namespaces and ClusterRoleBindings of all other must-gathers, and the pods and temporary namespaces of "oc debug node/NAME". Other users might still use them. Contacts only the cluster of the context that you specify.',
    exitCodes: {
      0: 'No leftovers remain',
      1: 'Leftovers remain',
      2: "Usage error, or the cluster can't be read",
      130: 'You stopped the command (Ctrl+C)',
      143: 'The command was terminated (SIGTERM)',
    },
    examples: [
      'osc-tools must-gather clean-up --context demo',
      'osc-tools must-gather clean-up --context demo --all --yes',
    ],
    page: 'collect-must-gather.md#clean-up-on-the-command-line',
  })
    .usage('--context <name> [options]')
    .addOption(contextOption())
    .addOption(
      new Option('--all', 'also delete objects without a record, including those of other users').default(false),
    )
    .addOption(new Option('-y, --yes', 'delete without asking').default(false))
    .addOption(kubeconfigOption())
    .addOption(new Option('--format <format>', 'output format').choices(collectFormats).default('text'))
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(async (options: Options, command: Command) => {
      process.exitCode = await run(options, command);
    });
}

/** Loads the code that contacts a cluster. */
async function loadCleanUp() {
  return import('#client/mustGather/collect/leftovers/cleanUpCommand.ts');
}

async function run({ context, ...options }: Options, command: Command): Promise<number> {
  const { cleanUpForCommand, listContexts } = await loadCleanUp();
  const stopped = stopSignal();
  try {
    if (context === undefined) return await failWithoutContext(command, options, listContexts);
    const cleaned = await cleanUpForCommand(clusterOrder({ ...options, context }), {
      includesUnrecorded: options.all,
      stop: stopped.signal,
      confirm: (leftovers) => isConfirmed(context, leftovers, options, stopped.signal),
    });
    if (!cleaned.ok) {
      printMessage(stopped.signal.aborted ? 'canceled: nothing was deleted' : cleaned.error);
      return exitCodeOfSignal(stopped.stoppedBy()) ?? exitUsage;
    }
    printReport(cleaned.value, options);
    const { leftovers, deleted } = cleaned.value;
    return exitCodeOfSignal(stopped.stoppedBy()) ?? (deleted.length < leftovers.length ? exitFound : exitClean);
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  } finally {
    stopped.end();
  }
}

/** Lists the objects on standard error, and asks whether to delete them. */
async function isConfirmed(
  context: string,
  leftovers: readonly LeftoverObject[],
  { yes }: Pick<Options, 'yes'>,
  signal: AbortSignal,
): Promise<boolean> {
  printMessage(`leftovers on ${context}:`);
  for (const object of leftovers) process.stderr.write(`  ${sanitizeTerminalLine(formatLeftover(object))}\n`);
  if (yes) return true;
  if (canAsk()) return askYes('Delete them?', signal);
  printMessage("--yes is required if standard input isn't a terminal");
  return false;
}

function printReport(report: CleanUpReport, { format, all }: Pick<Options, 'format' | 'all'>): void {
  const { context, leftovers, unrecorded, deleted, problems, otherContexts } = report;
  if (format === 'json') process.stdout.write(`${formatSanitizedJson(report)}\n`);
  else if (leftovers.length === 0) {
    // After a problem, leftovers without a record are unknown.
    const none = problems.length > 0 ? 'No recorded leftovers' : 'No leftovers';
    process.stdout.write(`${none} on ${sanitizeTerminalLine(context)}.\n`);
  } else
    for (const object of deleted) process.stdout.write(`Deleted: ${sanitizeTerminalLine(formatLeftover(object))}\n`);
  for (const problem of problems) printMessage(problem);
  if (!all)
    for (const object of unrecorded)
      printMessage(
        `kept, because this computer has no record of it (to delete it, use --all): ${formatLeftover(object)}`,
      );
  if (otherContexts.length > 0) printMessage(`other contexts with recorded leftovers: ${otherContexts.join(', ')}`);
}
