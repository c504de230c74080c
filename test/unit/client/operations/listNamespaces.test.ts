/** Tests which namespaces the namespace filter offers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadResult } from '#core/operations/lookups/lookup.ts';
import { listNamespaces } from '#client/operations/workloads/listNamespaces.ts';

type Listed = ReadResult<{ readonly items: readonly unknown[]; readonly cut: boolean }>;

const projects = '/apis/project.openshift.io/v1/projects';
const namespaces = '/api/v1/namespaces';
const forbidden: Listed = { kind: 'problem', problem: { why: 'forbidden', message: 'no' } };
const named = (...names: readonly string[]): Listed => ({
  kind: 'value',
  value: { items: names.map((name) => ({ metadata: { name } })), cut: false },
});
const list = (responses: Readonly<Record<string, Listed>>) =>
  listNamespaces({ list: (path) => Promise.resolve(responses[path] ?? { kind: 'absent' }) });

test('namespace filter offers the projects of the user, and namespaces on clusters without projects', async () => {
  assert.deepEqual(await list({ [projects]: named('shop', 'bank', '../x'), [namespaces]: forbidden }), [
    'bank',
    'shop',
  ]);
  assert.deepEqual(await list({ [namespaces]: named('default') }), ['default']);
});

test('namespace filter offers no namespaces to a user who may list neither', async () => {
  assert.equal(await list({ [projects]: forbidden, [namespaces]: forbidden }), undefined);
});
