/**
 * Tests the reader of CRDs and of OpenAPI documents with random input: damaged CRDs in YAML and JSON, damaged documents
 * of a cluster, and random schemas, whose findings are compared with Ajv.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stringify } from 'yaml';
import { getList, isJsonObject } from '#core/common/json.ts';
import { readKindSchemas, readOpenApiIndex } from '#client/kubernetes/openApi/openApiDocument.ts';
import { readClusterSchemas } from '#server/engine/cluster/readClusterSchemas.ts';
import { readCrdSchema } from '#server/engine/workspace/crds/crdSchema.ts';
import { crdErrors } from '#server/engine/workspace/crds/validateByCrd.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { compileSchema } from '#simulator/resources/schemaValidator.ts';
import { crdObject, manyFields } from '../support/manifests/crdObject.ts';
import { slowness } from '../support/performance/slowness.ts';
import { stopwatch } from '../support/performance/stopwatch.ts';
import { random, type Random } from '../support/randomInput/random.ts';
import { randomSchema, randomValue } from './randomSchemas.ts';

/** Maximum CPU time of a step, in milliseconds. */
const limit = 1000 * slowness();

function timed<T>(what: string, run: () => T): T {
  const spent = stopwatch();
  const result = run();
  const milliseconds = spent();
  assert.ok(milliseconds < limit, `${what} took ${milliseconds.toFixed(0)} ms`);
  return result;
}

const pieces = [
  '',
  '\n',
  '  ',
  '- ',
  ': ',
  '&a ',
  '*a',
  '<<: *a\n',
  '"',
  '{',
  ']',
  '|\n',
  '$ref: "#/a"\n',
  '{{ x }}',
  '---\n',
  'null',
  'type: object\n',
] as const;

/** Returns a text with some random edits. */
function damage(text: string, chance: Random): string {
  let damaged = text;
  for (let left = 1 + chance.below(2); left > 0; left -= 1) {
    const at = chance.below(damaged.length + 1);
    const source = chance.below(damaged.length + 1);
    const piece = chance.chance(0.3) ? damaged.slice(source, source + chance.below(60)) : chance.pick(pieces);
    damaged = damaged.slice(0, at) + piece + damaged.slice(at + (chance.chance(0.5) ? 0 : chance.below(40)));
  }
  return chance.chance(0.1) ? damaged.slice(0, chance.below(damaged.length + 1)) : damaged;
}

