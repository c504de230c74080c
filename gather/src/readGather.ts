/** Reads a must-gather: one walk through its files, of which most are not opened, and no more in memory than what is kept of objects. */
import * as l10n from '@vscode/l10n';
import { readBeside, type Beside, type BesideKind } from '../../core/diagnosis/beside.ts';
import { readGatheredEvent, type GatheredEvent } from '../../core/diagnosis/gatheredEvent.ts';
import { besideSeen, logSeen, markKey, podMarkKey, type Gathered, type Mark } from '../../core/diagnosis/gathered.ts';
import { readKataPod, type KataPod } from '../../core/live/kataPod.ts';
import { liveKindIds, liveKinds, type ItemOf, type LiveKindId } from '../../core/live/kinds/index.ts';
import { changeSnapshot, emptySnapshot, type Snapshot } from '../../core/live/snapshot.ts';
import type { Change } from '../../core/live/syncState.ts';
import { runtimeClasses } from '../../core/runtimeClasses.ts';
import { isLoud, presentLevel } from '../../core/live/status/loudLog.ts';
import { oneLine } from '../../core/live/words.ts';
import { plural } from '../../core/wording.ts';
import { plainly } from '../../core/spelledOut.ts';
import { surroundingsOf } from '../../core/live/status/surroundings.ts';
import { fileError } from './fileError.ts';
import { placeOf, runOf, type Place } from './layout.ts';
import { markLines } from './lines.ts';
import { LogScan } from './logScan.ts';
import { objectsInDescription, objectsInYaml, type RawObject } from './objects.ts';
import { packagesIn } from './packages.ts';
import { SeveralClusters } from './severalClusters.ts';
import { slimNode } from './slim.ts';
import { SeveralGathers, Unreadable, type GatherFile, type GatherSource, type Refused } from './source.ts';
import { takenAt } from './takenAt.ts';

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Bytes of the source, as far as they are known; 0: it is not known how many there are. */
  readonly progress?: (done: number, total: number) => void;
}

/** What was read, and what was not. */
export interface ReadGather extends Gathered {
  /** Files in it, and how many of them were read. */
  readonly files: number;
  readonly read: number;
  /** Neither a KataConfig nor the operator could be seen in it: that nothing wrong was found says nothing then. */
  readonly lacksKata?: true;
  /** In words: what is missing, and what could not be read. */
  readonly gaps: readonly string[];
  /** Pods that run in virtual machines; undefined: no list of pods is in it. */
  readonly pods?: readonly KataPod[];
  /** By node: the packages of kata, where they are told. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
}

/** A file of objects that is larger holds more than can be looked at. */
const largestObjects = 64 * 2 ** 20;
/** Marks of structure in such a file: each becomes some 700 bytes while it is read, and a small archive can hold any number of them. */
const mostParts = 2_000_000;
const mostGaps = 50;
const harmlessKey = /^(?:CLOUD_PROVIDER|PEERPODS_LIMIT_PER_NODE): \S{1,20}$/;
const mostBesides = 5000;
/** Bytes of a list of pods or events. */
const largestList = 16 * 2 ** 20;
const mostPods = 2000;
const mostEvents = 2000;
const mostNodes = 10_000;
/** Folders of runs that are named. */
const mostRuns = 100;

/** Throws `Unreadable` and, when `signal` says so, its reason. */
export async function readGather(source: GatherSource, { signal, progress }: ReadOptions = {}): Promise<ReadGather> {
  const reading = new Reading();
  const options = {
    refused: (entry: Refused): void => reading.refuse(entry),
    ...(signal === undefined ? {} : { signal }),
    ...(progress === undefined ? {} : { progress }),
  };
  for await (const file of source.files(options)) await reading.take(file);
  return reading.result();
}

class Reading {
  readonly #items = new Map<LiveKindId, Map<string, ItemOf<LiveKindId>>>();
  readonly #marks = new Map<string, readonly Mark[]>();
  readonly #logs = new LogScan();
  readonly #besides: Beside[] = [];
  readonly #gaps: string[] = [];
  readonly #refused = new Map<string, number>();
  readonly #paths = new Set<string>();
  readonly #runs = new Set<string>();
  readonly #clusters = new SeveralClusters();
  #at: number | undefined;
  #hasNodeLogs = false;
  /** What `oc describe` wrote nothing of. */
  readonly #empty: LiveKindId[] = [];
  #hasDescribed = false;
  readonly #seen = new Set<string>();
  #pods: KataPod[] | undefined;
  readonly #events: GatheredEvent[] = [];
  readonly #packages = new Map<string, readonly string[]>();
  readonly #archives: string[] = [];
  #files = 0;
  #read = 0;

