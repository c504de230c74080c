/** Creates situations from watched objects and lookup results. */
import { emptyHistory } from '#core/cluster/history.ts';
import { watchedKindIds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import type { LookupResult } from '#core/operations/lookups/lookup.ts';
import { factIds, type LookupId, type LookupValue } from '#core/operations/lookupList.ts';
import { requiredPermissions } from '#core/operations/lookups/permissions.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { object, readAt, snapshotOf, worker, type Raw } from '../cluster/clusterObjects.ts';
import { forbidden } from './lookupReaders.ts';

type Objects = Partial<Readonly<Record<WatchedKindId, readonly Raw[]>>>;
export type Values = { readonly [Id in LookupId]?: LookupValue<Id> };

/** Lookup results of an empty cluster. */
const nothing: Values = {
  access: { allowed: new Map(requiredPermissions.map(({ id }) => [id, true])) },
  catalogues: { sources: [] },
  clusterExtension: { found: [] },
  disruptionBudgets: { tight: [], cut: false },
  fips: { settings: [] },
  infrastructure: { controlPlaneTopology: 'HighlyAvailable', platform: 'BareMetal' },
  kataConfigAdmission: { outcome: 'noKind', message: '' },
  kataConfigCrd: {},
  kataPods: { pods: [], cut: false, requests: new Map() },
  kubeVersion: { version: 'v1.34.1' },
  operatorNamespace: {},
  packageManifest: {},
  peerPodsSecretKeys: {},
  subscriptionsElsewhere: { found: [] },
  virtualMachines: { fixed: [], cut: false },
  webhookEndpoints: { service: 'controller-manager-service', ready: 0 },
};

/** Creates a situation in which all kinds and lookups are known. Everything not specified is as in an empty cluster. */
export function situationOf(objects: Objects = {}, values: Values = {}): ObservedCluster {
  const known = Object.entries({ ...nothing, ...values }).map(
    ([id, value]): readonly [string, LookupResult<unknown>] => [id, { kind: 'known', value, asOf: readAt }],
  );
  return { ...base, snapshot: snapshotOf(objects), facts: Object.fromEntries(known) };
}

const base = {
  context: 'demo',
  server: 'https://api.demo.example.com:6443',
  history: emptyHistory,
  now: readAt,
} as const;

/** Creates a situation of a user without any read permission. */
export function unseenSituation(): ObservedCluster {
  const state: SyncState = { kind: 'forbidden', verb: 'list', trouble: { message: 'no' } };
  const snapshot: Snapshot = {
    ...emptySnapshot,
    ...Object.fromEntries(watchedKindIds.map((id) => [id, { state, items: new Map() }])),
  };
  return {
    ...base,
    snapshot,
    facts: Object.fromEntries(factIds.map((id) => [id, { kind: 'unknown', problem: forbidden }])),
  };
}

/** Removes resource kinds from the cluster of a situation. */
export function without(situation: ObservedCluster, ...ids: readonly WatchedKindId[]): ObservedCluster {
  const absent = ids.map((id) => [id, { state: { kind: 'absent' }, items: new Map() }]);
  return { ...situation, snapshot: { ...situation.snapshot, ...(Object.fromEntries(absent) as Partial<Snapshot>) } };
}

/** Creates an RHCOS worker node without Kata. */
export function plainWorker(name: string, nodeInfo: Raw = {}, labels: Raw = {}, ready = 'True'): Raw {
  const raw = worker(name, { labels, ready });
  const info = { osImage: 'Red Hat Enterprise Linux CoreOS 9.6.20260512-0 (Plow)', architecture: 'amd64', ...nodeInfo };
  return { ...raw, status: { conditions: [{ type: 'Ready', status: ready }], nodeInfo: info } };
}

export function clusterVersion(version: string, progressing = 'False'): Raw {
  return object('version', {
    status: {
      history: [{ state: 'Completed', version }],
      desired: { version: '4.21.12' },
      conditions: [{ type: 'Progressing', status: progressing }],
    },
  });
}

/** Creates the operator package as a catalog offers it. */
export function offered(
  channel = 'stable',
  version = '1.12.0',
  minKubeVersion = '1.28.0',
): LookupValue<'packageManifest'> {
  const csv = `sandboxed-containers-operator.v${version}`;
  return {
    found: {
      catalogue: 'redhat-operators',
      catalogueNamespace: 'openshift-marketplace',
      catalogueName: 'Red Hat Operators',
      defaultChannel: channel,
      channels: [
        {
          name: channel,
          currentCsv: csv,
          version,
          ...(minKubeVersion !== '' && { minKubeVersion }),
          entries: [{ csv, version }],
        },
      ],
    },
  };
}

export function subscription(channel = 'stable', source = 'redhat-operators', installedCSV?: string): Raw {
  const spec = { name: 'sandboxed-containers-operator', channel, source, sourceNamespace: 'openshift-marketplace' };
  return object('ours', { spec, status: { installedCSV } }, { namespace: 'openshift-sandboxed-containers-operator' });
}

export function csv(phase = 'Succeeded', version = '1.12.0'): Raw {
  return object(`sandboxed-containers-operator.v${version}`, { spec: { version }, status: { phase } });
}
