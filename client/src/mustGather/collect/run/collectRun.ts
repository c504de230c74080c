/**
 * Runs one must-gather: starts oc, tracks its progress, stops it so that it cleans up, and writes a record of the run.
 * Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { omitUndefined } from '#core/common/json.ts';
import type { GatherChoices } from '#core/mustGather/collectChoices.ts';
import {
  isGatherPod,
  keyOfMade,
  formatLeftover,
  type LeftoverObject,
  type CreatedResources,
} from '#core/mustGather/leftoverObjects.ts';
import { getCollectOutcome, type GatherOutcome } from '#core/mustGather/collectOutcome.ts';
import { initialProgress, readGatherLine, type GatherProgress } from '#core/mustGather/collectPhases.ts';
import type { CollectionSize, CollectLimit, SizeProgress } from '#core/mustGather/collectionSize.ts';
import { recordName, recordText } from '#core/mustGather/collectionRecord.ts';
import type { Result } from '#core/common/result.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { freeOf } from './freeSpace.ts';
import { FolderSize } from './folderSize.ts';
import { SizeWatch } from './sizeWatch.ts';
import type { OcChild, OcCluster, OcEnd, OcProgram, OcRun } from '#client/oc/oc.ts';

export interface CollectRequest {
  readonly program: OcProgram;
  readonly cluster: OcCluster;
  readonly server: string;
  readonly choices: GatherChoices;
  /** Arguments for oc. */
  readonly args: readonly string[];
  /** Existing folder. The must-gather is saved in a new folder below it. */
  readonly folder: string;
  readonly name: string;
  readonly openShift: string | undefined;
  readonly operator: string | undefined;
  /** Number of nodes of the cluster, if it is known. */
  readonly nodeCount?: number;
  /** Maximum size in bytes. If undefined, there is none. */
  readonly maxBytes?: number;
}

export interface GatherParts {
  readonly run: (run: OcRun) => OcChild;
  readonly clock: Clock;
  /** Stores created resources until they are known to be deleted. */
  readonly keep: (made: CreatedResources) => Promise<void>;
  readonly forget: (made: CreatedResources) => Promise<void>;
  readonly uidOf: (made: CreatedResources) => Promise<string | undefined>;
  readonly look: (made: CreatedResources) => Promise<Result<readonly LeftoverObject[], string>>;
  /** Called with each line that oc writes. */
  readonly onLine: (line: string) => void;
  readonly onProgress: (progress: GatherProgress) => void;
  /** Called every 2 seconds with the size of the collected files. */
  readonly onSize?: (size: SizeProgress) => void;
  /** Returns the free space of the disk with a folder in bytes. By default, asks the operating system. */
  readonly free?: (folder: string) => Promise<number | undefined>;
}

/** Result of a run. */
export interface CollectResult {
  readonly folder: string;
  readonly outcome: GatherOutcome;
  readonly hasFiles: boolean;
  readonly made: readonly CreatedResources[];
  /** Objects that remain on the cluster, or the reason why they are unknown. */
  readonly left: Result<readonly LeftoverObject[], string>;
}

/** Time for oc to clean up after the interrupt before it is terminated, in milliseconds. */
const cleanUp = 15_000;
const lastWarning = 5000;

export class CollectRun {
  readonly order: CollectRequest;
  readonly #parts: GatherParts;
  #progress = initialProgress;
  #child: OcChild | undefined;
  /** Created resources by key. */
  readonly #made = new Map<string, CreatedResources>();
  #knowing: Promise<void> = Promise.resolve();
  #stopped = false;
  #limit: CollectLimit | undefined;
  #size: CollectionSize | undefined;
  #cancel: (() => void) | undefined;

  constructor(order: CollectRequest, parts: GatherParts) {
    this.order = order;
    this.#parts = parts;
  }

