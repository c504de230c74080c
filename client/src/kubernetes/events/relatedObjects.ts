/**
 * Finds the objects whose events belong to an object: the pods of a workload, and the objects that create them. Doesn't
 * use VS Code.
 */
import { getList, getString } from '#core/common/json.ts';
import { getCollectionPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { getName } from '#core/cluster/objects/clusterObject.ts';
import { succeed } from '#core/common/result.ts';
import type { ApiResult, Connection } from '../connection.ts';
import { podKind, workloadKinds } from '../read/readableKinds.ts';
import { PageSize, readPages } from '../read/readPages.ts';
import { partialList } from '../watch/watchQuery.ts';

/** An object with events. */
export interface RelatedObject {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

type KindPath = Pick<ObjectReference, 'group' | 'version' | 'plural' | 'kind'>;

const named = (kind: string): KindPath | undefined => workloadKinds.find((one) => one.kind === kind);

/** Kinds of the objects that a controller creates between the workload and its pods. */
const between: Readonly<Record<string, string>> = {
  Deployment: 'ReplicaSet',
  DeploymentConfig: 'ReplicationController',
  CronJob: 'Job',
};

/** Maximum number of related objects. Their events are filtered by UID, so more would only take memory. */
const most = 2000;

/** Returns whether an object creates pods, so that their events explain its state. */
export function hasPods({ group, kind }: Pick<ObjectReference, 'group' | 'kind'>): boolean {
  return kind !== podKind.kind && workloadKinds.some((one) => one.group === group && one.kind === kind);
}

/**
 * Returns the objects that a workload owns, without the workload itself. Returns only objects that exist now.
 * @param raw the workload, of which only the metadata is required
 */
export async function readRelatedObjects(
  connection: Pick<Connection, 'ask'>,
  { kind, namespace = '' }: ObjectReference,
  raw: unknown,
  signal: AbortSignal,
): Promise<ApiResult<readonly RelatedObject[]>> {
  const uid = getString(raw, 'metadata', 'uid');
  if (uid === undefined) return succeed([]);
  const owners = new Set([uid]);
  const found: RelatedObject[] = [];
  const middle = Object.hasOwn(between, kind) ? between[kind] : undefined;
  for (const one of [...(middle === undefined ? [] : [middle]), podKind.kind]) {
    const path = named(one);
    if (path === undefined) continue;
    const owned = await readOwned(connection, path, namespace, owners, signal);
    if (!owned.ok) return owned;
    for (const object of owned.value) owners.add(object.uid);
    found.push(...owned.value);
  }
  return succeed(found.slice(0, most));
}

async function readOwned(
  connection: Pick<Connection, 'ask'>,
  { kind, ...path }: KindPath,
  namespace: string,
  owners: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ApiResult<readonly RelatedObject[]>> {
  let found: RelatedObject[] = [];
  const answer = await readPages(connection, getCollectionPath({ ...path, namespace }), {
    accept: partialList,
    signal,
    size: new PageSize(),
    onPage(items, first) {
      if (first) found = [];
      for (const raw of items) {
        const [uid, name] = [getName(raw, 'metadata', 'uid'), getName(raw, 'metadata', 'name')];
        const isOwned = getList(raw, 'metadata', 'ownerReferences').some((owner) =>
          owners.has(getString(owner, 'uid') ?? ''),
        );
        if (isOwned && uid !== undefined && name !== undefined && found.length < most) found.push({ kind, name, uid });
      }
    },
  });
  if (answer.ok) return succeed(found);
  // The cluster doesn't have DeploymentConfigs, for example.
  return answer.error.kind === 'notFound' ? succeed([]) : answer;
}
