/** Tests with randomly edited policies of genpolicy that shared findings are the same as those of separate checks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { runToCompletion } from '#server/engine/scheduling/steps.ts';
import { policySteps } from '#server/policy/model/checkPolicy.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { SharedPolicies } from '#server/policy/sharing/sharedPolicies.ts';
import { random, type Random } from '../support/randomInput/random.ts';
import { policyEnvironment as environment } from '#test/support/manifests/policyEnvironment.ts';

const rules = policyWith(`WriteStreamRequest if policy_data.request_defaults.WriteStreamRequest == true

CloseStdinRequest if count(policy_data.containers) > 1

ExecProcessRequest if {
    some container in policy_data.containers
    some command in container.exec_commands
    regex.match("(", command[0])
    input.process.Arg == command
    data.other.x == container.name
}
`);

const values: readonly [string, ...string[]] = [
  'true',
  'false',
  'null',
  '0',
  '1e400',
  '"a"',
  '"/other"',
  '"policy_data.containers"',
  '"package"',
  '[]',
  '{}',
  '[["ls"]]',
  '{"allowed": true}',
  '{"ops": [{"path": "/x"}]}',
  'x',
  'set()',
  '# comment\n1',
  '"\\u0041"',
  '1, 2',
  '}',
  '"a": 1',
];

const name = (chance: Random) =>
  `"${chance.pick(['containers', 'request_defaults', 'WriteStreamRequest', 'exec_commands', 'name', 'allowed'])}"`;

function valueOf(chance: Random, depth: number): string {
  if (depth === 0 || chance.chance(0.2))
    return chance.chance(0.7) ? chance.pick(['true', '"a"', '[]']) : chance.pick(values);
  const count = chance.below(3);
  const inner = Array.from({ length: count }, () => valueOf(chance, depth - 1));
  return chance.chance(0.6)
    ? `{${inner.map((value) => `${name(chance)}: ${value}`).join(', ')}}`
    : `[${inner.join(', ')}]`;
}

/** Returns a policy with random data, and sometimes with an edited rule. */
function createPolicy(chance: Random): string {
  const allowed = chance.pick(['true', 'false', '"true"', '{}']);
  const containers = valueOf(chance, 3);
  const text = `${rules}\npolicy_data := {\n"containers": ${containers},\n"request_defaults": {"WriteStreamRequest": ${allowed}}\n}\n`;
  if (chance.chance(0.8)) return text;
  const at = chance.below(text.length);
  return text.slice(0, at) + chance.pick([' ', 'x', '\n', '"', '{', '1', '#']) + text.slice(at + chance.below(2));
}

for (const seed of [1, 2, 3])
  test(`randomly edited policies share only the same findings: seed ${seed}`, () => {
    const chance = random(seed);
    const shared = new SharedPolicies(environment);
    const origin = { uri: 'file:///policy.rego', place: 'file' } as const;
    for (let count = 0; count < 150; count += 1) {
      const text = createPolicy(chance);
      const alone = runToCompletion(policySteps(new Policy(text), origin, environment));
      const found = runToCompletion(
        shared.steps(text, origin, environment, (policy, own) => policySteps(policy, origin, own)),
      );
      assert.deepEqual(found, alone, `policy ${count}: ${text}`);
    }
    assert.ok(shared.counts.shared > 20, `${shared.counts.shared}`);
  });
