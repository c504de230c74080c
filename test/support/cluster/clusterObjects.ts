/** Creates snapshots from objects in the form in which a cluster returns them. */
import { watchedKindIds, watchedKinds, type ItemOf, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { updateSnapshot, emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { WatchChange } from '#core/cluster/syncState.ts';

export type Raw = Readonly<Record<string, unknown>>;

/** Time when all objects were read. */
export const readAt = Date.UTC(2026, 10, 1, 12);

/** Creates a snapshot in which only the known kinds are read. By default, these are all kinds. */
export function snapshotOf(
  objects: Partial<Readonly<Record<WatchedKindId, readonly Raw[]>>>,
  known: readonly WatchedKindId[] = watchedKindIds,
): Snapshot {
  let snapshot = emptySnapshot;
  for (const id of known) {
    const items = (objects[id] ?? []).flatMap((raw) => watchedKinds[id].read(raw) ?? []);
    const change: WatchChange<ItemOf<WatchedKindId>> = {
      kind: 'replace',
      items: new Map(items.map((item) => [item.uid, item])),
      asOf: readAt,
    };
    snapshot = updateSnapshot(snapshot, id, change as WatchChange<never>);
  }
  return snapshot;
}

export function object(name: string, rest: Raw = {}, metadata: Raw = {}): Raw {
  return { metadata: { name, uid: `uid of ${name}`, resourceVersion: '1', ...metadata }, ...rest };
}

export function condition(status: string, reason: string, message: string): Raw {
  return { type: 'InProgress', status, reason, message, lastTransitionTime: '2026-11-01T11:50:00Z' };
}

/**
 * Creates a KataConfig.
 * @param lists node names by list
 * @param more additional status fields
 * @param spec
 * @param metadata
 */
export function kataConfig(
  inProgress: Raw | undefined,
  lists: Raw = {},
  more: Raw = {},
  spec: Raw = {},
  metadata: Raw = {},
): Raw {
  return object(
    'example-kataconfig',
    {
      spec: { checkNodeEligibility: false, ...spec },
      status: { ...(inProgress === undefined ? {} : { conditions: [inProgress] }), kataNodes: lists, ...more },
    },
    metadata,
  );
}

const mco = 'machineconfiguration.openshift.io/';

interface NodeShape {
  readonly labels?: Raw;
  readonly state?: string;
  readonly current?: string;
  readonly desired?: string;
  readonly annotations?: Raw;
  readonly ready?: string;
  readonly readySince?: string;
  readonly spec?: Raw;
}

/** Creates a worker node. It has the `kata-oc` role unless `labels` replaces it. */
export function worker(name: string, shape: NodeShape = {}): Raw {
  const {
    labels = { 'node-role.kubernetes.io/kata-oc': '' },
    state = 'Done',
    current = 'rendered-worker-1',
    desired = current,
    annotations = {},
  } = shape;
  return object(
    name,
    {
      spec: shape.spec ?? {},
      status: {
        conditions: [
          {
            type: 'Ready',
            status: shape.ready ?? 'True',
            lastTransitionTime: shape.readySince ?? '2026-10-01T00:00:00Z',
          },
        ],
        nodeInfo: { bootID: `boot of ${name}` },
      },
    },
    {
      labels: { 'node-role.kubernetes.io/worker': '', ...labels },
      annotations: {
        [`${mco}state`]: state,
        [`${mco}currentConfig`]: current,
        [`${mco}desiredConfig`]: desired,
        ...annotations,
      },
    },
  );
}

export function annotation(name: string, value: string): Raw {
  return { [`${mco}${name}`]: value };
}

/** Creates a machine config pool that selects nodes with the role of its name. */
export function pool(
  name: string,
  target: string,
  spec: Raw = {},
  conditions: readonly Raw[] = [{ type: 'Updating', status: 'True' }],
): Raw {
  return object(name, {
    spec: {
      configuration: { name: target, source: [] },
      nodeSelector: { matchLabels: { [`node-role.kubernetes.io/${name}`]: '' } },
      ...spec,
    },
    status: { machineCount: 2, conditions },
  });
}

/** Machine config pools of a cluster while Kata is being installed. */
export const pools: readonly Raw[] = [
  pool('master', 'rendered-master-1', {}, []),
  pool('worker', 'rendered-worker-1', {}, []),
  pool('kata-oc', 'rendered-kata-oc-1'),
];

/** Deployment of an operator that is running. */
export const manager: Raw = object('controller-manager', { spec: { replicas: 1 }, status: { availableReplicas: 1 } });
