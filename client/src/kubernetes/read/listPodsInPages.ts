/**
 * Finds the pods that run in virtual machines, on demand: there is no field selector for runtimeClassName, so all pods
 * are read, page by page, and nothing is kept of the others. Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { readKataPod, type KataPod } from '#core/cluster/objects/kataPod.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import { succeed } from '#core/common/result.ts';
import type { ApiResult, Connection } from '../connection.ts';
import { PageSize, readPages } from './readPages.ts';
import { numberWords } from '#core/text/grammar.ts';

/** So many are kept: a list of more is read by nobody. */
const mostKept = 2000;
/** So many pods are looked at: more than clusters have. */
const mostPods = 500_000;

/** Who has been found so far. */
export interface PodsProgress {
  /** Pods that were looked at. */
  readonly looked: number;
  /** Those of them with such a runtime class. */
  readonly found: number;
  /** All pods, where the server says how many there are. */
  readonly all?: number;
}

export interface PagedPodsOptions {
  /**
   * Names of runtime classes, as `status.runtimeClasses` of the KataConfig has them; without it all that the operator
   * is known to make.
   */
  readonly classes?: Iterable<string>;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: PodsProgress) => void;
  /** How many to keep. */
  readonly keep?: number;
}

export interface FoundPods extends PodsProgress {
  /** As the server has them: by namespace and name. */
  readonly pods: readonly KataPod[];
  /** What is to be said of the rest, in a sentence; undefined when nothing is left out. */
  readonly rest?: string;
}

export async function listPodsInPages(
  connection: Pick<Connection, 'ask'>,
  options: PagedPodsOptions,
): Promise<ApiResult<FoundPods>> {
  const { signal, onProgress, keep = mostKept } = options;
  const classes = new Set(options.classes ?? knownRuntimeClasses.map(({ name }) => name));
  let pods: KataPod[] = [];
  let [looked, found] = [0, 0];
  const answer = await readPages(connection, '/api/v1/pods', {
    signal,
    size: new PageSize(),
    most: mostPods,
    onPage: (page, first, remaining) => {
      if (first) [pods, looked, found] = [[], 0, 0];
      const here = page.flatMap((raw) => readKataPod(raw, classes) ?? []);
      looked += page.length;
      found += here.length;
      pods.push(...here.slice(0, Math.max(0, keep - pods.length)));
      onProgress?.({ looked, found, ...(remaining === undefined ? {} : { all: looked + remaining }) });
    },
  });
  if (!answer.ok) return answer;
  const left = found - pods.length;
  return succeed({ pods, looked, found, all: looked, ...(left === 0 ? {} : { rest: restWords(left, pods.length) }) });
}

function restWords(left: number, kept: number): string {
  return l10n.t("Showing only the first {1}. {0} more aren't shown.", numberWords(left), numberWords(kept));
}