test('damaged CRDs are read in time, and never throw', (context) => {
  const chance = random(11);
  const counts = { used: 0, problems: 0 };
  for (let round = 0; round < 1000; round += 1) {
    // Long documents are read in pieces.
    const properties = round % 50 === 0 ? manyFields(1500) : { a: randomSchema(chance), b: randomSchema(chance) };
    const crd = crdObject({ spec: { properties } });
    const text = damage(chance.chance(0.3) ? JSON.stringify(crd) : stringify(crd), chance);
    const { crds } = timed('a CRD', () => createWorkspaceSnapshot([{ uri: 'file:///w/crd.yaml', text }]));
    for (const { problem, place, versions } of crds) {
      if (problem === undefined) counts.used += 1;
      else counts.problems += 1;
      const marked = text.split('\n')[place.line]?.slice(place.column) ?? '';
      assert.match(marked, /^["'&*| ]*\w* *CustomResourceDefinition/);
      for (const { schema } of versions) assert.equal(schema.type, 'object');
    }
  }
  context.diagnostic(JSON.stringify(counts));
  assert.ok(counts.used > 80 && counts.problems > 100);
});

const group = { group: 'demo.example.com', version: 'v1' };
const groupVersion = 'demo.example.com/v1';
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns an OpenAPI document of a group with two kinds that share a schema. */
function openApi(chance: Random): unknown {
  const kindOf = (kind: string, spec: unknown) => ({
    type: 'object',
    properties: { metadata: reference('Meta'), spec },
    'x-kubernetes-group-version-kind': [{ ...group, kind }],
  });
  return {
    openapi: '3.0.0',
    paths: {},
    components: {
      schemas: {
        Meta: { type: 'object' },
        Shared: { type: 'object', properties: { a: randomSchema(chance) } },
        One: kindOf('One', reference('Shared')),
        Two: kindOf('Two', { type: 'object', properties: { part: { allOf: [reference('Shared')] } } }),
      },
    },
  };
}

/** Replaces one random value in a document. */
function damageValue(value: unknown, chance: Random): unknown {
  const junk = [null, 1, 'text', [], {}, true, reference('One'), reference('none'), reference('Shared')] as const;
  if (chance.chance(0.15)) return chance.pick(junk);
  if (Array.isArray(value) && value.length > 0) {
    const at = chance.below(value.length);
    return value.map((item: unknown, index) => (index === at ? damageValue(item, chance) : item));
  }
  if (!isJsonObject(value)) return chance.pick(junk);
  const [first, ...others] = Object.keys(value);
  if (first === undefined) return chance.pick(junk);
  const key = chance.pick([first, ...others]);
  return { ...value, [key]: damageValue(value[key], chance) };
}

test('damaged documents of a cluster are read in time, and never throw', async (context) => {
  const chance = random(12);
  const counts = { usable: 0, unusable: 0 };
  for (let round = 0; round < 1500; round += 1) {
    let document = damageValue(openApi(chance), chance);
    if (chance.chance(0.5)) document = damageValue(document, chance);
    const kinds = timed('a document', () => readKindSchemas(document, groupVersion));
    if (kinds === undefined) counts.unusable += 1;
    else counts.usable += 1;
    const sent = (kinds ?? []).map((kind) => ({ ...kind, ...group, asOf: '2026-11-21T10:42:00Z' }));
    const read = await readClusterSchemas({ cluster: 'demo', kinds: sent }, Date.UTC(2026, 10, 21, 10, 42));
    assert.ok(read.length <= sent.length);
    // Half a document isn't JSON, and the index is as untrusted as the documents.
    readOpenApiIndex(damageValue({ paths: { a: { serverRelativeURL: '/openapi/v3/apis/a.b/v1?hash=A' } } }, chance));
  }
  context.diagnostic(JSON.stringify(counts));
  assert.ok(counts.usable > 300 && counts.unusable > 20);
});

describe('random schemas', () => {
  test('have a finding only for values that Ajv rejects too', (context) => {
    const chance = random(13);
    const counts = { rejected: 0, found: 0, accepted: 0, combinations: 0 };
    for (let round = 0; round < 800; round += 1) {
      const spec = randomSchema(chance);
      const schema = { type: 'object', properties: { spec } };
      const read = readCrdSchema(schema, false);
      const compiled = compileSchema(schema);
      assert.ok(typeof read === 'object' && compiled.ok, JSON.stringify(spec));
      const value = { spec: randomValue(spec, chance) };
      const root = readDocuments(JSON.stringify(value))[0]?.document.parsed.root;
      assert.ok(root?.type === 'map');
      // Ajv accepts unknown fields.
      const found = crdErrors(root, read.schema).filter(({ type }) => type !== 'unknown-field');
      const rejects = compiled.value(value).length > 0;
      if (found.length > 0) assert.ok(rejects, `${JSON.stringify(spec)} accepts ${JSON.stringify(value)}`);
      if (rejects) counts.rejected += 1;
      else counts.accepted += 1;
      if (rejects && found.length > 0) counts.found += 1;
      if (found.some(({ type }) => type === 'combination')) counts.combinations += 1;
    }
    context.diagnostic(JSON.stringify(counts));
    assert.ok(counts.accepted > 200 && counts.rejected > 200 && counts.combinations > 100, JSON.stringify(counts));
    assert.ok(counts.found > 0.9 * counts.rejected, JSON.stringify(counts));
  });

  test('are limited if they repeat a schema many times', () => {
    const wide = { type: 'object', properties: manyFields(30_000) };
    assert.equal(
      timed('a wide schema', () => readCrdSchema(wide, false)),
      'too-large',
    );
    let deep: unknown = { type: 'string' };
    for (let level = 0; level < 200; level += 1) deep = { type: 'object', properties: { a: deep } };
    assert.equal(
      timed('a deep schema', () => readCrdSchema(deep, false)),
      'too-large',
    );
    const many = Array.from({ length: 5000 }, () => ({ required: ['a'] }));
    const combined = { type: 'object', properties: { a: { type: 'string' } }, anyOf: many };
    const read = timed('many alternatives', () => readCrdSchema(combined, false));
    assert.ok(typeof read === 'object' && read.schema.combinations === undefined);
    assert.deepEqual(getList(combined, 'anyOf').length, 5000);
  });
});
