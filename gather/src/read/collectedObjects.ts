/** The objects of a must-gather: what is kept of each, and the lines that show it. */
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

/** The kept data of an object. */
export interface ReadObject {
  readonly identity: ClusterIdentityObject | undefined;
  /** Undefined if nothing is kept, or if the object is a duplicate. */
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

  /** Returns true if the must-gather has the kind, even without objects. */
  has(id: WatchedKindId): boolean {
    return this.#items.has(id);
  }

  /** Notes that the must-gather has the kind. */
  noteKind(id: WatchedKindId): void {
    if (!this.#items.has(id)) this.#items.set(id, new Map());
  }

  /** Reads what is kept of an object, and the lines that show it. */
  read(path: string, id: WatchedKindId, { raw, from, to }: RawObject, lines: readonly string[]): ReadObject {
    const identity = SeveralClusters.identityOf(id, raw);
    const item = watchedKinds[id].read(raw);
    if (item === undefined || this.#items.get(id)?.has(item.uid) === true) return { identity };
    const marks = this.marksOf(path, lines, from, to);
    // Their values may be credentials, under any key.
    const harmless =
      id === 'configMaps' || id === 'secrets'
        ? marks.filter(({ text }) => text === `name: ${item.name}` || harmlessKey.test(text))
        : marks;
    return { identity, kept: { item: kept(item, this.#budget, this.#texts), marks: harmless } };
  }

  /** Returns the lines of an object that the evidence can name. */
  marksOf(path: string, lines: readonly string[], from: number, to: number, most = Infinity): readonly EvidenceLine[] {
    const marks = markLines(path, lines, from, to, this.#texts).slice(0, most);
    const texts = kept(
      marks.map(({ text }) => text),
      this.#budget,
      this.#texts,
    );
    return marks.map((mark, index) => ({ ...mark, text: texts[index] ?? '' }));
  }

  /** Keeps objects of one kind, unless they are known already. */
  keep(path: string, id: WatchedKindId, objects: readonly ReadObject[]): void {
    const items = this.#items.get(id) ?? new Map<string, ItemOf<WatchedKindId>>();
    this.#items.set(id, items);
    for (const { identity, kept: object } of objects) {
      if (identity !== undefined) this.clusters.note(path, identity);
      // An object that exists as YAML and as text is kept once: the first one wins.
      if (object === undefined || items.has(object.item.uid)) continue;
      items.set(object.item.uid, object.item);
      this.marks.set(getEvidenceKey(id, object.item.name), object.marks);
    }
  }

  /** Returns the kept objects as the state of a cluster at that time, in milliseconds since 1970. */
  snapshot(asOf: number): Snapshot {
    let snapshot: Snapshot = emptySnapshot;
    for (const id of watchedKindIds) {
      const items = this.#items.get(id);
      if (items === undefined) continue;
      const all: WatchChange<ItemOf<WatchedKindId>> = { kind: 'replace', items, asOf };
      // The compiler does not follow one id through both sides: what is kept under it was read by its kind.
      snapshot = updateSnapshot(snapshot, id, all as WatchChange<never>);
    }
    return snapshot;
  }
}
