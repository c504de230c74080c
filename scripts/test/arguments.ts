/** Parses the arguments of npm test, and formats the help text. */
import { parseArgs } from 'node:util';
import type { Stage } from './stages.ts';

export type TestArguments =
  | { readonly action: 'help' }
  | { readonly action: 'fail'; readonly message: string }
  | RunArguments;

export interface RunArguments {
  readonly action: 'run';
  /** Names of the selected stages. Empty if the user named none. */
  readonly stages: readonly string[];
  readonly filters: readonly string[];
  /** True to run only the tests that depend on a file changed in git. */
  readonly isChangedOnly: boolean;
}

const options = { changed: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

/** Parses the command line. The name of a stage selects the stage. Every other word is a filter. */
export function parseTestArguments(args: readonly string[], stageNames: readonly string[]): TestArguments {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(options, token.name))
      return fail(`Unknown option ${token.rawName}. To list the options, run npm test -- --help.`);
    if (token.value !== undefined) return fail(`Option ${token.rawName} doesn't take a value.`);
  }
  if (values.help === true) return { action: 'help' };
  if (positionals.includes('')) return fail('Empty filter. For a description of filters, run npm test -- --help.');
  const isStage = (word: string) => stageNames.includes(word);
  return {
    action: 'run',
    stages: positionals.filter(isStage),
    filters: [...new Set(positionals.filter((word) => !isStage(word)))],
    isChangedOnly: values.changed === true,
  };
}

function fail(message: string): TestArguments {
  return { action: 'fail', message };
}

/** Returns the text that --help prints. */
export function helpText(stages: readonly Pick<Stage, 'name' | 'title' | 'runsOnChange'>[]): string {
  const changeStages = stages.filter(({ runsOnChange }) => runsOnChange).map(({ name }) => name);
  return `Usage: npm test -- [stage ...] [filter ...] [--changed]

Stages, in the order in which they run:
${stages.map(({ name, title }) => `  ${name.padEnd(10)} ${title}`).join('\n')}

If you name no stage, all stages run. A word that isn't a stage is a filter: it selects
test files with that word in their path in the stage folder, ignoring case. With more than
one filter, test files that match any of them run. If you name only filters, stages without
test files don't run, except the build if the selected tests need it.

Options:
  --changed    Run only test files that depend on a file changed in git: in the work tree, in
               the index, or in a commit that isn't on the main branch. If you name no stage,
               select from these stages: ${changeStages.join(', ')}
  -h, --help   Show this help

Examples:
  npm test -- unit lsp              two stages
  npm test -- workbench collect     workbench test files with "collect" in their path
  npm test -- unit lsp policy       test files of two stages with "policy" in their path
  npm test -- policy initdata       test files of any stage with either word in their path
  npm test -- --changed             tests that your changes can break
  npm test -- --changed workbench   workbench tests that your changes can break

Environment variables:
  KUBECTL, SHELLCHECK, PROMETHEUS, CHROMIUM   path of the executable to use
  CI                                          if set, a skipped stage fails the run`;
}
