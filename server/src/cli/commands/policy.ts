/** `osc-tools policy`: checks, evaluates, replays, tests, generates, attaches, and compares agent policies. */
import { Command } from 'commander';
import path from 'node:path';
import process from 'node:process';
import { looksLikeEncodedPolicy } from '#core/agent/looksLikePolicy.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { findingCodes, unreadable, withHelp } from '../help.ts';
import { readInputs, type Input, type Inputs } from '../io/inputs.ts';
import { addKataVersionOption } from '../io/kataVersionOption.ts';
import { lintInputs, withLintOptions, type LintOptions } from './lint.ts';
import { policyAttachCommand } from './policyAttach.ts';
import { policyEvalCommand } from './policyEval.ts';
import { policyDiffCommand } from './policyDiff.ts';
import { policyGenerateCommand } from './policyGenerate.ts';
import { policyReplayCommand } from './policyReplay.ts';
import { policyTableCommand } from './policyTable.ts';
import { policyTestCommand } from './policyTest.ts';
import { printMessage } from '../io/printMessage.ts';
import { readStream } from '../io/readFile.ts';

export function policyCommand(): Command {
  return withHelp(new Command('policy'), {
    summary: 'Check, evaluate, and test agent policies (Rego).',
    exitCodes: { ...findingCodes, 2: unreadable },
    examples: ['osc-tools policy check policy.rego', 'osc-tools policy table policy.rego'],
    page: 'command-line.md#policy',
  })
    .addCommand(checkCommand())
    .addCommand(addKataVersionOption(policyTableCommand()))
    .addCommand(addKataVersionOption(policyEvalCommand()))
    .addCommand(addKataVersionOption(policyReplayCommand()))
    .addCommand(addKataVersionOption(policyTestCommand()))
    .addCommand(addKataVersionOption(policyGenerateCommand()))
    .addCommand(addKataVersionOption(policyAttachCommand()))
    .addCommand(addKataVersionOption(policyDiffCommand()));
}

function checkCommand(): Command {
  const command = withHelp(new Command('check'), {
    summary: 'Check agent policies.',
    exitCodes: {
      ...findingCodes,
      2: "Usage error, or a file can't be read or written or isn't an agent policy",
    },
    examples: ['osc-tools policy check policy.rego', 'osc-tools policy check --format json manifests'],
    page: 'command-line.md#policy',
  }).argument('<path...>', 'policies, initdata, folders that contain them, globs, or - for a policy on standard input');
  return withLintOptions(command).action(async (paths: string[], options: LintOptions) => {
    const stdin = { language: 'rego', filename: options.stdinFilename } as const;
    const inputs = await readInputs(paths, () => readStream(process.stdin), stdin);
    process.exitCode = await lintInputs(policiesOf(inputs, paths), options);
  });
}

/**
 * Returns the inputs without the languages that `lint` checks, such as manifests. Reports specified files in these
 * languages. Reports Rego files that aren't agent policies, because they were probably specified by mistake.
 */
function policiesOf(inputs: Inputs, paths: readonly string[]): Inputs {
  const isPolicyKind = ({ language, isUnknownKind }: Input) =>
    language === 'rego' || language === 'toml' || isUnknownKind === true;
  const specified = new Set(paths.map((given) => path.resolve(given)));
  const skipped = inputs.files.filter((file) => !isPolicyKind(file));
  // A folder or a glob can also contain manifests.
  const named = skipped.filter((file) => file.path === undefined || specified.has(file.path));
  for (const { name } of named)
    printMessage(
      `${name} was not checked because policy check reads only policies and initdata. To check it, use osc-tools lint.`,
    );
  const files = inputs.files.filter(isPolicyKind);
  const others = files.filter(
    ({ language, text }) => language === 'rego' && !new Policy(text).isForAgent && !looksLikeEncodedPolicy(text),
  );
  const reason = 'not an agent policy (the package must be agent_policy)';
  return {
    ...inputs,
    files: files.filter((file) => !others.includes(file)),
    unreadable: [...inputs.unreadable, ...others.map(({ name }) => `${name}: ${reason}`)],
    // If all files were skipped, the paths are probably wrong.
    empty: skipped.length > 0 && skipped.length === inputs.files.length && named.length === 0 ? paths : inputs.empty,
  };
}
