/** `osc-tools policy diff`: shows which requests two policies treat differently. */
import { Command, Option } from 'commander';
import process from 'node:process';
import type { Release } from '#core/product/releases.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { describePolicyProblem } from '#server/policy/table/table.ts';
import { withHelp } from '../help.ts';
import { createReleaseOption } from '../io/policyInputs.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface DiffOptions {
  readonly release: Release;
  readonly format: 'text' | 'md' | 'json';
}

export function policyDiffCommand(): Command {
  return withHelp(new Command('diff'), {
    summary: 'Compare two policies by request.',
    details:
      'Shows the requests that became allowed, denied, conditional, or undefined, and the conditions and data that changed. Ignores comments, variable names, and the order of rules and conditions. A policy is a file (Rego, initdata, or an encoded value), a default policy such as osc-1.12, or git:REV. git:REV is the other file in a Git revision. To specify a different file, use git:REV:FILE. Both forms run git. If the guest rejects a policy, prints the reason to standard error.',
    exitCodes: {
      0: 'The second policy allows nothing that the first one denies',
      1: 'The second policy allows more, or possibly allows more (unknown)',
      2: "Usage error, or a policy can't be read",
    },
    examples: [
      'osc-tools policy diff osc-1.12 policy.rego',
      'osc-tools policy diff policy.rego other.rego --format md',
    ],
    page: 'policies.md#compare-two-policies',
  })
    .argument('<before>', 'policy, default policy, git:REV, or - for standard input')
    .argument('<after>', 'policy to compare with the first one')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'md', 'json']).default('text'))
    .addOption(createReleaseOption())
    .action(async (before: string, after: string, options: DiffOptions) => {
      process.exitCode = await diff(before, after, options);
    });
}

async function diff(first: string, second: string, { release, format }: DiffOptions): Promise<number> {
  if (first === '-' && second === '-') {
    printMessage('only one argument can be - (standard input)');
    return exitUsage;
  }
  const { readPolicySource } = await import('../io/policySource.ts');
  const { diffPolicies } = await import('#server/policy/diff/diffPolicies.ts');
  const { formatPolicyDiff, isWiderChange } = await import('../formats/policyDiffFormats.ts');
  const before = await readPolicySource(first, second);
  const after = await readPolicySource(second, first);
  if (before === undefined || after === undefined) return exitUsage;
  const problems = [before, after].flatMap(({ name, policy }) => {
    const problem = describePolicyProblem(policy, release);
    return problem === undefined ? [] : [`${sanitizeTerminalLine(name)}: ${sanitizeTerminalLine(problem)}`];
  });
  // If a policy is compared with itself, the messages are the same.
  for (const problem of new Set(problems)) printMessage(problem);
  const changes = diffPolicies(before.policy, after.policy, release);
  process.stdout.write(formatPolicyDiff(format, changes, { before: before.name, after: after.name, release }));
  return changes.some(({ effect }) => isWiderChange(effect)) ? exitFound : exitClean;
}
