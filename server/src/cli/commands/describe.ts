/** `osc-tools describe`: describes an object of a cluster, with its events. */
import { Command } from 'commander';
import process from 'node:process';
import type { DescribeRequest, Description } from '#client/describe/describeCommand.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { Result } from '#core/common/result.ts';
import { sanitizeTerminalLines } from '#core/text/sanitize.ts';
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
import { withHelp } from '../help.ts';
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitUsage } from '../usage.ts';

interface Options extends ClusterOptions {
  readonly namespace?: string;
  readonly mustGather?: string;
}

export function describeCommand(): Command {
  return withHelp(new Command('describe'), {
    summary: 'Describe an object and its events.',
    details:
      'Prints the same text as "oc describe", with times in UTC. oc isn\'t required. For Secrets, prints the keys and sizes of the values. Redacts credentials. With --context, contacts only the cluster of this context, and doesn\'t change it. With --must-gather, contacts no cluster.',
    exitCodes: { 0: 'The object was described', 2: "Usage error, or the object can't be read" },
    examples: [
      'osc-tools describe node/worker-1 --context demo',
      'osc-tools describe mcp/worker --context demo',
      'osc-tools describe clusterversions.config.openshift.io/version --context demo',
      'osc-tools describe kataconfig/example-kataconfig --must-gather must-gather.local',
    ],
    page: 'command-line.md#describe',
  })
    .usage('<kind/name> (--context <name> | --must-gather <path>) [options]')
    .argument('<kind/name>', 'object of any kind of the cluster, such as pod/web-0, node/worker-1, or mcp/kata-oc')
    .addOption(contextOption())
    .option('--must-gather <path>', 'folder or archive of a must-gather to read instead of a cluster')
    .option(
      '-n, --namespace <name>',
      'namespace (default: the namespace of the context, or "default" in a must-gather)',
    )
    .addOption(kubeconfigOption())
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(async (object: string, options: Options, command: Command) => {
      process.exitCode = await run(object, options, command);
    });
}

/** Loads the code that contacts a cluster or reads a must-gather. */
async function loadDescriber() {
  return import('#client/describe/describeCommand.ts');
}

async function run(object: string, { namespace, ...options }: Options, command: Command): Promise<number> {
  const request = { object, ...omitUndefined({ namespace }) };
  try {
    const read = await readObject(request, options, command);
    if (typeof read === 'number') return read;
    if (!read.ok) {
      printMessage(read.error);
      return exitUsage;
    }
    process.stdout.write(sanitizeTerminalLines(read.value.text));
    // The output on standard output stays the same as that of oc.
    for (const note of read.value.notes) printMessage(note);
    return exitClean;
  } catch (error) {
    printMessage(describeFileSystemError(error));
    return exitUsage;
  }
}

/** Reads the object from the cluster or the must-gather. Returns the exit code for wrong usage. */
async function readObject(
  request: DescribeRequest,
  { context, mustGather, ...options }: Omit<Options, 'namespace'>,
  command: Command,
): Promise<Result<Pick<Description, 'text' | 'notes'>, string> | number> {
  const { describeClusterObject, describeCollectedObject, listContexts } = await loadDescriber();
  if (mustGather !== undefined && context !== undefined)
    return failUsage(command, "--must-gather can't be used with --context");
  if (mustGather !== undefined) return describeCollectedObject(mustGather, request);
  if (context === undefined) return failWithoutContext(command, options, listContexts);
  return describeClusterObject(clusterOrder({ ...options, context }), request);
}
