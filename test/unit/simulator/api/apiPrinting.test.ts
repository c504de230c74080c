/** Tests the parts of lists and tables: selectors, printer column paths, and ages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAcceptHeader } from '#simulator/api/handlers/representation.ts';
import { parseRequestPath } from '#simulator/api/http/request.ts';
import { humanDuration } from '#core/text/humanDuration.ts';
import { jsonPath } from '#simulator/resources/jsonPath.ts';
import { matchesLabelSelector, parseFieldSelector, parseLabelSelector } from '#simulator/store/selectors.ts';
import { assertProportional, shortened } from '#test/support/performance/growth.ts';

test('printer column paths support indexes, filters, wildcards, and escapes', () => {
  const object = {
    metadata: { annotations: { 'example.com/name': 'x' } },
    spec: { names: ['a', 'b'] },
    status: {
      conditions: [
        { type: 'Ready', status: 'True' },
        { type: 'Old', status: 'False' },
      ],
      none: null,
    },
  };
  const read = (path: string): unknown => jsonPath(path)?.(object);
  assert.deepEqual(read('.status.conditions[?(@.type=="Ready")].status'), ['True']);
  assert.deepEqual(read(".status.conditions[?(@.type=='Missing')].status"), []);
  assert.deepEqual(read('.spec.names[1]'), ['b']);
  assert.deepEqual(read('.spec.names[-1:]'), undefined);
  assert.deepEqual(read('.spec.names[*]'), ['a', 'b']);
  assert.deepEqual(read(String.raw`.metadata.annotations.example\.com/name`), ['x']);
  assert.deepEqual(read(".metadata.annotations['example.com/name']"), ['x']);
  assert.deepEqual(read('{.spec.names[0]}'), ['a']);
  assert.deepEqual(read('.status.none'), []);
  assert.deepEqual(read('.constructor.name'), []);
});

test('ages are formatted as kubectl formats them', () => {
  const seconds = (count: number): string => humanDuration(count * 1000);
  const day = 86_400;
  assert.deepEqual(
    [-5, 0, 119, 120, 150, 599, 660, 3 * 3600, 3.5 * 3600, 10 * 3600, 50 * 3600, 9 * day, 800 * day, 4000 * day].map(
      seconds,
    ),
    ['<invalid>', '0s', '119s', '2m', '2m30s', '9m59s', '11m', '3h', '3h30m', '10h', '2d2h', '9d', '2y70d', '10y'],
  );
});

test('invalid selectors are rejected quickly', async () => {
  for (const text of [
    'a in b',
    'a=b=c',
    '!a=b',
    'a,',
    ',a',
    'a notin',
    'a b',
    '=',
    `a=${'x'.repeat(64)}`,
    `${'a'.repeat(15_000)}-`,
    `a in (${'b,'.repeat(7000)}`,
  ]) {
    assert.equal(parseLabelSelector(text).ok, false, text.slice(0, 20));
    await assertProportional((part) => parseLabelSelector(shortened(text, part)), text.slice(0, 20));
  }
  assert.equal(parseFieldSelector('a').ok, false);
  assert.deepEqual(parseFieldSelector(String.raw`a=b\,c,d!=e`), {
    ok: true,
    value: [
      { field: 'a', equal: true, value: 'b,c' },
      { field: 'd', equal: false, value: 'e' },
    ],
  });
});

test('label selectors ignore inherited property names', () => {
  const selector = parseLabelSelector('constructor');
  assert.equal(selector.ok && selector.value({}), false);
  assert.equal(matchesLabelSelector({ matchExpressions: [{ key: 'constructor', operator: 'Exists' }] }, {}), false);
  assert.equal(
    matchesLabelSelector(
      { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'NotIn', values: ['d'] }] },
      { a: 'b' },
    ),
    true,
  );
  assert.equal(matchesLabelSelector(undefined, {}), false);
});

test('request paths are parsed into their target', () => {
  const target = { group: '', version: 'v1', plural: 'pods', namespace: 'a', name: 'b', subresource: 'log', rest: '' };
  assert.deepEqual(parseRequestPath('/api/v1/namespaces/a/pods/b/log'), target);
  assert.deepEqual(parseRequestPath('/api/v1/namespaces/a'), {
    ...target,
    plural: 'namespaces',
    namespace: undefined,
    name: 'a',
    subresource: '',
  });
  assert.deepEqual(parseRequestPath('/api/v1/namespaces/a/finalize'), {
    ...target,
    plural: 'namespaces',
    namespace: undefined,
    name: 'a',
    subresource: 'finalize',
  });
  assert.deepEqual(parseRequestPath('/apis/apps/v1/deployments/'), {
    ...target,
    group: 'apps',
    plural: 'deployments',
    namespace: undefined,
    name: '',
    subresource: '',
  });
  assert.equal(parseRequestPath('/apis/apps/v1'), undefined);
  assert.equal(parseRequestPath('/version'), undefined);
});

test('response shape is the first supported one that the client accepts', () => {
  assert.equal(parseAcceptHeader('application/json;as=Table;v=v1;g=meta.k8s.io,application/json'), 'table');
  assert.equal(parseAcceptHeader('application/vnd.kubernetes.protobuf,application/json'), 'object');
  assert.equal(parseAcceptHeader('application/json;as=Table;v=v9;g=meta.k8s.io, */*'), 'object');
  assert.equal(parseAcceptHeader(undefined), 'object');
  assert.equal(parseAcceptHeader('text/html'), undefined);
});
