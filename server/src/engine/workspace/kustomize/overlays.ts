/**
 * Combines the kustomizations of a workspace: determines which objects of other files they change, with patches,
 * replacements, and merging generators, and which values they write. The final state of such an object can't be
 * determined from its own file.
 */
import { knownKinds } from '#core/kinds/index.ts';
import { podOwners, virtualMachineKinds } from '#core/kinds/podOwners.ts';
import { listedKinds } from '#core/kinds/listedKinds.ts';
import type { PathSegment } from '../../yaml/node.ts';
import { canonicalizeUri, getFolderUri } from '../fileUri.ts';
import type { CommonChange, IndexedChange, IndexedKustomization, Target } from './kustomizationFact.ts';
import { isWritten, toPointer } from './writtenPaths.ts';

/**
 * Kinds that a patch whose target isn't known might change: workloads, and kinds that have no rules of their own. If a
 * patch might change peer-pods-cm and other objects of OSC, the findings that depend on them would disappear.
 */
const changedByUnknownPatches: readonly string[] = listedKinds
  .filter(
    ({ podPath, kind, group }) =>
      podPath !== undefined || !knownKinds.some((known) => known.kind === kind && known.group === group),
  )
  .map(({ id }) => id);

/** An object that kustomizations might change. */
interface ChangedObject {
  /** ID of its kind. */
  readonly id: string;
  readonly name: string | undefined;
}

/**
 * Which of the kustomizations that build an object write a value: none, all, or only some. `exceptIn` is the URI of one
 * that doesn't write it.
 */
type WrittenBy = 'none' | 'all' | { readonly exceptIn: string };

/** The changes by all kustomizations of a workspace. */
export interface Overlays {
  /** Returns whether a kustomization changes this object of this file. */
  readonly change: (uri: string, id: string, name: string | undefined) => boolean;
  /** Returns which kustomizations write the value at a path in an object in this file. */
  readonly write: (uri: string, object: ChangedObject, path: readonly PathSegment[]) => WrittenBy;
  /** Returns whether a kustomization changes a part of all objects in a file. */
  readonly changesAll: (uri: string, part: CommonChange) => boolean;
  /** Canonical URIs of the files that kustomizations use as patches. */
  readonly patchFiles: ReadonlySet<string>;
  /** Returns the targets of the patches in a file. */
  readonly targetsOf: (uri: string) => readonly Target[];
  /** Returns the kustomizations that include a file, directly or through others. */
  readonly including: (uri: string) => readonly IndexedKustomization[];
  /** All data that determines the changes, as one string. Overlays with equal strings contain the same changes. */
  readonly meaning: string;
}

/** Used if no kustomization is known. */
export const noOverlays: Overlays = {
  change: () => false,
  write: () => 'none',
  changesAll: () => false,
  patchFiles: new Set(),
  including: () => [],
  targetsOf: () => [],
  meaning: '',
};

/** An object in a patch file. */
export interface Patch extends ChangedObject {
  readonly uri: string;
  /** JSON pointers of the values that the patch writes. Undefined if they're unknown. */
  readonly paths: readonly string[] | undefined;
}

/** The content of all patch files. */
export interface Patches {
  /** Objects of known kinds, for strategic merge patches. */
  readonly objects: readonly Patch[];
  /** Paths that JSON patches write, by canonical URI. */
  readonly json: ReadonlyMap<string, readonly string[]>;
}

/** Returns the files that kustomizations use as patches. */
export function patchFiles(facts: readonly IndexedKustomization[]): ReadonlySet<string> {
  return new Set(facts.flatMap(({ patchFiles }) => patchFiles));
}

