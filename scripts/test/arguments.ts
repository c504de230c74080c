/** Reads the arguments of npm test and describes them. */
import { parseArgs } from 'node:util';
import type { Stage } from './stages.ts';

export type TestArguments = { readonly action: 'help' } | { readonly action: 'fail'; readonly message: string } | RunArguments;

export interface RunArguments {
  readonly action: 'run';
  /** Names of stages. Empty if the user named none. */
  readonly stages: readonly string[];
  readonly filters: readonly string[];
  /** Whether to run only the tests that depend on a file changed in git. */
  readonly isChangedOnly: boolean;
}

const options = { changed: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

/** Sorts the words of the command line: the name of a stage is a stage, every other word is a filter. */
export function parseTestArguments(args: readonly string[], stageNames: readonly string[]): TestArguments {
  const { values, positionals, tokens } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(options, token.name)) return fail(`Unknown option ${token.rawName}: npm test -- --help lists the options.`);
    if (token.value !== undefined) return fail(`Option ${token.rawName} doesn't take a value.`);
  }
  if (values.help === true) return { action: 'help' };
  if (positionals.includes('')) return fail('A filter is empty: npm test -- --help describes filters.');
  const isStage = (word: string) => stageNames.includes(word);
  return {
    action: 'run',
    stages: positionals.filter(isStage),
    filters: positionals.filter((word) => !isStage(word)),
    isChangedOnly: values.changed === true,
  };
}

function fail(message: string): TestArguments {
  return { action: 'fail', message };
}

export function helpText(stages: readonly Pick<Stage, 'name' | 'title' | 'runsOnChange'>[]): string {
  const changeStages = stages.filter(({ runsOnChange }) => runsOnChange).map(({ name }) => name);
  return `Usage: npm test -- [stage ...] [filter ...] [--changed]

Stages, in the order in which they run:
${stages.map(({ name, title }) => `  ${name.padEnd(10)} ${title}`).join('\n')}

Without a stage, all stages run. A word that isn't a stage is a filter: only test files
with that word in their path below the folder of their stage run (upper and lower case
are the same). With several filters, files that match any of them run.

Options:
  --changed    Run only the tests that depend on a file changed in git: in the work tree, in
               the index, or in a commit that the main branch doesn't have. Without a stage,
               of these stages: ${changeStages.join(', ')}
  -h, --help   Show this help

Examples:
  npm test -- unit lsp              two stages
  npm test -- workbench collect     the workbench test files with "collect" in their name
  npm test -- unit lsp policy       the test files of two stages with "policy" in their path
  npm test -- policy initdata       the same for two filters and all stages with test files
  npm test -- --changed             what the changes can break
  npm test -- --changed workbench   the same for the workbench stage

Environment variables:
  KUBECTL, SHELLCHECK, PROMETHEUS, CHROMIUM   path of the tool to use
  CI                                          if set, a skipped stage fails the run`;
}