  get target(): string {
    return path.join(this.order.folder, this.order.name);
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Runs the must-gather. Resolves when oc has exited and the record is written. Rejects only on internal errors. */
  async start(): Promise<CollectResult> {
    const { target } = this;
    const { clock, run } = this.#parts;
    const began = clock.now();
    const trouble = await makeFolder(target);
    const end = trouble === undefined && !this.#stopped ? await this.#run(run) : undefined;
    this.#cancel?.();
    await this.#knowing;
    const hasFiles = await hasGathered(target);
    const code = end?.ok === true && end.value.kind === 'ended' ? end.value.code : undefined;
    const why = trouble ?? (end?.ok === false ? end.error : undefined);
    const outcome = getCollectOutcome(this.#progress, {
      code,
      stopped: this.#stopped,
      hasFiles,
      ...omitUndefined({ trouble: why, limit: this.#limit }),
    });
    const left = await this.#lookBack();
    if (trouble === undefined) await this.#record(began, outcome, left);
    return { folder: target, outcome, hasFiles, left, made: [...this.#made.values()] };
  }

  /** Interrupts oc as Ctrl+C does, so that oc deletes what it created. Sends stronger signals if oc doesn't exit. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#child?.interrupt();
    const { clock } = this.#parts;
    this.#cancel = clock.after(cleanUp, () => {
      this.#child?.terminate();
      this.#cancel = clock.after(lastWarning, () => this.#child?.kill());
    });
  }

  async #run(run: GatherParts['run']): Promise<Result<OcEnd, string>> {
    const { program, cluster, args, folder } = this.order;
    const { clock, onSize = () => undefined, free = freeOf } = this.#parts;
    const files = new FolderSize(this.target);
    const watch = new SizeWatch({
      clock,
      count: () => files.count(),
      free: () => free(this.target),
      max: this.order.maxBytes,
      onSize,
      onLimit: (limit) => {
        // While oc cleans up, it has copied everything. An interrupt could only prevent the cleanup.
        if (this.#stopped || this.#progress.phase === 'cleaning') return;
        this.#limit = limit;
        this.stop();
      },
    });
    this.#child = run({ program, cluster, args, folder, onLine: (line) => this.#take(line) });
    const end = await this.#child.ended;
    this.#size = await watch.end();
    return end;
  }

  #take(line: string): void {
    this.#parts.onLine(line);
    const before = this.#progress;
    this.#progress = readGatherLine(before, line);
    if (this.#progress === before) return;
    const { namespace, binding, pods } = this.#progress;
    if (namespace !== undefined && (namespace !== before.namespace || binding !== before.binding))
      this.#remember({ namespace }, binding);
    const { runNamespace } = this.order.choices;
    if (runNamespace !== undefined) {
      for (const pod of pods.keys())
        if (!before.pods.has(pod) && isGatherPod(pod)) this.#remember({ namespace: runNamespace, pod });
    }
    this.#parts.onProgress(this.#progress);
  }

  /** Stores created resources immediately, because the extension host can exit at any time. Then adds their UID. */
  #remember(named: Pick<CreatedResources, 'namespace' | 'pod'>, binding?: string): void {
    const { clock, keep, uidOf } = this.#parts;
    const { server, cluster } = this.order;
    const key = keyOfMade(named);
    const known = this.#made.get(key);
    const made: CreatedResources = {
      ...(known ?? { context: cluster.context, server, ...named, at: clock.now(), process: process.pid }),
      ...omitUndefined({ binding }),
    };
    this.#made.set(key, made);
    this.#knowing = Promise.all([this.#knowing, keep(made)]).then(async () => {
      if (known !== undefined) return;
      const uid = await uidOf(made);
      if (uid === undefined) return;
      const certain = { ...(this.#made.get(key) ?? made), uid };
      this.#made.set(key, certain);
      await keep(certain);
    });
  }

  /** Returns all remaining objects. If an object can't be checked, returns the first such error instead. */
  async #lookBack(): Promise<Result<readonly LeftoverObject[], string>> {
    const all: LeftoverObject[] = [];
    let unseen: Result<readonly LeftoverObject[], string> | undefined;
    for (const made of this.#made.values()) {
      const left = await this.#parts.look(made);
      if (!left.ok) unseen ??= left;
      else if (left.value.length === 0) await this.#parts.forget(made);
      else all.push(...left.value);
    }
    return unseen ?? { ok: true, value: all };
  }

  async #record(began: number, outcome: GatherOutcome, left: Result<readonly LeftoverObject[], string>): Promise<void> {
    const { program, cluster, server, args, choices, openShift, operator, nodeCount } = this.order;
    const behind = left.ok
      ? left.value.map((object) => l10n.t`Remaining on the cluster: ${formatLeftover(object)}`)
      : [left.error];
    const text = recordText({
      version: 1,
      by: 'oc',
      command: ['oc', `--context=${cluster.context}`, ...args],
      choices,
      versions: omitUndefined({ oc: program.version, openShift, operator }),
      cluster: { context: cluster.context, server },
      ...omitUndefined({ size: this.#size, nodeCount }),
      began: new Date(began).toISOString(),
      ended: new Date(this.#parts.clock.now()).toISOString(),
      ...outcome,
      problems: [...this.#progress.problems, ...behind],
    });
    await writeFile(path.join(this.target, recordName), text, { mode: 0o600 }).catch(() =>
      this.#parts.onLine(l10n.t`Can't write ${recordName}.`),
    );
  }
}

/**
 * Creates a folder that only the current user can access, because a must-gather contains confidential data.
 * @returns an error message if the folder can't be created
 */
async function makeFolder(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return undefined;
  } catch {
    return l10n.t`Folder ${folder} can't be created or already exists.`;
  }
}

/**
 * Returns whether data was collected. The data of each pod is in a folder named after the image of the pod, next to the
 * files that oc itself writes.
 */
async function hasGathered(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isDirectory() && (await readdir(path.join(folder, entry.name)).catch(() => [])).length > 0) return true;
  }
  return false;
}
