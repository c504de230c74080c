/**
 * Collects Kata pods, their owners, failing pods of the platform, and their Warning events from every namespace that
 * the user has permission to read. The API server can't select these pods, so the collection lists all pods once.
 * Doesn't use VS Code.
 */
import { coverageText, type WorkloadCoverage } from '#core/mustGather/workloadCoverage.ts';
import { isJsonObject, getString, omitUndefined } from '#core/common/json.ts';
import { kataWorkloadKinds } from '#core/cluster/objects/kataWorkload.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { readPlatformProblems } from '#core/cluster/objects/platformProblem.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { formatCount } from '#core/text/formatCount.ts';
import type { ApiProblem, Connection } from '#client/kubernetes/connection.ts';
import { PageSize, readPages } from '#client/kubernetes/read/readPages.ts';
import type { KindName } from './objectText.ts';
import { fileName } from './objectText.ts';

/** Maximum number of Kata pods to keep. */
const mostKept = 2000;
/** Maximum number of failing pods of the platform to keep. */
const mostFailing = 500;
/** Maximum number of namespaces to list one by one. */
const mostNamespaces = 1000;
/** Maximum number of namespaces in which owners are listed one by one. */
const mostOwnerNamespaces = 100;
/** Maximum number of Warning events to keep per namespace. */
const mostEvents = 5000;

const podKind: KindName = { group: '', version: 'v1', kind: 'Pod' };
const eventKind: KindName = { group: '', version: 'v1', kind: 'Event' };

export interface KataWorkloadsOptions {
  readonly connection: Pick<Connection, 'ask'>;
  readonly signal: AbortSignal;
  /** Returns whether pods of this runtime class run in a Kata sandbox. */
  readonly isKataClass: (runtimeClass: string) => boolean;
  /** Namespaces whose events are already collected completely. */
  readonly hasAllEvents: ReadonlySet<string>;
  /** Writes a list of objects into a file of the must-gather. */
  readonly writeList: (file: string, kind: KindName, items: readonly unknown[]) => Promise<void>;
  /** Adds a file that describes the collected data. */
  readonly describe: (file: string, text: string) => void;
  readonly onProblem: (what: string, problem: ApiProblem) => void;
  /** Called with a description of what isn't collected for another reason than an error. */
  readonly onOmission: (text: string) => void;
}

/** Name of the file that lists the namespaces that were read. */
const coverageFile = 'kata-workloads.json';

/**
 * Collects the pods and events. Never rejects because of cluster errors.
 * @throws if a file can't be written
 */
export async function collectKataWorkloads(options: KataWorkloadsOptions): Promise<void> {
  const found = await podsOfCluster(options);
  const owners = await collectOwners(options, [...found.byNamespace.keys()]);
  const notAllowed = found.coverage?.notAllowed ?? [];
  if (notAllowed.length > 0)
    options.onOmission(`Kata pods: no permission to list pods in ${formatCount(notAllowed.length, 'namespace')}`);
  for (const namespace of new Set([...found.byNamespace.keys(), ...owners.keys()])) {
    if (options.signal.aborted) return;
    const pods = found.byNamespace.get(namespace) ?? [];
    // The pods of the operator namespace are collected completely.
    if (namespace !== operatorNamespace && pods.length > 0)
      await options.writeList(`namespaces/${namespace}/core/pods.yaml`, podKind, pods);
    if (!options.hasAllEvents.has(namespace))
      await collectEvents(options, namespace, pods, owners.get(namespace) ?? []);
  }
  if (!options.signal.aborted && found.coverage !== undefined)
    options.describe(coverageFile, coverageText(found.coverage));
}

/**
 * Collects the workloads whose pod template names a Kata class, also those without pods. Returns their names by
 * namespace. A user without permission to list the workloads of all namespaces gets those of the namespaces with pods.
 */
