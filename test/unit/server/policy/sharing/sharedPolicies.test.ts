/** Tests that policies with the same rules share findings only if the findings can't differ. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { runToCompletion } from '#server/engine/scheduling/steps.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { policySteps } from '#server/policy/model/checkPolicy.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { policyRules } from '#server/policy/rules/index.ts';
import { DataReads, readRules } from '#server/policy/sharing/dataReads.ts';
import { readDataRule } from '#server/policy/sharing/dataRule.ts';
import { SharedPolicies } from '#server/policy/sharing/sharedPolicies.ts';
import { policyEnvironment as environment } from '#test/support/manifests/policyEnvironment.ts';

const file = 'file:///policy.rego';

/** Checks a policy without the findings of others. */
function checkAlone(text: string, uri = file, inRun = environment): FileFinding[] {
  return runToCompletion(policySteps(new Policy(text), { uri, place: 'file' }, inRun));
}

/** Checks a policy in a run. */
function checkShared(shared: SharedPolicies, text: string, uri = file, inRun = environment): FileFinding[] {
  const origin = { uri, place: 'file' } as const;
  return runToCompletion(shared.steps(text, origin, inRun, (policy, own) => policySteps(policy, origin, own)));
}

/** Checks policies in one run, compares each result, and returns the number of shared results. */
function countShared(texts: readonly string[], uri = file, inRun = environment): number {
  const shared = new SharedPolicies(inRun);
  for (const text of texts)
    assert.deepEqual(checkShared(shared, text, uri, inRun), checkAlone(text, uri, inRun), text.slice(-300));
  return shared.counts.shared;
}

/** Returns a policy with data, as genpolicy writes it. */
const withData = (rules: string, data: unknown) => `${rules}\npolicy_data := ${JSON.stringify(data, undefined, 2)}\n`;

const rules = policyWith(`WriteStreamRequest if policy_data.request_defaults.WriteStreamRequest == true

ExecProcessRequest if {
    some container in policy_data.containers
    some command in container.exec_commands
    command == input.process.Args
    container.unknown_key == "x"
}
`);

const dataOf = (names: readonly string[], isStreamAllowed: unknown = false) => ({
  containers: names.map((name) => ({
    OCI: { Process: { Args: [name] } },
    exec_commands: [[name]],
  })),
  request_defaults: { WriteStreamRequest: isStreamAllowed },
});

describe('policies with the same rules', () => {
  test('share findings if only values differ', () => {
    const texts = [['one'], ['two', 'three'], ['four']].map((names) => withData(rules, dataOf(names)));
    assert.ok(checkAlone(texts[0] ?? '').length > 0);
    assert.equal(countShared(texts), 2);
  });

  test('do not share findings if a statement of a rule differs', () => {
    const [one, other] = ['ReadStreamRequest', 'ReadStreamRequestX'].map((name) =>
      withData(rules.replace('request_defaults.WriteStreamRequest', `request_defaults.${name}`), dataOf(['one'])),
    );
    assert.equal(countShared([one ?? '', other ?? '']), 0);
  });

  test('do not share findings if the data changes a verdict', () => {
    const texts = [false, true, 'text', true, false].map((allowed) => withData(rules, dataOf(['one'], allowed)));
    assert.notDeepEqual(checkAlone(texts[0] ?? ''), checkAlone(texts[1] ?? ''));
    // The text counts as false, because the rule compares it with true.
    assert.equal(countShared(texts), 3);
  });

  test('share findings in every example of a rule only if they are the same', () => {
    let shared = 0;
    for (const { examples } of policyRules)
      for (const { avoid } of examples()) {
        const text = avoid.replace(/^policy_data.*$/gm, '');
        // Rules that search the whole text find each of its words.
        const words = [...new Set(text.match(/\w+/g))].flatMap((word) => [word, `/${word}`, `data.${word}(`]);
        const data = [dataOf(['one']), dataOf(['two', 'three']), { ...dataOf(['one']), words }, { allowed: true }];
        // Very long policies are checked in other tests.
        if (text.length < 10_000) shared += countShared(data.map((each) => withData(text, each)));
      }
    assert.ok(shared > 100, `${shared}`);
  });
});

