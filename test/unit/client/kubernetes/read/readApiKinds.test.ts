/** Tests how the kinds of an API server are read. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readApiKinds } from '#client/kubernetes/read/readApiKinds.ts';
import type { ApiResult, AskOptions } from '#client/kubernetes/connection.ts';
import { parseObjectArgument } from '#core/oc/objectArgument.ts';

const { signal } = new AbortController();

/** Returns a connection with these responses by path. */
const serving = (responses: Readonly<Record<string, unknown>>) => ({
  ask: (path: string, _options?: AskOptions): Promise<ApiResult<unknown>> =>
    Promise.resolve(
      Object.hasOwn(responses, path)
        ? { ok: true, value: responses[path] }
        : { ok: false, error: { kind: 'server', message: 'no endpoints available' } },
    ),
});

const widgets = { name: 'widgets', kind: 'Widget', namespaced: true, verbs: ['get', 'list'], shortNames: ['wd'] };

describe('kinds of an API server', () => {
  test('without aggregated discovery are read group by group, whatever groups are unavailable', async () => {
    const read = await readApiKinds(
      serving({
        '/api': { kind: 'APIVersions', versions: ['v1'] },
        '/api/v1': {
          resources: [
            { name: 'pods', kind: 'Pod', namespaced: true, verbs: ['get'] },
            { name: 'pods/log', kind: 'Pod', namespaced: true, verbs: ['get'] },
            { name: 'bindings', kind: 'Binding', namespaced: true, verbs: ['create'] },
          ],
        },
        '/apis': {
          kind: 'APIGroupList',
          groups: [
            { name: 'example.com', preferredVersion: { version: 'v2' } },
            { name: 'broken.example.com', preferredVersion: { version: 'v1' } },
          ],
        },
        '/apis/example.com/v2': { resources: [widgets] },
      }),
      signal,
    );
    assert.ok(read.ok);
    assert.deepEqual(
      read.value.map(({ plural, group, version }) => [plural, group, version]),
      [
        ['pods', '', 'v1'],
        ['widgets', 'example.com', 'v2'],
      ],
    );
    const reference = parseObjectArgument('wd/one', 'payments', read.value);
    assert.deepEqual(reference, {
      ok: true,
      value: {
        group: 'example.com',
        version: 'v2',
        plural: 'widgets',
        kind: 'Widget',
        name: 'one',
        namespace: 'payments',
      },
    });
  });

  test('ignore names that cannot be part of a path', async () => {
    const resource = (name: string, kind: string): object => ({
      resource: name,
      responseKind: { kind },
      scope: 'Cluster',
      verbs: ['get'],
    });
    const items = [
      {
        metadata: { name: 'a/../b' },
        versions: [{ version: 'v1', resources: [resource('things', 'Thing')] }],
      },
      {
        metadata: { name: 'ok.example.com' },
        versions: [
          {
            version: 'v1',
            resources: [resource('../pods', 'Pod'), resource('good', 'Go\u202eod'), resource('fine', 'Fine')],
          },
          { version: 'v1beta1', resources: [resource('fine', 'Fine')] },
        ],
      },
    ];
    const read = await readApiKinds(
      serving({
        '/api': { kind: 'APIGroupDiscoveryList', items: [null, 5] },
        '/apis': { kind: 'APIGroupDiscoveryList', items },
      }),
      signal,
    );
    assert.ok(read.ok);
    assert.deepEqual(
      read.value.map(({ kind, version }) => [kind, version]),
      [['Fine', 'v1']],
    );
  });

  test('are an error if the server cannot be read', async () => {
    assert.equal((await readApiKinds(serving({}), signal)).ok, false);
  });
});
