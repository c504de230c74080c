/**
 * Reads lists in pages, so that no answer is so large that reading it stops everything else.
 * Source: Kubernetes API concepts, "Retrieving large results sets in chunks"; notes/cluster.md W10.
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getList, getNumber, getString } from '#core/common/json.ts';
import { succeed, fail } from '#core/common/result.ts';
import type { ApiResult, ApiProblem, AskOptions, Connection } from '../connection.ts';
import type { ChargedResponse, ReadBudget } from '../readBudget.ts';
import { tooLargeReason } from '../transport/receiveResponse.ts';
import { numberWords } from '#core/text/grammar.ts';

/** Objects of a page, at most. */
const largestPage = 500;
/** Of the first page, where nobody knows yet how large the objects are. */
const firstPage = 50;
/** Characters of a page. 5,000 nodes of OpenShift are 75 MB, and to read 500 of them at once takes 100 ms. */
const pageLength = 1_000_000;
/** A list with more objects than this is not read: it would not be shown, and memory is not endless. */
export const mostObjects = 50_000;
/** So many answers make one list, at most: a server that always has another page, with nothing in it, is left. */
const mostPages = 10_000;
/**
 * Maximum number of consecutive pages without objects. Servers can filter a page after they cut it, but not
 * indefinitely.
 */
const mostEmptyPages = 200;
/**
 * So many times in one list may the server have forgotten the beginning until we make do with what it can still give.
 */
const mostRestarts = 1;

/** How many objects to ask for, learnt from those that came. */
export class PageSize {
  #size = firstPage;

  get size(): number {
    return this.#size;
  }

  /** Looks at some objects of a page. */
  learn(items: readonly unknown[]): void {
    const sample = [0, 0.25, 0.5, 0.75].map((part) => items[Math.floor(part * items.length)]);
    const length = sample.reduce<number>((sum, item) => sum + lengthOf(item), 0);
    if (length > 0) this.#size = Math.min(largestPage, Math.max(1, Math.floor((pageLength * sample.length) / length)));
  }

  /** A page was too large, or did not come in time. */
  shrink(): void {
    this.#size = Math.max(1, Math.floor(this.#size / 4));
  }
}

/** In characters. What is nested too deeply to be written again counts as a whole page. */
function lengthOf(item: unknown): number {
  try {
    return (JSON.stringify(item) ?? '').length;
  } catch {
    return pageLength;
  }
}

export interface PagesOptions {
  /** Asked along with every page. */
  readonly query?: AskOptions['query'];
  readonly accept?: string;
  readonly signal: AbortSignal;
  readonly size: PageSize;
  /** Lists of more objects are not read to their end. */
  readonly most?: number;
  /** Maximum number of objects to read. A longer list isn't an error. */
  readonly enough?: number;
  /** Shared by all requests of one run. */
  readonly budget?: ReadBudget;
  /**
   * The objects of a page.
   * @param first what came before is void: the list has begun, or begun anew
   * @param remaining how many come after it, where the server says so
   * @returns the small value that the caller keeps of the page, or the share of its objects that it keeps (0 to 1);
   * undefined if it keeps all
   */
  readonly onPage: (items: readonly unknown[], first: boolean, remaining: number | undefined) => unknown;
}

/** How a list ended. */
export interface ListResult {
  /** Where a watch goes on. */
  readonly version: string;
  /**
   * False: the pages are of several moments, because the server has forgotten the first one too often. Fit to be shown,
   * not to be followed.
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
      // A continue token identifies the last object of a page. The same token again makes no progress.
      if (next === token || empty > mostEmptyPages) return fail(endless());
      // The server makes the next page while we read this one.
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
 * Where to go on when the server no longer knows the moment of the first page: from the beginning (an empty token), and
 * when that happens again, with the token that it gives for the rest as it is now. Undefined: the list cannot be
 * finished.
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
  return { kind: 'badAnswer', message: l10n.t`The list has more than ${numberWords(most)} objects and wasn't read` };
}
const aborted = (): ApiProblem => ({ kind: 'aborted', message: l10n.t`Canceled` });