describe('policies that share no findings', () => {
  const plain = withData(rules, dataOf(['one']));
  const changed: readonly (readonly [string, string])[] = [
    ['a comment in the data', plain.replace('"containers"', '# comment\n"containers"')],
    ['a comment that suppresses findings', plain.replace('"one"', '"# osc-ignore-next-line rego-size: x"')],
    ['conflict markers', plain.replace('"one"', '"\n<<<<<<< HEAD\n>>>>>>> x\n"')],
    ['carriage returns', plain.replace('policy_data := {\n', 'policy_data := {\r\n')],
    ['text after the data', `${plain}\nx := 1\n`],
    ['two definitions of the data', withData(plain, {})],
    ['data with a variable', plain.replace('"one"', 'name')],
    ['data that the guest cannot load', plain.replace('"one"', `1e999999`)],
    ['an unclosed bracket', plain.trimEnd().slice(0, -1)],
    ['changes outside /pstate', plain.replace('"containers"', '"ops": [{"path": "/x"}],\n"containers"')],
    ['a very long line', plain.replace('"one"', `"${'x'.repeat(70_000)}"`)],
    ['more lines than the rules check', plain.replace('"containers"', `${'\n'.repeat(6000)}"containers"`)],
  ];
  for (const [title, text] of changed)
    test(title, () => {
      assert.notEqual(text, plain);
      assert.equal(countShared([plain, text]), 0);
      // The findings of the unusual policy aren't kept.
      assert.equal(countShared([text, plain]), 0);
    });

  const long = '\n'.repeat(6000);
  const conflict = '<<<<<<< HEAD\nx := 1\n=======\nx := 2\n>>>>>>> other\n';
  /** Policies with the same rules and two kinds of data, in Rego. */
  const unlike: readonly (readonly [string, string, readonly [string, string]])[] = [
    ['long Rego of another package', 'package other\n\nx := 1\n', [`{"a": 1${long}}`, `{"a": 2${long}}`]],
    ['conflict markers in long rules', `${rules}${conflict}`, [`{"a": 1${long}}`, `{"a": 2${long}}`]],
    ['rules and data with half of a conflict', `${rules}x := \`\n<<<<<<<\n\`\n`, ['{}', '{"a": `\n=======\n`}']],
    ['data that closes a string of the rules', `${rules}x := \`abc\n`, ['{}', '{"a": `b`}']],
    [
      'long rules, with data that exceeds the maximum number of lines',
      policyWith(`default ExecProcessRequest := false\n\nExecProcessRequest if input.x\n${'\n'.repeat(1000)}`),
      [`{"a": 1${long}}`, `{"a": 1${'\n'.repeat(199_000)}}`],
    ],
  ];
  for (const [title, own, [one, other]] of unlike)
    test(title, () => {
      const texts = [one, other].map((data) => `${own}\npolicy_data := ${data}\n`);
      assert.equal(countShared(texts), 0);
      assert.equal(countShared(texts.toReversed()), 0);
    });

  test('unit tests for policies', () => {
    assert.equal(countShared([plain, withData(rules, dataOf(['two']))], 'file:///policy_test.rego'), 0);
  });

  test('policies in a workspace with pods that run commands', () => {
    const probe = '      livenessProbe:\n        exec:\n          command: ["true"]\n';
    const pod = createExamplePod('  runtimeClassName: kata-remote') + probe;
    const workspace = createWorkspaceSnapshot([{ uri: 'file:///pod.yaml', text: pod }]);
    const texts = ['one', 'two'].map((name) => withData(rules, dataOf([name])));
    assert.equal(countShared(texts, file, { ...environment, workspace }), 0);
  });

  test('policies that are checked with other severities', () => {
    const shared = new SharedPolicies(environment);
    checkShared(shared, plain);
    const other = { ...environment, severities: new Map([['rego-unknown-data', 'off'] as const]) };
    assert.deepEqual(checkShared(shared, plain, file, other), checkAlone(plain, file, other));
    assert.equal(shared.counts.shared, 0);
  });

  test('policies for which a rule failed', () => {
    const shared = new SharedPolicies(environment);
    const origin = { uri: file, place: 'file' } as const;
    const messages: string[] = [];
    const inRun = { ...environment, onError: (message: string) => messages.push(message) };
    for (const text of [plain, plain])
      runToCompletion(
        // oxlint-disable-next-line require-yield
        shared.steps(text, origin, inRun, function* (policy, own) {
          own.onError('failed');
          return yield* policySteps(policy, origin, own);
        }),
      );
    assert.deepEqual([messages, shared.counts], [['failed', 'failed'], { kept: 0, shared: 0 }]);
  });
});

test('a run keeps the findings of at most 8 policies', () => {
  const shared = new SharedPolicies(environment);
  for (let index = 0; index < 20; index += 1)
    checkShared(shared, withData(rules.replaceAll('unknown_key', `key_${index}`), dataOf(['one'])));
  assert.deepEqual(shared.counts, { kept: 8, shared: 0 });
  // The last one is kept, the first one isn't.
  for (const index of [19, 0])
    checkShared(shared, withData(rules.replaceAll('unknown_key', `key_${index}`), dataOf(['two'])));
  assert.deepEqual(shared.counts, { kept: 8, shared: 1 });
});

describe('reads of data', () => {
  const ruleOf = (text: string) => {
    const rule = readDataRule(text, text.indexOf('policy_data'));
    assert.ok(rule !== undefined);
    return rule;
  };
  const read = (value: string) => ruleOf(`package agent_policy\n\npolicy_data := {"a": ${value}}\n`);

  test('are incomplete if something reads the contents without recording', () => {
    const reads = new DataReads();
    const tracked = reads.track(read('1'));
    assert.equal(reads.isComplete, true);
    const { value } = tracked.head;
    assert.equal(value?.kind === 'object' && value.entries.length, 1);
    assert.equal(reads.isComplete, false);
  });

  test('are the same for another policy if their results are the same', () => {
    const reads = new DataReads();
    const countEntries = (rule: ReturnType<typeof read>) =>
      readRules(
        [rule],
        () => 'number of entries',
        ([one]) => (one?.head.value?.kind === 'object' ? one.head.value.entries.length : 0),
        String,
      );
    assert.equal(countEntries(reads.track(read('1'))), 1);
    const isSame = (data: ReturnType<typeof read>) =>
      reads.isSameFor({ text: '', data, in: () => assert.fail('No module is needed.') });
    assert.equal(isSame(read('2')), true);
    assert.equal(isSame(read('2, "b": 3')), false);
    assert.equal(reads.isComplete, true);
  });
});
