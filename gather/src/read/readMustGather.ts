/** Reads a must-gather in one pass. Most files aren't opened, and only the required data of objects stays in memory. */
import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import type { LogSourceKind } from '#core/status/logMessages/logMessage.ts';
import { readBeside, type ExtraObject, type BesideKind } from '#core/diagnosis/evidence/extraObject.ts';
import { readMustGatherEvent, type MustGatherEvent } from '#core/diagnosis/evidence/mustGatherEvent.ts';
import { hasKataPods } from '#core/diagnosis/mustGatherVerdict.ts';
import { podMarkKey } from '#core/diagnosis/evidence/evidenceLine.ts';
import { logDataId } from '#core/diagnosis/evidence/mustGatherData.ts';
import { readCoverage, type WorkloadCoverage } from '#core/mustGather/workloadCoverage.ts';
import { failedSandboxReason } from '#core/cluster/objects/failedSandbox.ts';
import { readKataPod, type KataPod } from '#core/cluster/objects/kataPod.ts';
import type { PlatformKind } from '#core/cluster/objects/platformProblem.ts';
import { requiredKindIds } from '#core/cluster/optionalKinds.ts';
import { watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { updateSnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import { formatNumber, selectPlural } from '#core/text/grammar.ts';
import { cutText, sanitizeLine, sanitizeLiteral } from '#core/text/sanitize.ts';
import { MustGatherBudget, BudgetSpent } from '../limits/budget.ts';
import { describeFileError } from '../sources/fileError.ts';
import { CollectedObjects } from './collectedObjects.ts';
import type { MustGatherReadResult, ReadOptions } from './mustGatherReadResult.ts';
import { kept } from './retainedValues.ts';
import { CleanTexts } from './textRedactor.ts';
import { classifyPath, runOf, dataIdOf, type MustGatherPathInfo } from './pathLayout.ts';
import { OmittedFiles } from '../limits/omittedFiles.ts';
import { fileLimits, keptLimits, totals, type Totals } from '../limits/limits.ts';
import { markLines, oneChunk } from './evidenceLines.ts';
import { countParts } from '../objects/listPieces.ts';
import { LogScan } from './logs/logScan.ts';
import { objectsInDescription, readYamlObjects, type RawObject } from '../objects/readObjects.ts';
import { PlatformObjects } from './platformObjects.ts';
import { listCollectorNotes } from './collectorNotes.ts';
import { missingParts } from './missingParts.ts';
import { packagesIn } from './kataPackages.ts';
import { SandboxFailures } from './sandboxFailures.ts';
import { SeveralClusters } from './severalClusters.ts';
import { TreeObjects } from './treeObjects.ts';
import { trimNode } from './trimNode.ts';
import {
  MultipleMustGathersError,
  UnreadableSourceError,
  type MustGatherFile,
  type MustGatherSource,
  type SkippedEntry,
} from '../sources/mustGatherSource.ts';
import { takenAt } from './collectionTime.ts';
import { textOf } from './boundedText.ts';

/** Reads a must-gather. Throws `UnreadableSourceError` or, if `signal` is aborted, its reason. */
export async function readGather(
  source: MustGatherSource,
  { signal, progress, budget = {} }: ReadOptions = {},
): Promise<MustGatherReadResult> {
  const reading = new Reading(new MustGatherBudget({ sourceBytes: source.size, ...budget }), budget.totals ?? totals);
  const options = {
    refused: (entry: SkippedEntry): void => reading.refuse(entry),
    ...(signal === undefined ? {} : { signal }),
    ...(progress === undefined ? {} : { progress }),
  };
  for await (const file of source.files(options)) {
    await reading.take(file);
    if (reading.isTimeSpent) break;
  }
  return reading.result();
}

class Reading {
  readonly #budget: MustGatherBudget;
  readonly #leftOut: OmittedFiles;
  readonly #texts = new CleanTexts();
  readonly #logs = new LogScan(this.#texts);
  readonly #besides: ExtraObject[] = [];
  readonly #gaps: string[] = [];
  readonly #refused = new Map<string, number>();
  /** Digests of the paths of read files. Paths aren't stored, because an archive can have a million long names. */
  readonly #paths = new Set<string>();
  readonly #runs = new Set<string>();
  readonly #objects: CollectedObjects;
  readonly #platform: PlatformObjects;
  readonly #treeObjects: TreeObjects;
  #at: number | undefined;
  #hasNodeLogs = false;
  /** Kinds for which `oc describe` printed nothing. */
  readonly #empty: WatchedKindId[] = [];
  #hasDescribed = false;
  readonly #seen = new Set<string>();
  #pods: KataPod[] | undefined;
  #coverage: WorkloadCoverage | undefined;
  readonly #events: MustGatherEvent[] = [];
  readonly #sandboxes = new SandboxFailures();
  readonly #packages = new Map<string, readonly string[]>();
  readonly #archives: string[] = [];
  #files = 0;
  #read = 0;

  constructor(budget: MustGatherBudget, limits: Totals) {
    this.#budget = budget;
    this.#leftOut = new OmittedFiles(limits);
    this.#objects = new CollectedObjects(budget, this.#texts);
    this.#platform = new PlatformObjects(budget, this.#texts);
    this.#treeObjects = new TreeObjects(budget, this.#texts);
  }

  /** True if a limit prevents further reading. */
  get isTimeSpent(): boolean {
    return this.#leftOut.has('cpu');
  }

  refuse({ why }: SkippedEntry): void {
    this.#refused.set(why, (this.#refused.get(why) ?? 0) + 1);
  }

  async take(file: MustGatherFile): Promise<void> {
    this.#files += 1;
    const run = runOf(file.path);
    if (run !== undefined && this.#runs.size < keptLimits.runs) this.#runs.add(run);
    const place = classifyPath(file.path);
    if (place === undefined) {
      if (archive.test(file.path) && this.#archives.length < keptLimits.archives)
        this.#archives.push(cutText(sanitizeLiteral(file.path), 200));
      return this.#within(file.path, () => this.#budget.checkTime());
    }
    // With several collections or clusters, the error lists only their folders.
    if ((this.#runs.size > 1 || this.#objects.clusters.differ) && !tellsCluster(place)) return;
    const blocked = this.#leftOut.blocks(place.kind === 'log' ? 'log' : 'objects');
    if (blocked !== undefined) return this.#leftOut.note(blocked, file.path);
    const name = digestOf(file.path);
    if (this.#paths.has(name)) return this.refuse({ path: file.path, why: l10n.t`a duplicate name` });
    return this.#within(file.path, async () => {
      this.#paths.add(name);
      await this.#takePlace(file, place);
      this.#read += 1;
      const seen = dataIdOf(place);
      if (seen !== undefined) this.#seen.add(seen);
    });
  }

  /** Runs the work on a file. Adds a gap to the report if the work fails or a limit is reached. */
  async #within(path: string, work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof BudgetSpent) return this.#leftOut.note(error.what, path);
      // An error for a single file, for example because it was deleted in the meantime or isn't readable.
      const why = error instanceof Error && 'code' in error ? describeFileError(error.code) : undefined;
      if (why === undefined) throw error;
      return this.#gap(l10n.t`Can't read ${cutText(sanitizeLiteral(path), 200)}: ${why}.`);
    }
  }

  async #takePlace(file: MustGatherFile, place: MustGatherPathInfo): Promise<void> {
    this.#budget.checkTime();
    if (place.kind === 'events') this.#treeObjects.noteEvents(file.path);
    if (place.kind === 'log') this.#hasNodeLogs ||= place.place === 'crio';
    if (place.kind === 'log') await this.#readLog(file, place.place);
    // Searching for known messages works for files of any size.
    else if (place.kind === 'events' && !place.whole && file.size > fileLimits.listBytes)
      await this.#readLog(file, 'events');
    else await this.#takeText(file, place);
  }

  async #readLog(file: MustGatherFile, place: LogSourceKind): Promise<void> {
    await this.#logs.read(file.path, place, this.#budget.counted('logBytes', file.bytes()));
  }

  async #takeText(file: MustGatherFile, place: Exclude<MustGatherPathInfo, { kind: 'log' }>): Promise<void> {
    const most = place.kind === 'pods' || place.kind === 'events' ? fileLimits.listBytes : fileLimits.objectBytes;
    const text = await textOf(file, most, this.#budget);
    if (text === undefined)
      return this.#gap(l10n.t`${sanitizeLiteral(file.path)} is larger than ${most / 2 ** 20} MiB and wasn't read.`);
    if (countParts(text, fileLimits.parts + 1) > fileLimits.parts) {
      return this.#gap(
        l10n.t`${sanitizeLiteral(file.path)} has more than ${fileLimits.parts / 1e6} million YAML elements and wasn't read.`,
      );
    }
    this.#texts.learn(text, file.path, () => this.#budget.checkTime());
    this.#treeObjects.take(file.path, text, this.#objects.marks);
    if (place.kind === 'pods') return this.#takePods(file.path, text);
    if (place.kind === 'events') {
      await this.#logs.read(file.path, 'events', oneChunk(text));
      return this.#takeEvents(file.path, text, place.whole);
    }
    if (place.kind === 'packages') {
      if (this.#packages.size < keptLimits.nodes)
        this.#packages.set(place.node, kept(packagesIn(text), this.#budget, this.#texts));
      return;
    }
    if (place.kind === 'timestamp') {
      const at = takenAt(text);
      if (at !== undefined) this.#at = Math.max(this.#at ?? 0, at);
    } else if (place.kind === 'coverage') this.#takeCoverage(text);
    else if (place.kind === 'collectorNotes') for (const note of listCollectorNotes(file.path, text)) this.#gap(note);
    else if (place.kind === 'beside') this.#takeBeside(file.path, text, place.what);
    else if (place.kind === 'platform') this.#takePlatform(file.path, text, place.what);
    else if (place.kind === 'described') this.#takeDescribed(file.path, text, place.id);
    else if (place.kind === 'objects') this.#takeObjects(file.path, text, place);
  }

  /** Returns all objects of a file. If the file can't be read, adds a gap and returns an empty list. */
  #objectsIn<T>(path: string, text: string, read: (object: RawObject) => T | undefined): readonly T[] {
    const objects = readYamlObjects(text, this.#budget, read);
    if (objects.ok) return objects.value;
    this.#gap(
      objects.error === 'parts'
        ? l10n.t`${sanitizeLiteral(path)} contains an object with more than ${formatNumber(fileLimits.partsAtOnce)} YAML elements. The report omits this file.`
        : l10n.t`${sanitizeLiteral(path)} isn't valid YAML.`,
    );
    return [];
  }

  #takeObjects(path: string, text: string, { id, list }: Extract<MustGatherPathInfo, { kind: 'objects' }>): void {
    const lines = text.split(/\r?\n/);
    const slim = id === 'nodes' && !list ? trimNode(text) : text;
    // Line numbers are wrong if lines were removed. A single object covers its whole file.
    let whole = slim === text ? undefined : { from: 0, to: lines.length };
    const objects = this.#objectsIn(path, slim, (object) => {
      const place = { raw: object.raw, ...(whole ?? { from: object.from, to: object.to }) };
      whole = undefined;
      if (id === 'nodes') this.#platform.read('nodes', place, path, lines);
      return this.#objects.read(path, id, place, lines);
    });
    this.#objects.keep(path, id, objects);
  }

  #takeDescribed(path: string, text: string, id: WatchedKindId): void {
    const objects = objectsInDescription(text);
    if (objects.length === 0) {
      this.#gap(
        l10n.t`${sanitizeLiteral(path)} is empty. Either the cluster has no resources of this kind, or the must-gather couldn't read them.`,
      );
      this.#empty.push(id);
      return;
    }
    this.#hasDescribed = true;
    this.#budget.use('objects', objects.length);
    const lines = text.split(/\r?\n/);
    this.#objects.keep(
      path,
      id,
      objects.map((object) => this.#objects.read(path, id, object, lines)),
    );
  }

  /** Reads pods. Most lists contain no Kata pods and aren't parsed. */
  #takePods(path: string, text: string): void {
    this.#pods ??= [];
    const hasProblems = this.#platform.notePods(path, text);
    if (!hasProblems && !/^[ \t]{0,200}runtimeClassName: /m.test(text)) return;
    const lines = text.split(/\r?\n/);
    const pods = this.#objectsIn(path, text, ({ raw, from, to }) => {
      if (hasProblems) this.#platform.read('pods', { raw, from, to }, path, lines);
      const pod = readKataPod(raw, kataClasses);
      if (pod !== undefined) this.#sandboxes.takePod(raw, (one) => kept(one, this.#budget, this.#texts));
      return pod === undefined
        ? undefined
        : { pod: kept(pod, this.#budget, this.#texts), marks: this.#objects.marksOf(path, lines, from, to, 1) };
    });
    for (const { pod, marks } of pods.slice(0, keptLimits.pods - this.#pods.length)) {
      this.#pods.push(pod);
      this.#objects.marks.set(podMarkKey(pod), marks);
    }
  }

  /**
   * Reads events.
   * @param hasOwn true if the file can contain events of nodes, pools, and KataConfigs
   */
  #takeEvents(path: string, text: string, hasOwn: boolean): void {
    const isAboutSandboxes = text.includes(`reason: ${failedSandboxReason}`);
    if (
      !isAboutSandboxes &&
      !(hasOwn && /^[ \t]{0,200}kind: (?:Node|MachineConfigPool|KataConfig)[ \t\r]{0,20}$/m.test(text))
    )
      return;
    const lines = isAboutSandboxes ? text.split(/\r?\n/) : [];
    const read = this.#objectsIn(path, text, ({ raw, from, to }) => {
      this.#sandboxes.takeEvent(raw, (one) => kept(one, this.#budget, this.#texts), {
        file: path,
        lines,
        from,
        to,
        texts: this.#texts,
      });
      const event = hasOwn ? readMustGatherEvent(raw) : undefined;
      return event === undefined ? undefined : kept(event, this.#budget, this.#texts);
    });
    const events = read.toSorted((one, other) => other.at - one.at);
    this.#events.push(...events.slice(0, keptLimits.events - this.#events.length));
  }

  #takeCoverage(text: string): void {
    this.#coverage = readCoverage(text);
    if (this.#coverage?.platform === true) this.#platform.noteKind('pods');
  }

  #takeBeside(path: string, text: string, what: BesideKind): void {
    const lines = text.split(/\r?\n/);
    const besides = this.#objectsIn(path, text, ({ raw, from, to }) => {
      const beside = readBeside(what, raw, markLines(path, lines, from, to, this.#texts));
      return beside === undefined ? undefined : kept(beside, this.#budget, this.#texts);
    });
    this.#besides.push(...besides.slice(0, keptLimits.besides - this.#besides.length));
  }

  #takePlatform(path: string, text: string, kind: PlatformKind): void {
    const lines = text.split(/\r?\n/);
    this.#platform.noteKind(kind);
    this.#objectsIn(path, text, (object) => this.#platform.read(kind, object, path, lines));
  }

  #gap(words: string): void {
    // File names are untrusted text.
    if (this.#gaps.length < keptLimits.gaps) this.#gaps.push(sanitizeLine(this.#texts.text(words), 600));
  }

  /** Describes a source without data. A download from a support case is often a folder of archives. */
  #nothing(): string {
    return this.#archives.length === 0
      ? l10n.t`no must-gather data found (specify the collected folder or archive)`
      : l10n.t`no must-gather data found, only archives: ${this.#archives.join(', ')} (specify one of them)`;
  }

  /** Adds failed sandboxes. Their state is unknown unless pods were collected. */
  #withFailedSandboxes(snapshot: Snapshot, asOf: number): Snapshot {
    if (!hasKataPods({ pods: this.#pods ?? [], ...(this.#coverage === undefined ? {} : { coverage: this.#coverage }) }))
      return snapshot;
    for (const [key, mark] of this.#sandboxes.marks())
      this.#objects.marks.set(key, [...(this.#objects.marks.get(key) ?? []), mark]);
    return updateSnapshot(snapshot, 'failedSandboxes', { kind: 'replace', items: this.#sandboxes.failed, asOf });
  }

  result(): MustGatherReadResult {
    const clusters = this.#objects.clusters.folders();
    if (clusters.length > 1) throw new MultipleMustGathersError(clusters, 'clusters');
    if (this.#runs.size > 1) throw new MultipleMustGathersError([...this.#runs].toSorted(), 'runs');
    const leftOut = this.#leftOut.words();
    if (this.#read === 0) throw new UnreadableSourceError(leftOut[0] ?? this.#nothing());
    // These gaps come first, because the report shows only the first ones.
    this.#gaps.unshift(...leftOut);
    // If `oc describe` printed other objects, empty output means that there are none of this kind.
    if (this.#hasDescribed) for (const id of this.#empty) this.#objects.noteKind(id);
    const asOf = this.#at ?? 0;
    const snapshot = this.#withFailedSandboxes(this.#objects.snapshot(asOf), asOf);
    for (const [why, count] of this.#refused)
      this.#gap(
        selectPlural(
          count,
          l10n.t`1 item in the must-gather wasn't read: ${why}.`,
          l10n.t`${count} items in the must-gather weren't read: ${why}.`,
        ),
      );
    const unknownKinds = requiredKindIds.filter((id) => !this.#objects.has(id)).map((id) => watchedKinds[id].kind);
    const hasOperator =
      (['kataConfigs', 'subscriptions', 'clusterServiceVersions'] as const).some((id) => this.#objects.has(id)) ||
      this.#seen.has(logDataId('operator'));
    const parts = {
      snapshot,
      seen: this.#seen,
      hasOperator,
      hasNodeLogs: this.#hasNodeLogs,
      unknownKinds,
      coverage: this.#coverage,
    };
    for (const gap of missingParts({ ...parts, hasTime: this.#at !== undefined })) this.#gap(gap);
    return this.#texts.withoutLearned({
      snapshot,
      ...(this.#at === undefined ? {} : { at: this.#at }),
      marks: this.#objects.marks,
      besides: this.#besides,
      logs: this.#logs.hits,
      files: this.#files,
      read: this.#read,
      gaps: this.#gaps,
      ...(hasOperator ? {} : { lacksKata: true as const }),
      seen: this.#seen,
      packages: this.#packages,
      platform: this.#platform.state(this.#at),
      ...(this.#events.length === 0 ? {} : { events: this.#events }),
      ...(this.#pods === undefined ? {} : { pods: this.#pods }),
      ...(this.#coverage === undefined ? {} : { coverage: this.#coverage }),
      ...this.#treeObjects.result(),
    });
  }
}

/** Archives are detected only by name and not opened. */
const archive = /\.(?:tar|tgz|tar\.gz|zip)$/i;

const kataClasses: ReadonlySet<string> = new Set(knownRuntimeClasses.map(({ name }) => name));

function tellsCluster(place: MustGatherPathInfo): boolean {
  return (place.kind === 'objects' || place.kind === 'described') && SeveralClusters.isTold(place.id);
}

function digestOf(path: string): string {
  return createHash('sha256').update(path).digest('base64');
}
