/**
 * Collects data through the API if oc isn't available. Creates and runs nothing on the cluster. The data has the layout
 * of `oc adm inspect`, so that any must-gather reader can read it. Independent of VS Code.
 */
import * as l10n from '@vscode/l10n';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject, getList, getNumber, getString } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { Redacted } from '#core/redaction/index.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';
import {
  describeLimit,
  SizeCounter,
  type CollectionSize,
  type CollectLimit,
  type SizeProgress,
} from '#core/mustGather/collectionSize.ts';
import type { GatherOutcome } from '#core/mustGather/collectOutcome.ts';
import type { ApiProblem, Connection } from '#client/kubernetes/connection.ts';
import { PageSize, readPages } from '#client/kubernetes/read/readPages.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import {
  lastLists,
  lists,
  logNamespaces,
  objects,
  outOfReach,
  getListPath,
  type ListToCollect,
} from './plannedRequests.ts';
import { freeOf } from '../run/freeSpace.ts';
import { SizeWatch } from '../run/sizeWatch.ts';
import { collectKataWorkloads } from './kataWorkloads.ts';
import { NewestLines } from './newestLines.ts';
import { fileName, itemText, listHead, objectText } from './objectText.ts';

export interface ApiCollectOptions {
  readonly connection: Pick<Connection, 'ask' | 'send' | 'stream'>;
  /** An existing, empty folder. */
  readonly folder: string;
  readonly clock: Clock;
  /** Returns whether pods of this runtime class run in a Kata sandbox. */
  readonly isKataClass: (runtimeClass: string) => boolean;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  /** Maximum size in bytes. If undefined, there is none. */
  readonly maxBytes?: number | undefined;
  /** Called every 2 seconds with the size of the collected files. */
  readonly onSize?: (size: SizeProgress) => void;
}

export interface ApiCollectResult {
  readonly outcome: GatherOutcome;
  /** Objects that couldn't be read, one line each. */
  readonly problems: readonly string[];
  readonly hasFiles: boolean;
  readonly size: CollectionSize;
  /** Number of values that were redacted before they were written, by the path of the file in the folder. */
  readonly redacted: ReadonlyMap<string, number>;
}

const root = 'collected-through-the-api';
/** Maximum number of lines per container. The newest are kept. */
const mostLogLines = 100_000;
const mostLogCharacters = 64 * 2 ** 20;
const mostPods = 300;
const mostProblems = 100;

/**
 * Collects the data. Records cluster errors as problems and never rejects because of them.
 * @throws if files can't be written
 */
export async function collectByApi(collecting: ApiCollectOptions): Promise<ApiCollectResult> {
  return new Collector(collecting).run();
}

class Collector {
  readonly #to: ApiCollectOptions;
  readonly #problems: string[] = [];
  #files = 0;
  /** Files that describe the collected data, by path. */
  readonly #descriptions = new Map<string, string>();
  readonly #counter = new SizeCounter();
  readonly #redacted = new Map<string, number>();
  /** Aborts when a limit is reached. */
  readonly #stop = new AbortController();
  #limit: CollectLimit | undefined;

  constructor(to: ApiCollectOptions) {
    this.#to = { ...to, signal: AbortSignal.any([to.signal, this.#stop.signal]) };
  }

  async run(): Promise<ApiCollectResult> {
    const { clock, folder, maxBytes, onSize = () => undefined } = this.#to;
    const watch = new SizeWatch({
      clock,
      count: () => Promise.resolve(this.#counter.size()),
      free: () => freeOf(folder),
      max: maxBytes,
      onSize,
      onLimit: (limit) => this.#reach(limit),
    });
    try {
      return await this.#collect();
    } finally {
      await watch.end();
    }
  }

  #reach(limit: CollectLimit): void {
    this.#limit ??= limit;
    this.#stop.abort();
  }

