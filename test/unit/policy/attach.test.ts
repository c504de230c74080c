import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findRelease, newestRelease } from '../../../core/releases.ts';
import { readDocuments } from '../../../server/src/documents/sourceFile.ts';
import { parseInitdata } from '../../../server/src/initdata/document.ts';
import { packInitdata, packPolicy, unpackInitdata } from '../../../server/src/initdata/pack.ts';
import { attachPolicy } from '../../../server/src/policy/attach.ts';
import { newInitdata, withPolicy } from '../../../server/src/policy/attachInitdata.ts';
import { applyEdits } from '../../../server/src/rules/applyFixes.ts';
import { factsOf } from '../../../server/src/workspace/facts.ts';

const rego = 'package agent_policy\ndefault ExecProcessRequest := false\n';
const policyKey = 'io.katacontainers.config.agent.policy';
const initdataKey = 'io.katacontainers.config.hypervisor.cc_init_data';
const packed = packPolicy(rego);
const inInitdata = packInitdata(newInitdata(rego));

const attach = (text: string, at = 'kind: Pod', release = newestRelease, files: readonly string[] = []) => {
  const offset = text.indexOf(at);
  const placed = readDocuments(text).findLast(({ start }) => start <= offset);
  assert.ok(placed);
  const workspace = files.length === 0 ? undefined : factsOf(files.map((content, index) => ({ uri: `file:///${index}.yaml`, text: content })));
  const attached = attachPolicy({ placed, offset: offset - placed.start, policy: rego, release, workspace });
  return { ...attached, text: applyEdits(text, attached.edits) };
};
const pod = (metadata: string, runtimeClass = 'kata') => `apiVersion: v1\nkind: Pod\n${metadata}spec:\n  runtimeClassName: ${runtimeClass}\n  containers: []\n`;

describe('the mechanism', () => {
  const gates = (value: string) => [
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: osc-feature-gates\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  confidential: "${value}"\n`,
  ];
  const keyOf = (runtimeClass: string, id: string, files: readonly string[] = []) => {
    const release = findRelease(id);
    assert.ok(release);
    return /io\.katacontainers\S+(?=: ")/.exec(attach(pod('metadata:\n  name: a\n', runtimeClass), 'kind: Pod', release, files).text)?.[0];
  };
  test('of pods on their node', () => assert.equal(keyOf('kata', '1.12'), policyKey));
  test('of peer pods, where the gate is not known', () => assert.equal(keyOf('kata-remote', '1.12'), initdataKey));
  test('of peer pods, by the gate', () =>
    assert.deepEqual([keyOf('kata-remote', '1.12', gates('false')), keyOf('kata-remote', '1.12', gates('true'))], [policyKey, initdataKey]));
  test('of older releases', () =>
    assert.deepEqual([keyOf('kata-remote', '1.10'), keyOf('kata-remote', '1.8')], ['io.katacontainers.config.runtime.cc_init_data', policyKey]));
  test('of confidential pods on their node, by the release', () => {
    const initdataIn = (id: string) => keyOf('kata-cc', id);
    assert.deepEqual(['1.12', '1.10', '1.8'].map(initdataIn), [initdataKey, 'io.katacontainers.config.runtime.cc_init_data', undefined]);
    const release = findRelease('1.8');
    assert.ok(release);
    const { edits, problem } = attach(pod('metadata:\n  name: a\n', 'kata-cc'), 'kind: Pod', release);
    assert.deepEqual(edits, []);
    assert.match(problem ?? '', /from OSC 1\.9 on/);
    const { explanation } = attach(pod('metadata:\n  name: a\n', 'kata-cc'), 'kind: Pod', findRelease('1.10'));
    assert.doesNotMatch(explanation, /denies/);
  });
  test('is told with its reason', () => {
    const { explanation, problem } = attach(pod('metadata:\n  name: a\n', 'kata-remote'));
    assert.equal(problem, undefined);
    assert.match(explanation, /^OSC 1\.12, kata-remote: by initdata, in the annotation io\.katacontainers\.config\.hypervisor\.cc_init_data\..*gate/);
  });
});

describe('where it goes', () => {
  const line = `${policyKey}: "${packed}"`;
  const cases: readonly (readonly [name: string, before: string, after: string])[] = [
    ['before other annotations', 'metadata:\n  annotations:\n    a: b\n', `metadata:\n  annotations:\n    ${line}\n    a: b\n`],
    ['in place of what is there', `metadata:\n  annotations:\n    ${policyKey}: 'old'\n`, `metadata:\n  annotations:\n    ${policyKey}: '${packed}'\n`],
    ['in place of nothing', `metadata:\n  annotations:\n    ${policyKey}:\n`, `metadata:\n  annotations:\n    ${line}\n`],
    ['no annotations', 'metadata:\n  name: web\n', `metadata:\n  annotations:\n    ${line}\n  name: web\n`],
    ['no metadata', '', ''],
    ['empty annotations', 'metadata:\n  annotations: {}\n', `metadata:\n  annotations: { ${line} }\n`],
    ['annotations without value', 'metadata:\n  annotations:\n', `metadata:\n  annotations:\n    ${line}\n`],
    ['annotations that are null', 'metadata:\n  annotations: null\n', `metadata:\n  annotations: { ${line} }\n`],
    ['in braces', 'metadata: {name: web, annotations: {a: b}}\n', `metadata: {name: web, annotations: { ${line},a: b}}\n`],
    ['metadata in braces', 'metadata: {name: web}\n', `metadata: { annotations: { ${line} },name: web}\n`],
    ['metadata without value', 'metadata:\n', `metadata:\n  annotations:\n    ${line}\n`],
    ['other line ends', 'metadata:\r\n  annotations:\r\n    a: b\r\n', `metadata:\r\n  annotations:\r\n    ${line}\r\n    a: b\r\n`],
  ];
  for (const [name, before, after] of cases) {
    test(name, () => {
      const { text, problem } = attach(pod(before));
      assert.equal(problem, undefined);
      if (after === '') assert.equal(text, `metadata:\n  annotations:\n    ${line}\n${pod('')}`);
      else assert.equal(text.replaceAll('\r\n', '\n'), pod(after).replaceAll('\r\n', '\n'));
      assert.deepEqual(readDocuments(text)[0]?.document.parsed.problems, []);
    });
  }
  test('the template of a workload, in the second document', () => {
    const workload = (annotations: string) =>
      `kind: x\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    metadata:\n${annotations}      labels: {}\n    spec:\n      runtimeClassName: kata\n      containers: []\n`;
    assert.equal(attach(workload(''), 'Deployment').text, workload(`      annotations:\n        ${line}\n`));
  });
  test('a template without metadata', () => {
    const workload = (metadata: string) =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n${metadata}    spec:\n      runtimeClassName: kata\n      containers: []\n`;
    assert.equal(attach(workload(''), 'Deployment').text, workload(`    metadata:\n      annotations:\n        ${line}\n`));
  });
});

