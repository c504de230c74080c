import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaultNames,
  defaultPolicies,
  defaultPolicyIds,
  defaultsOf,
  getDefaultVerdict,
} from '#core/agent/defaultPolicies.ts';
import { allowedCommandsRule, renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { findEndpoint, endpointNames } from '#core/agent/endpoints/endpoints.ts';
import { policyDataAt, policyDataFields, policyDataSource } from '#core/agent/inputs/policyDataFields.ts';
import { getPolicyDelivery } from '#core/agent/policyDelivery.ts';
import { initdataFiles, teeFieldsSource } from '#core/agent/initdata.ts';
import { releases } from '#core/product/releases.ts';
import { parseRego } from '#server/policy/rego/syntax/parse.ts';
import { oddSources } from '#test/support/repository/sourceFormat.ts';

const release = (id: string) => {
  const found = releases.find((one) => one.id === id);
  assert.ok(found);
  return found;
};

test('policy defaults cover exactly the known endpoints and policies', () => {
  assert.deepEqual(defaultNames.toSorted(), endpointNames.toSorted());
  assert.deepEqual(
    defaultPolicies.map(({ id }) => id),
    [...defaultPolicyIds],
  );
  for (const { id, source } of defaultPolicies) assert.deepEqual(oddSources(source), [], id);
});

test('policy defaults match the default policies', () => {
  assert.equal(getDefaultVerdict('osc-1.12', 'CopyFileRequest'), false);
  assert.equal(getDefaultVerdict('osc-1.11', 'CopyFileRequest'), true);
  assert.equal(getDefaultVerdict('docs-1.12', 'WriteStreamRequest'), false);
  assert.equal(getDefaultVerdict('kata-allow-all', 'VolumeStatsRequest'), undefined);
  assert.equal(getDefaultVerdict('osc-1.10-coco', 'SetPolicyRequest'), true);
  assert.equal(getDefaultVerdict('genpolicy', 'toString'), undefined);
  assert.equal(defaultsOf('caa-setpolicy-only').filter(({ allowed }) => allowed).length, 1);
});

test('policy defaults agree with the endpoints marked as omitted', () => {
  const open = ['kata-allow-all', 'caa-allow-all', 'osc-1.11', 'osc-1.12'] as const;
  for (const name of endpointNames) {
    const out = findEndpoint(name)?.leftOut;
    if (out === 'everywhere')
      for (const id of open) assert.equal(getDefaultVerdict(id, name), undefined, `${id} ${name}`);
    if (out === 'on OSC')
      assert.deepEqual(
        [getDefaultVerdict('kata-allow-all', name), getDefaultVerdict('osc-1.12', name)],
        [true, undefined],
        name,
      );
    if (out === undefined && findEndpoint(name)?.kind === 'request')
      assert.notEqual(getDefaultVerdict('osc-1.12', name), undefined, name);
  }
});

test('default policy texts start with the package and imports and contain each default once', () => {
  for (const id of defaultPolicyIds) {
    const text = renderDefaultPolicy(id);
    if (id === 'genpolicy') {
      assert.equal(text, undefined);
      continue;
    }
    assert.ok(text !== undefined, id);
    assert.ok(text.startsWith('package agent_policy\n\nimport future.keywords.if\nimport future.keywords.in\n'), id);
    const defaults = text.split('\n').filter((line) => line.startsWith('default '));
    assert.deepEqual(
      defaults,
      defaultsOf(id).map(({ name, allowed }) => `default ${name} := ${allowed}`),
    );
    assert.doesNotMatch(text, /'''/, 'initdata quotes policies by three apostrophes');
    assert.ok(text.endsWith('\n'));
  }
  assert.match(renderDefaultPolicy('osc-1.12') ?? '', /CopyFileRequest if \{/);
});

test('default policy texts are valid in both dialects', () => {
  for (const id of defaultPolicyIds) {
    const text = renderDefaultPolicy(id);
    if (text === undefined) continue;
    for (const dialect of ['v0', 'v1'] as const) {
      const { problems, rules } = parseRego(text, dialect);
      assert.deepEqual(problems, [], `${id} ${dialect}`);
      assert.ok(rules.length >= defaultsOf(id).length, `${id} ${dialect}`);
    }
  }
});

test('initdata tables have sources', () => {
  for (const { name, source } of initdataFiles) assert.deepEqual(oddSources(source), [], name);
  assert.deepEqual(oddSources(teeFieldsSource), []);
});

test('allowed commands are escaped in the generated rule', () => {
  assert.match(allowedCommandsRule(['sh -c "a\\b"', 'x\ny']), /"sh -c \\"a\\\\b\\"",\n {8}"x\\ny",/);
});

test('policy path depends on the release, runtime class, and feature gate', () => {
  const of = (id: string, runtimeClass: string, gate: boolean | 'unknown') => {
    const path = getPolicyDelivery(release(id), runtimeClass, gate);
    return [path.mechanism, path.recommended, path.baked];
  };
  assert.deepEqual(of('1.8', 'kata-remote', false), ['annotation', 'annotation', undefined]);
  assert.deepEqual(of('1.10', 'kata-remote', false), ['either', 'annotation', 'kata-allow-all']);
  assert.deepEqual(of('1.10', 'kata-remote', true), ['either', 'initdata', 'osc-1.10-coco']);
  assert.deepEqual(of('1.11', 'kata-remote', false), ['either', 'annotation', 'caa-allow-all']);
  assert.deepEqual(of('1.11', 'kata-remote', true), ['initdata', 'initdata', 'osc-1.11']);
  assert.deepEqual(of('1.12', 'kata-remote', 'unknown'), ['initdata', 'initdata', undefined]);
  assert.deepEqual(of('1.12', 'kata-cc', true), ['initdata', 'initdata', 'osc-1.12']);
  assert.deepEqual(of('1.13', 'kata-cc', true), ['initdata', 'initdata', undefined]);
  assert.deepEqual(of('1.12', 'kata', true), ['annotation', 'annotation', undefined]);
  assert.deepEqual(of('1.12', 'runc', true), ['none', undefined, undefined]);
});

test('policy path explains that the image denies SetPolicyRequest', () => {
  const path = getPolicyDelivery(release('1.12'), 'kata-remote', true);
  assert.equal(path.annotation.works, false);
  assert.match(path.reason, /SetPolicyRequest is blocked by policy/);
  assert.deepEqual(oddSources(path.source), []);
});

test('policy path has the initdata key of the release', () => {
  assert.equal(
    getPolicyDelivery(release('1.10'), 'kata-remote', true).initdataKey,
    'io.katacontainers.config.runtime.cc_init_data',
  );
  assert.equal(
    getPolicyDelivery(release('1.12'), 'kata-remote', true).initdataKey,
    'io.katacontainers.config.hypervisor.cc_init_data',
  );
});

test('policy_data lookup follows names', () => {
  assert.deepEqual(oddSources(policyDataSource), []);
  assert.equal(policyDataAt([]), policyDataFields);
  assert.deepEqual(
    policyDataAt(['request_defaults', 'ExecProcessRequest'])?.map(({ name }) => name),
    ['allowed_commands', 'regex'],
  );
  assert.ok(policyDataAt(['containers'])?.some(({ name }) => name === 'exec_commands'));
  assert.deepEqual(policyDataAt(['common', 'cpath']), []);
  assert.equal(policyDataAt(['common', 'constructor']), undefined);
});
