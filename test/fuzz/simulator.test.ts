/**
 * Tests the simulator with random requests: it never exits, responds to each, and returns errors as Status objects. The
 * seed and the number of requests are fixed. For other runs: `OSC_FUZZ_SEED=7 OSC_FUZZ_REQUESTS=20000 node --test
 * test/fuzz/simulator.test.ts`.
 */
import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { simulate } from '#simulator/simulate.ts';
import { Client, currentContext, identitiesOf } from '../support/cluster/apiClient.ts';
import type { Ask, Reply } from '../support/cluster/apiClient.ts';
import { random } from '../support/randomInput/random.ts';
import type { Random } from '../support/randomInput/random.ts';

const seed = Number(process.env['OSC_FUZZ_SEED'] ?? 1);
const requests = Number(process.env['OSC_FUZZ_REQUESTS'] ?? 1500);

const words = [
  'a',
  'default',
  'kube-system',
  '~',
  '..',
  '%2e%2e',
  '%00',
  '%ff',
  '%F0%9F%98%80',
  'A_b',
  '__proto__',
  'constructor',
  'x'.repeat(300),
  '',
  'status',
  'log',
  'scale',
  'finalize',
] as const;
const places = [
  '/api/v1',
  '/apis/apps/v1',
  '/apis/rbac.authorization.k8s.io/v1',
  '/apis/apiextensions.k8s.io/v1',
  '/apis/operators.coreos.com/v1alpha1',
  '/apis/things.example.com/v1',
  '/apis',
  '/openapi/v3',
  '/nowhere',
] as const;
const plurals = [
  'namespaces',
  'configmaps',
  'pods',
  'secrets',
  'nodes',
  'deployments',
  'clusterroles',
  'customresourcedefinitions',
  'subscriptions',
  'things',
  'serviceaccounts',
  'events',
] as const;
const kinds = [
  'Namespace',
  'ConfigMap',
  'Pod',
  'Secret',
  'Node',
  'Deployment',
  'ClusterRole',
  'CustomResourceDefinition',
  'Subscription',
  'Thing',
  'ServiceAccount',
  'Event',
] as const;
const methods = ['GET', 'GET', 'POST', 'POST', 'PUT', 'PATCH', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;
const types = [
  'application/json',
  'application/yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/vnd.kubernetes.protobuf',
  'text/plain',
  '',
] as const;
const accepts = [
  'application/json',
  '*/*',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  'text/html',
  ';;,,=',
] as const;
const queries = [
  'limit=-1',
  'limit=1',
  'limit=99999999999999999999',
  'continue=%00',
  'continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYSJ9',
  'labelSelector=a%20in%20(',
  'labelSelector=!!a',
  'labelSelector=' + 'a,'.repeat(200),
  'fieldSelector=metadata.name%3D%3D%3D',
  'fieldSelector=__proto__%3Da',
  'resourceVersion=-1',
  'resourceVersion=1e9',
  'resourceVersionMatch=Exact&resourceVersion=2',
  'watch=1&timeoutSeconds=0.5',
  'watch=x&resourceVersion=abc',
  'dryRun=All',
  'dryRun=x',
  'fieldManager=a',
  'fieldManager=a&force=true',
  'fieldValidation=Strict',
  'follow=true&tailLines=x',
  'gracePeriodSeconds=-5',
  'propagationPolicy=Foreground',
] as const;

/** Returns a random value, sometimes in the expected shape. */
function value(chance: Random, depth = 0): unknown {
  const kind = chance.below(depth > 4 ? 7 : 10);
  if (kind < 7)
    return chance.pick(['', 'a', 0, -1, 1.5, 1e300, null, true, 'x'.repeat(5000), '\u0000', '🙂', '__proto__']);
  if (kind === 7) return Array.from({ length: chance.below(4) }, () => value(chance, depth + 1));
  const names = [
    'metadata',
    'name',
    'namespace',
    'labels',
    'spec',
    'status',
    'containers',
    'template',
    'selector',
    'rules',
    'versions',
    'schema',
    'openAPIV3Schema',
    'type',
    'properties',
    'finalizers',
    'managedFields',
    '$patch',
    '$ref',
    '__proto__',
    'items',
    'pattern',
    'op',
    'path',
  ] as const;
  return JSON.parse(
    `{${Array.from({ length: chance.below(5) }, () => `${JSON.stringify(chance.pick(names))}:${JSON.stringify(value(chance, depth + 1))}`).join(',')}}`,
  );
}

function object(chance: Random, index: number): unknown {
  const crd = {
    group: 'things.example.com',
    scope: chance.pick(['Cluster', 'Namespaced', 'x']),
    names: { plural: 'things', kind: 'Thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: chance.chance(0.5) ? { type: 'object' } : value(chance) },
      },
    ],
  };
  const kind = kinds[index] ?? 'ConfigMap';
  const name =
    kind === 'CustomResourceDefinition'
      ? 'things.things.example.com'
      : chance.pick(['a', 'b', 'a', 'b', 'c', 'A_b', '', 'x'.repeat(300)]);
  const spec = kind === 'CustomResourceDefinition' ? crd : chance.chance(0.6) ? undefined : value(chance);
  return {
    ...(chance.chance(0.8)
      ? {}
      : { apiVersion: chance.pick(['v1', 'apps/v1', 'things.example.com/v1', 'apiextensions.k8s.io/v1', 'x']) }),
    kind,
    metadata: chance.chance(0.7)
      ? { name, finalizers: chance.chance(0.2) ? ['a.example/b'] : undefined }
      : value(chance),
    spec,
    data: chance.chance(0.7) ? undefined : value(chance),
  };
}

