/**
 * Resolves references between objects, such as from a pod to the instance types in peer-pods-cm, or from a KataConfig
 * to that ConfigMap. Uses only the index, and works in both directions.
 */
import { workloadIds } from '#core/kinds/workloads.ts';
import { peerPodsConfigMapName, featureGatesName, peerPodsSecretName } from '#core/product/namespaces.ts';
import { layeredImageConfigMapName } from '#core/peerPods/featureGates.ts';
import { providerNamed, providers, type InstanceTypeKeys } from '#core/peerPods/providers.ts';
import { sshKeySecretName } from '#core/peerPods/keys/secretKeys.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { nearestTo } from './relatedObjects.ts';
import type { WorkspaceSnapshot } from './workspaceSnapshot.ts';
import type { DocumentObject, LineSpan, IndexedObject } from './indexedObject.ts';

/**
 * Identifying fields of an object, as places that refer to another object or that others refer to. All other places are
 * the values of the object, with the same names as in the index.
 */
type Head = '@kind' | '@name' | '@namespace';

/** References from objects of some kinds to objects of others. */
interface Relation {
  readonly from: readonly string[];
  /** Places of the references. */
  readonly places: readonly string[];
  /** Returns the key to search for, or undefined if the place contains no reference. */
  readonly seeks: (object: DocumentObject, place: string) => string | undefined;
  readonly to: readonly string[];
  readonly matches: (object: DocumentObject, sought: string) => boolean;
  /** Returns the places of the definition in the other object, best first. */
  readonly declares: (object: DocumentObject, sought: string) => readonly string[];
}

const anyOf = () => true;
const itself = (): readonly Head[] => ['@kind', '@name'];
const text = ({ values }: DocumentObject, place: string) => values.get(place)?.text;

const allKeys = providers.flatMap(({ instanceTypes }) => (instanceTypes === undefined ? [] : keysOf(instanceTypes)));

function keysOf({ listKey, defaultKey }: InstanceTypeKeys): string[] {
  return listKey === undefined ? [defaultKey] : [listKey, defaultKey];
}

/** Returns the keys of the ConfigMap's cloud provider, or those of all providers if it doesn't specify one. */
function typeKeys(configMap: DocumentObject): readonly string[] {
  const types = providerNamed(text(configMap, 'CLOUD_PROVIDER') ?? '')?.instanceTypes;
  return types === undefined ? allKeys : keysOf(types);
}

/** Relations in search order. A later one is used only if the earlier ones find nothing. */
const relations: readonly Relation[] = [
  {
    from: workloadIds,
    places: ['machine_type', 'default_vcpus', 'default_memory', 'default_gpus'],
    // With other runtime classes, these annotations apply to the VM on the node.
    seeks: (pod) => ((text(pod, 'runtimeClassName') ?? 'kata-remote') === 'kata-remote' ? 'types' : undefined),
    to: [peerPodsConfigMapName],
    matches: anyOf,
    declares: typeKeys,
  },
  {
    from: workloadIds,
    places: ['runtimeClassName'],
    seeks: text,
    to: ['RuntimeClass'],
    matches: ({ name }, sought) => name === sought,
    declares: itself,
  },
  {
    from: workloadIds,
    places: ['runtimeClassName'],
    seeks: (pod, place) => {
      const name = text(pod, place);
      return name === undefined || runtimeClassNamed(name) === undefined ? undefined : name;
    },
    to: ['KataConfig'],
    matches: anyOf,
    declares: (_, sought) => (sought === 'kata-remote' ? ['enablePeerPods', ...itself()] : itself()),
  },
  {
    from: ['Subscription'],
    places: ['@kind', '@namespace'],
    seeks: ({ namespace = '' }) => namespace,
    to: ['OperatorGroup'],
    matches: ({ namespace = '' }, sought) => namespace === sought,
    declares: () => ['@kind', '@name', '@namespace'],
  },
  {
    from: ['KataConfig'],
    places: ['enablePeerPods'],
    seeks: (kataConfig, place) => (text(kataConfig, place) === 'false' ? undefined : peerPodsConfigMapName),
    to: [peerPodsConfigMapName],
    matches: anyOf,
    declares: itself,
  },
  {
    from: [featureGatesName],
    places: ['layeredImageDeployment'],
    seeks: () => layeredImageConfigMapName,
    to: [layeredImageConfigMapName],
    matches: anyOf,
    declares: itself,
  },
  {
    from: ['CredentialsRequest'],
    places: ['name'],
    seeks: text,
    to: [peerPodsSecretName, sshKeySecretName],
    matches: ({ name }, sought) => name === sought,
    declares: itself,
  },
];

