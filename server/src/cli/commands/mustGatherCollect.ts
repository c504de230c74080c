/** `osc-tools must-gather collect`: collects a must-gather through the API. */
import { Command, InvalidArgumentError, Option } from 'commander';
import process from 'node:process';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import {
  allowExecOption,
  clusterOrder,
  contextOption,
  failWithoutContext,
  kubeconfigOption,
  timeoutOption,
  type ClusterOptions,
} from '../clusterOptions.ts';
import { withHelp } from '../help.ts';
import { describeWriteError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { stopSignal } from '../io/stopSignal.ts';
import { exitClean, exitFound, exitInterrupted, exitTerminated, exitUsage } from '../usage.ts';

interface Options extends ClusterOptions {
  readonly output?: string;
  /** Maximum size in MB. */
  readonly maxSize?: number;
}

export function collectCommand(): Command {
  return withHelp(new Command('collect'), {
    summary: 'Collect a must-gather through the API.',
    details:
      "Collects the objects, Kata pods, Events, and pod logs that you have permission to read into a new folder. Doesn't change the cluster, and doesn't need oc. Node journals and audit logs require oc. Values of Secrets aren't read. Contacts only the cluster of the context that you specify.",
    exitCodes: {
      0: 'Everything that the API provides was collected',
      1: "Some data couldn't be read, or the maximum size was reached",
      2: 'Usage error, or no data was collected',
      130: 'You stopped the command (Ctrl+C). The data collected so far is kept',
      143: 'The command was terminated (SIGTERM). The data collected so far is kept',
    },
    examples: [
      'osc-tools must-gather collect --context demo',
      'osc-tools must-gather collect --context demo --output case-4711 --max-size 500',
    ],
    page: 'collect-must-gather.md#collect-on-the-command-line',
  })
    .usage('--context <name> [options]')
    .addOption(contextOption())
    .option('-o, --output <folder>', 'folder to create for the must-gather (default: name of the context and the time)')
    .addOption(
      new Option('--max-size <megabytes>', 'size at which the collection stops').argParser((text) => {
        if (!/^\d{1,8}(?:\.\d{1,3})?$/.test(text) || Number(text) === 0)
          throw new InvalidArgumentError('Expected a number of megabytes, such as 500.');
        return Number(text);
      }),
    )
    .addOption(kubeconfigOption())
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(async (options: Options, command: Command) => {
      process.exitCode = await run(options, command);
    });
}

/** Loads the code that contacts a cluster. */
async function loadCollector() {
  return import('#client/mustGather/collect/collectCommand.ts');
}

async function run({ context, output, maxSize, ...options }: Options, command: Command): Promise<number> {
  const { collectForCommand, listContexts } = await loadCollector();
  const stopped = stopSignal();
  const isShown = process.stderr.isTTY;
  try {
    if (context === undefined) return await failWithoutContext(command, options, listContexts);
    const collected = await collectForCommand(clusterOrder({ ...options, context }), {
      stop: stopped.signal,
      // A pipe gets no progress.
      onProgress: (text) => void (isShown && process.stderr.write(`\r\u001b[K${sanitizeTerminalLine(text)}`)),
      ...omitUndefined({ folder: output, maxBytes: maxSize === undefined ? undefined : maxSize * 1e6 }),
    });
    if (isShown) process.stderr.write('\r\u001b[K');
    if (!collected.ok) {
      printMessage(collected.error);
      return exitAfter(stopped.stoppedBy()) ?? exitUsage;
    }
    const { folder, outcome, problems } = collected.value;
    process.stderr.write(`${sanitizeTerminalLine(outcome.words)}\n`);
    process.stdout.write(`${sanitizeTerminalLine(folder)}\n`);
    if (outcome.end === 'failed') return exitUsage;
    const isComplete = outcome.end === 'partial' && problems.length === 0;
    return exitAfter(stopped.stoppedBy()) ?? (isComplete ? exitClean : exitFound);
  } catch (error) {
    printMessage(describeWriteError(error));
    return exitUsage;
  } finally {
    stopped.end();
  }
}

function exitAfter(signal: NodeJS.Signals | undefined): number | undefined {
  if (signal === undefined) return undefined;
  return signal === 'SIGINT' ? exitInterrupted : exitTerminated;
}
