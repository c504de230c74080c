/**
 * Reads all lists of the edge hosting service, page by page, in the format of saved responses. If one action fails,
 * continues with the others unless they would fail too.
 */
import * as l10n from '@vscode/l10n';
import { mostEntries, type EdgeSource } from '#core/edge/tree/readAnswers.ts';
import { getList, getNumber, getString, getValue } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, ApiProblem } from '#client/kubernetes/connection.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { edgePageSize, edgeReadActions, type EdgeReadAction } from './edgeActions.ts';
import type { EdgeService } from './edgeService.ts';

export interface EdgeRead {
  readonly sources: readonly EdgeSource[];
  /** Data that couldn't be read, as sentences. */
  readonly problems: readonly string[];
}

/** Error kinds after which the next request would fail too. */
const hopeless: ReadonlySet<ApiProblem['kind']> = new Set([
  'unauthorized',
  'credentials',
  'network',
  'tls',
  'timeout',
  'aborted',
  'badAnswer',
  'tooMany',
  'server',
]);

/**
 * Reads all lists of the service. Fails only if nothing was read or the request was canceled.
 * @param say reports the current action and page
 */
export async function readEdge(
  service: Pick<EdgeService, 'ask'>,
  clock: Clock,
  signal: AbortSignal,
  say: (words: string) => void = () => undefined,
): Promise<ApiResult<EdgeRead>> {
  const sources: EdgeSource[] = [];
  const problems: string[] = [];
  for (const action of Object.keys(edgeReadActions).filter(isAction)) {
    const { pages, problem } = await pagesOf(service, action, signal, say);
    if (pages.length > 0) sources.push({ name: action, values: pages, at: clock.now() });
    if (problem === undefined) continue;
    if (problem.kind === 'aborted') return fail(problem);
    if (sources.length === 0 && (hopeless.has(problem.kind) || action === 'ListClusters')) return fail(problem);
    problems.push(`${action}: ${problem.message}`);
    if (hopeless.has(problem.kind)) break;
  }
  return succeed({ sources, problems });
}

async function pagesOf(
  service: Pick<EdgeService, 'ask'>,
  action: EdgeReadAction,
  signal: AbortSignal,
  say: (words: string) => void,
): Promise<{ readonly pages: readonly unknown[]; readonly problem?: ApiProblem }> {
  const pages: unknown[] = [];
  const seen = new Set<string>();
  let count = 0;
  for (let page = 1; page <= mostEntries / edgePageSize; page += 1) {
    say(page === 1 ? action : l10n.t`${action}, page ${page}`);
    const answer = await service.ask(action, { PageNumber: page, PageSize: edgePageSize }, signal);
    if (!answer.ok) return { pages, problem: answer.error };
    const items = getList(answer.value, 'Result', 'Items');
    pages.push(withAction(answer.value, action));
    count += items.length;
    const ids = items.map((item) => getString(item, 'Id') ?? '');
    // Stops if the service returns the same page repeatedly.
    const isNews = ids.some((id) => id === '' || !seen.has(id));
    for (const id of ids) seen.add(id);
    const total = getNumber(answer.value, 'Result', 'TotalCount');
    if (items.length === 0 || !isNews || (total === undefined ? items.length < edgePageSize : count >= total)) break;
  }
  return { pages };
}

/** Adds the requested action to the response, in the format of saved responses. */
function withAction(value: unknown, Action: EdgeReadAction): unknown {
  return { ResponseMetadata: { Action }, Result: getValue(value, 'Result') };
}

function isAction(name: string): name is EdgeReadAction {
  return Object.hasOwn(edgeReadActions, name);
}
