/** Tests descriptions of objects in the files of a must-gather. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeInFile } from '#client/mustGather/reader/describeInFile.ts';
import { scenario, stage } from '#test/support/cluster/controllersStage.ts';
import { mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';

const list = `---
apiVersion: v1
items:
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: first
  data:
    text: |
      - not an item

      last line
- apiVersion: v1
  kind: Secret
  metadata:
    name: second
  data:
    key: aHVudGVyMg==
kind: List
`;

const described = `Name:         a
Namespace:    b
API Version:  v1
Kind:         ConfigMap
Events:       <none>


Name:         c
Namespace:    d
Kind:         Other\u001b
Events:       <none>
`;

const textAt = (text: string, line: number): string => {
  const read = describeInFile(text, line, { now: 0 });
  return read.ok ? read.value : `error: ${read.error}`;
};

describe('an object in a file of a must-gather', () => {
  test('is found in a list, in a document, and in several documents', () => {
    assert.match(textAt(list, 4), /^Name: +first\n(?:.*\n)*Data:\n {2}Text: +- not an item\n\nlast line\n/);
    assert.match(textAt('---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\n', 2), /^Name: +p\n/);
    assert.match(textAt('kind: A\nmetadata: {name: a}\n---\nkind: B\nmetadata: {name: b}\n', 4), /^Name: +b\n/);
  });

  test('is found from any of its lines', () => {
    for (const line of [4, 7, 10, 12]) assert.match(textAt(list, line), /^Name: +first\n/, `line ${line}`);
    for (const line of [14, 16, 18]) assert.match(textAt(list, line), /^Name: +second\n/, `line ${line}`);
    assert.match(textAt('kind: A\nmetadata: {name: a}\n---\nkind: B\nmetadata: {name: b}\n', 5), /^Name: +b\n/);
    assert.match(textAt(described, 4), /^Name: +a\n/);
    assert.match(textAt(described, 11), /^Name: +c\n/);
    const indented = 'items:\n  - kind: A\n    metadata:\n      name: a\n  - kind: B\n    metadata:\n      name: b\n';
    assert.match(textAt(indented, 7), /^Name: +b\n/);
  });

  for (const layout of ['cluster', 'sandboxed'] as const)
    test(`is found for each row of a must-gather (${layout})`, async () => {
      const files = mustGatherFiles(stage(scenario('uninstall-blocked-by-pods')), layout);
      const { marks } = await readFiles(files);
      assert.ok(marks.size > 10);
      for (const [key, [first]] of marks) {
        const text = files.find(({ path }) => path === first?.file)?.text ?? '';
        assert.equal(/^Name: +(\S+)\n/.exec(textAt(text, first?.line ?? 0))?.[1], key.split('/').at(-1), key);
      }
    });

  test('shows no values of Secrets', () => {
    assert.match(textAt(list, 13), /^Name: +second\n(?:.*\n)*key: +7 bytes\n$/);
  });

  test('stays the same if the file contains output of oc describe, with visible control characters', () => {
    assert.equal(textAt(described, 1), described.slice(0, described.indexOf('\n\n')).concat('\n'));
    assert.match(textAt(described, 8), /^Name: +c\n(?:.*\n)*Kind: +Other\\u001b\n/);
  });

  test('is an error in invalid YAML and in files that are too large', () => {
    assert.match(textAt('a: [', 1), /^error: /);
    assert.match(textAt('x', 5), /^error: /);
    assert.match(textAt(`a: ${'x'.repeat(2_100_000)}`, 1), /^error: the object is larger than 2 MB/);
  });
});