async function collectOwners(
  options: KataWorkloadsOptions,
  namespaces: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  const notAllowed = new Set<string>();
  for (const kind of kataWorkloadKinds) {
    if (options.signal.aborted) break;
    const all = await listOwners(options, kind, undefined);
    const lists =
      all.problem?.kind === 'forbidden'
        ? await Promise.all(namespaces.slice(0, mostOwnerNamespaces).map((one) => listOwners(options, kind, one)))
        : [all];
    for (const { problem } of lists) {
      if (problem?.kind === 'forbidden') notAllowed.add(kind.plural);
      else if (problem !== undefined && problem.kind !== 'notFound') options.onProblem(kind.plural, problem);
    }
    for (const [namespace, found] of byNamespace(lists.flatMap(({ owners }) => owners))) {
      if (namespace === operatorNamespace) continue;
      const folder = kind.group === '' ? 'core' : kind.group;
      await options.writeList(`namespaces/${namespace}/${folder}/${kind.plural}.yaml`, kind, found);
      names.set(namespace, [...(names.get(namespace) ?? []), ...found.flatMap((raw) => fileName(raw) ?? [])]);
    }
  }
  if (notAllowed.size > 0)
    options.onOmission(`Kata workloads: no permission to list ${[...notAllowed].toSorted().join(', ')}`);
  return names;
}

async function listOwners(
  { connection, signal, isKataClass }: PodSearch,
  kind: (typeof kataWorkloadKinds)[number],
  namespace: string | undefined,
): Promise<{ readonly owners: readonly unknown[]; readonly problem: ApiProblem | undefined }> {
  const owners: unknown[] = [];
  const answer = await readPages(connection, getCollectionPath({ ...kind, ...omitUndefined({ namespace }) }), {
    signal: AbortSignal.any([signal]),
    size: new PageSize(),
    query: { labelSelector: kind.labelSelector },
    onPage: (page, first) => {
      if (first) owners.length = 0;
      const found = page.filter((raw) =>
        isKataClass(getString(raw, ...kind.template, 'spec', 'runtimeClassName') ?? ''),
      );
      owners.push(...found.slice(0, mostKept - owners.length));
    },
  });
  return { owners, problem: answer.ok ? undefined : answer.error };
}

interface FoundPods {
  readonly byNamespace: ReadonlyMap<string, readonly unknown[]>;
  /** Undefined if no list of pods could be read. */
  readonly coverage: WorkloadCoverage | undefined;
}

const nothing: FoundPods = { byNamespace: new Map(), coverage: undefined };

/** Selects pods, and receives the reasons why some can't be read. */
type PodSearch = Pick<KataWorkloadsOptions, 'connection' | 'signal' | 'isKataClass' | 'onProblem' | 'onOmission'>;

/** Returns the Kata pods, and the failing pods of the platform, of every namespace that the user may read. */
export async function podsOfCluster(options: PodSearch): Promise<FoundPods> {
  const { pods, isCut, problem } = await listPods(options, '/api/v1/pods');
  if (problem?.kind === 'forbidden') return podsByNamespace(options, problem);
  if (problem !== undefined) options.onProblem('Kata pods', problem);
  if (isCut) options.onOmission(`Kata pods: only the first ${mostKept} were collected`);
  if (problem !== undefined && pods.length === 0) return nothing;
  return {
    byNamespace: byNamespace(pods),
    coverage: {
      ...(problem === undefined ? { platform: true } : {}),
      namespaces: problem === undefined && !isCut ? 'all' : 'some',
      notAllowed: [],
      failed: [],
    },
  };
}

/** Lists pods by namespace, for users without permission to list pods in all namespaces. */
async function podsByNamespace(options: PodSearch, refused: ApiProblem): Promise<FoundPods> {
  const { signal, onProblem } = options;
  const names = await namespaceNames(options);
  // OpenShift lists only the projects of the user, which can be none.
  if (names === undefined || names.length === 0) {
    onProblem('Kata pods', refused);
    return nothing;
  }
  const found: unknown[] = [];
  const [notAllowed, failed]: [string[], string[]] = [[], []];
  for (const [index, name] of names.entries()) {
    if (signal.aborted) break;
    // A namespace that isn't read must not look like one without Kata pods.
    if (index >= mostNamespaces || found.length >= mostKept + mostFailing) {
      failed.push(name);
      continue;
    }
    const { pods, isCut, problem } = await listPods(options, `/api/v1/namespaces/${name}/pods`);
    const room = mostKept + mostFailing - found.length;
    found.push(...pods.slice(0, room));
    if (problem?.kind === 'forbidden') notAllowed.push(name);
    else if (problem !== undefined && problem.kind !== 'notFound') {
      failed.push(name);
      onProblem(`Kata pods in ${name}`, problem);
    } else if (isCut || pods.length > room) failed.push(name);
  }
  // The user might not see all namespaces, so the coverage is partial.
  return { byNamespace: byNamespace(found), coverage: { namespaces: 'some', notAllowed, failed } };
}

