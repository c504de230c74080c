/**
 * Finds the pods that run in VMs, on demand. The API has no field selector for runtimeClassName, so all pods are read
 * in pages and only the matching ones are kept. Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { readKataPod, type KataPod } from '#core/cluster/objects/kataPod.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { omitUndefined } from '#core/common/json.ts';
import { podKind } from './readableKinds.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import { countClasses } from '#core/status/workloads/workloadSummary.ts';
import { succeed } from '#core/common/result.ts';
import type { ApiResult, Connection } from '../connection.ts';
import { PageSize, readPages } from './readPages.ts';
import { formatNumber, getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';

/** Maximum number of pods that are kept. A longer list isn't useful to the user. */
const mostKept = 2000;
/** Maximum number of pods that are read. It exceeds the size of real clusters. */
const mostPods = 500_000;

/** Progress of the search. */
export interface PodsProgress {
  /** Number of pods that were read. */
  readonly looked: number;
  /** Number of these pods that have a matching runtime class. */
  readonly found: number;
  /** Total number of pods, if the server reports it. */
  readonly all?: number;
}

export interface PagedPodsOptions {
  /**
   * Names of runtime classes, as in `status.runtimeClasses` of the KataConfig. Defaults to all runtime classes that the
   * operator is known to create.
   */
  readonly classes?: Iterable<string>;
  /** If undefined, lists the pods of all namespaces. */
  readonly namespace?: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: PodsProgress) => void;
  /** Maximum number of pods to keep. */
  readonly keep?: number;
}

export interface FoundPods extends PodsProgress {
  /** Sorted by namespace and name, as the server returns them. */
  readonly pods: readonly KataPod[];
  /** Number of matching pods per runtime class, including those that aren't kept. */
  readonly classes: ReadonlyMap<string, number>;
  /** A sentence about the omitted pods. Undefined if none are omitted. */
  readonly rest?: string;
}

export async function listPodsInPages(
  connection: Pick<Connection, 'ask'>,
  options: PagedPodsOptions,
): Promise<ApiResult<FoundPods>> {
  const { signal, onProgress, namespace, keep = mostKept } = options;
  const classes = new Set(options.classes ?? knownRuntimeClasses.map(({ name }) => name));
  let pods: KataPod[] = [];
  let [looked, found] = [0, 0];
  let counts = new Map<string, number>();
  const answer = await readPages(connection, getCollectionPath({ ...podKind, ...omitUndefined({ namespace }) }), {
    signal,
    size: new PageSize(),
    most: mostPods,
    onPage: (page, first, remaining) => {
      if (first) [pods, looked, found, counts] = [[], 0, 0, new Map<string, number>()];
      const here = page.flatMap((raw) => readKataPod(raw, classes) ?? []);
      looked += page.length;
      found += here.length;
      countClasses(here, counts);
      pods.push(...here.slice(0, Math.max(0, keep - pods.length)));
      onProgress?.({ looked, found, ...(remaining === undefined ? {} : { all: looked + remaining }) });
    },
  });
  if (!answer.ok) return answer;
  const left = found - pods.length;
  return succeed({
    pods,
    looked,
    found,
    all: looked,
    classes: counts,
    ...(left === 0 ? {} : { rest: describeOmittedPods(left, pods.length) }),
  });
}

/**
 * Lists the pods of namespaces. If some namespaces can't be read, `rest` names them.
 * @param namespaces empty for all namespaces
 */
export async function listPodsInNamespaces(
  connection: Pick<Connection, 'ask'>,
  namespaces: readonly string[],
  options: Omit<PagedPodsOptions, 'namespace' | 'onProgress'>,
): Promise<ApiResult<Pick<FoundPods, 'pods' | 'rest'>>> {
  const [only] = namespaces;
  if (namespaces.length < 2) return listPodsInPages(connection, { ...options, ...omitUndefined({ namespace: only }) });
  const pods: KataPod[] = [];
  const notes: string[] = [];
  let problem: ApiResult<FoundPods> | undefined;
  // One after the other, so that the limit applies to all namespaces together.
  for (const namespace of namespaces) {
    const keep = (options.keep ?? mostKept) - pods.length;
    const answer = await listPodsInPages(connection, { ...options, namespace, keep });
    if (answer.ok) {
      pods.push(...answer.value.pods);
      notes.push(...(answer.value.rest === undefined ? [] : [answer.value.rest]));
    } else {
      problem ??= answer;
      notes.push(`${namespace}: ${sanitizeLine(answer.error.message)}`);
    }
  }
  if (pods.length === 0 && problem !== undefined) return problem;
  return succeed({ pods, ...(notes.length === 0 ? {} : { rest: notes.join(getSentenceSeparator()) }) });
}

/** Returns a sentence about the pods that a list doesn't contain. */
export function describeOmittedPods(left: number, kept: number): string {
  return l10n.t('Showing only the first {1} pods. Pods not shown: {0}.', formatNumber(left), formatNumber(kept));
}
