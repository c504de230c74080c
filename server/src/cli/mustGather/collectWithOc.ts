/** Runs `osc-tools must-gather collect --by oc`: asks before oc starts, and ends after the cleanup of oc. */
import type { Command } from 'commander';
import process from 'node:process';
import { omitUndefined } from '#core/common/json.ts';
import type { CollectRemark } from '#core/mustGather/collectPreflight.ts';
import type { GatherChoices } from '#core/mustGather/collectChoices.ts';
import { formatLeftover } from '#core/mustGather/leftoverObjects.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import { redactText } from '#core/redaction/index.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import type { OcCollectEnd, OcCollectReview } from '#client/mustGather/collect/ocCollectCommand.ts';
import { clusterOrder, failUsage, type ClusterOptions } from '../clusterOptions.ts';
import { exitCodeOfSignal, printCollectResult, type CollectFormat } from './collectResult.ts';
import { askYes, canAsk } from '../io/askYes.ts';
import { printMessage, ProgressLine } from '../io/printMessage.ts';
import { stopSignal } from '../io/stopSignal.ts';
import { exitUsage } from '../usage.ts';

/** Options of a collection with oc. */
export interface OcCommandOptions extends ClusterOptions {
  readonly context: string;
  readonly output?: string;
  readonly maxBytes?: number;
  readonly yes: boolean;
  readonly format: CollectFormat;
  readonly what: GatherChoices['what'];
  readonly image?: string;
  readonly since?: string;
  readonly gatherTimeout?: string;
  readonly nodeName?: string;
  readonly runNamespace?: string;
}

/** Number of lines of oc to show after a problem. */
const mostLines = 10;

const nothingDone = 'no data was collected, and no resources were created on the cluster';

/** Loads the code that contacts a cluster. */
async function loadCollector() {
  return import('#client/mustGather/collect/ocCollectCommand.ts');
}

/** Collects, and returns the exit code. */
export async function collectWithOc(options: OcCommandOptions, command: Command): Promise<number> {
  const { collectByOcForCommand, validateChoices } = await loadCollector();
  const choices = choicesOf(options);
  const invalid = validateChoices(choices);
  if (invalid !== undefined) return failUsage(command, invalid);
  const progress = new ProgressLine();
  const stopped = stopSignal(() => {
    progress.clear();
    printMessage('oc is deleting the resources that it created on the cluster. This takes up to 20 seconds');
  });
  let isRefused = false;
  const lines: string[] = [];
  try {
    const collected = await collectByOcForCommand(clusterOrder(options), {
      choices,
      stop: stopped.signal,
      async confirm(review) {
        printReview(review);
        if (options.yes) return true;
        isRefused = !canAsk();
        return !isRefused && askYes('Collect the must-gather?', stopped.signal);
      },
      onProgress: (text) => progress.show(text),
      onLine(line) {
        lines.push(line);
        if (lines.length > mostLines) lines.shift();
      },
      ...omitUndefined({ folder: options.output, maxBytes: options.maxBytes }),
    });
    progress.clear();
    const interrupted = exitCodeOfSignal(stopped.stoppedBy());
    if (!collected.ok) {
      printMessage(stopped.signal.aborted ? `canceled: ${nothingDone}` : collected.error);
      return interrupted ?? exitUsage;
    }
    if (isRefused) return failUsage(command, "--yes is required if standard input isn't a terminal");
    return printEnd(collected.value, { options, lines, interrupted, stoppedBy: stopped.stoppedBy() });
  } finally {
    stopped.end();
  }
}

function choicesOf({ what, image, since, gatherTimeout, nodeName, runNamespace }: OcCommandOptions) {
  return { what, ...omitUndefined({ image, since, timeout: gatherTimeout, node: nodeName, runNamespace }) };
}

const verdicts: Readonly<Record<CollectRemark['verdict'], string>> = {
  fail: 'Failed',
  warn: 'Warning',
  unknown: 'Unknown',
  pass: 'Passed',
};

/** Prints what oc creates, the checks, and the command. */
function printReview({ context, server, created, remarks, command, target }: OcCollectReview): void {
  const lines = [
    `Must-gather of ${context} (${server})`,
    '',
    'Resources created on the cluster:',
    ...created.map((line) => `  ${line}`),
    '',
    'Checks:',
    ...remarks.map(({ verdict, words }) => `  ${verdicts[verdict]}: ${words}`),
    '',
    'Command:',
    `  ${quoteShellCommand(command)}`,
    '',
    `Folder: ${target}`,
  ];
  process.stderr.write(lines.map((line) => `${sanitizeTerminalLine(line)}\n`).join(''));
}

interface Ended {
  readonly options: OcCommandOptions;
  /** Last lines of oc. */
  readonly lines: readonly string[];
  readonly interrupted: number | undefined;
  readonly stoppedBy: NodeJS.Signals | undefined;
}

function printEnd(end: OcCollectEnd, { options, lines, interrupted, stoppedBy }: Ended): number {
  if (end.kind === 'declined') {
    printMessage(interrupted === undefined ? nothingDone : `canceled: ${nothingDone}`);
    return interrupted ?? exitUsage;
  }
  if (end.kind === 'notPossible') {
    for (const reason of end.reasons) printMessage(reason);
    return interrupted ?? exitUsage;
  }
  const { folder, outcome, left } = end;
  if (outcome.end === 'failed' || outcome.end === 'partial')
    for (const line of lines) process.stderr.write(`  ${sanitizeTerminalLine(redactText(line))}\n`);
  const leftovers = left.ok ? left.value : undefined;
  const result = { by: 'oc' as const, folder, outcome, problems: [], leftovers };
  const code = printCollectResult(result, options.format, stoppedBy);
  if (leftovers?.length === 0) return code;
  if (!left.ok) printMessage(left.error);
  else for (const object of left.value) printMessage(`remaining on the cluster: ${formatLeftover(object)}`);
  printMessage(`to find and delete the leftovers on the cluster, run: ${cleanUpCommand(options)}`);
  return code;
}

function cleanUpCommand({ context, kubeconfig, allowExec }: OcCommandOptions): string {
  return quoteShellCommand([
    'osc-tools',
    'must-gather',
    'clean-up',
    '--context',
    context,
    ...(kubeconfig === undefined ? [] : ['--kubeconfig', kubeconfig]),
    ...(allowExec ? ['--allow-exec'] : []),
  ]);
}
