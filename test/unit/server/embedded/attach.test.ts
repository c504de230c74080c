import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { parseInitdata } from '#server/initdata/document.ts';
import { packInitdata, packPolicy, unpackInitdata } from '#server/engine/encoding/pack.ts';
import { createAttachEdits } from '#server/embedded/attachPolicy.ts';
import { newInitdata, withPolicy } from '#server/embedded/attachInitdata.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';

const rego = 'package agent_policy\ndefault ExecProcessRequest := false\n';
const policyKey = 'io.katacontainers.config.agent.policy';
const initdataKey = 'io.katacontainers.config.hypervisor.cc_init_data';
const packed = packPolicy(rego);
const inInitdata = packInitdata(newInitdata(rego));

const attach = (text: string, at = 'kind: Pod', release = newestRelease, files: readonly string[] = []) => {
  const offset = text.indexOf(at);
  const placed = readDocuments(text).findLast(({ start }) => start <= offset);
  assert.ok(placed);
  const workspace =
    files.length === 0
      ? undefined
      : createWorkspaceSnapshot(files.map((content, index) => ({ uri: `file:///${index}.yaml`, text: content })));
  const attached = createAttachEdits({ placed, offset: offset - placed.start, policy: rego, release, workspace });
  return { ...attached, text: applyEdits(text, attached.edits) };
};
const pod = (metadata: string, runtimeClass = 'kata') =>
  `apiVersion: v1\nkind: Pod\n${metadata}spec:\n  runtimeClassName: ${runtimeClass}\n  containers: []\n`;

describe('policy attachment in place of a placeholder', () => {
  const annotated = (key: string) =>
    `metadata:\n  name: a\n  annotations:\n    # the policy\n    ${key}: <base64_encoded_policy>\n    other: b\n`;
  test('replaces the value', () =>
    assert.equal(attach(pod(annotated(policyKey))).text, pod(annotated(policyKey)).replace(/<.*>/, `"${packed}"`)));
  test('replaces the value of initdata', () =>
    assert.equal(
      attach(pod(annotated(initdataKey), 'kata-remote')).text,
      pod(annotated(initdataKey), 'kata-remote').replace(/<.*>/, `"${inInitdata}"`),
    ));
  test('replaces the policy annotation when the pod gets its policy by initdata', () => {
    const text = pod(annotated(policyKey), 'kata-remote');
    assert.equal(attach(text).text, text.replace(policyKey, initdataKey).replace(/<.*>/, `"${inInitdata}"`));
  });
});

