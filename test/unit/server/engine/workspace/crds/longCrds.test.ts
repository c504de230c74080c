/** Tests CRDs that are too long for one step: they are read in short steps, up to a limit. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse, stringify } from 'yaml';
import { getValue } from '#core/common/json.ts';
import { readLongYaml } from '#server/engine/workspace/crds/readLongYaml.ts';
import { createWorkspaceSnapshot, factsInSteps } from '#server/engine/workspace/workspaceSnapshot.ts';

/** Returns a CRD with this number of fields, each with a description of several lines. */
function crd(fields: number, sameIndent = false): string {
  const properties = Object.fromEntries(
    Array.from({ length: fields }, (_, index) => [
      `field${index}`,
      { type: 'string', description: `Line one of ${index}: with a colon.\n\n- a list\nkind: text\n` },
    ]),
  );
  const schema = { type: 'object', properties: { spec: { type: 'object', required: ['field1'], properties } } };
  return stringify(
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'peerpods.confidentialcontainers.org' },
      spec: {
        group: 'confidentialcontainers.org',
        names: { kind: 'PeerPod', plural: 'peerpods' },
        scope: 'Namespaced',
        versions: [{ name: 'v1alpha1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    },
    { indentSeq: !sameIndent },
  );
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

  test('are read up to 2 MB, and reported above', () => {
    const uri = 'file:///w/crd.yaml';
    const [used] = createWorkspaceSnapshot([{ uri, text: crd(6000) }]).crds;
    assert.ok(crd(6000).length > 1_000_000 && crd(6000).length < 2_000_000);
    assert.deepEqual([used?.kind, used?.problem, used?.fields], ['PeerPod', undefined, 6002]);
    const [refused] = createWorkspaceSnapshot([{ uri, text: `${crd(10)}# ${'x'.repeat(2_000_000)}\n` }]).crds;
    assert.deepEqual([refused?.problem, refused?.versions], ['too-large', []]);
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
      JSON.stringify(parse(crd(1000))),
      `a: |\n${'  text\n'.repeat(20_000)}`,
    ];
    for (const text of bad) assert.equal(readAll(text).value, undefined);
    assert.equal(getValue(readAll(crd(1)).value, 'kind'), 'CustomResourceDefinition');
  });
});
