/** Stores the must-gathers in the Clusters view. Never contacts or changes a cluster. Doesn't use VS Code. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { mustGatherHistory } from '#core/diagnosis/evidence/mustGatherHistory.ts';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeLine, sanitizeLiteral } from '#core/text/sanitize.ts';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import { isSameStamp, type FileStamp } from '#gather/sources/fileStamp.ts';
import { mustGatherNode } from './mustGatherNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { MustGatherEntry, GatherState } from './mustGatherEntry.ts';
import { readKeptGathers, type KeptGather } from './savedMustGathers.ts';
import { labelsOfGathers, titleOfState } from './mustGatherTitle.ts';

export interface OpenGathersParts {
  /** Called when any must-gather changes. */
  readonly changed: () => void;
  /** Called to store the list of must-gathers. */
  readonly keep: (open: readonly KeptGather[]) => void;
  /** Returns the names that clusters already use. */
  readonly taken: () => readonly string[];
  /** Returns the current size and modification time of a path. Returns undefined if it doesn't exist. */
  readonly stampOf: (path: string) => Promise<FileStamp | undefined>;
}

export class MustGatherStore {
  readonly #parts: OpenGathersParts;
  readonly #gathers = new Map<string, MustGatherEntry>();
  /** Previous entries of must-gathers that are being read, by name. */
  readonly #before = new Map<string, MustGatherEntry>();
  readonly #shown = new Map<string, Map<string, number>>();

  constructor(parts: OpenGathersParts) {
    this.#parts = parts;
  }

