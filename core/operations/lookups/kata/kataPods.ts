/**
 * Pods of kata's runtime classes in all namespaces, with who makes them anew. An uninstall waits for all of them, in
 * any phase. There is no field selector for runtimeClassName, so all pods are looked at, and the others forgotten.
 * Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import { readKataPod, type KataPod } from '#core/cluster/objects/kataPod.ts';
import { runtimeClasses as classesKind } from '#core/cluster/watchedKinds/runtimeClass.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { runtimeClassNamed, knownRuntimeClasses as knownClasses } from '#core/product/runtimeClasses.ts';
import { defineLookup, type ReadResult, type ClusterReader } from '../lookup.ts';
import { readPodSandbox, type PodSandboxState } from '../podSandbox.ts';
import { findTopOwners, type TopOwner } from '../topOwner.ts';

export interface OwnedKataPod extends KataPod {
  /** The last above it that can be seen: the Deployment behind its ReplicaSet. Undefined: nobody makes it anew. */
  readonly owner?: TopOwner;
  /** Whether the pod has its sandbox. Undefined if not read. */
  readonly sandbox?: PodSandboxState;
}

export interface KataPods {
  readonly pods: readonly OwnedKataPod[];
  /** There are more. */
  readonly cut: boolean;
}

/** So many are kept. */
const most = 2000;

export const kataPodsFact = defineLookup<KataPods>({
  neededFor: () => l10n.t`which pods use Kata, and which workloads recreate them`,
  async read(reader): Promise<ReadResult<KataPods>> {
    const classes = await kataClassNames(reader);
    const isOne = (raw: unknown): boolean => classes.has(getString(raw, 'spec', 'runtimeClassName') ?? '');
    const answer = await reader.list('/api/v1/pods', most, isOne);
    if (answer.kind === 'problem') return answer;
    const { items, cut } = answer.kind === 'absent' ? { items: [], cut: false } : answer.value;
    const found = items.flatMap((raw) => {
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
    return { kind: 'value', value: { pods, cut } };
  },
});

/** Returns the known runtime classes of Kata and the runtime classes of the cluster with a Kata handler. */
export async function kataClassNames(reader: ClusterReader): Promise<ReadonlySet<string>> {
  const answer = await reader.list(getCollectionPath(classesKind), 1000);
  const read = answer.kind === 'value' ? answer.value.items.flatMap((raw) => classesKind.read(raw) ?? []) : [];
  const ofKata = read.filter(
    ({ name, handler }) => runtimeClassNamed(name) !== undefined || /^kata(?:-|$)/.test(handler),
  );
  return new Set([...knownClasses.map(({ name }) => name), ...ofKata.map(({ name }) => name)]);
}
