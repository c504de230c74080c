/**
 * Reads lists in pages, so that no single response is large enough to block other work.
 * Source: Kubernetes API concepts, "Retrieving large results sets in chunks"; notes/cluster.md W10.
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getList, getNumber, getString } from '#core/common/json.ts';
import { succeed, fail } from '#core/common/result.ts';
import type { ApiResult, ApiProblem, AskOptions, Connection } from '../connection.ts';
import type { ChargedResponse, ReadBudget } from '../readBudget.ts';
import { tooLargeReason } from '../transport/receiveResponse.ts';
import { formatNumber } from '#core/text/grammar.ts';

/** Maximum number of objects per page. */
const largestPage = 500;
/** Number of objects on the first page, before the object size is known. */
const firstPage = 50;
/**
 * Target length of a page in characters. 5,000 OpenShift nodes are 75 MB, and parsing 500 of them at once takes 100 ms.
 */
const pageLength = 1_000_000;
/** Maximum number of objects in a list. A longer list would not be displayed and would use too much memory. */
export const mostObjects = 50_000;
/** Maximum number of pages in a list, in case a server keeps returning empty pages. */
const mostPages = 10_000;
/**
 * Maximum number of consecutive pages without objects. The server can filter all objects out of a page, but not out of
 * an unlimited number of pages.
 */
const mostEmptyPages = 200;
/**
 * Maximum number of restarts after an expired continue token. After that, the rest of the list can be from a later time
 * than its start.
 */
const mostRestarts = 1;

/** Determines the page size from the size of the received objects. */
export class PageSize {
  #size = firstPage;

  get size(): number {
    return this.#size;
  }

  /** Updates the page size from a sample of a page's objects. */
  learn(items: readonly unknown[]): void {
    const sample = [0, 0.25, 0.5, 0.75].map((part) => items[Math.floor(part * items.length)]);
    const length = sample.reduce<number>((sum, item) => sum + lengthOf(item), 0);
    if (length > 0) this.#size = Math.min(largestPage, Math.max(1, Math.floor((pageLength * sample.length) / length)));
  }

  /** Reduces the page size after a page was too large or timed out. */
  shrink(): void {
    this.#size = Math.max(1, Math.floor(this.#size / 4));
  }
}

/** Returns the length in characters. An object that is nested too deeply to serialize counts as a whole page. */
function lengthOf(item: unknown): number {
  try {
    return (JSON.stringify(item) ?? '').length;
  } catch {
    return pageLength;
  }
}

export interface PagesOptions {
  /** Query parameters that are sent with every page request. */
  readonly query?: AskOptions['query'];
  readonly accept?: string;
  readonly signal: AbortSignal;
  readonly size: PageSize;
  /** Maximum number of objects. Reading a longer list fails. */
  readonly most?: number;
  /** Maximum number of objects to read. A longer list isn't an error. */
  readonly enough?: number;
  /** Budget that all requests of one run share. */
  readonly budget?: ReadBudget;
  /**
   * Called with the objects of each page. The result determines how much memory is released to the budget.
   * @param first true if the list starts or restarts, so that earlier pages are obsolete
   * @param remaining number of objects after this page, if the server reports it
   * @returns the share of the objects that the caller keeps (0 to 1), or the kept data itself if it is small; undefined
   * if the caller keeps the whole page
   */
  readonly onPage: (items: readonly unknown[], first: boolean, remaining: number | undefined) => unknown;
}

/** The result of reading a list. */
export interface ListResult {
  /** Resource version from which a watch can continue. */
  readonly version: string;
  /**
   * False if the pages are from different times because a continue token expired too often. The list can be displayed
   * but not used to start a watch.
   */
  readonly consistent: boolean;
}

type Paged = Pick<Connection, 'ask'>;

