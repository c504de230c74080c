/**
 * Finds pods with a Kata runtime class in all namespaces, and the workloads that recreate them. Each of these pods
 * blocks an uninstall, regardless of its phase. There is no field selector for runtimeClassName, so the lookup reads
 * all pods and discards the others. Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import { readKataPod, type KataPod } from '#core/cluster/objects/kataPod.ts';
import { runtimeClasses as classesKind } from '#core/cluster/watchedKinds/runtimeClass.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { runtimeClassNamed, knownRuntimeClasses as knownClasses } from '#core/product/runtimeClasses.ts';
import { defineLookup, type ReadResult, type ClusterReader } from '../lookup.ts';
import { addPodRequests, type NodeRequests } from '../podRequests.ts';
import { readPodSandbox, type PodSandboxState } from '../podSandbox.ts';
import { findTopOwners, type TopOwner } from '../topOwner.ts';

export interface OwnedKataPod extends KataPod {
  /** Topmost readable owner, such as the Deployment of a ReplicaSet. Undefined if nothing recreates the pod. */
  readonly owner?: TopOwner;
  /** State of the pod's sandbox. Undefined if not read. */
  readonly sandbox?: PodSandboxState;
}

export interface KataPods {
  readonly pods: readonly OwnedKataPod[];
  /** True if there are more pods. */
  readonly cut: boolean;
  /** Sums of what all pods of a node request, by node. Undefined if not all pods were read. */
  readonly requests?: ReadonlyMap<string, NodeRequests>;
}

/** Maximum number of pods to keep. */
const most = 2000;
/** Maximum number of pods whose requests are added up if there are more Kata pods. */
const mostSummed = 100_000;

export const kataPodsFact = defineLookup<KataPods>({
  neededFor: () => l10n.t`which pods use Kata, and which workloads recreate them`,
  async read(reader): Promise<ReadResult<KataPods>> {
    const classes = await kataClassNames(reader);
    const requests = new Map<string, NodeRequests>();
    let [seen, matching] = [0, 0];
    const isOne = (raw: unknown): boolean => {
      addPodRequests(requests, raw);
      seen += 1;
      if (!classes.has(getString(raw, 'spec', 'runtimeClassName') ?? '')) return false;
      matching += 1;
      // The reader stops after one pod more than are kept. Until then, the requests of the other pods are added up.
      return matching <= most || seen > mostSummed;
    };
    const answer = await reader.list('/api/v1/pods', most + 1, isOne, undefined, () => {
      requests.clear();
      [seen, matching] = [0, 0];
    });
    if (answer.kind === 'problem') return answer;
    // Each API server has pods. Without them, something else answers, such as a proxy.
    if (answer.kind === 'absent')
      return {
        kind: 'problem',
        problem: { why: 'other', message: l10n.t`The cluster doesn't provide this resource.` },
      };
    const { items, cut } = answer.value;
    const found = items.slice(0, most).flatMap((raw) => {
      const pod = readKataPod(raw, classes);
      return pod === undefined ? [] : [{ raw, pod }];
    });
    const owners = await findTopOwners(
      reader,
      found.map(({ raw }) => raw),
    );
    const pods = found.map(({ raw, pod }, index) => ({
      ...pod,
      sandbox: readPodSandbox(raw),
      ...omitUndefined({ owner: owners[index] }),
    }));
    return { kind: 'value', value: { pods, cut: cut || matching > most, ...(cut ? {} : { requests }) } };
  },
});

/** Names of Kata runtime classes. */
export interface KataClasses {
  readonly all: ReadonlySet<string>;
  /** Classes whose pods are peer pods. */
  readonly peerPods: ReadonlySet<string>;
}

/** Handler of the runtime class for peer pods, which has the same name. */
const peerPodsHandler = 'kata-remote';

/** Returns the known Kata runtime classes and the runtime classes of the cluster that have a Kata handler. */
export async function readKataClasses(reader: ClusterReader): Promise<KataClasses> {
  const answer = await reader.list(getCollectionPath(classesKind), 1000);
  const read = answer.kind === 'value' ? answer.value.items.flatMap((raw) => classesKind.read(raw) ?? []) : [];
  const ofKata = read.filter(
    ({ name, handler }) => runtimeClassNamed(name) !== undefined || /^kata(?:-|$)/.test(handler),
  );
  const remote = read.filter(({ handler }) => handler === peerPodsHandler);
  return {
    all: new Set([...knownClasses.map(({ name }) => name), ...ofKata.map(({ name }) => name)]),
    peerPods: new Set([peerPodsHandler, ...remote.map(({ name }) => name)]),
  };
}

/** Returns the names of all Kata runtime classes. */
export async function kataClassNames(reader: ClusterReader): Promise<ReadonlySet<string>> {
  return (await readKataClasses(reader)).all;
}
