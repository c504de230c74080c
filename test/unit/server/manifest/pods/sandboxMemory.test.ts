/** Tests the rules for the memory of a sandbox beyond their examples. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check } from '#test/support/manifests/checkText.ts';

const rules = new Set(['osc/runtimeclass-overhead', 'osc/pod-no-memory-limit', 'osc/pod-vm-memory-small']);
const found = async (text: string) =>
  (await check(text, { hints: true, files: {} })).flatMap(({ rule, severity, finding }) =>
    rules.has(rule) ? [`${severity} ${rule}: ${text.slice(finding.start, finding.end)}`] : [],
  );

const selector = "scheduling: {nodeSelector: {node-role.kubernetes.io/kata-oc: ''}}\n";
const runtimeClass = (handler: string, overhead: string, more = selector) =>
  `apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {name: kata-x}\nhandler: ${handler}\noverhead: ${overhead}\n${more}`;
const container = (name: string, resources = '') =>
  `  - name: ${name}\n    image: x\n${resources === '' ? '' : `    resources: ${resources}\n`}`;
const pod = (containers: string, { className = 'kata', memory = '', spec = '' } = {}) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n${memory === '' ? '' : `  annotations:\n    io.katacontainers.config.hypervisor.default_memory: "${memory}"\n`}spec:\n  runtimeClassName: ${className}\n${spec}  containers:\n${containers}`;
const limited = '{limits: {memory: 1Gi}}';

describe('runtime class overhead', () => {
  test('is reported if it is less than the documented one of the same handler', async () => {
    const overhead = ['info osc/runtimeclass-overhead: 100Mi'];
    assert.deepEqual(await found(runtimeClass('kata', '{podFixed: {memory: 100Mi}}')), overhead);
    assert.deepEqual(await found(runtimeClass('kata-remote', '{podFixed: {memory: 100Mi}}')), overhead);
  });
  test('is left alone if it is larger, unknown, or of another handler', async () => {
    for (const text of [
      runtimeClass('kata', '{podFixed: {memory: 350Mi}}'),
      runtimeClass('kata', '{podFixed: {memory: 1Gi}}'),
      runtimeClass('kata', '{podFixed: {cpu: 1m}}'),
      runtimeClass('kata', '{podFixed: {memory: "${M}"}}'),
      runtimeClass('kata', '{podFixed: {memory: x}}'),
      runtimeClass('kata-remote', '{podFixed: {memory: 120Mi}}'),
      runtimeClass('kata-qemu', '{podFixed: {memory: 160Mi}}'),
      runtimeClass('kata-cc', '{podFixed: {memory: 1Mi}}'),
      // Upstream Kata.
      runtimeClass('kata', '{podFixed: {memory: 160Mi}}', ''),
    ])
      assert.deepEqual(await found(text), [], text);
  });
});

describe('memory limits of Kata pods', () => {
  test('are missing for the named containers', async () => {
    const text = pod(container('a', limited) + container('b') + container('c', '{requests: {memory: 1Gi}}'));
    assert.deepEqual(await found(text), ['hint osc/pod-no-memory-limit: b']);
    const [finding] = (await check(text, { hints: true })).filter(({ rule }) => rules.has(rule));
    assert.match(finding?.message ?? '', /: b and c\./);
  });
  test('are left alone if they are set, unknown, or of another pod', async () => {
    for (const text of [
      pod(container('a', limited)),
      pod(container('a'), { className: 'kata-remote' }),
      pod(container('a'), { className: 'other # kata' }),
      pod(container('a'), { spec: '  resources: {limits: {memory: 1Gi}}\n' }),
      pod(container('a', '"${R}"')),
      pod(container('a', '{"${K}": {memory: 1Gi}}')),
      pod(container('a', '{limits: {memory: "${M}"}}')),
    ])
      assert.deepEqual(await found(text), [], text);
  });
});

describe('initial memory of a VM', () => {
  const small = async (memory: string, { className = 'kata', containers = container('a') } = {}) =>
    (await found(pod(containers, { memory, className }))).filter((one) => !one.includes('pod-no-memory-limit'));
  test('is reported if the guest kernel and the file cache need more', async () => {
    assert.deepEqual(await small('300'), ['hint osc/pod-vm-memory-small: "300"']);
    assert.deepEqual(await small('409'), ['hint osc/pod-vm-memory-small: "409"']);
  });
  test('is left alone if it is larger, an error, or of another class', async () => {
    for (const memory of ['410', '2048', '100', 'x', '${M}']) assert.deepEqual(await small(memory), [], memory);
    assert.deepEqual(await small('300', { className: 'kata-remote' }), []);
  });
  test('includes the memory limits of the containers', async () => {
    const memory = (name: string, limit: string) => container(name, `{limits: {memory: ${limit}}}`);
    const containers = container('a') + memory('b', '100Mi');
    assert.deepEqual(await small('309', { containers }), ['hint osc/pod-vm-memory-small: "309"']);
    assert.deepEqual(await small('310', { containers }), []);
    const [finding] = (await check(pod(containers, { memory: '300' }), { hints: true })).filter(
      ({ rule }) => rule === 'osc/pod-vm-memory-small',
    );
    assert.match(
      finding?.message ?? '',
      /^Including the memory limits of the containers, the VM has 400 MiB of memory, .* Set this annotation to at least 310 MiB\.$/,
    );
    for (const unknown of [
      memory('b', '"${M}"'),
      container('b', '"${R}"'),
      container('b', '{limits: {hugepages-2Mi: 1Gi}}'),
    ])
      assert.deepEqual(await small('256', { containers: container('a') + unknown }), [], unknown);
    assert.deepEqual(await small('256', { containers: memory('a', '10Mi') }), []);
  });
});
