/** Tests the permissions to install and to uninstall with OLM v1. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { requiredPermissions } from '#core/operations/lookups/permissions.ts';
import { listObjectNames } from '#core/operations/permissions/objectNames.ts';
import { renderRoles } from '#core/operations/permissions/missingPermissionRoles.ts';
import { listMissing, listUnknown, reviewTasks } from '#core/operations/permissions/permissionTasks.ts';
import { permissionText } from '#core/operations/permissions/permissionReport.ts';
import { listPermitted } from '#core/operations/permissions/permittedActions.ts';
import { reviewPermissions } from '#core/operations/permissions/reviewPermissions.ts';
import { object, snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import {
  denied,
  granted,
  head,
  inOperatorNamespace,
  reader,
  withStates,
} from '#test/support/operations/permissionReviews.ts';

test('counts a denied permission as unknown if other permissions might be sufficient', async () => {
  const verbs = ['escalate', 'bind'] as const;
  const ids = verbs.map((verb) => `${verb} clusterroles sandboxed-containers-installer-role`);
  const asked: (string | undefined)[] = [];
  const { states, problem } = await reviewPermissions(
    reader(({ verb, name }) => {
      if (verb === 'escalate') asked.push(name);
      return verbs.some((one) => one === verb) ? denied : granted;
    }),
  );
  assert.deepEqual(asked, ['sandboxed-containers-installer-role']);
  assert.deepEqual([ids.map((id) => states.get(id)), problem], [['unknown', 'unknown'], undefined]);
  assert.equal(states.get('bind clusterroles'), 'missing', 'binding cluster-admin has no alternative');
  const all = await reviewPermissions(reader(() => granted));
  assert.deepEqual(
    ids.map((id) => all.states.get(id)),
    ['granted', 'granted'],
  );
});

test('an installation with OLM v1 needs permissions for its objects instead of those for Subscriptions', () => {
  const canInstall = (clusterExtensions: readonly ReturnType<typeof object>[], ...missing: readonly string[]) =>
    listPermitted(
      snapshotOf({ clusterExtensions }),
      withStates((id) => (missing.includes(id) ? 'missing' : 'granted')),
    ).includes('install');
  const extension = object('x', {
    spec: { source: { catalog: { packageName: 'sandboxed-containers-operator' } } },
  });
  assert.ok(canInstall([], 'create subscriptions'), 'the user can select OLM v1');
  assert.ok(canInstall([], 'create clusterextensions'), 'the user can select OLM v0');
  assert.ok(!canInstall([], 'create subscriptions', 'create clusterextensions'));
  assert.ok(canInstall([extension], 'create subscriptions'));
  assert.ok(!canInstall([extension], 'create clusterroles'));
});

test('an uninstall needs the permission to delete the ClusterExtension instead of the objects of OLM v0', () => {
  const extension = object('mine', {
    spec: { source: { catalog: { packageName: 'sandboxed-containers-operator' } } },
  });
  const withExtension = snapshotOf({ clusterExtensions: [extension] });
  const canUninstall = (snapshot: Snapshot, ...missing: readonly string[]) =>
    listPermitted(
      snapshot,
      withStates((id) => (missing.includes(id) ? 'missing' : 'granted')),
    ).includes('uninstall');
  const ofOlmV0 = ['delete subscriptions', 'delete clusterserviceversions', 'delete operatorgroups'];
  assert.ok(canUninstall(withExtension, ...ofOlmV0, 'delete customresourcedefinitions'));
  assert.ok(!canUninstall(withExtension, 'delete clusterextensions'));
  assert.ok(!canUninstall(emptySnapshot, 'delete subscriptions'));
  assert.ok(canUninstall(emptySnapshot, 'delete clusterextensions'));
  // If both a Subscription and a ClusterExtension exist, both are deleted.
  const withBoth = snapshotOf({
    clusterExtensions: [extension],
    subscriptions: [object('s', { spec: { name: 'sandboxed-containers-operator' } }, inOperatorNamespace)],
  });
  assert.ok(!canUninstall(withBoth, 'delete subscriptions'));
  assert.ok(!canUninstall(withBoth, 'delete clusterextensions'));
  const onlyForName = {
    ...withStates((id) => (id === 'delete clusterextensions' ? 'missing' : 'granted')),
    objects: new Map([['delete clusterextensions', new Map([['mine', 'granted' as const]])]]),
  };
  assert.ok(listPermitted(withExtension, onlyForName).includes('uninstall'));
  assert.deepEqual(listObjectNames(withExtension).get('delete clusterextensions'), ['mine']);
});

test('explains that all permissions in a ClusterRole replace the permission to escalate and bind', () => {
  const tasks = reviewTasks(
    withStates((id) => (id.endsWith(' sandboxed-containers-installer-role') ? 'unknown' : 'granted')),
    ['installExtension'],
  );
  const note =
    'To create ClusterRole sandboxed-containers-installer-role and its binding, you need either all permissions in the role, or the permissions `escalate` and `bind` for the role.';
  const text = permissionText({ head, tasks });
  assert.ok(
    text.includes(
      `\n  unknown: escalate, bind clusterroles.rbac.authorization.k8s.io "sandboxed-containers-installer-role"\n  ${note}\n`,
    ),
    text,
  );
  const roles = renderRoles(listMissing(tasks), 'dev', () => '', listUnknown(tasks));
  assert.equal(roles, `# No permissions are missing.\n# ${note} This file doesn't grant these permissions.\n`);
  const lacksMore = renderRoles(
    requiredPermissions.filter(({ id }) => id === 'create clusterroles'),
    'dev',
    () => '',
    listUnknown(tasks),
  );
  assert.ok(lacksMore.includes(`\n# ${note} This file doesn't grant these permissions.\n`), lacksMore);
});