  refuse({ why }: Refused): void {
    this.#refused.set(why, (this.#refused.get(why) ?? 0) + 1);
  }

  async take(file: GatherFile): Promise<void> {
    this.#files += 1;
    const run = runOf(file.path);
    if (run !== undefined) this.#runs.add(run);
    const place = placeOf(file.path);
    if (place === undefined) {
      if (archive.test(file.path) && this.#archives.length < mostArchives) this.#archives.push(plainly(file.path).slice(0, 200));
      return;
    }
    // Nothing of it will be told but where they are.
    if ((this.#runs.size > 1 || this.#clusters.differ) && !tellsCluster(place)) return;
    if (this.#paths.has(file.path)) return this.refuse({ path: file.path, why: l10n.t`a name that was there already` });
    this.#paths.add(file.path);
    try {
      await this.#takePlace(file, place);
    } catch (error) {
      // A file alone, that somebody took away meanwhile or keeps to himself.
      const why = error instanceof Error && 'code' in error ? fileError(error.code) : undefined;
      if (why === undefined) throw error;
      return this.#gap(l10n.t`${plainly(file.path).slice(0, 200)} could not be read: ${why}.`);
    }
    this.#read += 1;
    const seen = seenAs(place);
    if (seen !== undefined) this.#seen.add(seen);
  }

  async #takePlace(file: GatherFile, place: Place): Promise<void> {
    if (place.kind === 'log') this.#hasNodeLogs ||= place.place === 'crio';
    if (place.kind === 'log') await this.#logs.read(file.path, place.place, file.bytes());
    else await this.#takeText(file, place);
  }

  async #takeText(file: GatherFile, place: Exclude<Place, { kind: 'log' }>): Promise<void> {
    const most = place.kind === 'pods' || place.kind === 'events' ? largestList : largestObjects;
    const text = await textOf(file, most);
    if (text === undefined) return this.#gap(l10n.t`${plainly(file.path)} is larger than ${most / 2 ** 20} MiB, and was not read.`);
    if (hasMoreParts(text)) return this.#gap(l10n.t`${plainly(file.path)} has more than ${mostParts / 1e6} million parts, and was not read.`);
    if (place.kind === 'pods') return this.#takePods(file.path, text);
    if (place.kind === 'events') {
      await this.#logs.read(file.path, 'events', oneChunk(text));
      return this.#takeEvents(file.path, text);
    }
    if (place.kind === 'packages') {
      if (this.#packages.size < mostNodes) this.#packages.set(place.node, packagesIn(text));
      return;
    }
    if (place.kind === 'timestamp') {
      const at = takenAt(text);
      if (at !== undefined) this.#at = Math.max(this.#at ?? 0, at);
    } else if (place.kind === 'skippedNodes') {
      for (const line of text.split('\n').slice(0, 20)) if (line.trim() !== '') this.#gap(line.trim().slice(0, 300));
    } else if (place.kind === 'beside') this.#takeBeside(file.path, text, place.what);
    else this.#takeObjects(file.path, text, place);
  }

  #takeObjects(path: string, text: string, place: Extract<Place, { kind: 'objects' | 'described' }>): void {
    const { kind, id } = place;
    const lines = text.split(/\r?\n/);
    const isNode = kind === 'objects' && id === 'nodes' && !place.list;
    const read = kind === 'described' ? objectsInDescription(text) : objectsInYaml(isNode ? slimNode(text) : text);
    // One object is all of its file.
    const objects = isNode && read?.length === 1 ? read.map(({ raw }) => ({ raw, from: 0, to: lines.length })) : read;
    if (objects === undefined) return this.#gap(l10n.t`${plainly(path)} is no YAML that can be read.`);
    if (kind === 'described') {
      if (objects.length > 0) this.#hasDescribed = true;
      else {
        this.#gap(l10n.t`${plainly(path)} is empty: there was none, or it could not be read.`);
        this.#empty.push(id);
        return;
      }
    }
    const items = this.#items.get(id) ?? new Map<string, ItemOf<LiveKindId>>();
    this.#items.set(id, items);
    for (const object of objects) this.#keep(path, id, items, object, lines);
  }

  /** Most lists of pods have none of ours: those are not even parsed. */
  #takePods(path: string, text: string): void {
    this.#pods ??= [];
    if (!/^[ \t]{0,200}runtimeClassName: /m.test(text)) return;
    const objects = objectsInYaml(text);
    if (objects === undefined) return this.#gap(l10n.t`${plainly(path)} is no YAML that can be read.`);
    const lines = text.split(/\r?\n/);
    for (const { raw, from, to } of objects) {
      const pod = readKataPod(raw, kataClasses);
      if (pod === undefined || this.#pods.length >= mostPods) continue;
      this.#pods.push(pod);
      this.#marks.set(podMarkKey(pod), markLines(path, lines, from, to).slice(0, 1));
    }
  }

  #takeEvents(path: string, text: string): void {
    if (!/^[ \t]{0,200}kind: (?:Node|MachineConfigPool|KataConfig)[ \t\r]{0,20}$/m.test(text)) return;
    const objects = objectsInYaml(text);
    if (objects === undefined) return this.#gap(l10n.t`${plainly(path)} is no YAML that can be read.`);
    const events = objects.flatMap(({ raw }) => readGatheredEvent(raw) ?? []).toSorted((one, other) => other.at - one.at);
    this.#events.push(...events.slice(0, mostEvents - this.#events.length));
  }

  #takeBeside(path: string, text: string, what: BesideKind): void {
    const objects = objectsInYaml(text);
    if (objects === undefined) return this.#gap(l10n.t`${plainly(path)} is no YAML that can be read.`);
    const lines = text.split(/\r?\n/);
    for (const { raw, from, to } of objects) {
      const beside = readBeside(what, raw, markLines(path, lines, from, to));
      if (beside !== undefined && this.#besides.length < mostBesides) this.#besides.push(beside);
    }
  }

  #keep(path: string, id: LiveKindId, items: Map<string, ItemOf<LiveKindId>>, { raw, from, to }: RawObject, lines: readonly string[]): void {
    this.#clusters.note(path, id, raw);
    const item = liveKinds[id].read(raw);
    // What is there as YAML and as text is one object: what was read first stays.
    if (item === undefined || items.has(item.uid)) return;
    items.set(item.uid, item);
    const marks = markLines(path, lines, from, to);
    // Their values may be credentials, under any key.
    const harmless = id === 'configMaps' || id === 'secrets' ? marks.filter(({ text }) => text === `name: ${item.name}` || harmlessKey.test(text)) : marks;
    this.#marks.set(markKey(id, item.name), harmless);
  }

