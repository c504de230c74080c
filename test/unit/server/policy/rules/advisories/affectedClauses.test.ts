/** Tests which policies the advisories affect. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Policy } from '#server/policy/model/policy.ts';
import { findAffectedClauses } from '#server/policy/rules/advisories/findAffectedClauses.ts';
import {
  affectedPolicy,
  fixedPolicy,
  noTags,
  readReleasedRules,
  readTaggedRules,
  withoutEachFix,
} from './genpolicyRules.ts';
import { policyMutations } from './policyMutations.ts';

/** Returns the marks of a policy, sorted. */
function marksOf(text: string): readonly string[] {
  const { meant } = new Policy(text);
  assert.deepEqual(meant.problems, []);
  const { copyFile, copyFilePaths, mounts } = findAffectedClauses(meant);
  assert.deepEqual(copyFilePaths, []);
  const marks = mounts.map(({ mark }) => mark);
  return [...copyFile.map(() => 'copyFile'), ...marks].toSorted();
}

const all = ['copyFile', 'imagePull', 'mount', 'storage'];
const pairs = [
  { name: 'a shortened policy', affected: affectedPolicy, fixed: fixedPolicy },
  { name: 'genpolicy 3.28.0 and 4.1.0', affected: readReleasedRules('3.28.0'), fixed: readReleasedRules('4.1.0') },
];

for (const { name, affected, fixed } of pairs)
  describe(`advisories in ${name}`, { skip: affected === undefined || fixed === undefined }, () => {
    const [without = '', withFixes = ''] = [affected, fixed];

    test('finds all marks, and none with the fixes', () => {
      assert.deepEqual(marksOf(without), all);
      assert.deepEqual(marksOf(withFixes), []);
    });

    for (const { title, change } of policyMutations)
      test(`finds the same with ${title}`, () => {
        const changed = [change(without), change(withFixes)];
        assert.notDeepEqual(changed, [without, withFixes]);
        assert.deepEqual(changed.map(marksOf), [all, []]);
      });

    for (const { fix, what, text } of withoutEachFix(withFixes))
      test(`finds only ${fix} without the ${what}`, () => {
        assert.notEqual(text, withFixes);
        assert.deepEqual(marksOf(text), [fix]);
      });
  });

describe('advisories in released rules of genpolicy', { skip: noTags }, () => {
  const mountOnly = ['copyFile', 'mount'];
  const withImages = ['copyFile', 'imagePull', 'mount'];
  const noCopy = ['imagePull', 'mount', 'storage'];
  const expected: Readonly<Record<string, readonly string[]>> = {
    '3.5.0': mountOnly,
    '3.8.0': mountOnly,
    '3.10.0': mountOnly,
    '3.14.0': mountOnly,
    '3.17.0': mountOnly,
    '3.21.0': withImages,
    '3.25.0': withImages,
    '3.28.0': all,
    '3.29.0': noCopy,
    '3.30.0': noCopy,
    '3.31.0': noCopy,
    '3.32.0': noCopy,
    '4.0.0': noCopy,
    '4.1.0': [],
    '7c6ba40c': [],
  };
  for (const [tag, marks] of Object.entries(expected))
    test(`finds ${marks.join(', ') || 'nothing'} in ${tag}`, () =>
      assert.deepEqual(marksOf(readTaggedRules(tag)), marks));
});

describe('a policy that would take too long to read', () => {
  const head = `package agent_policy
import rego.v1
policy_data := {"containers": [], "request_defaults": {"CopyFileRequest": []}}
`;
  const nothing = { copyFile: [], copyFilePaths: [], mounts: [] };

  test('has no affected clauses if too many rules use each other in a row', () => {
    const rules = Array.from({ length: 2000 }, (_, index) => `f${index}(x) if f${index + 1}(x)\n`).join('');
    const { meant } = new Policy(`${head}CopyFileRequest if {
  some pattern in policy_data.request_defaults.CopyFileRequest
  f0(input)
}
${rules}f2000(x) if x.path == "a"
`);
    assert.deepEqual(findAffectedClauses(meant), nothing);
  });

  test('has no affected clauses if each of many clauses leads to all others', () => {
    const [levels, width] = [50, 35];
    const rules = Array.from({ length: levels }, (_, index) =>
      `m${index}(p, i) if {
  some mount in p.Mounts
  m${index + 1}(p, i)
  check(mount, i)
}
`.repeat(width),
    ).join('');
    const { meant } = new Policy(`${head}CreateContainerRequest if {
  some container in policy_data.containers
  m0(container, input.OCI)
}
${rules}m${levels}(p, i) if p == i
check(a, b) if a.destination == b.destination
`);
    assert.deepEqual(findAffectedClauses(meant), nothing);
  });
});
