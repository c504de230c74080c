/** `osc-tools size`: prints the memory and CPUs that the Kata pods of manifests use on a node. */
import { Command, InvalidArgumentError, Option } from 'commander';
import process from 'node:process';
import { failUsage } from '../clusterOptions.ts';
import { withHelp } from '../help.ts';
import { one, parseQuantity, type Quantity } from '#core/common/quantity.ts';
import { formatOption } from '../io/policyInputs.ts';
import type { SizeOptions } from '../podSizes.ts';

/** Maximum number of pods per node, and of nodes. */
const mostPods = 100_000;

/** Options as specified. */
interface Specified extends Pick<SizeOptions, 'format' | 'pods'> {
  readonly nodes?: number;
  readonly nodeMemory?: Quantity;
  readonly nodeCpu?: Quantity;
}

export function sizeCommand(): Command {
  return withHelp(new Command('size'), {
    summary: 'Print the memory and CPUs that Kata pods use on a node.',
    details:
      'Adds up the VM, the containers, and the overhead of the runtime class of each Kata pod in the files. The values are documented, not measured.',
    exitCodes: {
      0: 'The resources were printed',
      2: "Usage error, a file can't be read, or no file contains a Kata pod",
    },
    examples: [
      'osc-tools size my-pod.yaml',
      'osc-tools size --pods 10 --format json my-pod.yaml',
      'osc-tools size --nodes 3 --node-memory 64Gi my-pod.yaml',
    ],
    page: 'command-line.md#size',
  })
    .argument('<path...>', 'manifests of pods and workloads, folders, globs, or - for standard input')
    .addOption(
      new Option('--pods <number>', 'number of pods of each manifest that run on one node')
        .argParser(parseCount)
        .default(1),
    )
    .addOption(
      new Option('--nodes <number>', 'number of empty nodes for which to print how many pods fit').argParser(
        parseCount,
      ),
    )
    .addOption(
      new Option('--node-memory <quantity>', 'allocatable memory of each node, such as 64Gi').argParser(parseAmount),
    )
    .addOption(
      new Option('--node-cpu <quantity>', 'allocatable CPUs of each node, such as 15500m').argParser(parseAmount),
    )
    .addOption(formatOption())
    .action(async (paths: readonly string[], options: Specified, command: Command) => {
      if ((options.nodes ?? options.nodeCpu) !== undefined && options.nodeMemory === undefined) {
        process.exitCode = failUsage(command, '--nodes and --node-cpu require --node-memory');
        return;
      }
      const { printPodSizes } = await import('../podSizes.ts');
      process.exitCode = await printPodSizes(paths, sizeOptions(options));
    });
}

function sizeOptions({ format, pods, nodes = 1, nodeMemory, nodeCpu }: Specified): SizeOptions {
  const fleet = nodeMemory === undefined ? undefined : { count: nodes, memory: nodeMemory, cpu: nodeCpu };
  return { format, pods, nodes: fleet };
}

function parseAmount(value: string): Quantity {
  const amount = parseQuantity(value);
  // A billionth of a byte isn't meant.
  if (amount === undefined || amount < one / 1000n)
    throw new InvalidArgumentError('Expected a positive quantity, such as 64Gi or 15500m.');
  return amount;
}

function parseCount(value: string): number {
  const pods = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (pods < 1 || pods > mostPods) throw new InvalidArgumentError(`Expected a number from 1 to ${mostPods}.`);
  return pods;
}
