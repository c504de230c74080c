/** Tests which comparisons with fields of `input` can never be true. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check } from '#test/support/manifests/checkText.ts';

async function findingsIn(rules: string) {
  const text = `package agent_policy\n\nimport rego.v1\n\n${rules}\n`;
  const found = await check(text, { language: 'rego' });
  return found
    .filter(({ rule }) => rule === 'osc/rego-comparison-type')
    .map(({ message, finding }) => [message, finding.fixes[0]?.edits[0]?.text]);
}

const exec = (condition: string) => `ExecProcessRequest if ${condition}`;

describe('rego-comparison-type', () => {
  for (const [rules, message, fix] of [
    [
      exec('input.process.User.UID == "0"'),
      'input.process.User.UID has the type number, so this comparison with "0" is always false.',
      '0',
    ],
    [
      exec('"root" != input.process.User.UID'),
      'input.process.User.UID has the type number, so this comparison with "root" is always true.',
      undefined,
    ],
    [
      exec('input.process.Args == "ls"'),
      'input.process.Args has the type list of string, so this comparison with "ls" is always false.',
      '["ls"]',
    ],
    [
      exec('input.process.Args == {"ls"}'),
      'input.process.Args has the type list of string, so this comparison with {"ls"} is always false.',
      undefined,
    ],
    [
      exec('input.process.Args[0] == 1'),
      'input.process.Args[0] has the type string, so this comparison with 1 is always false.',
      '"1"',
    ],
    [
      exec('not input.process.Terminal == "true"'),
      'input.process.Terminal has the type bool, so this comparison with "true" is always false.',
      'true',
    ],
    [
      exec('is_root(input.process.User)\n\nis_root(user) if user.UID = "0"'),
      'input.process.User.UID has the type number, so this comparison with "0" is always false.',
      '0',
    ],
    [
      'CreateContainerRequest if { some storage in input.storages; storage.shared == "false" }',
      'input.storages[_].shared has the type bool, so this comparison with "false" is always false.',
      'false',
    ],
    [
      'CreateContainerRequest if input.OCI == ""',
      'input.OCI has the type Spec, so this comparison with "" is always false.',
      undefined,
    ],
  ] as const)
    test(`reports ${rules.split('\n', 1)[0]}`, async () => assert.deepEqual(await findingsIn(rules), [[message, fix]]));

  for (const rules of [
    exec('input.process.User.UID == 0'),
    exec('input.process.Args == ["ls"]'),
    exec('input.process.Args == [x | x := "ls"]'),
    exec('input.process.Args[_] == "ls"'),
    exec('input.process.User == null'),
    exec('input.process.Args == input.exec_id'),
    exec('input.process.User.Unknown == "0"'),
    // A tool might replace the placeholder and the quotation marks.
    exec('input.process.User.UID == "${UID}"'),
    exec('input.process.Terminal == "{{ .Values.terminal }}"'),
    exec('{ some uid; uid = "0"; startswith(input.exec_id, uid) }'),
    'CreateContainerRequest if input.OCI.Annotations["a"] == "true"',
    'CreateContainerRequest if input.OCI.Annotations == {}',
    'CopyFileRequest if input.data == [1]',
    'CopyFileRequest if input.file_type == "Regular"',
    // The state of the policy and other data can have any type.
    exec('data.pstate.uid == "0"'),
    exec('policy_data.containers[0].OCI.Process.User.UID == "0"'),
    // The function is called with fields of different types.
    `${exec('is_it(input.process.User.UID)')}\nSignalProcessRequest if is_it(input.container_id)\nis_it(x) if x == "0"`,
    // The rule is evaluated with a different input.
    `${exec('helper with input as {"process": {"Terminal": "true"}}')}\nhelper if input.process.Terminal == "true"`,
    'MemAgentCompactConfig if input.disabled == null',
  ])
    test(`reports nothing for ${rules.split('\n', 1)[0]}`, async () => assert.deepEqual(await findingsIn(rules), []));
});