describe('policy attachment mechanism', () => {
  const gates = (value: string) => [
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: osc-feature-gates\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  confidential: "${value}"\n`,
  ];
  const keyOf = (runtimeClass: string, id: string, files: readonly string[] = []) => {
    const release = findRelease(id);
    assert.ok(release);
    return /io\.katacontainers\S+(?=: ")/.exec(
      attach(pod('metadata:\n  name: a\n', runtimeClass), 'kind: Pod', release, files).text,
    )?.[0];
  };
  test('uses the policy annotation for pods in VMs on their node', () =>
    assert.equal(keyOf('kata', '1.12'), policyKey));
  test('uses initdata for peer pods when the feature gate is unknown', () =>
    assert.equal(keyOf('kata-remote', '1.12'), initdataKey));
  test('follows the feature gate for peer pods', () =>
    assert.deepEqual(
      [keyOf('kata-remote', '1.12', gates('false')), keyOf('kata-remote', '1.12', gates('true'))],
      [policyKey, initdataKey],
    ));
  test('uses the annotation of the older release for peer pods', () =>
    assert.deepEqual(
      [keyOf('kata-remote', '1.10'), keyOf('kata-remote', '1.8')],
      ['io.katacontainers.config.runtime.cc_init_data', policyKey],
    ));
  test('uses the initdata annotation of the release for kata-cc, which requires OSC 1.9', () => {
    const initdataIn = (id: string) => keyOf('kata-cc', id);
    assert.deepEqual(['1.12', '1.10', '1.8'].map(initdataIn), [
      initdataKey,
      'io.katacontainers.config.runtime.cc_init_data',
      undefined,
    ]);
    const release = findRelease('1.8');
    assert.ok(release);
    const { edits, problem } = attach(pod('metadata:\n  name: a\n', 'kata-cc'), 'kind: Pod', release);
    assert.deepEqual(edits, []);
    assert.match(problem ?? '', /requires OSC 1\.9 or later/);
    const { explanation } = attach(pod('metadata:\n  name: a\n', 'kata-cc'), 'kind: Pod', findRelease('1.10'));
    assert.doesNotMatch(explanation, /denies/);
  });
  test('explains why it applies', () => {
    const { explanation, consequences, problem } = attach(
      pod('metadata:\n  name: a\n', 'kata-remote'),
      undefined,
      findRelease('1.12'),
    );
    assert.deepEqual(consequences, [
      "The pod's initdata replaces the entire INITDATA value from peer-pods-cm.",
      'Confidential pods also require aa.toml and cdh.toml in their initdata.',
    ]);
    assert.equal(attach(pod('metadata:\n  name: a\n')).consequences, undefined);
    assert.equal(problem, undefined);
    assert.match(
      explanation,
      /^In OSC 1\.12, the policy of a pod with the runtime class kata-remote is set in the initdata in the annotation io\.katacontainers\.config\.hypervisor\.cc_init_data\..*gate/,
    );
  });
});

describe('annotation edit', () => {
  const line = `${policyKey}: "${packed}"`;
  const cases: readonly (readonly [name: string, before: string, after: string])[] = [
    [
      'inserts before other annotations',
      'metadata:\n  annotations:\n    a: b\n',
      `metadata:\n  annotations:\n    ${line}\n    a: b\n`,
    ],
    [
      'replaces an existing value and keeps its quotation marks',
      `metadata:\n  annotations:\n    ${policyKey}: 'old'\n`,
      `metadata:\n  annotations:\n    ${policyKey}: '${packed}'\n`,
    ],
    [
      'fills a key without a value',
      `metadata:\n  annotations:\n    ${policyKey}:\n`,
      `metadata:\n  annotations:\n    ${line}\n`,
    ],
    [
      'adds annotations to the metadata',
      'metadata:\n  name: web\n',
      `metadata:\n  annotations:\n    ${line}\n  name: web\n`,
    ],
    ['adds the metadata with annotations', '', ''],
    [
      'fills an empty flow mapping of annotations',
      'metadata:\n  annotations: {}\n',
      `metadata:\n  annotations: { ${line} }\n`,
    ],
    ['fills annotations without a value', 'metadata:\n  annotations:\n', `metadata:\n  annotations:\n    ${line}\n`],
    ['replaces null annotations', 'metadata:\n  annotations: null\n', `metadata:\n  annotations: { ${line} }\n`],
    [
      'inserts into a flow mapping of annotations',
      'metadata: {name: web, annotations: {a: b}}\n',
      `metadata: {name: web, annotations: { ${line},a: b}}\n`,
    ],
    [
      'adds annotations to a flow mapping of metadata',
      'metadata: {name: web}\n',
      `metadata: { annotations: { ${line} },name: web}\n`,
    ],
    ['fills metadata without a value', 'metadata:\n', `metadata:\n  annotations:\n    ${line}\n`],
    [
      'supports CRLF line endings',
      'metadata:\r\n  annotations:\r\n    a: b\r\n',
      `metadata:\r\n  annotations:\r\n    ${line}\r\n    a: b\r\n`,
    ],
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
  test('adds annotations to the pod template of a workload in the second document', () => {
    const workload = (annotations: string) =>
      `kind: x\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    metadata:\n${annotations}      labels: {}\n    spec:\n      runtimeClassName: kata\n      containers: []\n`;
    assert.equal(attach(workload(''), 'Deployment').text, workload(`      annotations:\n        ${line}\n`));
  });
  test('adds metadata to a pod template that has none', () => {
    const workload = (metadata: string) =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n${metadata}    spec:\n      runtimeClassName: kata\n      containers: []\n`;
    assert.equal(
      attach(workload(''), 'Deployment').text,
      workload(`    metadata:\n      annotations:\n        ${line}\n`),
    );
  });
});

