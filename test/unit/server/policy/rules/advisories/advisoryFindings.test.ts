/** Tests the findings about security advisories: severities, places, and the data for reports. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { defaultPolicyIds } from '#core/agent/defaultPolicies.ts';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { podWithInitdata, podWithPolicy } from '#server/embedded/rules/exampleEmbedded.ts';
import { packInitdata, packPolicy } from '#server/engine/encoding/pack.ts';
import { exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { check, type CheckOptions } from '#test/support/manifests/checkText.ts';
import { affectedPolicy, fixedPolicy, withoutEachFix } from './genpolicyRules.ts';

const [copyFileRule, mountRule] = ['osc/rego-advisory-copyfile', 'osc/rego-advisory-mount'];
const isAdvisory = ({ rule }: { readonly rule: string }): boolean => rule === copyFileRule || rule === mountRule;

async function foundIn(text: string, options: CheckOptions = { language: 'rego' }) {
  return (await check(text, options)).filter(isAdvisory);
}

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length - 1;

/** Returns the policy in initdata. */
const inInitdata = (policy: string, more = ''): string =>
  `${exampleHead}[data]\n${more}"policy.rego" = '''\n${policy}'''\n`;

describe('advisories for a policy', () => {
  test('reports each advisory once, at the first affected clause, with the others as related places', async () => {
    const found = await foundIn(affectedPolicy);
    assert.deepEqual(
      found.map(({ rule, severity, line, column }) => [rule, severity, line, column]),
      [
        [mountRule, 'warning', lineOf(affectedPolicy, 'allow_mount(p_oci, i_mount, i_storages, bundle_id) :='), 0],
        [copyFileRule, 'error', lineOf(affectedPolicy, 'CopyFileRequest if'), 0],
      ],
    );
    const [mount, copyFile] = found.map(({ finding }) => finding);
    assert.equal(mount?.alsoAt?.length, 2);
    for (const { start } of mount.alsoAt) assert.match(affectedPolicy.slice(start), /^allow_(?:mount|storage)\(/);
    assert.deepEqual(copyFile?.alsoAt, []);
    assert.deepEqual([mount.fixes, copyFile.fixes], [[], []]);
    assert.deepEqual(copyFile.advisory, {
      id: 'GHSA-q49m-57vm-c8cc',
      aliases: ['CVE-2026-41326'],
      affected: 'genpolicy < 3.29.0',
      fixed: '3.29.0',
      remedy: 'Use a guest with Kata 3.29.0 or later, and regenerate the policy with genpolicy 3.31.0 or later.',
    });
    assert.equal(mount.advisory?.id, 'GHSA-fmg6-v47x-52wr');
  });

  for (const [what, text] of [
    ['a fixed policy', fixedPolicy],
    ['another package', affectedPolicy.replace('agent_policy', 'other')],
    ['Rego that has a syntax error', `${affectedPolicy}\nbroken if {`],
    ['a policy without policy_data', affectedPolicy.replaceAll('policy_data', 'own_data')],
    [
      'a policy whose clauses never apply',
      affectedPolicy.replaceAll(/Request(?: := \{[^}]*\})? if \{\n/g, '$&    false\n'),
    ],
  ] as const)
    test(`reports nothing for ${what}`, async () => {
      assert.notEqual(text, affectedPolicy);
      assert.deepEqual(
        (await foundIn(text)).filter(({ finding }) => finding.advisory !== undefined),
        [],
      );
    });

  test('reports nothing for the default policies and the samples', async () => {
    for (const id of defaultPolicyIds) assert.deepEqual(await foundIn(renderDefaultPolicy(id) ?? ''), [], id);
    const samples = globSync('samples/**/*.rego');
    assert.ok(samples.length > 0);
    for (const file of samples) assert.deepEqual(await foundIn(readFileSync(file, 'utf8')), [], file);
  });
});

describe('advisories for an embedded policy', () => {
  test('reports the clauses in initdata, with severity error if it contains attestation settings', async () => {
    for (const [more, severity] of [
      ['', 'warning'],
      [`"aa.toml" = ''\n`, 'warning'],
      [`"cdh.toml" = "[kbc]"\n`, 'error'],
    ] as const) {
      const text = inInitdata(affectedPolicy, more);
      const found = await foundIn(text, { language: 'toml' });
      assert.deepEqual(
        found.map(({ rule, severity: own, line }) => [rule, own, line]),
        [
          [mountRule, severity, lineOf(text, 'allow_mount(p_oci, i_mount, i_storages, bundle_id) :=')],
          [copyFileRule, 'error', lineOf(text, 'CopyFileRequest if')],
        ],
      );
      for (const { start } of found[0]?.finding.alsoAt ?? [])
        assert.match(text.slice(start), /^allow_(?:mount|storage)\(/);
    }
  });

  const withClass = (pod: string, name: string): string =>
    pod.replace(/runtimeClassName: .*/, `runtimeClassName: ${name}`);
  const [mountOnly = ''] = withoutEachFix(fixedPolicy).map(({ text }) => text);

  for (const [what, text, severity] of [
    ['the annotation of a pod', withClass(podWithPolicy(packPolicy(mountOnly)), 'kata'), 'warning'],
    ['the annotation of a confidential pod', withClass(podWithPolicy(packPolicy(mountOnly)), 'kata-cc'), 'error'],
    [
      'the initdata of a pod',
      withClass(podWithInitdata(packInitdata(inInitdata(mountOnly))), 'kata-remote'),
      'warning',
    ],
    [
      'the initdata of a confidential pod',
      withClass(podWithInitdata(packInitdata(inInitdata(mountOnly))), 'kata-cc'),
      'error',
    ],
    ['INITDATA', mapFor('azure', `INITDATA: "${packInitdata(inInitdata(mountOnly))}"`), 'warning'],
  ] as const)
    test(`reports the advisory in ${what} as ${severity}`, async () => {
      const found = (await check(text)).flatMap(({ finding }) => finding.onCommandLine ?? []);
      assert.deepEqual(
        found
          .filter(({ advisory }) => advisory !== undefined)
          .map(({ advisory, severity: own }) => [advisory?.id, own]),
        [['GHSA-fmg6-v47x-52wr', severity]],
      );
    });

  test('reports nothing for initdata of the examples', async () => {
    assert.deepEqual(await foundIn(initdataWith({}), { language: 'toml' }), []);
  });
});

describe('CopyFileRequest in a policy without policy_data', () => {
  const policy = (condition: string): string =>
    `package agent_policy\n\nimport rego.v1\n\ndefault CopyFileRequest := false\n\nCopyFileRequest if {\n    ${condition}\n}\n`;

  for (const condition of [
    'startswith(input.path, "/run/")',
    'regex.match("^/run/", input.path)',
    'startswith(input["path"], "/run/")\n    input.offset == 0',
  ])
    test(`is information for ${condition}`, async () => {
      const found = await foundIn(policy(condition));
      assert.deepEqual(
        found.map(({ severity, line, finding }) => [severity, line, finding.advisory]),
        [['info', 6, undefined]],
      );
      // These guests don't provide the type of the file.
      assert.deepEqual(await foundIn(policy(condition), { language: 'rego', release: '1.10' }), []);
    });

  for (const condition of [
    'input.path == "/run/a"',
    'input.path in {"/run/a", "/run/b"}',
    'startswith(input.path, "/run/")\n    input.file_type == "Regular"',
    'startswith(input.path, "/run/")\n    input.symlink_target == ""',
    'input.offset == 0',
  ])
    test(`isn't reported for ${condition}`, async () => {
      assert.deepEqual(await foundIn(policy(condition)), []);
    });
});
