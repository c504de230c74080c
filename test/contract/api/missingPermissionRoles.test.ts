/**
 * Tests that the roles which the product generates for an administrator grant exactly the missing permissions: applied
 * by an administrator, each missing permission passes its access review, and others that were missing stay missing.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getMap, getString, getValue } from '#core/common/json.ts';
import type { ReadResult } from '#core/operations/lookups/lookup.ts';
import { requiredPermissions } from '#core/operations/lookups/permissions.ts';
import { createRoles } from '#core/operations/permissions/missingPermissionRoles.ts';
import { allPermissionTasks, listMissing, reviewTasks } from '#core/operations/permissions/permissionTasks.ts';
import { reviewPermissions, type PermissionReview } from '#core/operations/permissions/reviewPermissions.ts';
import type { RightPurpose } from '#core/operations/lookups/permissions.ts';
import { contract } from './contractServer.ts';

const server = contract();
/** Paths of the created roles and bindings. */
const created: string[] = [];

/** Reviews the permissions of the user without permissions. */
async function reviewed(): Promise<PermissionReview> {
  const { viewer } = server();
  return reviewPermissions({
    async mayI({ group, resource, verb, namespace, name, subresource }): Promise<ReadResult<boolean>> {
      const reply = await viewer.post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { group, resource, verb, namespace, name, subresource } },
      });
      assert.equal(reply.code, 201, reply.text);
      return { kind: 'value', value: getValue(reply.body, 'status', 'allowed') === true };
    },
  });
}

/** Creates the namespaces of the roles and the roles. */
async function apply(task: RightPurpose): Promise<void> {
  const { admin, viewerName } = server();
  const roles = createRoles(listMissing(reviewTasks(await reviewed(), [task])), viewerName);
  for (const role of roles) {
    const namespace = getString(role, 'metadata', 'namespace');
    if (namespace !== undefined) {
      const metadata = { name: namespace };
      const reply = await admin.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata });
      assert.ok(reply.code === 201 || reply.code === 409, reply.text);
    }
    const plural = `${(getString(role, 'kind') ?? '').toLowerCase()}s`;
    const path = `/apis/rbac.authorization.k8s.io/v1/${namespace === undefined ? '' : `namespaces/${namespace}/`}${plural}`;
    const reply = await admin.post(path, role);
    assert.equal(reply.code, 201, reply.text);
    assert.deepEqual(getValue(reply.body, 'rules'), getValue(role, 'rules'), 'the server keeps the rules as they are');
    created.push(`${path}/${getString(getMap(role, 'metadata'), 'name') ?? ''}`);
  }
}

/** Waits until the server has learned of the bindings, which a real one does through its own watch. */
async function grantedAfter(task: RightPurpose): Promise<ReadonlySet<string>> {
  for (;;) {
    const { states } = await reviewed();
    if (
      reviewTasks({ states }, [task])[0]?.needed.every(
        ({ id, hasAlternative }) => hasAlternative === true || states.get(id) === 'granted',
      ) === true
    )
      return new Set([...states].flatMap(([id, state]) => (state === 'granted' ? [id] : [])));
  }
}

test('generated roles make exactly the missing permissions of each task pass', { timeout: 120_000 }, async () => {
  try {
    const expected = new Set<string>();
    const { states } = await reviewed();
    for (const { id, hasAlternative } of requiredPermissions)
      assert.equal(states.get(id), hasAlternative === true ? 'unknown' : 'missing', id);
    const grantable = requiredPermissions.filter(({ hasAlternative }) => hasAlternative !== true);
    for (const task of allPermissionTasks) {
      await apply(task);
      for (const { id, purposes } of grantable) if (purposes.includes(task)) expected.add(id);
      assert.deepEqual([...(await grantedAfter(task))].toSorted(), [...expected].toSorted(), task);
    }
    assert.equal(expected.size, grantable.length);
  } finally {
    for (const path of created.toReversed()) await server().admin.delete(path);
  }
});
