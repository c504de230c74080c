/** Tests runs of Rego unit tests: results, messages, the choice of the policy, and coverage. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { countLines, toLcov } from '#server/policy/tests/coverage.ts';
import { selectTestedSources } from '#server/policy/tests/testedSources.ts';
import { runUnitTests, type UnitTestRun } from '#server/policy/tests/unitTest.ts';

const folder = 'file:///workspace/';
const policyText = `package agent_policy

import future.keywords.if
import future.keywords.in

default ExecProcessRequest := false

ExecProcessRequest if {
	input.process.Args[0] in allowed
	short(input.process.Args)
}

ExecProcessRequest if {
	input.debug
	input.user == "root"
}

allowed := {"ls", "cat"}

short(args) if count(args) < 3
`;
const head = 'package agent_policy\n\nimport future.keywords.if\nimport future.keywords.every\n\n';
const policy = { uri: `${folder}policy.rego`, text: policyText };

function run(text: string, options: Partial<UnitTestRun> = {}, files = [policy]) {
  const unitTest = { uri: `${folder}policy_test.rego`, text: head + text };
  const sources = selectTestedSources(unitTest, files);
  assert.equal(sources.problem, undefined);
  if (sources.policy === undefined) throw new Error('no policy');
  const steps = runUnitTests({ ...sources, test: unitTest }, { release: newestRelease, ...options });
  const results: string[] = [];
  let step = steps.next();
  for (; step.done !== true; step = steps.next())
    results.push([step.value.passed ? 'ok' : 'FAIL', step.value.name, step.value.message ?? ''].join(' ').trim());
  return { results, end: step.value };
}

describe('unit test of a policy', () => {
  for (const dialect of ['v0', 'v1'] as const)
    test(`passes if its value is neither undefined nor false (${dialect})`, () =>
      assert.deepEqual(
        run(
          `exec(args) := {"process": {"Args": args}}

test_ls_allowed if ExecProcessRequest with input as exec(["ls"])

test_sh_denied if {
	every shell in ["sh", "bash"] { not ExecProcessRequest with input as exec([shell]) }
}

test_sh_allowed if {
	ExecProcessRequest with input as exec(["sh"])
}

test_false := false

test_undefined if input.missing

not_a_test if false
`,
          { dialect },
        ).results,
        [
          'ok test_ls_allowed',
          'ok test_sh_denied',
          'FAIL test_sh_allowed Line 15: `ExecProcessRequest with input as exec(["sh"])` is false.',
          'FAIL test_false The value of test_false is false.',
          "FAIL test_undefined Line 20: `input.missing` is undefined because a value in it doesn't exist.",
        ],
      ));

  test('shows the output of print statements of a failed test', () =>
    assert.deepEqual(run('test_x if {\n\tprint("seen", 1)\n\tfalse\n}\n', { dialect: 'v1' }).results, [
      'FAIL test_x Line 8: `false` is false.\npolicy_test.rego:7: seen 1',
    ]));

  test('fails if it never ends, and the next test still runs', () => {
    const text = `test_endless if {
	every x in numbers.range(1, 9999) {
		every y in numbers.range(1, 9999) { x + y > 0 }
	}
}

test_ls if ExecProcessRequest with input as {"process": {"Args": ["ls"]}}
`;
    const { results } = run(text, { dialect: 'v1', limits: { steps: 20_000, allocation: 1_000_000, depth: 100 } });
    assert.match(results[0] ?? '', /^FAIL test_endless .*stopped after 20000 steps$/);
    assert.equal(results[1], 'ok test_ls');
  });

  test('reports why the guest rejects the policy', () => {
    const broken = { ...policy, text: `${policyText}\nx := unknown_function(1)\ny := {\n` };
    const { results } = run('test_ls if true\n', { dialect: 'v1' }, [broken]);
    assert.match(results[0] ?? '', /^FAIL test_ls The guest rejects this policy.*agent_policy: Line \d+: /);
  });

  test('reports a syntax error, and a file without tests', () => {
    assert.match(run('test_ls if {\n', { dialect: 'v1' }).results[0] ?? '', /^FAIL test_ls Line \d+: /);
    assert.match(run('helper := 1\n').end.problem ?? '', /no rule whose name starts with `test_`/);
  });
});

describe('policy of a unit test', () => {
  const unitTest = { uri: `${folder}tests/policy_test.rego`, text: `${head}test_a if helper(1)\n` };
  const select = (names: Readonly<Record<string, string>>, selected: readonly string[] = []) => {
    const files = Object.entries(names).map(([name, text]) => ({ uri: folder + name, text }));
    const found = selectTestedSources(unitTest, files, new Set(selected.map((name) => folder + name)));
    return found.problem ?? [found.policy, ...found.helpers].map((file) => file.uri.slice(folder.length)).join(' ');
  };

  test('is in the same folder, or else among the other files', () => {
    assert.equal(select({ 'policy.rego': policyText, 'tests/near.rego': policyText }), 'tests/near.rego');
    assert.equal(select({ 'far/policy.rego': policyText }), 'far/policy.rego');
  });
  test('has the name of the test or is selected if there are several', () => {
    assert.equal(select({ 'tests/policy.rego': policyText, 'tests/z.rego': policyText }), 'tests/policy.rego');
    assert.equal(select({ 'a.rego': policyText, 'b.rego': policyText }, ['b.rego']), 'b.rego');
    assert.match(
      select({ 'a.rego': policyText, 'b.rego': policyText }),
      /^Found several policies .* a\.rego and b\.rego\./,
    );
  });
  test('belongs to the package of the test', () =>
    assert.match(
      select({ 'policy.rego': policyText.replace('package agent_policy', 'package other') }),
      /^Found no policy in package agent_policy\./,
    ));
  test('is evaluated with the files that define the other names', () => {
    const helper = 'package agent_policy\n\nhelper(x) := deeper(x)\n';
    const deeper = 'package agent_policy\n\ndeeper(x) := x\ntest_other := true\n';
    assert.equal(
      select({
        'policy.rego': policyText,
        'tests/h_test.rego': helper,
        'tests/d_test.rego': deeper,
        'tests/n.rego': 'package agent_policy\n\nunused := 1\n',
      }),
      'policy.rego tests/h_test.rego tests/d_test.rego',
    );
  });
});

describe('coverage of a policy', () => {
  const text = 'test_ls if ExecProcessRequest with input as {"process": {"Args": ["ls"]}}\n';
  const { end } = run(text, { dialect: 'v1', withCoverage: true });

  test('counts lines and rule bodies', () => {
    assert.ok(end.coverage !== undefined);
    assert.deepEqual(
      [...countLines(policyText, end.coverage)].filter(([, count]) => count === 0).map(([line]) => line),
      [15],
    );
    assert.deepEqual(
      end.coverage.bodies.map(({ name, count }) => [name, count > 0]),
      [
        ['ExecProcessRequest', true],
        ['ExecProcessRequest (2)', true],
        ['allowed', true],
        ['short', true],
      ],
    );
  });
  test('is written as LCOV', () => {
    assert.ok(end.coverage !== undefined);
    const lcov = toLcov('policy.rego', policyText, end.coverage);
    assert.match(lcov, /^TN:\nSF:policy\.rego\nFN:8,ExecProcessRequest\nFN:13,ExecProcessRequest \(2\)\n/);
    assert.match(lcov, /\nFNF:4\nFNH:4\n[^]*\nDA:14,1\nDA:15,0\n[^]*\nLF:8\nLH:7\nend_of_record\n$/);
  });
  test('contains bodies that never ran', () => {
    const unused = { ...policy, text: `${policyText}\nCopyFileRequest if input.path == "/x"\n` };
    const { coverage } = run(text, { dialect: 'v1', withCoverage: true }, [unused]).end;
    assert.deepEqual(
      coverage?.bodies.filter(({ count }) => count === 0).map(({ name }) => name),
      ['CopyFileRequest'],
    );
  });
});