describe('policy in initdata', () => {
  const annotated = (value: string) => pod(`metadata:\n  annotations:\n    ${initdataKey}: ${value}\n`, 'kata-remote');
  test('is added with new initdata when the pod has none', () =>
    assert.equal(
      attach(pod('metadata:\n  annotations:\n    a: b\n', 'kata-remote')).text.includes(
        `${initdataKey}: "${inInitdata}"`,
      ),
      true,
    ));
  test('is added to existing initdata without other changes', () => {
    const before = 'algorithm = "sha384"\nversion = "0.1.0"\n\n[data]\n"aa.toml" = \'\'\'\n\'\'\' # keep\n';
    const { text } = attach(annotated(packInitdata(before)));
    const value = /cc_init_data: "?([\w+/=]+)/.exec(text)?.[1] ?? '';
    assert.equal(unpackInitdata(value).text, `${before}"policy.rego" = '''\n${rego}'''\n`);
  });
  test("is rejected when the existing initdata can't be decoded", () =>
    assert.match(attach(annotated('abc*')).problem ?? '', /Can't read the existing initdata/));
  test("is rejected when the existing initdata isn't valid TOML", () =>
    assert.match(attach(annotated(packInitdata('[data'))).problem ?? '', /Can't read the existing initdata/));

  const policyIn = (toml: string | undefined) =>
    parseInitdata(toml ?? '').data.find(({ name }) => name === 'policy.rego')?.text;
  test('replaces an existing policy', () => {
    const { toml } = withPolicy(newInitdata('package old\n'), rego);
    assert.equal(toml, newInitdata(rego));
  });
  test('preserves quotation marks, escapes, control characters, and line breaks', () => {
    for (const policy of [
      rego,
      "x := `'''`\n",
      'x := "\\d\\u0041" # """\n',
      "a'",
      'tab\there \u0001\u007f',
      '',
      '\n\nx',
      'é😀\n',
      'a\r\nb',
    ])
      assert.equal(policyIn(newInitdata(policy)), policy, JSON.stringify(policy));
  });
  test('is added with a new [data] table, but not to an inline one', () => {
    assert.equal(policyIn(withPolicy('algorithm = "sha256"\nversion = "0.1.0"', rego).toml), rego);
    assert.match(withPolicy('data = {}\n', rego).problem ?? '', /isn.t a `\[data\]` table/);
  });
  test('is added to an empty [data] table at the end of the file', () =>
    assert.equal(policyIn(withPolicy('version = "0.1.0"\n[data]', rego).toml), rego));
});

describe('policy attachment', () => {
  const problemOf = (text: string, at?: string) => {
    const { edits, problem } = attach(text, at);
    assert.deepEqual(edits, []);
    return problem ?? '';
  };
  test('rejects a resource without a pod', () =>
    assert.match(problemOf('apiVersion: v1\nkind: Secret\n', 'kind'), /No pod found/));
  test('rejects a pod without a runtime class', () =>
    assert.match(
      problemOf('apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers: []\n'),
      /no runtimeClassName/,
    ));
  test('rejects a runtime class that is a template variable', () =>
    assert.match(problemOf(pod('metadata:\n  name: a\n', '"${CLASS}"')), /unknown/));
  test('rejects a runtime class other than Kata', () =>
    assert.match(problemOf(pod('metadata:\n  name: a\n', 'gvisor')), /isn't a Kata runtime class/));
  test('rejects annotations with an anchor', () =>
    assert.match(problemOf(pod('metadata:\n  annotations: &a\n    b: c\n')), /anchor/));
  test('rejects a block scalar as the existing value', () =>
    assert.match(problemOf(pod(`metadata:\n  annotations:\n    ${policyKey}: |\n      abc\n`)), /block/));
  test('rejects a policy larger than the annotation size limit', () => {
    const placed = readDocuments(pod('metadata:\n  name: a\n'))[0];
    assert.ok(placed);
    const { problem } = createAttachEdits({
      placed,
      offset: 20,
      policy: `# ${'x'.repeat(300_000)}\n`,
      release: newestRelease,
      workspace: undefined,
    });
    assert.match(problem ?? '', /256 KiB/);
  });
});
