/** Asks for an object whose events to show. */
import * as l10n from '@vscode/l10n';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizePickText } from '#core/text/sanitize.ts';
import { podKind } from '#client/kubernetes/read/readableKinds.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import type { ClusterTreeInput } from '../state/clusterTreeInput.ts';

/** Kinds with events that explain an installation or a workload, in the order of the list. */
const kinds: readonly WatchedKindId[] = [
  'kataConfigs',
  'nodes',
  'machineConfigPools',
  'deployments',
  'daemonSets',
  'jobs',
  'peerPods',
  'subscriptions',
  'installPlans',
  'clusterServiceVersions',
];

/** Returns the objects of a cluster that can have events: the observed objects, and the listed Kata pods. */
function listEventObjects({ snapshot, workloads }: ClusterTreeInput): readonly ObjectReference[] {
  const observed = kinds.flatMap((id) => {
    const items: ReadonlyMap<string, ClusterObject> = snapshot[id].items;
    const { group, version, plural, kind } = watchedKinds[id];
    return [...items.values()].map(({ name, namespace }) => ({
      group,
      version,
      plural,
      kind,
      name,
      ...omitUndefined({ namespace }),
    }));
  });
  const pods = workloads.kind === 'loaded' ? workloads.pods : [];
  return [...observed, ...pods.map(({ name, namespace }) => ({ ...podKind, name, namespace }))];
}

/** Asks for an object whose events to show. Returns undefined if the user cancels. */
export async function pickEventObject(seen: ClusterTreeInput, title: string): Promise<ObjectReference | undefined> {
  const items = listEventObjects(seen).map((object) => ({
    label: sanitizePickText(object.name),
    description: sanitizePickText([object.kind, object.namespace].filter((part) => part !== undefined).join(' · ')),
    object,
  }));
  if (items.length === 0) throw new Error(l10n.t`${seen.context} has no objects whose events can be shown.`);
  const options = { title, placeHolder: l10n.t`Select an object`, matchOnDescription: true };
  return (await showPick(items, options))?.object;
}
