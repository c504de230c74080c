/**
 * Which objects speak of which others: a pod of the instance types in peer-pods-cm, a KataConfig of that ConfigMap.
 * Read from facts alone, in either direction.
 */
import { workloadIds } from '#core/kinds/workloads.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { featureGatesName, layeredImageConfigMapName } from '#core/peerPods/featureGates.ts';
import { providerNamed, providers, type InstanceTypeKeys } from '#core/peerPods/providers.ts';
import { peerPodsSecretName, sshKeySecretName } from '#core/peerPods/keys/secretKeys.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { nearestTo } from './relatedObjects.ts';
import type { WorkspaceSnapshot } from './workspaceSnapshot.ts';
import type { DocumentObject, LineSpan, IndexedObject } from './indexedObject.ts';

/** Places of an object that others speak of, besides its values: those go by the names that facts have for them. */
type Head = '@kind' | '@name' | '@namespace';

/** How objects of some kinds speak of objects of others. */
interface Relation {
  readonly from: readonly string[];
  /** Where they do. */
  readonly places: readonly string[];
  /** What they look for; undefined: nothing of the kind. */
  readonly seeks: (object: DocumentObject, place: string) => string | undefined;
  readonly to: readonly string[];
  readonly matches: (object: DocumentObject, sought: string) => boolean;
  /** Where the other object says it, best first. */
  readonly declares: (object: DocumentObject, sought: string) => readonly string[];
}

const anyOf = () => true;
const itself = (): readonly Head[] => ['@kind', '@name'];
const text = ({ values }: DocumentObject, place: string) => values.get(place)?.text;

const allKeys = providers.flatMap(({ instanceTypes }) => (instanceTypes === undefined ? [] : keysOf(instanceTypes)));

function keysOf({ listKey, defaultKey }: InstanceTypeKeys): string[] {
  return listKey === undefined ? [defaultKey] : [listKey, defaultKey];
}

/** The keys of the cloud that the ConfigMap names; those of all, while it names none. */
function typeKeys(configMap: DocumentObject): readonly string[] {
  const types = providerNamed(text(configMap, 'CLOUD_PROVIDER') ?? '')?.instanceTypes;
  return types === undefined ? allKeys : keysOf(types);
}

/** In the order in which they are followed: a later one counts only where the earlier lead nowhere. */
const relations: readonly Relation[] = [
  {
    from: workloadIds,
    places: ['machine_type', 'default_vcpus', 'default_memory', 'default_gpus'],
    // On other classes they speak of the virtual machine on the node.
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

/** A place in an object of some file. */
export interface ObjectLocation extends IndexedObject {
  readonly stretch: LineSpan;
}

/** A place of an object is where its value is; a head stands for the object as a whole. */
function stretchOf(object: DocumentObject, place: string): LineSpan | undefined {
  return place.startsWith('@') ? object : object.values.get(place);
}

function placed(fact: IndexedObject, places: readonly string[]): ObjectLocation {
  const stretch = places.map((place) => stretchOf(fact.object, place)).find((found) => found !== undefined);
  return { ...fact, stretch: stretch ?? fact.object };
}

/** Nobody looks through more. */
const maxPlaces = 1000;

function candidates({ to, matches }: Relation, sought: string, facts: WorkspaceSnapshot): readonly IndexedObject[] {
  return to
    .flatMap((id) => facts.of(id))
    .filter(({ object }) => matches(object, sought))
    .slice(0, maxPlaces);
}

/** What this place of an object speaks of. Of several in the workspace those nearest to the object's file. */
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

/** Who speaks of this place of an object: those for whom no other object of its kind is nearer. */
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
 * Tells whether an object that looks for something finds this one. Asked for many: what is the same for all of a folder
 * is found out once.
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

/** The place itself, as a definition of it would be shown. */
export function declarationOf(fact: IndexedObject, place: string): ObjectLocation {
  return placed(fact, [place]);
}