/** Combines the kustomizations. */
export function joinOverlays(facts: readonly IndexedKustomization[], patches: Patches, previous?: Overlays): Overlays {
  const meaning = JSON.stringify([
    facts.map((fact) => fact.meaning),
    patches.objects.map(({ uri, id, name, paths }) => [uri, id, name, paths]),
    [...patches.json],
  ]);
  if (previous?.meaning === meaning) return previous;
  return facts.length === 0 ? { ...noOverlays, meaning } : new JoinedOverlays(facts, patches, meaning);
}

/** A change with its target and paths, as far as they're known. */
interface ResolvedChange {
  readonly target: Target;
  readonly paths?: readonly string[];
  readonly generatedIn?: string;
}

/** Maximum number of kustomizations to follow from one file. */
const maxFollowed = 2000;

const kinds = new Map(
  [...listedKinds, ...knownKinds, ...podOwners.map(({ kind }) => kind), ...virtualMachineKinds].map(
    ({ id, kind, group }) => [id, { kind, group }] as const,
  ),
);

class JoinedOverlays implements Overlays {
  readonly meaning: string;
  readonly patchFiles: ReadonlySet<string>;
  readonly #patches: Patches;
  readonly #byFolder: ReadonlyMap<string, IndexedKustomization>;
  /** Kustomizations that list a file or folder, by its URI. */
  readonly #listedIn = new Map<string, IndexedKustomization[]>();
  readonly #above = new Map<string, ReadonlySet<IndexedKustomization>>();
  readonly #changes = new Map<IndexedKustomization, readonly ResolvedChange[]>();

  constructor(facts: readonly IndexedKustomization[], patches: Patches, meaning: string) {
    this.meaning = meaning;
    this.patchFiles = patchFiles(facts);
    this.#patches = patches;
    this.#byFolder = new Map(facts.map((fact) => [getFolderUri(fact.uri), fact] as const));
    for (const fact of facts)
      for (const uri of new Set([...fact.takes, ...fact.components])) {
        const known = this.#listedIn.get(uri);
        if (known === undefined) this.#listedIn.set(uri, [fact]);
        else known.push(fact);
      }
  }