  #gap(words: string): void {
    // Names of files are anybody's text.
    if (this.#gaps.length < mostGaps) this.#gaps.push(oneLine(words, 600));
  }

  /** What was downloaded from a support case is often a folder of archives. */
  #nothing(): string {
    return this.#archives.length === 0
      ? l10n.t`nothing in it is of a must-gather: name the folder or archive that was collected`
      : l10n.t`nothing in it is of a must-gather: it holds packed files (${this.#archives.join(', ')}), name one of these`;
  }

  result(): ReadGather {
    const clusters = this.#clusters.folders();
    if (clusters.length > 1) throw new SeveralGathers(clusters, 'clusters');
    if (this.#runs.size > 1) throw new SeveralGathers([...this.#runs].toSorted().slice(0, mostRuns), 'runs');
    if (this.#read === 0) throw new Unreadable(this.#nothing());
    // Where it found something else, it could ask: there was none.
    if (this.#hasDescribed) for (const id of this.#empty) if (!this.#items.has(id)) this.#items.set(id, new Map());
    const asOf = this.#at ?? 0;
    let snapshot: Snapshot = emptySnapshot;
    for (const id of liveKindIds) {
      const items = this.#items.get(id);
      if (items === undefined) continue;
      const all: Change<ItemOf<LiveKindId>> = { kind: 'replace', items, asOf };
      // The compiler does not follow one id through both sides: what is kept under it was read by its kind.
      snapshot = changeSnapshot(snapshot, id, all as Change<never>);
    }
    for (const [why, count] of this.#refused)
      this.#gap(plural(count, l10n.t`One entry was not read: ${why}.`, l10n.t`${count} entries were not read: ${why}.`));
    const unknown = liveKindIds.filter((id) => !this.#items.has(id)).map((id) => liveKinds[id].kind);
    const hasOperator =
      (['kataConfigs', 'subscriptions', 'clusterServiceVersions'] as const).some((id) => this.#items.has(id)) || this.#seen.has(logSeen('operator'));
    if (!hasOperator) {
      this.#gap(
        l10n.t`Nothing of OpenShift sandboxed containers is in it, neither a KataConfig nor the operator: it may be of another product, or a part of it is missing. Collect one with the image osc-must-gather-rhel9.`,
      );
    }
    if (unknown.length > 0) this.#gap(l10n.t`Not in it, so that nothing is said of them: ${unknown.join(', ')}.`);
    const { kataConfig } = surroundingsOf(snapshot);
    if (kataConfig !== undefined && this.#hasNodeLogs && !isLoud(presentLevel(kataConfig))) {
      this.#gap(l10n.t`The log level was ${presentLevel(kataConfig).slice(0, 20)} when it was taken: at debug the logs of nodes tell more.`);
    }
    if (kataConfig !== undefined && !this.#seen.has(logSeen('crio')) && !this.#seen.has(logSeen('kubelet'))) {
      this.#gap(
        l10n.t`The journals of nodes (CRI-O, kubelet) are not in it: why a pod gets no virtual machine often stands there alone. The image osc-must-gather-rhel9 brings them.`,
      );
    }
    if (this.#at === undefined) this.#gap(l10n.t`When it was taken is not told: how long something takes cannot be judged.`);
    return {
      snapshot,
      ...(this.#at === undefined ? {} : { at: this.#at }),
      marks: this.#marks,
      besides: this.#besides,
      logs: this.#logs.hits,
      files: this.#files,
      read: this.#read,
      gaps: this.#gaps,
      ...(hasOperator ? {} : { lacksKata: true as const }),
      seen: this.#seen,
      packages: this.#packages,
      ...(this.#events.length === 0 ? {} : { events: this.#events }),
      ...(this.#pods === undefined ? {} : { pods: this.#pods }),
    };
  }
}

/** By their names alone: they are not opened. */
const archive = /\.(?:tar|tgz|tar\.gz|zip)$/i;
const mostArchives = 3;

const kataClasses: ReadonlySet<string> = new Set(runtimeClasses.map(({ name }) => name));

function tellsCluster(place: Place): boolean {
  return (place.kind === 'objects' || place.kind === 'described') && SeveralClusters.isTold(place.id);
}

/** What a file of this place lets one see. */
function seenAs(place: Place): string | undefined {
  if (place.kind === 'objects' || place.kind === 'described') return place.id;
  if (place.kind === 'log') return logSeen(place.place);
  return place.kind === 'beside' ? besideSeen(place.what) : undefined;
}

function hasMoreParts(text: string): boolean {
  const part = /[\n,:[{]/g;
  for (let count = 0; part.test(text); count += 1) if (count >= mostParts) return true;
  return false;
}

async function textOf(file: GatherFile, most: number): Promise<string | undefined> {
  if (file.size > most) return undefined;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of file.bytes()) {
    size += part.length;
    if (size > most) return undefined;
    parts.push(Uint8Array.from(part));
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

async function* oneChunk(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
