/** Tests completion and hovers inside the configuration of the Node Feature Discovery worker. `|` is the cursor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hover } from 'vscode-languageserver';
import { nodeFeatureOperators } from '#core/product/nodeFeatures.ts';
import hover from '#server/lsp/capabilities/hover.ts';
import { Played, readCursor } from '../../lsp/harness.ts';
import { labels as labelsAt, taken as takenAt } from './completionAt.ts';

/** Returns a NodeFeatureDiscovery. Its block scalar is folded, because `|` is the cursor. */
const feature = (data: string, part = 'workerConfig'): string =>
  `apiVersion: nfd.openshift.io/v1\nkind: NodeFeatureDiscovery\nmetadata:\n  name: nfd\nspec:\n  ${part}:\n    configData: >\n${data}`;
const labels = (text: string): Promise<readonly string[]> => labelsAt(text);
const rule = '      sources:\n        custom:\n          - name: kata\n            ';

test('completion in configData offers the fields of a rule', async () => {
  assert.deepEqual(await labels(feature('      |')), ['sources']);
  assert.deepEqual(await labels(feature('      sources:\n        |')), ['custom']);
  assert.deepEqual(await labels(feature(`${rule}|`)), ['labels', 'matchFeatures', 'matchAny']);
  assert.equal(
    await takenAt(feature(`${rule}|`), 'matchFeatures', { plain: true }),
    feature(`${rule}matchFeatures:\n              - `),
  );
});

test('completion in configData offers features and match operators', async () => {
  const term = `${rule}matchFeatures:\n              - feature: `;
  assert.ok((await labels(feature(`${term}|`))).includes('kernel.loadedmodule'));
  const expressions = `${term}cpu.cpuid\n                matchExpressions:\n                  VMX: `;
  assert.deepEqual(await labels(feature(`${expressions}{op: |}`)), [...nodeFeatureOperators]);
  assert.deepEqual(await labels(feature(`${expressions}\n                    op: |`)), [...nodeFeatureOperators]);
});

test('completion below matchExpressions offers the flags and attributes of the feature', async () => {
  const term = `${rule}matchFeatures:\n              - feature: `;
  const expressions = '\n                matchExpressions:\n                  ';
  assert.deepEqual(await labels(feature(`${term}cpu.cpuid${expressions}|`)), ['VMX', 'SVM', 'SSE4', 'HYPERVISOR']);
  assert.deepEqual(await labels(feature(`${term}cpu.cpuid${expressions}VMX: {op: Exists}\n                  |`)), [
    'SVM',
    'SSE4',
    'HYPERVISOR',
  ]);
  assert.deepEqual(await labels(feature(`${term}cpu.security${expressions}|`)), [
    'tdx.enabled',
    'sev.snp.enabled',
    'se.enabled',
  ]);
  assert.deepEqual(await labels(feature(`${term}local.label${expressions}|`)), []);
  const second = `${term}cpu.model${expressions}family: {op: Exists}\n              - feature: kernel.loadedmodule${expressions}|`;
  assert.deepEqual(await labels(feature(second)), ['kvm', 'kvm_intel', 'kvm_amd']);
  const after = `${rule}matchFeatures:\n              - matchExpressions:\n                  |\n                feature: kernel.loadedmodule\n`;
  assert.deepEqual(await labels(feature(after)), ['kvm', 'kvm_intel', 'kvm_amd']);
  const flow = `${rule}matchFeatures: [{feature: cpu.cpuid, matchExpressions: {|}}]`;
  assert.deepEqual(await labels(feature(flow)), ['VMX', 'SVM', 'SSE4', 'HYPERVISOR']);
  assert.equal(
    await takenAt(feature(`${term}cpu.cpuid${expressions}V|`), 'VMX', { plain: true }),
    feature(`${term}cpu.cpuid${expressions}VMX: {op: Exists}`),
  );
});

test('completion in a NodeFeatureRule offers flags and match operators', async () => {
  const rules = (rest: string): string =>
    `apiVersion: nfd.k8s-sigs.io/v1alpha1\nkind: NodeFeatureRule\nmetadata:\n  name: kata\nspec:\n  rules:\n    - name: kata\n      matchAny:\n        - matchFeatures:\n            - feature: cpu.cpuid\n              matchExpressions:\n                ${rest}`;
  assert.deepEqual(await labels(rules('|')), ['VMX', 'SVM', 'SSE4', 'HYPERVISOR']);
  assert.deepEqual(await labels(rules('VMX:\n                  op: |')), [...nodeFeatureOperators]);
});

test('completion offers nothing in customConfig, which the operator ignores', async () => {
  assert.deepEqual(await labels(feature('      - name: kata\n        |', 'customConfig')), []);
});

test('completion after configData offers the fields of the object', async () => {
  assert.ok((await labels(feature(`${rule}labels: {}\n  |`))).includes('operand'));
});

test('hover in configData explains the fields of a rule', async () => {
  const hoverAt = async (marked: string): Promise<string> => {
    const { text, position } = readCursor(marked);
    const found = await new Played(hover, text, {}).call<Hover | null>('textDocument/hover', { position });
    const contents = found?.contents;
    return typeof contents === 'object' && 'value' in contents ? contents.value : '';
  };
  assert.match(await hoverAt(feature(`${rule}match|Any: []\n`)), /^\*\*sources\.custom\.matchAny\*\*/);
  const expression = 'matchFeatures: [{feature: cpu.cpuid, matchExpressions: {VMX: {o|p: Exists}}}]\n';
  assert.match(await hoverAt(feature(rule + expression)), /Match operator/);
});