describe('in initdata', () => {
  const annotated = (value: string) => pod(`metadata:\n  annotations:\n    ${initdataKey}: ${value}\n`, 'kata-remote');
  test('of its own', () =>
    assert.equal(attach(pod('metadata:\n  annotations:\n    a: b\n', 'kata-remote')).text.includes(`${initdataKey}: "${inInitdata}"`), true));
  test('that is there', () => {
    const before = 'algorithm = "sha384"\nversion = "0.1.0"\n\n[data]\n"aa.toml" = \'\'\'\n\'\'\' # keep\n';
    const { text } = attach(annotated(packInitdata(before)));
    const value = /cc_init_data: "?([\w+/=]+)/.exec(text)?.[1] ?? '';
    assert.equal(unpackInitdata(value).text, `${before}"policy.rego" = '''\n${rego}'''\n`);
  });
  test('that cannot be unpacked', () => assert.match(attach(annotated('abc*')).problem ?? '', /cannot be unpacked/));
  test('that is no TOML', () => assert.match(attach(annotated(packInitdata('[data'))).problem ?? '', /cannot be read/));

  const policyIn = (toml: string | undefined) => parseInitdata(toml ?? '').data.find(({ name }) => name === 'policy.rego')?.text;
  test('in place of a policy', () => {
    const { toml } = withPolicy(newInitdata('package old\n'), rego);
    assert.equal(toml, newInitdata(rego));
  });
  test('whatever the policy holds', () => {
    for (const policy of [rego, "x := `'''`\n", 'x := "\\d\\u0041" # """\n', "a'", 'tab\there \u0001\u007f', '', '\n\nx', 'é😀\n', 'a\r\nb'])
      assert.equal(policyIn(newInitdata(policy)), policy, JSON.stringify(policy));
  });
  test('without a table', () => {
    assert.equal(policyIn(withPolicy('algorithm = "sha256"\nversion = "0.1.0"', rego).toml), rego);
    assert.match(withPolicy('data = {}\n', rego).problem ?? '', /no table/);
  });
  test('an empty table, at the very end', () => assert.equal(policyIn(withPolicy('version = "0.1.0"\n[data]', rego).toml), rego));
});

describe('refused', () => {
  const problemOf = (text: string, at?: string) => {
    const { edits, problem } = attach(text, at);
    assert.deepEqual(edits, []);
    return problem ?? '';
  };
  test('no pod', () => assert.match(problemOf('apiVersion: v1\nkind: Secret\n', 'kind'), /no pod/));
  test('no runtime class', () => assert.match(problemOf('apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers: []\n'), /no runtimeClassName/));
  test('a runtime class that is not known', () => assert.match(problemOf(pod('metadata:\n  name: a\n', '"${CLASS}"')), /not known/));
  test('another runtime class', () => assert.match(problemOf(pod('metadata:\n  name: a\n', 'gvisor')), /not one of kata/));
  test('annotations with an anchor', () => assert.match(problemOf(pod('metadata:\n  annotations: &a\n    b: c\n')), /anchor/));
  test('a value in a block', () => assert.match(problemOf(pod(`metadata:\n  annotations:\n    ${policyKey}: |\n      abc\n`)), /block/));
  test('larger than annotations may be', () => {
    const placed = readDocuments(pod('metadata:\n  name: a\n'))[0];
    assert.ok(placed);
    const { problem } = attachPolicy({ placed, offset: 20, policy: `# ${'x'.repeat(300_000)}\n`, release: newestRelease, workspace: undefined });
    assert.match(problem ?? '', /256 KiB/);
  });
});
