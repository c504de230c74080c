/** Arguments and options of `osc-tools policy attach` and `osc-tools initdata attach`. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Release } from '#core/product/releases.ts';
import { createReleaseOption } from './io/policyInputs.ts';
import { printMessage } from './io/printMessage.ts';

/** Options of commands that attach content to pods. */
export interface AttachOptions {
  readonly release: Release;
  /** Kind and name of the workload, such as `deployment/web`. */
  readonly select?: string;
  readonly write: boolean;
  readonly diff: boolean;
  readonly replace: boolean;
  readonly force: boolean;
}

/** Adds the arguments and options that the commands share. */
export function withAttachOptions(command: Command): Command {
  return command
    .argument('<manifest...>', 'YAML or JSON files with a pod or workload, or - for standard input')
    .addOption(
      new Option('--select <kind/name>', 'workload, such as deployment/web, if a file contains several').argParser(
        parseSelection,
      ),
    )
    .addOption(new Option('--write', 'change the files instead of printing the result').default(false))
    .addOption(
      new Option('--diff', 'print the changes as a unified diff instead of the result')
        .default(false)
        .conflicts('write'),
    )
    .option('--replace', 'replace existing content that differs', false)
    .addOption(createReleaseOption());
}

function parseSelection(value: string): string {
  if (!/^[A-Za-z]+\/[^/\s]+$/.test(value))
    throw new InvalidArgumentError('Expected the kind and the name, such as deployment/web.');
  return value;
}

/** Prints a usage error if the arguments can't be combined. Returns whether there is one. */
export function hasUsageError(
  content: string,
  manifests: readonly string[],
  { write, diff }: Pick<AttachOptions, 'write' | 'diff'>,
): boolean {
  const problem =
    [content, ...manifests].filter((file) => file === '-').length > 1
      ? 'only one argument can be - (standard input)'
      : manifests.length > 1 && !write && !diff
        ? 'to attach to several manifests, use --write or --diff'
        : write && manifests.includes('-')
          ? "--write can't change standard input"
          : undefined;
  if (problem !== undefined) printMessage(problem);
  return problem !== undefined;
}
