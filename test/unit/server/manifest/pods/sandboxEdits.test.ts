/**
 * Tests edits that run a workload of a file in a sandbox: they are at the right position in every kind and change
 * nothing else.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { machineTypeKey, memoryKey, vcpusKey } from '#core/operations/sandboxWorkload/sandboxFields.ts';
import { workloads } from '#core/kinds/workloads.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import { sandboxEdits } from '#server/manifest/workloads/sandboxEdits.ts';
import { workloadsIn } from '#server/manifest/workloads/workloadsIn.ts';

type Annotations = Readonly<Record<string, string | null>>;

const edited = (
  text: string,
  runtimeClass = 'kata',
  annotations: Annotations = {},
  [document, object] = [0, 0],
): string => {
  const edits = sandboxEdits(readDocuments(text), { document, object, runtimeClass, annotations });
  assert.ok(typeof edits !== 'string', typeof edits === 'string' ? edits : '');
  return applyEdits(text, edits);
};
const refusal = (text: string, annotations: Annotations = {}): string => {
  const edits = sandboxEdits(readDocuments(text), { document: 0, object: 0, runtimeClass: 'kata-remote', annotations });
  assert.ok(typeof edits === 'string', 'it was not refused');
  return edits;
};

/** Returns a manifest of this kind with comments on the lines that an edit could damage. */
function manifest(
  kind: string,
  group: string,
  path: readonly string[],
): { readonly text: string; readonly indent: string } {
  const lines = [`# a ${kind}`, `apiVersion: ${group === '' ? 'v1' : `${group}/v1`}`, `kind: ${kind} # its kind`];
  if (path.length > 0) lines.push('metadata:', '  name: web');
  let indent = '';
  for (const step of path) {
    lines.push(`${indent}${step}: # to the pod`);
    indent += '  ';
  }
  lines.push(
    `${indent}metadata:`,
    `${indent}  name:   web   # odd blanks`,
    `${indent}spec:`,
    `${indent}  # the containers`,
    `${indent}  containers:`,
  );
  lines.push(`${indent}    - {name: web, image: "web:1"}`, '');
  return { text: lines.join('\n'), indent };
}

describe('sandbox edits per workload kind', () => {
  for (const { kind, group, podPath = [] } of workloads) {
    test(`add the runtime class to the pod of a ${kind}`, () => {
      const { text, indent } = manifest(kind, group, podPath);
      const after = edited(text);
      // Except for one line, the text stays the same, with every comment and space.
      const added = `${indent}  runtimeClassName: kata\n`;
      assert.equal(after.split(added).length, 2);
      assert.equal(after.replace(added, ''), text);
      const [found] = workloadsIn(readDocuments(after));
      assert.deepEqual([found?.workload.kind, found?.workload.runtimeClass], [kind, 'kata']);
      assert.equal(edited(after), after, 'a second time there is nothing to do');
    });
    test(`add annotations to the pod of a ${kind}`, () => {
      const { text, indent } = manifest(kind, group, podPath);
      const after = edited(text, 'kata-remote', { [vcpusKey]: '2', [memoryKey]: '4096' });
      const added = `${indent}  annotations:\n${indent}    ${vcpusKey}: "2"\n${indent}    ${memoryKey}: "4096"\n`;
      assert.equal(after.split(added).length, 2, after);
      assert.equal(after.replace(added, '').replace(`${indent}  runtimeClassName: kata-remote\n`, ''), text);
    });
  }
});

