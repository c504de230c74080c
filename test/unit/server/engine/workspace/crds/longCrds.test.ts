/** Tests CRDs that are too long for one step: they are read in short steps, up to a limit. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse, stringify } from 'yaml';
import { getValue } from '#core/common/json.ts';
import { crdObject, manyFields } from '#test/support/manifests/crdObject.ts';
import { readLongYaml } from '#server/engine/workspace/crds/readLongYaml.ts';
import { createWorkspaceSnapshot, factsInSteps } from '#server/engine/workspace/workspaceSnapshot.ts';

/** Returns a CRD with this number of fields, each with a description of several lines. */
function crd(fields: number, sameIndent = false): string {
  return stringify(crdObject({ spec: { required: ['field1'], properties: manyFields(fields) } }), {
    indentSeq: !sameIndent,
  });
}

/** Returns a CRD in which later fields repeat earlier ones with aliases and merge keys. */
function crdWithAliases(fields: number): string {
  const repeated = [
    'copied: *first',
    'extended: { <<: *first, nullable: true }',
    'list: { type: array, items: *first }',
  ];
  return crd(fields)
    .replace(/^( +)field0:$/m, '$1field0: &first')
    .replace(/^( +)field1:$/m, (line, indent: string) => [...repeated.map((field) => indent + field), line].join('\n'))
    .replace(/^( +)(field2:)$/m, '$1"last": *first\n$1$2');
}

function readAll(text: string): { readonly value: unknown; readonly steps: number } {
  const reading = readLongYaml(text);
  let steps = 0;
  for (;;) {
    const step = reading.next();
    if (step.done === true) return { value: step.value, steps };
    steps += 1;
  }
}

describe('long CRDs', () => {
  test('have the same value as for the library, in many steps', () => {
    for (const text of [crd(1000), crd(1000, true), `---\n# comment\n${crd(1000)}`]) {
      const { value, steps } = readAll(text);
      assert.deepEqual(JSON.parse(JSON.stringify(value)), parse(text));
      assert.ok(steps > 4, String(steps));
    }
  });

  test('have the same value as for the library if they contain aliases', () => {
    const pad = `pad:\n${Array.from({ length: 1000 }, (_, index) => `  k${index}: ${'x'.repeat(40)}\n`).join('')}`;
    for (const text of [
      crdWithAliases(1000),
      `y: &y text\na: &x\n- 1\n- *y\n${pad}c: *x\nd: {e: *x, f: [*x, 1]}\n`,
      `${pad}l:\n- &x\n  b: 1\n- &z foo\n- *x\n- *z\nm:\n  <<: *x\n  c: 2\n`,
      `a: &x {p: 1, q: 2}\nb: &y\n  q: 3\n  r: |\n    foo: *x\n    <<: *x\n${pad}c:\n  <<: [*x, *y]\n  q: 9\n`,
    ])
      assert.deepEqual(JSON.parse(JSON.stringify(readAll(text).value)), parse(text, { merge: true }));
  });

  test('are read with aliases and in JSON', () => {
    const json = JSON.stringify(crdObject({ spec: { properties: manyFields(6000) } }), null, 1);
    for (const text of [crdWithAliases(6000), json, JSON.stringify({ kind: 'List', items: [JSON.parse(json)] })]) {
      assert.ok(text.length > 500_000 && text.length < 2_000_000, String(text.length));
      const [used] = createWorkspaceSnapshot([{ uri: 'file:///w/crd.yaml', text }]).crds;
      assert.deepEqual([used?.kind, used?.problem], ['PeerPod', undefined]);
      assert.ok((used?.fields ?? 0) >= 6002);
    }
  });

  test('are rejected if an alias contains itself, or if merge keys copy too many fields', () => {
    const pad = `pad:\n${Array.from({ length: 1000 }, (_, index) => `  k${index}: ${'x'.repeat(40)}\n`).join('')}`;
    const wide = Array.from({ length: 1000 }, (_, index) => `  f${index}: 1\n`).join('');
    const merges = Array.from({ length: 100 }, (_, index) => `m${index}: { <<: *wide }\n`).join('');
    for (const text of [
      `a: &x\n  b: *y\nc: &y\n  d: *x\n${pad}`,
      `a: &x\n  b: *x\n${pad}`,
      `wide: &wide\n${wide}${merges}${pad}`,
      `a: &x 1\nb: &x 2\nc: *x\n${pad}`,
    ])
      assert.equal(readAll(text).value, undefined);
  });

  test('are read up to 2 MB, and reported above', () => {
    const uri = 'file:///w/crd.yaml';
    const [used] = createWorkspaceSnapshot([{ uri, text: crd(6000) }]).crds;
    assert.ok(crd(6000).length > 1_000_000 && crd(6000).length < 2_000_000);
    assert.deepEqual([used?.kind, used?.problem, used?.fields], ['PeerPod', undefined, 6002]);
    const [refused] = createWorkspaceSnapshot([{ uri, text: `${crd(10)}# ${'x'.repeat(2_000_000)}\n` }]).crds;
    assert.deepEqual([refused?.problem, refused?.versions], ['too-large', []]);
    const json = JSON.stringify(crdObject({ spec: { description: 'x'.repeat(2_000_000) } }));
    const [inJson] = createWorkspaceSnapshot([{ uri: 'file:///w/crd.json', text: json }]).crds;
    assert.deepEqual([inJson?.problem, inJson?.group], ['too-large', 'confidentialcontainers.org']);
    const { line, column, length } = inJson?.place ?? assert.fail();
    assert.deepEqual([line, json.slice(column, column + length)], [0, 'CustomResourceDefinition']);
  });

  test('are indexed in steps of which none reads the whole document', () => {
    const steps = factsInSteps('file:///w/crd.yaml', crd(6000));
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    assert.ok(count > 20, String(count));
    assert.equal(step.value.crds?.[0]?.kind, 'PeerPod');
  });

  test('are not used if they are broken, or can only be read as a whole', () => {
    const bad = [
      crd(1000).replace('scope: Namespaced', 'scope: [Namespaced'),
      crd(1000).replace('type: string', 'type: *unknown'),
      JSON.stringify(crdObject({ spec: { properties: manyFields(1000) } })),
      `a: |\n${'  text\n'.repeat(20_000)}`,
    ];
    for (const text of bad) assert.equal(readAll(text).value, undefined);
    assert.equal(getValue(readAll(crd(1)).value, 'kind'), 'CustomResourceDefinition');
  });
});
