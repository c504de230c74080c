import { kataUpstream } from '../../../../core/sources.ts';
import { definePolicyRule } from '../policyRule.ts';
import { isRefusedByV0, portableFixes, problemsInV1 } from './bodyEdits.ts';
import { policyWith } from './examplePolicy.ts';
import { v1Guest, v1Severity } from './guestWords.ts';

const exec = `default ExecProcessRequest := false

ExecProcessRequest if {
    concat(" ", input.process.Args) in allowed
}
`;

export default definePolicyRule({
  id: 'rego-contains-required',
  title: 'A set without contains',
  severity: 'warning',
  appliesTo: ['Agent policy'],
  language: 'rego',
  why:
    'In Rego v0 `allowed.ls` alone puts `"ls"` into the set `allowed`. Guests from kata 3.30 on read Rego v1, want `allowed contains "ls"`, and refuse the whole policy without. ' +
    'Where the guest surely reads v0 this is a hint only.',
  source: [kataUpstream('src/agent/policy/Cargo.toml'), 'microsoft/regorus src/parser.rs'],
  *check({ policy, guest }) {
    for (const problem of problemsInV1(policy, 'contains required')) {
      const always = isRefusedByV0(policy, problem);
      yield {
        start: problem.start,
        end: problem.end,
        severity: v1Severity(guest, always),
        message: always
          ? 'With import rego.v1 a set is made with contains: every guest refuses this policy.'
          : `${v1Guest(guest)} wants contains here to make a set, and refuses the whole policy without.`,
        fixes: portableFixes(policy, problem, 'Write it with contains', 'Write it with contains, and import that'),
      };
    }
  },
  examples: [
    {
      avoid: policyWith(`${exec}\nallowed.ls\n# <---------- want\n`),
      prefer: policyWith(`${exec}\nallowed contains "ls"\n`, {
        imports: 'import future.keywords.if\nimport future.keywords.in\nimport future.keywords.contains\n',
      }),
    },
  ],
});
