/** Tests reading the schemas of a cluster: the index, documents by hash, the cache, and unusable documents. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import { schemaFiles } from '#client/clusters/sessions/schemaFiles.ts';
import type { ApiResult } from '#client/kubernetes/connection.ts';
import {
  indexLifetime,
  SchemaReader,
  type SchemaDocument,
  type SchemaFiles,
} from '#client/kubernetes/openApi/schemaReader.ts';
import { readKindSchemas } from '#client/kubernetes/openApi/openApiDocument.ts';
import { random } from '#test/support/randomInput/random.ts';

const groupVersion = 'confidentialcontainers.org/v1alpha1';
const pathOf = (hash: string) => `/openapi/v3/apis/${groupVersion}?hash=${hash}`;
const index = (hash: string) => ({ paths: { [`apis/${groupVersion}`]: { serverRelativeURL: pathOf(hash) } } });
const gvk = { group: 'confidentialcontainers.org', version: 'v1alpha1', kind: 'TrusteeConfig' };
const name = 'org.confidentialcontainers.v1alpha1.TrusteeConfig';
const documentWith = (spec: unknown, others: Readonly<Record<string, unknown>> = {}) => ({
  openapi: '3.0.0',
  paths: {
    '/apis/confidentialcontainers.org/v1alpha1/namespaces/{namespace}/trusteeconfigs': {
      get: { 'x-kubernetes-group-version-kind': gvk },
    },
  },
  components: {
    schemas: {
      [name]: {
        type: 'object',
        properties: { metadata: { allOf: [{ $ref: '#/components/schemas/unknown' }] }, spec },
        'x-kubernetes-group-version-kind': [gvk],
      },
      ...others,
    },
  },
});
const profile = { type: 'object', properties: { profileType: { type: 'string', enum: ['Permissive'] } } };

/** Plays a cluster, and the disk in memory. */
function stage(answers: Readonly<Record<string, ApiResult<unknown>>>) {
  const asked: string[] = [];
  const logged: string[] = [];
  const stored = new Map<string, SchemaDocument>();
  const files: SchemaFiles = {
    read: async (key) => stored.get(key),
    write: async (document) => void stored.set(document.groupVersion, document),
  };
  const clock = { time: 0, now: () => clock.time };
  const connect = (responses = answers) =>
    new SchemaReader({
      connection: {
        async ask(requested) {
          asked.push(requested);
          return responses[requested] ?? fail({ kind: 'notFound', message: 'not found' } as const);
        },
      },
      files,
      clock,
      log: (message) => logged.push(message),
    });
  return { asked, logged, stored, clock, connect };
}

const read = async (reader: SchemaReader, isReachable = true, isVisible = true) =>
  reader.read([groupVersion], isReachable, isVisible);

