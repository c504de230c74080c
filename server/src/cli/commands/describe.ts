/** `osc-tools describe`: describes an object of a cluster, with its events. */
import { Command } from 'commander';
import process from 'node:process';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeTerminalLines } from '#core/text/sanitize.ts';
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
import { describeFileSystemError } from '../io/readFile.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitUsage } from '../usage.ts';

interface Options extends ClusterOptions {
  readonly namespace?: string;
}

export function describeCommand(): Command {
  return withHelp(new Command('describe'), {
    summary: 'Describe an object and its events.',
    details:
      'Prints the same text as "oc describe", with times in UTC. oc isn\'t required. For Secrets, prints the keys and sizes of the values. Redacts credentials. Contacts only the cluster of the context that you specify. Doesn\'t change the cluster.',
    exitCodes: { 0: 'The object was described', 2: "Usage error, or the object can't be read" },
    examples: [
      'osc-tools describe node/worker-1 --context demo',
      'osc-tools describe mcp/worker --context demo',
      'osc-tools describe clusterversions.config.openshift.io/version --context demo',
    ],
    page: 'command-line.md#describe',
  })
    .usage('<kind/name> --context <name> [options]')
    .argument('<kind/name>', 'object of any kind of the cluster, such as pod/web-0, node/worker-1, or mcp/kata-oc')
    .addOption(contextOption())
    .option('-n, --namespace <name>', 'namespace (default: the namespace of the context)')
    .addOption(kubeconfigOption())
    .addOption(allowExecOption())
    .addOption(timeoutOption())
    .action(async (object: string, options: Options, command: Command) => {
      process.exitCode = await run(object, options, command);
    });
}

/** Loads the code that contacts a cluster. */
async function loadDescriber() {
  return import('#client/describe/describeCommand.ts');
}

async function run(object: string, { context, namespace, ...options }: Options, command: Command): Promise<number> {
  const { describeClusterObject, listContexts } = await loadDescriber();
  try {
    if (context === undefined) return await failWithoutContext(command, options, listContexts);
    const order = clusterOrder({ ...options, context });
    const read = await describeClusterObject(order, { object, ...omitUndefined({ namespace }) });
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
