/** Prompt that reviews an agent policy. */
import { pathArgument, type AssistantPrompt } from './prompt.ts';
import { formatReleaseIds } from '#core/product/releases.ts';

export const reviewPolicy: AssistantPrompt = {
  name: 'review-policy',
  title: 'Review an agent policy',
  summary: 'Review a Kata agent policy (Rego): what it allows, what it denies, and which problems it has.',
  useWhen:
    'Use when the user asks for a review of a Kata agent policy (Rego, package agent_policy, policy.rego), what it allows, whether it is safe, or what changed between two policies.',
  arguments: {
    path: { ...pathArgument('Path of the policy, under a folder that the user opened.'), required: true },
    baseline: pathArgument(
      'Path of an earlier policy to compare with, or the ID of a default policy, such as osc-1.12. Optional.',
    ),
    release: {
      kind: 'text',
      most: 10,
      line: true,
      completes: 'release',
      description: `OpenShift sandboxed containers release of the guest that runs the policy (${formatReleaseIds()}). Default: the latest supported release.`,
    },
  },
  steps: [
    'Call osc_check_policy with the path and the release. First report whether the guest rejects the policy.',
    'Report each request that the policy allows without a condition and that is risky, such as ExecProcessRequest, with the line that decides.',
    'Report requests whose verdict is undefined. The agent answers them with an error.',
    'If there is a baseline, call osc_policy_diff with the baseline as before and the path as after. First list the requests for which the new policy allows more.',
    'For each rule in the findings, call osc_explain_rule to get the reason and the fix.',
    'Answer with a verdict, then a list of problems with line numbers, then suggested changes as Rego.',
  ],
};