/** A place in an object of a file. */
export interface ObjectLocation extends IndexedObject {
  readonly stretch: LineSpan;
}

/** Returns the range of a place. Places that start with `@` stand for the whole object. */
function stretchOf(object: DocumentObject, place: string): LineSpan | undefined {
  return place.startsWith('@') ? object : object.values.get(place);
}

function placed(fact: IndexedObject, places: readonly string[]): ObjectLocation {
  const stretch = places.map((place) => stretchOf(fact.object, place)).find((found) => found !== undefined);
  return { ...fact, stretch: stretch ?? fact.object };
}

/** Maximum number of objects to search, and of references to return. */
const maxPlaces = 1000;

function candidates({ to, matches }: Relation, sought: string, facts: WorkspaceSnapshot): readonly IndexedObject[] {
  return to
    .flatMap((id) => facts.of(id))
    .filter(({ object }) => matches(object, sought))
    .slice(0, maxPlaces);
}

/** Returns the definitions that a place refers to. If there are several in the workspace, returns the nearest ones. */
export function definitionsOf(
  { uri, object }: IndexedObject,
  place: string,
  facts: WorkspaceSnapshot,
): readonly ObjectLocation[] {
  for (const relation of relations) {
    if (!relation.from.includes(object.id) || !relation.places.includes(place)) continue;
    const sought = relation.seeks(object, place);
    const found = sought === undefined ? [] : nearestTo(uri, candidates(relation, sought, facts));
    if (sought !== undefined && found.length > 0)
      return found.map((fact) => placed(fact, relation.declares(fact.object, sought)));
  }
  return [];
}

/**
 * Returns the references to a place. A reference resolves to the nearest objects, so references that resolve to a
 * nearer object are omitted.
 */
export function referencesTo(fact: IndexedObject, place: string, facts: WorkspaceSnapshot): readonly ObjectLocation[] {
  const out: ObjectLocation[] = [];
  for (const relation of relations) {
    if (!relation.to.includes(fact.object.id)) continue;
    const isMeant = meant(relation, fact, place, facts);
    for (const source of relation.from.flatMap((id) => facts.of(id))) {
      for (const at of relation.places) {
        const stretch = stretchOf(source.object, at);
        if (
          stretch === undefined ||
          (at.startsWith('@') && at !== '@kind') ||
          !isMeant(source, relation.seeks(source.object, at))
        )
          continue;
        out.push({ ...source, stretch });
        if (out.length >= maxPlaces) return out;
      }
    }
  }
  return out;
}

/**
 * Returns a function that checks whether a reference resolves to this object. Caches results per folder, because it is
 * called for many objects.
 */
function meant(
  relation: Relation,
  fact: IndexedObject,
  place: string,
  facts: WorkspaceSnapshot,
): (source: IndexedObject, sought: string | undefined) => boolean {
  const bySought = new Map<
    string,
    { readonly found: readonly IndexedObject[]; readonly byFolder: Map<string, boolean> }
  >();
  return ({ uri }, sought) => {
    if (
      sought === undefined ||
      !relation.matches(fact.object, sought) ||
      !relation.declares(fact.object, sought).includes(place)
    )
      return false;
    const known = bySought.get(sought) ?? {
      found: candidates(relation, sought, facts),
      byFolder: new Map<string, boolean>(),
    };
    bySought.set(sought, known);
    const folder = uri.slice(0, uri.lastIndexOf('/') + 1);
    const is = known.byFolder.get(folder) ?? nearestTo(uri, known.found).includes(fact);
    known.byFolder.set(folder, is);
    return is;
  };
}

/** Returns the place itself as a definition. */
export function declarationOf(fact: IndexedObject, place: string): ObjectLocation {
  return placed(fact, [place]);
}
