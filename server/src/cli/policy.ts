/** `osc-tools policy`: agent policies checked, told, asked, replayed and tested. */
import * as l10n from '@vscode/l10n';
import { Command } from 'commander';
import process from 'node:process';
import { Policy } from '../policy/policy.ts';
import { readInputs, type Inputs } from './inputs.ts';
import { lintInputs, withLintOptions, type LintOptions } from './lint.ts';
import { policyEvalCommand } from './policyEval.ts';
import { policyReplayCommand } from './policyReplay.ts';
import { policyTableCommand } from './policyTable.ts';
import { policyTestCommand } from './policyTest.ts';
import { collect } from './readBounded.ts';

export function policyCommand(): Command {
  return new Command('policy')
    .description(l10n.t`Agent policies (Rego): check them, see what they allow, put requests to them.`)
    .addCommand(checkCommand())
    .addCommand(policyTableCommand())
    .addCommand(policyEvalCommand())
    .addCommand(policyReplayCommand())
    .addCommand(policyTestCommand());
}

function checkCommand(): Command {
  const command = new Command('check')
    .description(
      l10n.t`Check agent policies. Exit code 0: no errors; 1: errors found; 2: wrong usage, or something that cannot be read or written, or is no agent policy.`,
    )
    .argument('<path...>', l10n.t`policies, initdata, folders with those in them, globs, or - for a policy on standard input`);
  return withLintOptions(command).action(async (paths: string[], options: LintOptions) => {
    process.exitCode = await lintInputs(
      policiesOf(await readInputs(paths, () => collect(process.stdin), { language: 'rego', filename: options.stdinFilename })),
      options,
    );
  });
}

/** Manifests and PromQL are left to `lint`; Rego that is not for the agent was named by mistake. */
function policiesOf(inputs: Inputs): Inputs {
  const files = inputs.files.filter(({ language }) => language !== 'yaml' && language !== 'promql');
  const others = files.filter(({ language, text }) => language === 'rego' && !new Policy(text).isForAgent);
  const reason = l10n.t`it is no policy for the agent: those are of package agent_policy`;
  return {
    ...inputs,
    files: files.filter((file) => !others.includes(file)),
    unreadable: [...inputs.unreadable, ...others.map(({ name }) => `${name}: ${reason}`)],
  };
}