function bodyOf(chance: Random, index: number): Ask {
  const pick = chance.below(10);
  if (pick === 0) return {};
  if (pick === 1)
    return {
      raw: chance.pick([
        '{',
        '[[[[',
        '\u0000',
        'k8s\u0000\n\u0005abc',
        'a: &a [*a]',
        `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
        '[{"op":"copy","from":"","path":"/metadata/a"}]',
      ]),
    };
  if (pick === 2) return { raw: Buffer.from(Array.from({ length: chance.below(200) }, () => chance.below(256))) };
  if (pick === 3) return { body: value(chance) };
  return { body: object(chance, index) };
}

test(`simulator responds to ${requests} random requests and returns errors as Status objects`, async () => {
  const chance = random(seed);
  const simulation = await simulate({ history: 500 });
  const identity = identitiesOf(simulation.kubeconfig, '/').get(currentContext(simulation.kubeconfig));
  assert.ok(identity !== undefined);
  const client = new Client(identity);
  const codes = new Map<number, number>();
  try {
    for (let request = 0; request < requests; request += 1) {
      const index = chance.below(plurals.length);
      const method = chance.pick(methods);
      const isRight = chance.chance(0.7);
      const type = simulation.resources.all.find(({ plural }) => plural === plurals[index]);
      const place =
        isRight && type !== undefined
          ? type.group === ''
            ? `/api/${type.version}`
            : `/apis/${type.group}/${type.version}`
          : chance.pick(places);
      const inNamespace = isRight ? type?.namespaced === true : chance.chance(0.5);
      const namespace = isRight ? 'default' : chance.pick(words);
      const name = chance.chance(method === 'POST' ? 0.1 : method === 'GET' ? 0.5 : 0.95)
        ? isRight
          ? chance.pick(['a', 'b', 'things.things.example.com'])
          : chance.pick(words)
        : '';
      const parts = [
        place,
        inNamespace ? `namespaces/${namespace}` : '',
        plurals[index] ?? '',
        name,
        name !== '' && chance.chance(0.2) ? chance.pick(words) : '',
      ];
      const path = `${parts.filter((part) => part !== '').join('/')}${chance.chance(0.5) ? `?${chance.pick(queries)}` : ''}`;
      // A successful watch or followed log continues until the client closes it.
      const endless = /watch=|follow=/.test(path) ? { headers: { 'x-end': '1' } } : {};
      const ask = {
        ...(method === 'GET' || method === 'HEAD' ? {} : bodyOf(chance, index)),
        type: chance.chance(0.6)
          ? method === 'PATCH'
            ? 'application/merge-patch+json'
            : 'application/json'
          : chance.pick(types),
        accept: chance.chance(0.8) ? 'application/json' : chance.pick(accepts),
        ...endless,
      };
      const reply = await answered(client, method, path, ask);
      codes.set(reply.code, (codes.get(reply.code) ?? 0) + 1);
      const isPage = reply.code === 404 && reply.text === '404 page not found\n';
      if (reply.code >= 400 && !isPage && method !== 'HEAD') {
        assert.equal(reply.body['kind'], 'Status', `${method} ${path} -> ${reply.code} ${reply.text.slice(0, 200)}`);
        assert.equal(reply.body['code'], reply.code);
      }
      assert.ok(
        reply.code < 500 ||
          [501, 504].includes(reply.code) ||
          String(reply.body['message']).startsWith('resourceVersion should not be set'),
        `${method} ${path} ${JSON.stringify(ask).slice(0, 500)} -> ${reply.text.slice(0, 300)}`,
      );
    }
    // Makes sure that requests also succeed and aren't only rejected.
    for (const code of [200, 201, 400, 404, 405, 409, 415, 422])
      assert.ok((codes.get(code) ?? 0) > 0, `no answer was ${code}: ${JSON.stringify([...codes])}`);
    assert.equal((await client.get('/readyz')).text, 'ok');
  } finally {
    client.close();
    await simulation.close();
  }
});

async function answered(client: Client, method: string, path: string, ask: Ask): Promise<Reply> {
  if (ask.headers === undefined) return client.ask(method, path, ask);
  const stream = await client.watch(path, ask);
  if (stream.code === 200) {
    stream.close();
    return { code: 200, headers: {}, text: '', body: {} };
  }
  stream.close();
  return client.ask(method, path, ask);
}
