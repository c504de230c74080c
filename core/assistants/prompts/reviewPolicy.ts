/** Prompt that reviews an agent policy. */
import { pathArgument, type AssistantPrompt } from './prompt.ts';
import { releases } from '#core/product/releases.ts';

export const reviewPolicy: AssistantPrompt = {
  name: 'review-policy',
  title: 'Review an agent policy',
  summary: 'Review a Kata agent policy (Rego): what it allows, what it denies, and which problems it has.',
  useWhen:
    'Use when the user asks for a review of a Kata agent policy (Rego, package agent_policy, policy.rego), what it allows, whether it is safe, or what changed between two policies.',
  arguments: {
    path: { ...pathArgument('Path of the policy, under a folder that the user opened.'), required: true },
    baseline: pathArgument(
      'Path of an earlier policy to compare with. Default: the policy in the image of the release.',
    ),
    release: {
      kind: 'text',
      most: 10,
      line: true,
      completes: 'release',
      description: `OpenShift sandboxed containers release of the guest that runs the policy (${releases.map(({ id }) => id).join(', ')}). Default: the latest supported release.`,
    },
  },
  steps: [
    'Call osc_check_policy with the path and the release. Report whether the guest rejects the policy before anything else.',
    'Report each request that the policy allows without a condition and that is risky, such as ExecProcessRequest, with the line that decides.',
    'Report requests whose verdict is undefined. The agent answers them with an error.',
    'If there is a baseline, call osc_policy_diff, and list the requests that became wider first.',
    'For each rule in the findings, call osc_explain_rule to get the reason and the fix.',
    'Answer with a verdict, then a list of problems with line numbers, then suggested changes as Rego.',
  ],
};
