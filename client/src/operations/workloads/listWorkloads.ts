/** Lists the workloads of a cluster that a user can select. Doesn't use VS Code. */
import { getBoolean, getList, getString } from '#core/common/json.ts';
import type { ClusterReader } from '#core/operations/lookups/lookup.ts';
import { getPodPath } from '#core/operations/sandboxWorkload/sandboxPatch.ts';
import { workloadState, type WorkloadState } from '#core/operations/sandboxWorkload/workloadState.ts';
import { getCollectionPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { workloadKinds } from '#client/kubernetes/read/readableKinds.ts';

export interface ClusterWorkload {
  readonly reference: ObjectReference;
  /** Runtime class of the pods. */
  readonly runtimeClass?: string;
  readonly state: WorkloadState;
}

/** Maximum number of objects per kind. */
const most = 500;

const ranks: readonly WorkloadState['rank'][] = ['failing', 'pending', 'fine'];

export interface ListWorkloadsOptions {
  /** Namespaces to list. Empty for all namespaces. */
  readonly namespaces?: readonly string[];
  /** UIDs of pods whose sandbox can't be created. */
  readonly withoutSandbox?: ReadonlySet<string>;
}

/**
 * Lists workloads except those of the platform: failing ones first, then by namespace and name. Omits objects with a
 * controller. `problem` describes what couldn't be listed.
 */
export async function listWorkloads(
  reader: Pick<ClusterReader, 'list'>,
  { namespaces = [], withoutSandbox = new Set() }: ListWorkloadsOptions = {},
): Promise<{ readonly found: readonly ClusterWorkload[]; readonly problem?: string }> {
  const scopes = namespaces.length === 0 ? [{}] : namespaces.map((namespace) => ({ namespace }));
  const answers = await Promise.all(
    scopes.flatMap((scope) =>
      workloadKinds.map(async (kind) => ({
        kind,
        answer: await reader.list(getCollectionPath({ ...kind, ...scope }), most, isOwn),
      })),
    ),
  );
  const found = answers.flatMap(({ kind, answer }) =>
    answer.kind === 'value' ? answer.value.items.flatMap((raw) => workload(kind, raw, withoutSandbox) ?? []) : [],
  );
  const problem = answers.flatMap(({ answer }) => (answer.kind === 'problem' ? [answer.problem.message] : []))[0];
  const key = ({ reference: { namespace: where = '', name } }: ClusterWorkload): string => `${where}/${name}`;
  const rank = ({ state }: ClusterWorkload): number => ranks.indexOf(state.rank);
  return {
    found: found.toSorted((one, other) => rank(one) - rank(other) || (key(one) < key(other) ? -1 : 1)),
    ...(problem === undefined ? {} : { problem }),
  };
}

function isOwn(raw: unknown): boolean {
  const owned = getList(raw, 'metadata', 'ownerReferences').some((one) => getBoolean(one, 'controller') === true);
  return !owned && !/^(?:openshift|kube)(?:-|$)/.test(getString(raw, 'metadata', 'namespace') ?? '');
}

function workload(
  kind: (typeof workloadKinds)[number],
  raw: unknown,
  withoutSandbox: ReadonlySet<string>,
): ClusterWorkload | undefined {
  const [name, namespace] = [getString(raw, 'metadata', 'name'), getString(raw, 'metadata', 'namespace')];
  if (name === undefined || namespace === undefined || name.length > 253) return undefined;
  const runtimeClass = getString(raw, ...(getPodPath(kind.kind, kind.group) ?? []), 'spec', 'runtimeClassName');
  const state = workloadState(kind.kind, raw, withoutSandbox);
  return { reference: { ...kind, name, namespace }, state, ...(runtimeClass === undefined ? {} : { runtimeClass }) };
}
