/** `osc-tools must-gather collect`: collects a must-gather through the API, or with oc. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import process from 'node:process';
import {
  allowExecOption,
  clusterOrder,
  contextOption,
  failUsage,
  failWithoutContext,
  kubeconfigOption,
  timeoutOption,
} from '../clusterOptions.ts';
import { collectFormats, exitCodeOfSignal, printCollectResult } from '../mustGather/collectResult.ts';
import { collectWithOc, type OcCommandOptions } from '../mustGather/collectWithOc.ts';
import { withHelp } from '../help.ts';
import { describeWriteError } from '../io/readFile.ts';
import { printMessage, ProgressLine } from '../io/printMessage.ts';
import { stopSignal } from '../io/stopSignal.ts';
import { exitUsage } from '../usage.ts';

interface Options extends Omit<OcCommandOptions, 'context' | 'maxBytes'> {
  readonly context?: string;
  readonly by: 'oc' | 'api';
  /** Maximum size in MB. */
  readonly maxSize?: number;
}

/** Options that have an effect only with `--by oc`. */
const ocOptions = ['what', 'image', 'since', 'gatherTimeout', 'nodeName', 'runNamespace', 'yes'];

export function collectCommand(): Command {
  const command = withHelp(new Command('collect'), {
    summary: 'Collect a must-gather through the API, or with oc.',
    details:
      "By default, creates a folder with the objects, Kata pods, events, and pod logs that you have permission to read. Doesn't change the cluster, doesn't require oc, and doesn't read values of Secrets.\n\nWith --by oc, runs \"oc adm must-gather\", which also collects node journals and audit logs, but creates a namespace, pods, and a ClusterRoleBinding to cluster-admin on the cluster. Prints the resources to create and the results of checks, and asks before it starts. If you press Ctrl+C, oc first deletes the resources that it created.\n\nContacts only the cluster of the context that you specify.",
    exitCodes: {
      0: 'All available data was collected',
      1: "Some data couldn't be read, the maximum size was reached, or objects remain on the cluster",
      2: 'Usage error, or no data was collected',
      130: 'You stopped the command (Ctrl+C). The data collected so far is kept',
      143: 'The command was terminated (SIGTERM). The data collected so far is kept',
    },
    examples: [
      'osc-tools must-gather collect --context demo',
      'osc-tools must-gather collect --context demo --output case-4711 --max-size 500',
      'osc-tools must-gather collect --context demo --by oc --what cluster --since 6h --yes',
    ],
    page: 'collect-must-gather.md#collect-on-the-command-line',
  });
  return addOcOptions(
    command
      .usage('--context <name> [options]')
      .addOption(contextOption())
      .option(
        '-o, --output <folder>',
        'folder to create for the must-gather (default: name of the context and the time)',
      )
      .addOption(
        new Option('--max-size <megabytes>', 'size at which the collection stops').argParser((text) => {
          if (!/^\d{1,8}(?:\.\d{1,3})?$/.test(text) || Number(text) === 0)
            throw new InvalidArgumentError('Expected a number of megabytes, such as 500.');
          return Number(text);
        }),
      )
      .addOption(new Option('--by <method>', 'how to collect').choices(['oc', 'api']).default('api')),
  )
    .addOption(kubeconfigOption())
    .addOption(new Option('--format <format>', 'output format').choices(collectFormats).default('text'))
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(async (options: Options, own: Command) => {
      process.exitCode = await run(options, own);
    });
}

function addOcOptions(command: Command): Command {
  const what = new Option('--what <data>', 'with --by oc: data to collect');
  return command
    .addOption(what.choices(['sandboxed', 'cluster', 'both', 'audit']).default('sandboxed'))
    .option('--image <image>', 'with --by oc: must-gather image (default: image of the installed release)')
    .option('--since <duration>', 'with --by oc: log time range, such as 6h')
    .option(
      '--gather-timeout <duration>',
      'with --by oc: time limit of the collection, excluding the copying (default: 10m)',
    )
    .option('--node-name <node>', 'with --by oc: node of the must-gather pods')
    .option('--run-namespace <namespace>', 'with --by oc: existing namespace for the must-gather pods')
    .addOption(new Option('-y, --yes', 'with --by oc: collect without asking').default(false));
}

/** Loads the code that contacts a cluster. */
async function loadCollector() {
  return import('#client/mustGather/collect/collectCommand.ts');
}

async function run({ context, maxSize, ...options }: Options, command: Command): Promise<number> {
  const { by } = options;
  const unused = ocOptions.find((name) => by === 'api' && command.getOptionValueSource(name) === 'cli');
  if (unused !== undefined) {
    const flags = command.options.find((option) => option.attributeName() === unused)?.long ?? unused;
    return failUsage(command, `${flags} requires --by oc`);
  }
  try {
    if (context === undefined) return await failWithoutContext(command, options, (await loadCollector()).listContexts);
    const maxBytes = maxSize === undefined ? undefined : maxSize * 1e6;
    const all = { ...options, context, ...omitUndefined({ maxBytes }) };
    return await (by === 'oc' ? collectWithOc(all, command) : collectWithApi(all));
  } catch (error) {
    printMessage(describeWriteError(error));
    return exitUsage;
  }
}

async function collectWithApi({ output, maxBytes, format, ...options }: OcCommandOptions): Promise<number> {
  const { collectForCommand } = await loadCollector();
  const stopped = stopSignal();
  const progress = new ProgressLine();
  try {
    const collected = await collectForCommand(clusterOrder(options), {
      stop: stopped.signal,
      onEstimate(remarks) {
        progress.clear();
        for (const { verdict, words } of remarks)
          process.stderr.write(`${verdict === 'warn' ? 'Warning: ' : ''}${sanitizeTerminalLine(words)}\n`);
      },
      onProgress: (text) => progress.show(text),
      ...omitUndefined({ folder: output, maxBytes }),
    });
    progress.clear();
    if (!collected.ok) {
      printMessage(stopped.signal.aborted ? 'canceled: no data was collected' : collected.error);
      return exitCodeOfSignal(stopped.stoppedBy()) ?? exitUsage;
    }
    return printCollectResult({ by: 'api', leftovers: [], ...collected.value }, format, stopped.stoppedBy());
  } finally {
    stopped.end();
  }
}