describe('the schemas of a cluster', () => {
  test('are read with the index, and again only after the hash changed', async () => {
    const { asked, connect, clock } = stage({
      '/openapi/v3': succeed(index('A1')),
      [pathOf('A1')]: succeed(documentWith(profile)),
    });
    const reader = connect();
    const [document] = await read(reader);
    await read(reader);
    assert.deepEqual(asked, ['/openapi/v3', pathOf('A1')]);
    assert.deepEqual(
      document?.kinds.map(({ kind, isNamespaced }) => [kind, isNamespaced]),
      [['TrusteeConfig', true]],
    );
    assert.deepEqual(document?.kinds[0]?.schema['properties'], { spec: profile });
    clock.time = 5000;
    const [same] = await read(connect());
    assert.deepEqual([asked.length, same?.at], [3, 5000], 'only the index is read again, and confirms the age');
    const changed = connect({ '/openapi/v3': succeed(index('B2')), [pathOf('B2')]: succeed(documentWith({})) });
    const [next] = await read(changed);
    assert.deepEqual([next?.hash, next?.kinds[0]?.schema['properties']], ['B2', { spec: {} }]);
  });

  test('are read again in a long connection while the user sees a manifest', async () => {
    const answers: Record<string, ApiResult<unknown>> = {
      '/openapi/v3': succeed(index('A1')),
      [pathOf('A1')]: succeed(documentWith(profile)),
      [pathOf('B2')]: succeed(documentWith({ type: 'object' })),
    };
    const { asked, stored, logged, connect, clock } = stage(answers);
    const reader = connect();
    await read(reader);
    answers['/openapi/v3'] = succeed(index('B2'));
    clock.time = indexLifetime - 1;
    assert.equal((await read(reader))[0]?.hash, 'A1');
    clock.time = indexLifetime;
    assert.equal((await read(reader, true, false))[0]?.hash, 'A1');
    assert.equal((await read(reader, false))[0]?.hash, 'A1');
    assert.equal(asked.length, 2);
    const [changed] = await read(reader);
    assert.deepEqual([changed?.hash, changed?.at, stored.get(groupVersion)?.hash], ['B2', indexLifetime, 'B2']);
    assert.deepEqual(asked.slice(2), ['/openapi/v3', pathOf('B2')]);
    // An index that can't be read doesn't remove the previous one.
    answers['/openapi/v3'] = fail({ kind: 'forbidden', status: 403, message: 'forbidden' });
    clock.time = 3 * indexLifetime;
    assert.equal((await read(reader))[0]?.hash, 'B2');
    assert.deepEqual([asked.length, logged.length], [5, 1]);
  });

  test('are read from the disk while the cluster is unreachable', async () => {
    const { asked, connect } = stage({
      '/openapi/v3': succeed(index('A1')),
      [pathOf('A1')]: succeed(documentWith(profile)),
    });
    await read(connect());
    const before = asked.length;
    const [document] = await read(connect(), false);
    assert.deepEqual([document?.hash, asked.length], ['A1', before]);
  });

  test('are logged once and omitted without permission', async () => {
    const { asked, logged, connect, clock } = stage({
      '/openapi/v3': fail({ kind: 'forbidden', status: 403, message: 'forbidden: no access' }),
    });
    const reader = connect();
    assert.deepEqual(await read(reader), []);
    clock.time = 120_000;
    assert.deepEqual(await read(reader), []);
    assert.equal(asked.length, 2);
    assert.deepEqual(logged, ["Can't read the schemas of the cluster at /openapi/v3: forbidden: no access"]);
  });

  test('keep the last valid document if the next one is incomplete or has no usable kind', async () => {
    const bad: readonly ApiResult<unknown>[] = [
      fail({ kind: 'badAnswer', message: 'The response is truncated' }),
      succeed('<html>'),
      succeed({ components: { schemas: [] } }),
      succeed(documentWith({ $ref: '#/components/schemas/missing' })),
      succeed(documentWith({ $ref: '#/components/schemas/a' }, { a: { items: { $ref: '#/components/schemas/a' } } })),
    ];
    for (const answer of bad) {
      const { connect, logged } = stage({
        '/openapi/v3': succeed(index('A1')),
        [pathOf('A1')]: succeed(documentWith(profile)),
      });
      await read(connect());
      const [document] = await read(connect({ '/openapi/v3': succeed(index('B2')), [pathOf('B2')]: answer }));
      assert.deepEqual([document?.hash, logged.length], ['A1', 1]);
    }
  });

  test('are limited in total, so that a small document with many references is read in time', () => {
    const small = { type: 'object', properties: { a: { type: 'string' } } };
    const fields = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`f${at}`, { $ref: '#/components/schemas/part' }]),
    );
    const part = {
      properties: Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`g${at}`, { type: 'string' }])),
    };
    const kinds = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [
        `kind${at}`,
        { type: 'object', properties: fields, 'x-kubernetes-group-version-kind': [{ ...gvk, kind: `Kind${at}` }] },
      ]),
    );
    const read = readKindSchemas(documentWith(small, { part, ...kinds }), groupVersion) ?? [];
    assert.deepEqual(
      read.slice(0, 2).map(({ kind }) => kind),
      ['TrusteeConfig', 'Kind0'],
    );
    // 20,000 values of each kind
    assert.ok(read.length <= 11, String(read.length));
  });

  test('resolve references, and omit only the kind that is recursive', () => {
    const document = documentWith(
      { allOf: [{ $ref: '#/components/schemas/Spec' }], description: 'Own text.' },
      {
        Spec: { type: 'object', properties: { size: { type: 'integer' } } },
        Other: {
          properties: { spec: { $ref: '#/components/schemas/Other' } },
          'x-kubernetes-group-version-kind': [{ ...gvk, kind: 'Other' }],
        },
      },
    );
    assert.deepEqual(
      readKindSchemas(document, groupVersion)?.map(({ kind, schema }) => [kind, schema['properties']]),
      [
        [
          'TrusteeConfig',
          { spec: { type: 'object', properties: { size: { type: 'integer' } }, description: 'Own text.' } },
        ],
      ],
    );
  });

  test('contain allOf, anyOf, and oneOf, unless they refer to an unknown schema', () => {
    const values = { anyOf: [{ enum: ['a'] }, { enum: ['b'] }], oneOf: [{ $ref: '#/components/schemas/none' }] };
    const read = readKindSchemas(documentWith({ type: 'string', ...values }), groupVersion);
    assert.deepEqual(read?.[0]?.schema['properties'], { spec: { type: 'string', anyOf: values.anyOf } });
  });

  test('have a limited size if references repeat schemas many times', () => {
    const levels = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `l${level}`,
        {
          properties: {
            a: { $ref: `#/components/schemas/l${level + 1}` },
            b: { $ref: `#/components/schemas/l${level + 1}` },
          },
        },
      ]),
    );
    const document = documentWith({ $ref: '#/components/schemas/l0' }, { ...levels, l40: { type: 'string' } });
    assert.equal(readKindSchemas(document, groupVersion), undefined);
  });

  test('never throw for damaged documents', () => {
    const chance = random(7);
    const text = JSON.stringify(documentWith(profile, { Spec: { $ref: '#/components/schemas/Spec' } }));
    for (let round = 0; round < 300; round += 1) {
      const at = chance.below(text.length);
      const changed = `${text.slice(0, at)}${chance.pick(['null', '[]', '{}', '"', '$ref', ''])}${text.slice(at + chance.below(8))}`;
      let document: unknown;
      try {
        document = JSON.parse(changed);
      } catch {
        continue;
      }
      readKindSchemas(document, groupVersion);
    }
  });
});