function byNamespace(pods: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> {
  const groups = new Map<string, unknown[]>();
  for (const pod of pods) {
    const namespace = fileName(pod, 'namespace');
    if (namespace === undefined) continue;
    const group = groups.get(namespace);
    if (group === undefined) groups.set(namespace, [pod]);
    else group.push(pod);
  }
  return groups;
}

interface ListedPods {
  readonly pods: readonly unknown[];
  /** True if there are more Kata pods than the maximum. */
  readonly isCut: boolean;
  /** Reason the list is incomplete. */
  readonly problem: ApiProblem | undefined;
}

/** Reads all pods, and keeps only Kata pods and failing pods of the platform. */
async function listPods({ connection, signal, isKataClass }: PodSearch, path: string): Promise<ListedPods> {
  let pods: unknown[] = [];
  let failing: unknown[] = [];
  let isCut = false;
  const answer = await readPages(connection, path, {
    signal: AbortSignal.any([signal]),
    size: new PageSize(),
    onPage: (page, first) => {
      const isKata = (raw: unknown): boolean => isKataClass(getString(raw, 'spec', 'runtimeClassName') ?? '');
      const found = page.filter(isKata);
      if (first) [pods, failing, isCut] = [[], [], false];
      const others = page.filter((raw) => !isKata(raw) && readPlatformProblems('pods', raw).length > 0);
      failing.push(...others.slice(0, mostFailing - failing.length));
      isCut ||= pods.length + found.length > mostKept;
      pods.push(...found.slice(0, mostKept - pods.length));
    },
  });
  return { pods: [...pods, ...failing], isCut, problem: answer.ok ? undefined : answer.error };
}

/**
 * Returns the namespaces that the user can see. Reads projects first, because only administrators have permission to
 * list namespaces.
 */
async function namespaceNames({ connection, signal }: PodSearch): Promise<readonly string[] | undefined> {
  for (const path of ['/apis/project.openshift.io/v1/projects', '/api/v1/namespaces']) {
    const names: string[] = [];
    const answer = await readPages(connection, path, {
      signal: AbortSignal.any([signal]),
      size: new PageSize(),
      onPage: (page, first) => {
        if (first) names.length = 0;
        for (const raw of page) {
          const name = fileName(raw);
          if (name !== undefined) names.push(name);
        }
      },
    });
    if (answer.ok) return names;
  }
  return undefined;
}

async function collectEvents(
  options: KataWorkloadsOptions,
  namespace: string,
  pods: readonly unknown[],
  owners: readonly string[],
): Promise<void> {
  const { connection, signal, writeList, onProblem } = options;
  // The objects that a workload creates have its name as a prefix.
  const isOfOwner = (name: string): boolean => owners.some((one) => name === one || name.startsWith(`${one}-`));
  const uids = new Set(pods.flatMap((pod) => getString(pod, 'metadata', 'uid') ?? []));
  const events: unknown[] = [];
  const answer = await readPages(connection, `/api/v1/namespaces/${namespace}/events`, {
    signal: AbortSignal.any([signal]),
    size: new PageSize(),
    query: { fieldSelector: 'type=Warning' },
    onPage: (page, first) => {
      if (first) events.length = 0;
      for (const raw of page) {
        const about = (field: string): string => getString(raw, 'involvedObject', field) ?? '';
        const isWanted = about('kind') === 'Pod' ? uids.has(about('uid')) : isOfOwner(about('name'));
        if (isJsonObject(raw) && events.length < mostEvents && isWanted) events.push(raw);
      }
    },
  });
  if (!answer.ok) onProblem(`Warning events of Kata pods in ${namespace}`, answer.error);
  else await writeList(`namespaces/${namespace}/core/events.yaml`, eventKind, events);
}
