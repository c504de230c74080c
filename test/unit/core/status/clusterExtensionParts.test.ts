/** Tests how ClusterExtensions (OLM v1) are explained, and which release they give the cluster. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isKindNeeded } from '#core/cluster/optionalKinds.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { factsOf, factSources } from '#core/status/health/clusterInfo.ts';
import { explainObject } from '#core/explain/objects/explainObject.ts';
import { oscReleases } from '#core/operations/oscReleases.ts';
import { isOperatorInstalled, listExtensionParts } from '#core/status/operator/clusterExtensionParts.ts';
import {
  findOperatorAbsence,
  getInstalledRelease,
  getOperatorState,
  getOperatorVersion,
} from '#core/status/operator/operatorParts.ts';
import { object, snapshotOf, type Raw } from '#test/support/cluster/clusterObjects.ts';
import { csv, subscription } from '#test/support/operations/situations.ts';
import { findPart } from './findPart.ts';

interface Shape {
  readonly name?: string;
  readonly version?: string;
  readonly installed?: readonly [status: string, reason: string, message: string];
  readonly progressing?: readonly [reason: string, message: string];
  readonly deprecated?: string;
  readonly metadata?: Raw;
}

function extension({
  name = 'sandboxed-containers',
  version,
  installed,
  progressing,
  deprecated,
  metadata,
}: Shape): Raw {
  const conditions = [
    ...(installed === undefined
      ? []
      : [{ type: 'Installed', status: installed[0], reason: installed[1], message: installed[2] }]),
    ...(progressing === undefined
      ? []
      : [{ type: 'Progressing', status: 'True', reason: progressing[0], message: progressing[1] }]),
    ...(deprecated === undefined
      ? []
      : [{ type: 'Deprecated', status: 'True', reason: 'Deprecated', message: deprecated }]),
  ];
  return object(
    name,
    {
      kind: 'ClusterExtension',
      spec: {
        namespace: 'openshift-sandboxed-containers-operator',
        serviceAccount: { name: 'sandboxed-containers-installer' },
        source: { sourceType: 'Catalog', catalog: { packageName: 'sandboxed-containers-operator' } },
      },
      status: {
        conditions,
        ...(version === undefined ? {} : { install: { bundle: { name: `b.v${version}`, version } } }),
      },
    },
    metadata,
  );
}

const ok = {
  version: '1.13.1',
  installed: ['True', 'Succeeded', 'Installed'],
  progressing: ['Succeeded', 'Desired state reached'],
} as const;
const none = ['False', 'Failed', 'No bundle installed'] as const;
const missing =
  'error for resolved bundle "x": pre-authorization failed: service account requires the following permissions to manage cluster extension:\n  Namespace:"" APIGroups:[] Resources:[services] Verbs:[list,watch]';

const openShift = (version: string): Raw =>
  object('version', { status: { history: [{ state: 'Completed', version }], desired: { version } } });

describe('ClusterExtension part', () => {
  for (const [title, shape, health, headline, meaning] of [
    ['an installed version', ok, 'ok', 'OSC 1.13.1', /OLM v1 installed the operator/],
    ['no conditions yet', {}, 'busy', 'Not installed yet', /hasn't installed the operator yet\.$/],
    [
      'a rollout',
      { installed: none, progressing: ['RollingOut', 'x'] },
      'busy',
      'Not installed yet',
      /No bundle installed/,
    ],
    [
      'a missing permission',
      { installed: none, progressing: ['Retrying', missing] },
      'failed',
      'Installation failed',
      /can't install the operator: .*Resources:\[services\] Verbs:\[list,watch\]/,
    ],
    [
      'an invalid configuration',
      { installed: none, progressing: ['InvalidConfiguration', 'required field "watchNamespace" is missing'] },
      'failed',
      'Installation failed',
      /required field "watchNamespace" is missing/,
    ],
    [
      'an update that fails',
      { ...ok, progressing: ['Retrying', 'no bundles found'] },
      'attention',
      'OSC 1.13.1: change failed',
      /can't apply the ClusterExtension: no bundles found\. The installed version keeps running/,
    ],
    ['an update', { ...ok, progressing: ['RollingOut', 'x'] }, 'busy', 'OSC 1.13.1: being replaced', /another version/],
    [
      'a deprecated channel',
      { ...ok, deprecated: 'channel "stable-1.5" is old' },
      'attention',
      'OSC 1.13.1: deprecated',
      /channel "stable-1\.5" is old/,
    ],
    [
      'a deletion',
      { ...ok, metadata: { deletionTimestamp: '2026-11-01T11:00:00Z' } },
      'busy',
      'Being deleted',
      /and its CRDs/,
    ],
  ] as const satisfies readonly (readonly [string, Shape, string, string, RegExp])[])
    test(`explains ${title}`, () => {
      const [part] = listExtensionParts(snapshotOf({ clusterExtensions: [extension(shape)] }));
      assert.deepEqual([part?.health, part?.headline], [health, headline]);
      assert.match(part?.meaning ?? '', meaning);
    });

  test('names the ServiceAccount that lacks a permission, and escapes and shortens the message', () => {
    const at = (message: string): Snapshot =>
      snapshotOf({ clusterExtensions: [extension({ installed: none, progressing: ['Retrying', message] })] });
    const [part] = listExtensionParts(at(missing));
    assert.match(part?.todo ?? '', /ClusterRole of ServiceAccount sandboxed-containers-installer/);
    const [hostile] = listExtensionParts(at(`\u001b[31m${'x'.repeat(100_000)}`));
    assert.ok((hostile?.meaning.length ?? Infinity) < 1500);
    assert.ok(!hostile?.meaning.includes('\u001b'));
    assert.match(hostile?.todo ?? '', /oc describe clusterextension sandboxed-containers/);
  });

  test('names each of two ClusterExtensions, and prefers the one that is installed', () => {
    const snapshot = snapshotOf({
      clusterExtensions: [
        extension({ name: 'first', installed: none, progressing: ['Retrying', 'exists'] }),
        extension({ ...ok, name: 'other' }),
      ],
    });
    assert.deepEqual(
      listExtensionParts(snapshot).map(({ id, name, health }) => [id, name, health]),
      [
        ['clusterExtension/first', 'ClusterExtension first', 'failed'],
        ['clusterExtension/other', 'ClusterExtension other', 'ok'],
      ],
    );
    assert.equal(getOperatorVersion(snapshot), '1.13.1');
  });

  test('ignores ClusterExtensions of other packages', () => {
    const other = object('x', { spec: { source: { catalog: { packageName: 'other' } } }, status: {} });
    assert.deepEqual(listExtensionParts(snapshotOf({ clusterExtensions: [other] })), []);
  });

  test('reports the conflict with a Subscription, as the preflight check does', () => {
    const snapshot = snapshotOf({
      clusterExtensions: [extension(ok)],
      subscriptions: [subscription()],
      clusterServiceVersions: [csv()],
    });
    assert.equal(listExtensionParts(snapshot)[0]?.health, 'failed');
    assert.equal(getOperatorVersion(snapshot), '1.12.0');
  });

  test('is explained from pasted YAML too', () => {
    const text = explainObject(extension(ok), { start: 0, end: 1 });
    assert.match(JSON.stringify(text), /OSC 1\.13\.1/);
  });
});

test('the release comes from the ClusterExtension if there is no CSV', () => {
  const snapshot = snapshotOf({ clusterExtensions: [extension(ok)] });
  assert.equal(getInstalledRelease(snapshot), '1.13');
  assert.equal(isOperatorInstalled(snapshot), true);
  assert.equal(oscReleases({ snapshot, facts: {} }).current?.version, '1.13.1');
  assert.equal(factsOf('c', snapshot)?.release, '1.13');
  assert.ok(factSources(snapshot).includes(snapshot.clusterExtensions.items));
  assert.equal(isOperatorInstalled(snapshotOf({ clusterExtensions: [extension({ installed: none })] })), false);
});

test('ClusterExtensions are requested only from OpenShift versions with OLM v1', () => {
  const at = (version: string): boolean =>
    isKindNeeded('clusterExtensions', snapshotOf({ clusterVersions: [openShift(version)] }));
  assert.deepEqual([at('4.17.30'), at('4.18.0'), at('4.21.9'), at('x')], [false, true, true, false]);
});

test('a missing permission for ClusterExtensions is named only if nothing else shows how the operator was installed', () => {
  const forbidden = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    clusterExtensions: {
      state: { kind: 'forbidden', verb: 'list', trouble: { message: 'no' } },
      items: new Map(),
    },
  });
  const running = object('controller-manager', {
    spec: { replicas: 1 },
    status: { availableReplicas: 1, replicas: 1 },
  });
  const alone = forbidden(snapshotOf({ deployments: [running] }));
  assert.deepEqual(
    [findPart(alone, 'clusterExtension').missing, findPart(alone, 'deployment/controller-manager').health],
    ['notAllowed', 'ok'],
  );
  assert.match(findPart(alone, 'deployment/controller-manager').meaning, /might have installed it/);
  const empty = forbidden(snapshotOf({}));
  assert.equal(getOperatorState(empty).health, 'ok');
  assert.match(findPart(empty, 'operator').meaning, /You don't have list permission for ClusterExtensions/);
  assert.equal(findOperatorAbsence(empty), 'withCrd');
  const subscribed = forbidden(snapshotOf({ subscriptions: [subscription()], deployments: [running] }));
  assert.doesNotMatch(JSON.stringify(getOperatorState(subscribed).parts), /ClusterExtension/);
});
