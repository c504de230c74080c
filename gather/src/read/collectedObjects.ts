/** Stores the objects of a must-gather: the required data of each, and its evidence lines. */
import { getEvidenceKey, type EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';
import { watchedKindIds, watchedKinds, type ItemOf, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { updateSnapshot, emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { WatchChange } from '#core/cluster/syncState.ts';
import type { MustGatherBudget } from '../limits/budget.ts';
import type { RawObject } from '../objects/readObjects.ts';
import { markLines } from './evidenceLines.ts';
import { kept } from './retainedValues.ts';
import { SeveralClusters, type ClusterIdentityObject } from './severalClusters.ts';
import type { CleanTexts } from './textRedactor.ts';

const harmlessKey = /^(?:CLOUD_PROVIDER|PEERPODS_LIMIT_PER_NODE): \S{1,20}$/;

/** The stored data of an object. */
export interface ReadObject {
  readonly identity: ClusterIdentityObject | undefined;
  /** Undefined if nothing is stored or the object is a duplicate. */
  readonly kept?: { readonly item: ItemOf<WatchedKindId>; readonly marks: readonly EvidenceLine[] };
}

/** Collects the objects of all files. */
export class CollectedObjects {
  readonly clusters = new SeveralClusters();
  readonly marks = new Map<string, readonly EvidenceLine[]>();
  readonly #items = new Map<WatchedKindId, Map<string, ItemOf<WatchedKindId>>>();
  readonly #budget: MustGatherBudget;
  readonly #texts: CleanTexts;

  constructor(budget: MustGatherBudget, texts: CleanTexts) {
    this.#budget = budget;
    this.#texts = texts;
  }

  /** Returns whether the must-gather has the kind, even without objects. */
  has(id: WatchedKindId): boolean {
    return this.#items.has(id);
  }

  /** Records that the must-gather has the kind. */
  noteKind(id: WatchedKindId): void {
    if (!this.#items.has(id)) this.#items.set(id, new Map());
  }

  /** Reads the required data of an object and its evidence lines. */
  read(path: string, id: WatchedKindId, { raw, from, to }: RawObject, lines: readonly string[]): ReadObject {
    const identity = SeveralClusters.identityOf(id, raw);
    const item = watchedKinds[id].read(raw);
    if (item === undefined || this.#items.get(id)?.has(item.uid) === true) return { identity };
    const marks = this.marksOf(path, lines, from, to);
    // Any key of a ConfigMap or Secret can contain credentials.
    const harmless =
      id === 'configMaps' || id === 'secrets'
        ? marks.filter(({ text }) => text === `name: ${item.name}` || harmlessKey.test(text))
        : marks;
    return { identity, kept: { item: kept(item, this.#budget, this.#texts), marks: harmless } };
  }

  /** Returns the lines of an object that can be used as evidence. */
  marksOf(path: string, lines: readonly string[], from: number, to: number, most = Infinity): readonly EvidenceLine[] {
    const marks = markLines(path, lines, from, to, this.#texts).slice(0, most);
    const texts = kept(
      marks.map(({ text }) => text),
      this.#budget,
      this.#texts,
    );
    return marks.map((mark, index) => ({ ...mark, text: texts[index] ?? '' }));
  }

  /** Stores objects of one kind, unless they are already known. */
  keep(path: string, id: WatchedKindId, objects: readonly ReadObject[]): void {
    const items = this.#items.get(id) ?? new Map<string, ItemOf<WatchedKindId>>();
    this.#items.set(id, items);
    for (const { identity, kept: object } of objects) {
      if (identity !== undefined) this.clusters.note(path, identity);
      // If an object exists as YAML and as text, only the first one is stored.
      if (object === undefined || items.has(object.item.uid)) continue;
      items.set(object.item.uid, object.item);
      this.marks.set(getEvidenceKey(id, object.item.name), object.marks);
    }
  }

  /**
   * Returns a snapshot of the stored objects.
   * @param asOf time of collection in milliseconds since 1970
   */
  snapshot(asOf: number): Snapshot {
    let snapshot: Snapshot = emptySnapshot;
    for (const id of watchedKindIds) {
      const items = this.#items.get(id);
      if (items === undefined) continue;
      const all: WatchChange<ItemOf<WatchedKindId>> = { kind: 'replace', items, asOf };
      // TypeScript can't associate the ID with the item type. The stored items were read by the kind with this ID.
      snapshot = updateSnapshot(snapshot, id, all as WatchChange<never>);
    }
    return snapshot;
  }
}
