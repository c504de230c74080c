/**
 * Records the history of an open cluster, and continues the history that an earlier window saved. Saves it after
 * changes and when the cluster is closed.
 */
import { emptyHistory, recordTransitions, type ClusterHistory } from '#core/cluster/history.ts';
import { deriveFromEvents } from '#core/cluster/derivedHistory.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import {
  addDerived,
  continueHistory,
  formatHistory,
  markFuture,
  mergeHistories,
  parseHistory,
} from '#core/cluster/savedHistory.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Clock } from '../../kubernetes/clock.ts';

/** Stores the history of one cluster. */
export interface HistoryFile {
  /** Returns the saved text, or undefined if there is none. */
  read(): Promise<string | undefined>;
  /**
   * Replaces the saved text. No other window changes it between reading and writing.
   * @param change receives the saved text, and returns the new one, or undefined to keep the saved text
   */
  update(change: (text: string | undefined) => string | undefined): Promise<void>;
}

export interface SessionHistoryParts {
  readonly clock: Clock;
  /** Undefined if the history isn't saved. */
  readonly file: HistoryFile | undefined;
  /** Called with the reason why the history can't be read or saved. Contains no names. */
  readonly log: (message: string) => void;
  /** Called when the saved history was added. */
  readonly changed: () => void;
  /** Reads the events of nodes, pools, and the KataConfig. Called only if the history has a new gap. */
  readonly readEvents?: () => Promise<readonly ClusterEvent[]>;
}

/** Delay between a change and saving, in milliseconds. */
const saveDelay = 2000;
/** Time after which the history is saved without a change, so that a crash doesn't show as a long gap. */
const saveInterval = 60_000;

export class SessionHistory {
  readonly #parts: SessionHistoryParts;
  #history: ClusterHistory = emptyHistory;
  #clusterId: string | undefined;
  /** True as soon as the saved history was read. Before, saving would replace it. */
  #isLoaded = false;
  #cancel: (() => void) | undefined;
  #savedAt = 0;
  /** Time when this window started to record, in milliseconds since 1970. */
  #startedAt: number | undefined;
  #isSaved = false;

  constructor(parts: SessionHistoryParts) {
    this.#parts = parts;
  }

  get current(): ClusterHistory {
    return this.#history;
  }

  /** Adds the differences between two snapshots. */
  record(before: Snapshot, after: Snapshot): void {
    const { clock, file } = this.#parts;
    const old = this.#history;
    const now = clock.now();
    this.#history = recordTransitions(old, before, after, now);
    const [version] = after.clusterVersions.items.values();
    if (version?.clusterId !== undefined && version.clusterId !== (this.#clusterId ?? version.clusterId))
      this.#startAgain(now);
    this.#startedAt ??= this.#history.began;
    if (this.#clusterId === undefined) {
      // The history of this window must have begun, because it determines the end of the gap.
      if (version?.clusterId === undefined || this.#history.began === undefined) return;
      this.#clusterId = version.clusterId;
      if (file !== undefined) void this.#load(file, version.clusterId, after);
      // The clock can be set back.
    } else if (this.#history !== old || Math.abs(now - this.#savedAt) > saveInterval) this.#saveSoon();
  }

  /** Discards the history, because the server now belongs to a re-created cluster. */
  #startAgain(now: number): void {
    this.#history = { ...emptyHistory, began: now };
    this.#startedAt = now;
    this.#clusterId = undefined;
    this.#isLoaded = false;
    this.#isSaved = false;
  }

  /** Saves the history. Call it when the cluster is closed, or when the window closes. Never rejects. */
  saveNow(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    return this.#save();
  }

  async #load(file: HistoryFile, clusterId: string, snapshot: Snapshot): Promise<void> {
    const { clock, log, changed } = this.#parts;
    try {
      const text = await file.read();
      if (this.#clusterId !== clusterId) return;
      const saved = text === undefined ? undefined : parseHistory(text, clusterId, clock.now());
      if (saved?.ok === false) log(`The saved history of a cluster is ignored: ${saved.error}`);
      if (saved?.ok === true) {
        this.#history = continueHistory(saved.value, this.#history, snapshot);
        changed();
      }
    } catch (error) {
      log(`Can't read the saved history of a cluster: ${reasonOf(error)}`);
    }
    this.#isLoaded = true;
    this.#saveSoon();
    // Reading the events of a slow cluster must not delay saving.
    await this.#fillGap();
  }

  /** Adds the changes in the gap before this window that events report. The cluster keeps events for a few hours. */
  async #fillGap(): Promise<void> {
    const gap = this.#history.gaps?.at(-1);
    const { readEvents, changed } = this.#parts;
    if (readEvents === undefined || gap === undefined || gap.to !== this.#startedAt) return;
    const clusterId = this.#clusterId;
    // Without the events, the history only has less detail.
    const events = await readEvents().catch(() => []);
    if (this.#clusterId !== clusterId) return;
    const before = this.#history;
    this.#history = addDerived(before, deriveFromEvents(events, [gap]));
    if (this.#history === before) return;
    changed();
    this.#saveSoon();
  }

  #saveSoon(): void {
    if (this.#parts.file === undefined) return;
    this.#cancel ??= this.#parts.clock.after(saveDelay, () => {
      this.#cancel = undefined;
      void this.#save();
    });
  }

  async #save(): Promise<void> {
    const { clock, file, log } = this.#parts;
    const clusterId = this.#clusterId;
    if (file === undefined || clusterId === undefined || !this.#isLoaded) return;
    const now = clock.now();
    this.#savedAt = now;
    try {
      await file.update((text) => {
        if (this.#clusterId !== clusterId) return undefined;
        // Another window might have saved changes that this window didn't observe.
        const saved = text === undefined ? undefined : parseHistory(text, clusterId, now);
        if (saved?.ok === true) {
          const recorded = { from: Math.min(this.#startedAt ?? now, now), to: now };
          this.#history = mergeHistories(this.#history, saved.value.history, recorded, !this.#isSaved);
        }
        this.#history = markFuture(this.#history, now);
        return formatHistory(this.#history, clusterId, now, saved?.ok === true ? saved.value.agedSince : undefined);
      });
      this.#isSaved = true;
    } catch (error) {
      log(`Can't save the history of a cluster: ${reasonOf(error)}`);
    }
  }
}

/** Returns the code of a file system error, because the message contains the path. */
function reasonOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown error';
}