  readonly change = (written: string, id: string, name: string | undefined): boolean => {
    const uri = canonicalizeUri(written);
    if (this.patchFiles.has(uri)) return true;
    // A kustomization also changes the objects that it generates, but their keys are already unknown then.
    for (const fact of this.#including(uri))
      if (fact.uri !== uri && this.#changesOf(fact).some(({ target }) => matches(target, { id, name }))) return true;
    return false;
  };

  readonly write = (written: string, object: ChangedObject, path: readonly PathSegment[]): WrittenBy => {
    const uri = canonicalizeUri(written);
    const including = this.#including(uri);
    const pointer = toPointer(path);
    const writing = [...including].filter((fact) =>
      this.#changesOf(fact).some(
        ({ target, paths = [], generatedIn }) =>
          generatedIn !== uri &&
          target.isUncertain !== true &&
          matches(target, object, true) &&
          isWritten(paths, pointer),
      ),
    );
    if (writing.length === 0) return 'none';
    const other = this.#builds(including).find((build) => !writing.some((fact) => this.#includes(build, fact)));
    return other === undefined ? 'all' : { exceptIn: other.uri };
  };

  readonly changesAll = (written: string, part: CommonChange): boolean =>
    [...this.#including(canonicalizeUri(written))].some(({ commonChanges }) => commonChanges.includes(part));

  readonly including = (uri: string): readonly IndexedKustomization[] => [...this.#including(canonicalizeUri(uri))];

  readonly targetsOf = (written: string): readonly Target[] => {
    const uri = canonicalizeUri(written);
    return !this.patchFiles.has(uri)
      ? []
      : [...this.#byFolder.values()].flatMap(({ changes }) =>
          changes.flatMap(({ file, target }) => (file === uri && target !== undefined ? [target] : [])),
        );
  };

  /**
   * Returns the kustomizations that include a file, directly or through others. If the file is a kustomization itself,
   * it's one of them.
   */
  #including(uri: string): ReadonlySet<IndexedKustomization> {
    const known = this.#above.get(uri);
    if (known !== undefined) return known;
    const own = this.#byFolder.get(getFolderUri(uri));
    const found = new Set<IndexedKustomization>(own?.uri === uri ? [own] : []);
    const left = own?.uri === uri ? [uri, getFolderUri(uri)] : [uri];
    // A kustomization can also name a folder without a kustomization.
    for (let folder = getFolderUri(uri); folder.includes('/'); folder = getFolderUri(folder))
      if (!this.#byFolder.has(folder)) left.push(folder);
    for (let at = left.pop(); at !== undefined && found.size < maxFollowed; at = left.pop())
      for (const fact of this.#listedIn.get(at) ?? []) {
        if (found.has(fact)) continue;
        found.add(fact);
        left.push(getFolderUri(fact.uri));
      }
    this.#above.set(uri, found);
    return found;
  }

  /** Returns the kustomizations that users build: those that no other kustomization includes. */
  #builds(including: ReadonlySet<IndexedKustomization>): readonly IndexedKustomization[] {
    return [...including].filter(
      (fact) =>
        !fact.isComponent && (this.#listedIn.get(getFolderUri(fact.uri)) ?? []).every((other) => other === fact),
    );
  }

  #includes(build: IndexedKustomization, fact: IndexedKustomization): boolean {
    return build === fact || this.#including(fact.uri).has(build);
  }

  /**
   * Returns the changes of a kustomization and its components. If a component is missing, adds a change that matches
   * any object, because the component might change anything.
   */
  #changesOf(fact: IndexedKustomization): readonly ResolvedChange[] {
    const known = this.#changes.get(fact);
    if (known !== undefined) return known;
    const found = this.#collectChanges(fact, new Set()).flatMap((change) => this.#resolve(change));
    this.#changes.set(fact, found);
    return found;
  }

  #collectChanges(fact: IndexedKustomization, seen: Set<IndexedKustomization>): readonly IndexedChange[] {
    if (seen.has(fact)) return [];
    seen.add(fact);
    const more = fact.components.flatMap((folder): readonly IndexedChange[] => {
      const component = this.#byFolder.get(folder);
      return component === undefined ? [{ target: {} }] : this.#collectChanges(component, seen);
    });
    return [...fact.changes, ...more];
  }

  /**
   * Returns a change with its target and paths, which might be in a patch file. If the change has no target and the
   * patch file contains no objects of known kinds, the objects in `changedByUnknownPatches` are considered changed.
   */
  #resolve({ target, file, ...change }: IndexedChange): readonly ResolvedChange[] {
    if (file === undefined) return [{ ...change, target: target ?? {} }];
    const objects = this.#patches.objects.filter(({ uri }) => uri === file);
    if (target !== undefined) {
      const [only, ...others] = objects;
      const written = this.#patches.json.get(file) ?? (others.length === 0 ? only?.paths : undefined);
      return [{ target, ...(written === undefined ? {} : { paths: written }) }];
    }
    if (objects.length === 0) return changedByUnknownPatches.map((id) => ({ target: targetAs(id, undefined) }));
    return objects.map(({ id, name, paths: written }) => ({
      target: targetAs(id, name),
      ...(written === undefined ? {} : { paths: written }),
    }));
  }
}

function targetAs(id: string, name: string | undefined): Target {
  return {
    kind: kinds.get(id)?.kind ?? id,
    ...(name === undefined ? {} : { name }),
  };
}

/**
 * Returns whether a target selects an object.
 * @param isExact true if an unknown name doesn't match
 */
function matches({ group, kind, name }: Target, object: ChangedObject, isExact = false): boolean {
  const known = kinds.get(object.id);
  return (
    (kind === undefined || kind === known?.kind) &&
    (group === undefined || group === known?.group) &&
    (name === undefined || name === object.name || (object.name === undefined && !isExact))
  );
}
