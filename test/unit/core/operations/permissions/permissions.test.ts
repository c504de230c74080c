/** Tests the review of permissions, the tasks and commands that they allow, and the roles for missing ones. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { getList, getString, getStrings } from '#core/common/json.ts';
import { requiredPermissions } from '#core/operations/lookups/permissions.ts';
import { listObjectNames } from '#core/operations/permissions/objectNames.ts';
import { createRoles, renderRoles } from '#core/operations/permissions/missingPermissionRoles.ts';
import { listMissing, reviewTasks, taskIds, taskWithId } from '#core/operations/permissions/permissionTasks.ts';
import { permissionJson, permissionText } from '#core/operations/permissions/permissionReport.ts';
import { clusterActions, listMissingFor, listPermitted } from '#core/operations/permissions/permittedActions.ts';
import { reviewPermissions, type PermissionState } from '#core/operations/permissions/reviewPermissions.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { kataConfig, object, snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import {
  denied,
  granted,
  head,
  inOperatorNamespace,
  reader,
  withStates,
} from '#test/support/operations/permissionReviews.ts';

const configured = {
  kataConfigs: [kataConfig(undefined)],
  configMaps: [object('peer-pods-cm', {}, inOperatorNamespace)],
  secrets: [object('peer-pods-secret', {}, inOperatorNamespace)],
};

describe('review of permissions', () => {
  test('gives each permission its own ID', () => {
    const ids = requiredPermissions.map(({ id }) => id);
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    );
  });

  test('asks again in the namespace only for permissions that are useful there', async () => {
    const asked: string[] = [];
    const { states, namespace } = await reviewPermissions(
      reader(({ verb, resource, subresource, namespace: where }) => {
        if (where === 'shop') asked.push(`${verb} ${resource}/${subresource ?? ''}`);
        return where === 'shop' ? granted : denied;
      }),
      'shop',
    );
    assert.equal(namespace, 'shop');
    assert.deepEqual(asked.toSorted(), [
      'create pods/exec',
      'delete pods/',
      'get pods/exec',
      'get pods/log',
      'list events/',
      'list poddisruptionbudgets/',
      'patch deployments/',
    ]);
    assert.equal(states.get('get pods/log'), 'inNamespace');
    assert.equal(states.get('list nodes'), 'missing');
  });

  test('accepts the permission on NodeFeatures in the API group of older clusters', async () => {
    const { states } = await reviewPermissions(
      reader(({ group }) => (group === 'nfd.openshift.io' ? granted : denied)),
    );
    assert.equal(states.get('list nodefeatures'), 'granted');
  });

  test('asks again for the objects that commands change only if the permission is missing in general', async () => {
    const names: string[] = [];
    const { states, objects } = await reviewPermissions(
      reader(({ verb, resource, name }) => {
        if (verb === 'patch' && name !== undefined) names.push(`${resource}/${name}`);
        return resource === 'secrets' || name === 'peer-pods-cm' ? granted : denied;
      }),
      undefined,
      undefined,
      listObjectNames(emptySnapshot),
    );
    assert.deepEqual(names.toSorted(), ['configmaps/osc-feature-gates', 'configmaps/peer-pods-cm']);
    assert.equal(states.get('patch configmaps'), 'missing');
    assert.deepEqual(
      [...(objects?.get('patch configmaps') ?? [])],
      [
        ['osc-feature-gates', 'missing'],
        ['peer-pods-cm', 'granted'],
      ],
    );
    assert.deepEqual([...(objects?.keys() ?? [])], ['patch configmaps', 'delete clusterextensions']);
  });

  test('keeps the reason if the cluster does not report a permission', async () => {
    const problem = { why: 'forbidden', message: 'no access reviews' } as const;
    const { states, problem: kept } = await reviewPermissions(
      reader(({ resource }) => (resource === 'nodes' ? { kind: 'problem', problem } : granted)),
    );
    assert.deepEqual(kept, problem);
    assert.equal(states.get('list nodes'), 'unknown');
    assert.equal(states.get('list pods'), 'granted');
  });
});

describe('commands', () => {
  test('are all offered if permissions are granted, unknown, or not reviewed', () => {
    for (const review of [undefined, withStates(() => 'granted'), withStates(() => 'unknown'), { states: new Map() }])
      assert.deepEqual(listPermitted(emptySnapshot, review), clusterActions);
  });

  test('are not offered without a necessary permission, and are offered without an optional one', () => {
    const without = (...ids: readonly string[]) =>
      listPermitted(
        emptySnapshot,
        withStates((id) => (ids.includes(id) ? 'missing' : 'granted')),
      );
    assert.ok(!without('create subscriptions').includes('install'));
    assert.ok(without('patch installplans').includes('install'));
    assert.ok(without('delete namespaces').includes('uninstall'));
    assert.deepEqual(
      clusterActions.filter((action) => !without('patch kataconfigs').includes(action)),
      ['install', 'setLogLevel', 'setNodes'],
    );
    assert.ok(without('get nodes/proxy').includes('showNodeLogs'), 'oc debug needs another permission');
    assert.ok(!without('get nodes/proxy', 'create pods').includes('showNodeLogs'));
    assert.ok(!without('bind clusterroles').includes('collectMustGather'));
    assert.ok(!without('get pods/exec').includes('openTerminal'));
    assert.ok(without('create pods/exec').includes('openTerminal'), 'needed only by Kubernetes 1.35 and later');
    assert.ok(!without('create pods').includes('openNodeShell'));
  });

  test('are offered if the permission is granted only for the object that they change', () => {
    const review = (id: string, name: string, state: PermissionState) => ({
      ...withStates((one) => (one === id ? 'missing' : 'granted')),
      objects: new Map([[id, new Map([[name, state]])]]),
    });
    const hidden = (...of: Parameters<typeof review>) => {
      const permitted = listPermitted(snapshotOf(configured), review(...of));
      return clusterActions.filter((action) => !permitted.includes(action));
    };
    assert.deepEqual(hidden('patch configmaps', 'peer-pods-cm', 'granted'), ['setFeatureGates']);
    assert.deepEqual(hidden('patch configmaps', 'peer-pods-cm', 'unknown'), ['setFeatureGates']);
    assert.deepEqual(hidden('patch configmaps', 'osc-feature-gates', 'granted'), [
      'configurePeerPods',
      'setPeerPodsLimit',
      'setInstanceTypes',
    ]);
    assert.deepEqual(hidden('patch secrets', 'peer-pods-secret', 'granted'), []);
    assert.deepEqual(hidden('patch secrets', 'peer-pods-secret', 'missing'), ['enterCredentials']);
    assert.deepEqual(hidden('patch kataconfigs', 'example-kataconfig', 'granted'), []);
    assert.deepEqual(hidden('patch kataconfigs', 'other', 'granted'), ['install', 'setLogLevel', 'setNodes']);
    assert.deepEqual(hidden('delete kataconfigs', 'example-kataconfig', 'granted'), []);
  });

  test('need permission to create only objects that do not exist', () => {
    const review = withStates((id) => (/^create (configmaps|secrets)$/.test(id) ? 'missing' : 'granted'));
    const refused = (snapshot: Snapshot) =>
      ['setFeatureGates', 'configurePeerPods', 'enterCredentials'].filter((action) =>
        clusterActions.some((one) => one === action && listMissingFor(one, snapshot, review).length > 0),
      );
    assert.deepEqual(refused(emptySnapshot), ['setFeatureGates', 'configurePeerPods', 'enterCredentials']);
    assert.deepEqual(refused(snapshotOf({ configMaps: configured.configMaps })), [
      'setFeatureGates',
      'enterCredentials',
    ]);
    assert.deepEqual(refused(snapshotOf(configured)), ['setFeatureGates']);
  });

  test('name the missing permissions of the first way', () => {
    const review = withStates(() => 'missing');
    assert.deepEqual(
      listMissingFor('showMetrics', emptySnapshot, review).map(({ id }) => id),
      ['get routes', 'get prometheuses/api'],
    );
  });

  test('need only existing permissions', () => {
    const ids = new Set(requiredPermissions.map(({ id }) => id));
    const missing = withStates(() => 'missing');
    for (const action of clusterActions) {
      const needed = listMissingFor(action, emptySnapshot, missing);
      assert.ok(needed.length > 0, action);
      assert.ok(needed.every(({ id }) => ids.has(id)));
    }
  });
});

describe('tasks', () => {
  test('have the names of the command line', () => {
    assert.deepEqual(taskIds, [
      'view',
      'install',
      'install-olm-v1',
      'configure',
      'update',
      'uninstall',
      'uninstall-olm-v1',
      'metrics',
      'logs',
      'shell',
      'must-gather',
    ]);
    for (const id of taskIds) assert.equal(reviewTasks({ states: new Map() }, [taskWithId(id) ?? 'look'])[0]?.id, id);
    const byDefault = reviewTasks({ states: new Map() }).map(({ id }) => id);
    // The descriptions of the command and of the tool for assistants name the exceptions.
    assert.deepEqual(
      byDefault,
      taskIds.filter((id) => !id.endsWith('-olm-v1')),
    );
  });

  test('have the least favorable state of their permissions', () => {
    const stateOf = (states: Readonly<Record<string, PermissionState>>) =>
      reviewTasks(
        withStates((id) => states[id] ?? 'granted'),
        ['logs'],
      )[0]?.state;
    assert.equal(stateOf({}), 'granted');
    assert.equal(stateOf({ 'get pods/log': 'inNamespace' }), 'inNamespace');
    assert.equal(stateOf({ 'get pods/log': 'inNamespace', 'get nodes/proxy': 'unknown' }), 'unknown');
    assert.equal(stateOf({ 'get pods/log': 'missing', 'get nodes/proxy': 'unknown' }), 'missing');
  });

  test('do not miss a permission that is granted for the objects that the commands change', () => {
    const withObjects = (id: string, objects: Readonly<Record<string, PermissionState>>) =>
      reviewTasks(
        {
          ...withStates((one) => (one === id ? 'missing' : 'granted')),
          objects: new Map([[id, new Map(Object.entries(objects))]]),
        },
        ['configure'],
      );
    const granted = withObjects('patch configmaps', { 'osc-feature-gates': 'granted', 'peer-pods-cm': 'granted' });
    assert.deepEqual([granted[0]?.state, listMissing(granted)], ['granted', []]);
    const partly = withObjects('patch configmaps', { 'osc-feature-gates': 'missing', 'peer-pods-cm': 'granted' });
    assert.deepEqual(
      listMissing(partly).map(({ id, name }) => [id, name]),
      [['patch configmaps', 'osc-feature-gates']],
    );
    const none = withObjects('patch configmaps', { 'osc-feature-gates': 'missing', 'peer-pods-cm': 'missing' });
    assert.deepEqual(
      listMissing(none).map(({ id, name }) => [id, name]),
      [['patch configmaps', undefined]],
    );
  });
});

describe('roles for missing permissions', () => {
  const missing = listMissing(reviewTasks(withStates(() => 'missing')));

  test('contain each missing permission exactly once, in its namespace', () => {
    const roles = createRoles(missing, 'dev').filter((role) => !getString(role, 'kind')?.endsWith('Binding'));
    const given = roles.flatMap((role) =>
      getList(role, 'rules').flatMap((rule) =>
        getStrings(rule, 'resources').flatMap((resource) =>
          getStrings(rule, 'verbs').map((verb) =>
            [
              verb,
              resource,
              getStrings(rule, 'apiGroups').join('|'),
              getStrings(rule, 'resourceNames').join('|'),
              getString(role, 'metadata', 'namespace') ?? '',
            ].join(' '),
          ),
        ),
      ),
    );
    const wanted = missing.map(({ verb, resource, subresource, group, olderGroup, name = '', namespace = '' }) =>
      [
        verb,
        subresource === undefined ? resource : `${resource}/${subresource}`,
        olderGroup === undefined ? group : `${group}|${olderGroup}`,
        name,
        namespace,
      ].join(' '),
    );
    assert.deepEqual(given.toSorted(), wanted.toSorted());
  });

  test('are bound to the user or to the service account', () => {
    const subjects = (user: string) =>
      createRoles(missing.slice(0, 1), user).flatMap((object) => getList(object, 'subjects'));
    assert.deepEqual(subjects('dev'), [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'dev' }]);
    assert.deepEqual(subjects('system:serviceaccount:ci:robot'), [
      { kind: 'ServiceAccount', name: 'robot', namespace: 'ci' },
    ]);
  });

  test('have names that differ if the rules or the user differ, so that none replaces another', () => {
    const nameOf = (count: number, user: string) =>
      getString(createRoles(missing.slice(0, count), user)[0], 'metadata', 'name');
    assert.equal(nameOf(1, 'dev'), nameOf(1, 'dev'));
    assert.equal(new Set([nameOf(1, 'dev'), nameOf(2, 'dev'), nameOf(1, 'ops')]).size, 3);
  });

  test('warn about permissions with which the user can get more, and about an unknown user name', () => {
    const text = renderRoles(missing, undefined, (object) => `${JSON.stringify(object)}\n`);
    assert.match(text, /^# Warning: With bind on cluster-admin, the user can become a cluster administrator\.$/m);
    assert.match(text, /^# The user name is unknown\. Replace USER_NAME /m);
    const harmless = renderRoles(
      missing.filter(({ id }) => id === 'list nodes'),
      'dev\u202e\n- evil',
      () => '',
    );
    assert.doesNotMatch(harmless, /Warning|\u202e|^- evil/m);
  });
});

describe('report of permissions', () => {
  const report = {
    head,
    tasks: reviewTasks(withStates((id) => (id === 'create subscriptions' ? 'missing' : 'granted'))),
  };

  test('lists each missing permission with its namespace', () => {
    const text = permissionText(report);
    assert.match(text, /^1 permission missing\.$/m);
    assert.match(
      text,
      /^ {2}missing: create subscriptions\.operators\.coreos\.com in openshift-sandboxed-containers-operator$/m,
    );
    assert.match(text, /^view {9}all \d+ granted$/m);
  });

  test('lists the missing verbs of a resource in one line', () => {
    const tasks = reviewTasks(withStates((id) => (/ (kataconfigs|nodes)$/.test(id) ? 'missing' : 'granted')));
    const lines = permissionText({ head, tasks }).split('\n');
    assert.deepEqual(lines.filter((line) => line.startsWith('  missing:')).slice(0, 2), [
      '  missing: get, list, watch kataconfigs.kataconfiguration.openshift.io',
      '  missing: list, watch nodes',
    ]);
  });

  test('lists each permission that is granted only in the namespace', () => {
    const text = permissionText({
      head,
      namespace: 'shop\u202e',
      tasks: reviewTasks(
        withStates((id) => (id === 'get pods/log' ? 'inNamespace' : 'granted')),
        ['logs'],
      ),
    });
    const own = sanitizeLine('shop\u202e');
    assert.ok(text.includes(`\nlogs  1 of 2 only in ${own}\n  only in ${own}: get pods/log\n`), text);
    assert.doesNotMatch(text, /\u202e/);
  });

  test('contains roles in JSON only on request', () => {
    assert.equal(getList(permissionJson(report, true), 'roles').length, 2);
    assert.ok(!('roles' in permissionJson(report, false)));
  });
});