describe('the files with schemas', async () => {
  const storage = await mkdtemp(path.join(tmpdir(), 'osc-schemas-'));
  after(() => rm(storage, { recursive: true, force: true }));
  const logged: string[] = [];
  const filesOf = (cluster: string, limit?: number) =>
    schemaFiles(
      storage,
      { name: cluster, server: 'https://demo.example:6443' },
      (message) => logged.push(message),
      limit,
    );
  const document = (hash: string): SchemaDocument => ({
    groupVersion,
    hash,
    at: 1,
    kinds: [{ kind: 'TrusteeConfig', isNamespaced: true, schema: { type: 'object' } }],
  });

  test('keep one document per cluster, group, and version, without the name of the cluster', async () => {
    await filesOf('one').write(document('A1'));
    await filesOf('one').write(document('B2'));
    await filesOf('two').write(document('C3'));
    assert.deepEqual(await filesOf('one').read(groupVersion), document('B2'));
    assert.deepEqual(await filesOf('two').read(groupVersion), document('C3'));
    assert.equal(await filesOf('three').read(groupVersion), undefined);
    const names = await readdir(path.join(storage, 'schemas'));
    assert.equal(names.length, 2);
    assert.ok(names.every((file) => /^[0-9a-f]{32}-[0-9a-f]{32}\.json$/.test(file)));
  });

  test('delete the oldest ones beyond the limit, and ignore damaged ones', async () => {
    const folder = path.join(storage, 'schemas');
    for (const file of await readdir(folder)) await utimes(path.join(folder, file), 1, 1);
    await filesOf('four', 300).write(document('D4'));
    assert.equal((await readdir(folder)).length, 1);
    assert.deepEqual(await filesOf('four').read(groupVersion), document('D4'));
    for (const file of await readdir(folder)) await writeFile(path.join(folder, file), '{"hash": "D4", "at');
    assert.equal(await filesOf('four').read(groupVersion), undefined);
    assert.deepEqual(logged, []);
  });
});