  get all(): readonly MustGatherEntry[] {
    return [...this.#gathers.values()];
  }

  get(name: string): MustGatherEntry | undefined {
    return this.#gathers.get(name);
  }

  ofId(id: string): MustGatherEntry | undefined {
    return this.all.find((gather) => gather.id === id);
  }

  /**
   * Adds stored must-gathers without reading them. Skips files that have changed since.
   * @param kept stored value, which might be invalid
   */
  async restore(kept: unknown): Promise<void> {
    for (const { path: at, stamp, title, namespaces } of readKeptGathers(kept)) {
      if (this.#at(at) !== undefined) continue;
      const found = await this.#parts.stampOf(at);
      if (this.#at(at) !== undefined || (found !== undefined && !isSameStamp(stamp, found))) continue;
      const state: GatherState = { kind: found === undefined ? 'missing' : 'closed', ...omitUndefined({ title }) };
      this.#put(at, stamp, state, namespaces);
    }
    this.#parts.changed();
  }

  /** Marks must-gathers as missing if their files were moved or deleted, and as closed if their files exist again. */
  async checkPaths(): Promise<void> {
    for (const { name, path: at } of this.all) {
      const found = await this.#parts.stampOf(at);
      // The must-gather might have been read or closed during the check.
      const state = this.#gathers.get(name)?.state.kind;
      if (found === undefined && state !== undefined && state !== 'reading' && state !== 'missing') this.lose(at);
      else if (found !== undefined && state === 'missing') this.#find(name, found);
    }
  }

  begin(at: string, stamp: FileStamp): MustGatherEntry {
    const before = this.#at(at);
    // If the must-gather is already being read, keep the entry of the previous read.
    if (before !== undefined && before.state.kind !== 'reading') this.#before.set(before.name, before);
    const gather = this.#put(at, stamp, { kind: 'reading' });
    this.#parts.changed();
    return gather;
  }

  finish(name: string, report: MustGatherReport): void {
    this.#before.delete(name);
    this.#turn(name, {
      kind: 'open',
      report,
      history: mustGatherHistory(report.gathered.snapshot, report.gathered.events),
    });
  }

  fail(name: string, problem?: string): void {
    const before = this.#before.get(name);
    this.#before.delete(name);
    if (problem !== undefined)
      this.#turn(name, {
        kind: 'closed',
        problem,
        ...omitUndefined({ title: before === undefined ? undefined : titleOfState(before.name, before.state) }),
      });
    else if (before === undefined) this.close(name);
    else {
      // Restores the entry of the last successful read, including its size and modification time.
      this.#gathers.set(name, before);
      this.#keep();
    }
  }

  /** See `MustGatherTree.lose`. */
  lose(at: string): MustGatherEntry | undefined {
    const gather = this.#at(at);
    if (gather === undefined) return undefined;
    this.#turn(gather.name, { kind: 'missing', ...omitUndefined({ title: titleOfState(gather.name, gather.state) }) });
    return this.#at(at);
  }

  close(name: string): void {
    this.#gathers.delete(name);
    this.#before.delete(name);
    this.#shown.delete(name);
    this.#keep();
  }

  /** See `MustGatherTree.selectNamespaces`. */
  selectNamespaces(name: string, namespaces: readonly string[]): void {
    const gather = this.#gathers.get(name);
    if (gather === undefined) return;
    this.#gathers.set(name, { ...gather, namespaces });
    this.#keep();
  }

  /** Sets the number of visible rows of a long group. */
  show(name: string, group: string, number: number): void {
    const shown = this.#shown.get(name) ?? new Map<string, number>();
    this.#shown.set(name, shown.set(group, number));
    this.#parts.changed();
  }

  shown(name: string, group: string): number | undefined {
    return this.#shown.get(name)?.get(group);
  }

  /** Returns the root rows of the tree. */
  roots(): readonly TreeNode[] {
    const labels = labelsOfGathers(this.all);
    return this.all.map((gather) => {
      const { name } = gather;
      return mustGatherNode(gather, labels.get(name) ?? name, this.#shown.get(name) ?? new Map());
    });
  }

  /**
   * Marks a must-gather as closed because its files exist again. If the files have changed, they are read again when
   * the user opens it.
   */
  #find(name: string, stamp: FileStamp): void {
    const gather = this.#gathers.get(name);
    if (gather === undefined) return;
    this.#gathers.set(name, {
      ...gather,
      stamp,
      state: { kind: 'closed', ...omitUndefined({ title: titleOfState(gather.name, gather.state) }) },
    });
    this.#keep();
  }

  #at(at: string): MustGatherEntry | undefined {
    return this.all.find((gather) => gather.path === at);
  }

  #put(at: string, stamp: FileStamp, state: GatherState, selected?: readonly string[]): MustGatherEntry {
    const before = this.#at(at);
    const name = before?.name ?? this.#nameFor(at);
    const id = createHash('sha256').update(at).digest('hex').slice(0, 16);
    const namespaces = selected ?? before?.namespaces ?? [];
    const gather = { name, id, path: at, stamp, state, namespaces };
    this.#gathers.set(name, gather);
    return gather;
  }

  #nameFor(at: string): string {
    const name = `must-gather ${sanitizeLine(sanitizeLiteral(path.basename(at)), 60)}`;
    const taken = new Set([...this.#gathers.keys(), ...this.#parts.taken()]);
    for (let number = 1; ; number += 1) {
      const wanted = number === 1 ? name : `${name} (${number})`;
      if (!taken.has(wanted)) return wanted;
    }
  }

  #turn(name: string, state: GatherState): void {
    const gather = this.#gathers.get(name);
    // The user might have closed it in the meantime.
    if (gather === undefined) return;
    this.#gathers.set(name, { ...gather, state });
    this.#keep();
  }

  #keep(): void {
    this.#parts.keep(
      this.all.flatMap((gather) => {
        const { path: at, stamp, state, namespaces } = gather;
        return state.kind === 'closed' && state.problem !== undefined
          ? []
          : [
              {
                path: at,
                stamp,
                ...omitUndefined({
                  title: titleOfState(gather.name, gather.state),
                  namespaces: namespaces.length === 0 ? undefined : namespaces,
                }),
              },
            ];
      }),
    );
    this.#parts.changed();
  }
}