  async #collect(): Promise<ApiCollectResult> {
    const { signal, say } = this.#to;
    await this.#lists(lists);
    if (!signal.aborted) {
      say(l10n.t`Reading ${'pods'}...`);
      await this.#kataWorkloads();
    }
    for (const object of objects) {
      if (signal.aborted) break;
      const answer = await this.#to.connection.ask(object.path, { signal });
      if (!answer.ok && answer.error.kind !== 'notFound') this.#problem(object.kind, answer.error);
      if (answer.ok && isJsonObject(answer.value))
        await this.#writeObject(object.file, objectText(answer.value, object, object.file));
    }
    for (const namespace of logNamespaces) if (!signal.aborted) await this.#logs(namespace);
    await this.#lists(lastLists);
    const hasFiles = this.#files > 0;
    await this.#writeAround();
    return {
      outcome: this.#outcome(hasFiles),
      problems: this.#problems,
      hasFiles,
      size: this.#counter.size(),
      redacted: this.#redacted,
    };
  }

  async #lists(wanted: readonly ListToCollect[]): Promise<void> {
    for (const list of wanted) {
      if (this.#to.signal.aborted) return;
      this.#to.say(l10n.t`Reading ${list.plural}...`);
      await this.#list(list);
    }
  }

  async #list(list: ListToCollect): Promise<void> {
    const { connection, signal } = this.#to;
    const { namespace = operatorNamespace, most = Infinity } = list;
    const folder = `${list.scope === 'cluster' ? 'cluster-scoped-resources' : `namespaces/${namespace}`}/${list.group === '' ? 'core' : list.group}`;
    const whole = `${folder}/${list.plural}.yaml`;
    let kept = 0;
    // Aborts when there are more objects than the maximum.
    const enough = new AbortController();
    // Pages arrive faster than they're written, so they're written one after another.
    let writing = Promise.resolve();
    const answer = await readPages(connection, getListPath(list), {
      signal: AbortSignal.any([signal, enough.signal]),
      size: new PageSize(),
      query: { labelSelector: list.labelSelector },
      ...(list.metadataOnly === true
        ? { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' }
        : {}),
      onPage: (page, first) => {
        const all = page.filter((raw) => list.keep?.(raw) ?? true);
        const wanted = all.slice(0, most - (first ? 0 : kept));
        kept = (first ? 0 : kept) + wanted.length;
        writing = writing.then(() => this.#page(list, wanted, whole, first));
        if (wanted.length < all.length) enough.abort();
      },
    });
    await writing;
    if (enough.signal.aborted) return this.#say(`${list.plural}: only the first ${most} were collected`);
    // A cluster doesn't need to have every resource kind. The report shows which are missing.
    if (!answer.ok && answer.error.kind !== 'notFound')
      this.#problem(namespace === operatorNamespace ? list.plural : `${list.plural} in ${namespace}`, answer.error);
    // For filtered lists over all namespaces, the operator namespace has its own list.
    const apart = list.scope === 'all' && list.keep !== undefined;
    if (answer.ok && kept === 0 && !apart) await this.#write(whole, listHead(true));
  }

  async #kataWorkloads(): Promise<void> {
    const { connection, signal, isKataClass } = this.#to;
    await collectKataWorkloads({
      connection,
      signal,
      isKataClass,
      hasAllEvents: new Set(
        lists.flatMap(({ plural: name, scope, namespace = operatorNamespace }) =>
          name === 'events' && scope === 'namespace' ? [namespace] : [],
        ),
      ),
      writeList: async (file, kind, items) => {
        await this.#write(file, listHead(items.length === 0));
        for (const raw of items) if (isJsonObject(raw)) await this.#writeObject(file, itemText(raw, kind, file), true);
      },
      describe: (file, text) => this.#descriptions.set(file, text),
      onProblem: (what, problem) => this.#problem(what, problem),
      onOmission: (text) => this.#say(text),
    });
  }

  async #page(list: ListToCollect, page: readonly unknown[], whole: string, first: boolean): Promise<void> {
    if (list.scope === 'namespace' && first && page.length > 0) await this.#write(whole, listHead(false));
    for (const raw of page) {
      const name = fileName(raw);
      if (!isJsonObject(raw) || name === undefined)
        this.#say(`The name of one of the ${list.plural} can't be used as a file name.`);
      else if (list.scope === 'namespace') await this.#writeObject(whole, itemText(raw, list, whole), true);
      else {
        const namespace = list.scope === 'all' ? fileName(raw, 'namespace') : undefined;
        if (list.scope === 'all' && namespace === undefined) continue;
        const where = namespace === undefined ? 'cluster-scoped-resources' : `namespaces/${namespace}`;
        const file = `${where}/${list.group === '' ? 'core' : list.group}/${list.plural}/${name}.yaml`;
        await this.#writeObject(file, objectText(raw, list, file));
      }
    }
  }

  async #logs(namespace: string): Promise<void> {
    const { connection, signal, say } = this.#to;
    const pods: unknown[] = [];
    const answer = await readPages(connection, `/api/v1/namespaces/${namespace}/pods`, {
      signal: AbortSignal.any([signal]),
      size: new PageSize(),
      onPage: (page, first) => {
        if (first) pods.length = 0;
        pods.push(...page.slice(0, Math.max(0, mostPods - pods.length)));
      },
    });
    if (!answer.ok) return this.#problem(`pods in ${namespace}`, answer.error);
    for (const pod of pods) {
      const name = fileName(pod);
      if (name === undefined || signal.aborted) continue;
      say(l10n.t`Reading ${name}...`);
      for (const status of [
        ...getList(pod, 'status', 'initContainerStatuses'),
        ...getList(pod, 'status', 'containerStatuses'),
      ]) {
        const container = getString(status, 'name') ?? '';
        if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(container)) continue;
        await this.#log(namespace, name, container, false);
        if ((getNumber(status, 'restartCount') ?? 0) > 0) await this.#log(namespace, name, container, true);
      }
    }
  }

  async #log(namespace: string, pod: string, container: string, previous: boolean): Promise<void> {
    const { connection, signal } = this.#to;
    const newest = new NewestLines({ lines: mostLogLines, characters: mostLogCharacters });
    const answer = await connection.stream(`/api/v1/namespaces/${namespace}/pods/${pod}/log`, {
      query: { container, tailLines: mostLogLines, timestamps: true, ...(previous ? { previous: true } : {}) },
      signal: AbortSignal.any([signal]),
      idle: 30_000,
      onLine: (line) => newest.add(line),
    });
    // The previous container might be deleted, and a container that hasn't started has no log.
    if (!answer.ok && !previous && answer.error.kind !== 'invalid' && answer.error.kind !== 'notFound')
      this.#problem(`the log of ${pod}`, answer.error);
    const lines = newest.all();
    if (lines.length === 0) return;
    const file = `namespaces/${namespace}/pods/${pod}/${container}/${container}/logs/${previous ? 'previous' : 'current'}.log`;
    await this.#write(file, `${lines.join('\n')}\n`);
  }

  /** Writes the same metadata as `oc`. Missing data is listed where must-gather readers expect skipped items. */
  async #writeAround(): Promise<void> {
    const now = `${new Date(this.#to.clock.now()).toISOString().replace('T', ' ').replace('Z', '000000')} +0000 UTC m=+0.000000000\n`;
    await this.#write('timestamp', now);
    await writeFile(path.join(this.#to.folder, 'timestamp'), now, { mode: 0o600 });
    for (const [file, text] of this.#descriptions) await this.#write(file, text);
    await this.#write(
      'nodes/skipped_nodes.txt',
      `${[...outOfReach, ...this.#problems.map((problem) => `Couldn't read ${problem}`)].join('\n')}\n`,
    );
  }

  #outcome(hasFiles: boolean): GatherOutcome {
    const kept = hasFiles ? l10n.t`The data collected so far is kept.` : l10n.t`No data was collected.`;
    if (this.#to.signal.aborted) {
      const why = this.#limit === undefined ? l10n.t`Canceled.` : describeLimit(this.#limit);
      return { end: 'stopped', words: `${why}${getSentenceSeparator()}${kept}` };
    }
    if (!hasFiles)
      return {
        end: 'failed',
        words: [l10n.t`No data was collected.`, ...this.#problems.slice(0, 1)].join(getSentenceSeparator()).trim(),
      };
    const count = this.#problems.length;
    const more = l10n.t`Items that couldn't be read: ${count}. See nodes/skipped_nodes.txt.`;
    const read = l10n.t`The data available through the API was collected. Node logs and audit logs require oc.`;
    return { end: 'partial', words: count === 0 ? read : joinSentences(read, more) };
  }

  async #writeObject(file: string, redacted: Redacted | undefined, more = false): Promise<void> {
    if (redacted === undefined) return this.#say(`${file} can't be written because the object is nested too deeply.`);
    const inFolder = `${root}/${file}`;
    if (redacted.count > 0) this.#redacted.set(inFolder, (this.#redacted.get(inFolder) ?? 0) + redacted.count);
    await this.#write(file, redacted.text, more);
  }

  async #write(file: string, text: string, more = false): Promise<void> {
    const place = path.join(this.#to.folder, root, file);
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    if (more) await appendFile(place, text, { mode: 0o600 });
    else await writeFile(place, text, { mode: 0o600 });
    this.#files += 1;
    this.#counter.add([root, ...file.split('/')], Buffer.byteLength(text));
    const { maxBytes } = this.#to;
    if (maxBytes !== undefined && this.#counter.bytes >= maxBytes) this.#reach({ why: 'size', max: maxBytes });
  }

  #problem(what: string, { message, kind }: ApiProblem): void {
    if (kind !== 'aborted') this.#say(`${what}: ${message}`);
  }

  #say(problem: string): void {
    if (this.#problems.length < mostProblems) this.#problems.push(sanitizeLine(problem, 300));
  }
}