/** Reads all pages of a list. */
export async function readPages(
  connection: Paged,
  path: string,
  options: PagesOptions,
): Promise<ApiResult<ListResult>> {
  const { signal, size, onPage, most = mostObjects, enough = Infinity } = options;
  let token = '';
  let [pages, empty, objects, restarts] = [0, 0, 0, 0];
  let consistent = true;
  let asked = askPage(connection, path, token, options);
  for (;;) {
    const { answer, release } = await asked;
    if (signal.aborted) return fail(aborted());
    if (!answer.ok) {
      const anew = afterForgetting(answer.error, token, restarts);
      if (anew === undefined) return answer;
      restarts += 1;
      if (anew === '') objects = 0;
      else consistent = false;
      token = anew;
      asked = askPage(connection, path, token, options);
      continue;
    }
    const items = getList(answer.value, 'items');
    const more = getString(answer.value, 'metadata', 'continue') ?? '';
    size.learn(items);
    pages += 1;
    objects += items.length;
    empty = items.length === 0 ? empty + 1 : 0;
    const next = objects >= enough ? '' : more;
    if (next !== '') {
      if (objects > most || pages >= mostPages) return fail(tooMuch(most));
      // A continue token identifies the last object of a page. If the server returns the same token again, there is no
      // progress.
      if (next === token || empty > mostEmptyPages) return fail(endless());
      // The next page is requested before this one is processed, so that the server can prepare it in the meantime.
      asked = askPage(connection, path, next, options);
    }
    const kept = onPage(
      items,
      token === '',
      more === '' ? 0 : getNumber(answer.value, 'metadata', 'remainingItemCount'),
    );
    if (kept !== undefined) release(kept);
    if (next === '') return end(answer.value, consistent);
    token = next;
  }
}

/** Requests a page, and retries with a smaller page if the response is too large. */
async function askPage(
  connection: Paged,
  path: string,
  token: string,
  { query, accept, signal, size, budget }: PagesOptions,
): Promise<ChargedResponse> {
  for (;;) {
    const limit = size.size;
    const options: AskOptions = {
      query: { ...query, limit, continue: token === '' ? undefined : token },
      signal,
      ...(accept === undefined ? {} : { accept }),
    };
    const charged =
      budget === undefined
        ? { answer: await connection.ask(path, options), release: () => undefined }
        : await budget.ask(connection, path, options);
    const { answer } = charged;
    if (answer.ok)
      return isJsonObject(answer.value) && Array.isArray(answer.value['items'])
        ? charged
        : { ...charged, answer: fail(noList()) };
    if (answer.error.kind === 'timeout' || answer.error.kind === 'badAnswer') size.shrink();
    if (answer.error.reason !== tooLargeReason || limit === 1 || signal.aborted) return charged;
  }
}

/**
 * Returns the continue token to use after a token expired. The first time, it's empty to restart the list. Later, it's
 * the token that the server returns for the rest of the current list. Returns undefined if the list can't be completed.
 */
function afterForgetting(problem: ApiProblem, token: string, restarts: number): string | undefined {
  if (problem.kind !== 'gone' || token === '') return undefined;
  if (restarts < mostRestarts) return '';
  const rest = getString(problem.details, 'metadata', 'continue') ?? '';
  return rest === '' || restarts > mostRestarts + 10 ? undefined : rest;
}

function end(body: unknown, consistent: boolean): ApiResult<ListResult> {
  const version = getString(body, 'metadata', 'resourceVersion') ?? '';
  return version === '' ? fail(noList()) : succeed({ version, consistent });
}

const endless = (): ApiProblem => ({ kind: 'badAnswer', message: l10n.t`The server returned an endless list` });
const noList = (): ApiProblem => ({ kind: 'badAnswer', message: l10n.t`The response isn't a list of objects` });

function tooMuch(most: number): ApiProblem {
  return { kind: 'badAnswer', message: l10n.t`Too many objects to read (more than ${formatNumber(most)})` };
}
const aborted = (): ApiProblem => ({ kind: 'aborted', message: l10n.t`Canceled.` });