const pod = (spec: string, metadata = '  name: web\n') =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n${metadata}spec:\n${spec}  containers:\n    - name: web\n`;

describe('sandbox edits of existing content', () => {
  test('replace another runtime class and keep its quotes', () => {
    assert.equal(edited(pod('  runtimeClassName: "runc" # why\n')), pod('  runtimeClassName: "kata" # why\n'));
    assert.equal(edited(pod('  runtimeClassName:\n')), pod('  runtimeClassName: kata\n'));
    assert.equal(edited(pod('  runtimeClassName: <class>\n')), pod('  runtimeClassName: kata\n'));
  });
  test('update one annotation, remove a conflicting one, and keep the others', () => {
    const before = pod(
      '',
      `  name: web\n  annotations:\n    team: a # ours\n    ${machineTypeKey}: t3.large\n    ${vcpusKey}: 1\n`,
    );
    const after = edited(before, 'kata-remote', { [machineTypeKey]: null, [vcpusKey]: '1', [memoryKey]: '2048' });
    assert.equal(
      after,
      pod(
        '  runtimeClassName: kata-remote\n',
        `  name: web\n  annotations:\n    ${memoryKey}: "2048"\n    team: a # ours\n    ${vcpusKey}: "1"\n`,
      ),
    );
  });
  test('remove the annotations mapping with its last entry', () => {
    const before = pod('', `  name: web\n  annotations:\n    ${machineTypeKey}: t3.large\n`);
    assert.equal(edited(before, 'kata', { [machineTypeKey]: null }), pod('  runtimeClassName: kata\n'));
  });
  test('keep comments above the first key', () => {
    const text = pod('').replace('  containers:', '  # one\n  # is enough\n  containers:');
    for (const eol of ['\n', '\r\n']) {
      const written = text.replaceAll('\n', eol);
      assert.equal(edited(written), written.replace('  # one', `  runtimeClassName: kata${eol}  # one`));
    }
  });
  test('keep Windows line endings', () => {
    const text = pod('').replaceAll('\n', '\r\n');
    assert.equal(
      edited(text, 'kata', { a: 'b' }),
      pod('  runtimeClassName: kata\n', '  annotations:\n    a: "b"\n  name: web\n').replaceAll('\n', '\r\n'),
    );
  });
  test('insert into flow mappings', () => {
    const text = '{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a}]}}\n';
    assert.equal(edited(text), text.replace('spec: {', 'spec: { runtimeClassName: kata,'));
  });
  test('edit the second object of a List in the second document', () => {
    const item = (name: string) =>
      `  - apiVersion: v1\n    kind: Pod\n    metadata: { name: ${name} }\n    spec:\n      containers: [] # ${name}\n`;
    const text = `a: 1\n---\napiVersion: v1\nkind: List\nitems:\n${item('one')}${item('two')}`;
    const changed = item('two').replace('spec:\n', 'spec:\n      runtimeClassName: kata\n');
    assert.equal(edited(text, 'kata', {}, [1, 1]), text.replace(item('two'), changed));
  });
});

describe('rejected sandbox edits', () => {
  test('include a spec with an anchor', () =>
    assert.match(refusal(pod('').replace('spec:', 'spec: &spec')), /anchor or alias/));
  test('include a runtime class from a template', () =>
    assert.match(refusal(pod('  runtimeClassName: $(CLASS)\n')), /template/));
  test('include a file that is a template', () =>
    assert.match(refusal(`{{- if .Values.a }}\n${pod('')}{{- end }}\n`), /no longer in the file/));
  test('include a pod without a spec', () =>
    assert.match(refusal('apiVersion: v1\nkind: Pod\nmetadata:\n  name: containers\n'), /no pod spec/));
  test('include a runtime class at the wrong level', () =>
    assert.match(refusal(pod('').replace('spec:', 'runtimeClassName: kata\nspec:')), /wrong place/));
  test('include an annotation with an anchor', () => {
    assert.match(refusal(pod('', `  annotations:\n    ${vcpusKey}: &two "2"\n`), { [vcpusKey]: '4' }), /anchor/);
    assert.match(refusal(pod('', `  annotations:\n    ${vcpusKey}: &two "2"\n`), { [vcpusKey]: null }), /anchor/);
  });
});

test('workloadsIn lists the workloads of a file with namespace, name, and annotations', () => {
  const text = `${pod('', `  namespace: shop\n  annotations:\n    ${vcpusKey}: "2"\n    team: a\n`)}---\nkind: ConfigMap\n---\n${manifest('Job', 'batch', ['spec', 'template']).text}`;
  const found = workloadsIn(readDocuments(text)).map(({ workload }) => workload);
  assert.deepEqual(found, [
    { document: 0, object: 0, kind: 'Pod', namespace: 'shop', annotations: { [vcpusKey]: '2' } },
    { document: 2, object: 0, kind: 'Job', name: 'web', annotations: {} },
  ]);
});
