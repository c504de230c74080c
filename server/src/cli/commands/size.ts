/** `osc-tools size`: prints the memory and CPUs that the Kata pods of manifests use on a node. */
import { Command, InvalidArgumentError, Option } from 'commander';
import process from 'node:process';
import { withHelp } from '../help.ts';
import { formatOption } from '../io/policyInputs.ts';
import type { SizeOptions } from '../podSizes.ts';

/** Maximum number of pods per node. */
const mostPods = 100_000;

export function sizeCommand(): Command {
  return withHelp(new Command('size'), {
    summary: 'Print the memory and CPUs that Kata pods use on a node.',
    details:
      'Adds up the VM, the containers, and the overhead of the runtime class of each Kata pod in the files. The values are documented, not measured.',
    exitCodes: {
      0: 'The resources were printed',
      2: "Usage error, a file can't be read, or no file contains a Kata pod",
    },
    examples: ['osc-tools size my-pod.yaml', 'osc-tools size --pods 10 --format json my-pod.yaml'],
    page: 'command-line.md#size',
  })
    .argument('<path...>', 'manifests of pods and workloads, folders, globs, or - for standard input')
    .addOption(
      new Option('--pods <number>', 'number of pods of each manifest that run on one node')
        .argParser(parsePods)
        .default(1),
    )
    .addOption(formatOption())
    .action(async (paths: readonly string[], options: SizeOptions) => {
      const { printPodSizes } = await import('../podSizes.ts');
      process.exitCode = await printPodSizes(paths, options);
    });
}

function parsePods(value: string): number {
  const pods = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (pods < 1 || pods > mostPods) throw new InvalidArgumentError(`Expected a number from 1 to ${mostPods}.`);
  return pods;
}
