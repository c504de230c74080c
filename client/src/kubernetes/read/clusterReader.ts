/**
 * Reads cluster data over a connection. Doesn't use VS Code. Doesn't change the cluster. The only POST requests are
 * access reviews and dry runs, which the API server doesn't store.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, getString } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { ReadResult, LookupProblem, ClusterReader, TriedCreate } from '#core/operations/lookups/lookup.ts';
import type { ApiProblem, ApiResult, Connection } from '../connection.ts';
import { PageSize, readPages } from './readPages.ts';
import { ReadBudget } from '../readBudget.ts';

/** Maximum number of objects that are read from a list. */
const mostItems = 20_000;
/**
 * Maximum number of objects that are read from a list if only some of them are kept. It exceeds the size of real
 * clusters.
 */
const mostSeen = 500_000;

const metadataOnly = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

function reviewOf(resourceAttributes: object): object {
  return { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } };
}

/**
 * Creates a cluster reader.
 * @param budget shared budget of the run, if the run also reads other data
 */
export function createClusterReader(
  connection: Pick<Connection, 'ask' | 'send'>,
  signal: AbortSignal,
  budget = new ReadBudget(),
): ClusterReader {
  // Each request has its own signal, so that dozens of concurrent requests don't cause a listener leak warning.
  const own = (): AbortSignal => AbortSignal.any([signal]);
  return {
    async get(path) {
      const { answer } = await budget.ask(connection, path, { signal: own() });
      return answer.ok ? { kind: 'value', value: answer.value } : missing(answer.error);
    },
    async list(path, most = mostItems, keep, part, start) {
      let items: unknown[] = [];
      let cut = false;
      const enough = new AbortController();
      const answer = await readPages(connection, path, {
        signal: AbortSignal.any([signal, enough.signal]),
        size: new PageSize(),
        budget,
        ...(keep === undefined ? {} : { most: mostSeen }),
        ...(part === 'metadata' ? { accept: metadataOnly } : {}),
        onPage: (page, first, remaining) => {
          if (first) {
            [items, cut] = [[], false];
            start?.();
          }
          const wanted = keep === undefined ? page : page.filter(keep);
          const room = most - items.length;
          const kept = wanted.slice(0, room);
          items.push(...kept);
          if (wanted.length > room || (remaining !== 0 && items.length >= most)) {
            cut = true;
            enough.abort();
          }
          return page.length === 0 ? 0 : kept.length / page.length;
        },
      });
      return answer.ok || (enough.signal.aborted && !signal.aborted)
        ? { kind: 'value', value: { items, cut } }
        : missing(answer.error);
    },
    async mayI({ group, resource, verb, namespace, name, subresource }) {
      const body = reviewOf({ group, resource, verb, namespace, name, subresource });
      const answer = await budget.inTurn(() =>
        connection.send('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
          method: 'POST',
          body,
          signal: own(),
        }),
      );
      return answer.ok ? decisionOf(answer.value) : missing(answer.error);
    },
    tryCreate: async (path, object) =>
      triedCreate(
        await budget.inTurn(() =>
          connection.send(path, { method: 'POST', query: { dryRun: 'All' }, body: object, signal: own() }),
        ),
      ),
  };
}

/**
 * Reads the decision of an access review. If no authorizer allows the request, the API server rejects it, even if none
 * denies it. But if an authorizer reports an error, such as a webhook that doesn't respond, the next request might be
 * allowed. Source: kubernetes/kubernetes@v1.31.0 pkg/registry/authorization/selfsubjectaccessreview/rest.go
 */
function decisionOf(review: unknown): ReadResult<boolean> {
  const isAllowed = getBoolean(review, 'status', 'allowed');
  // API servers always send the field.
  if (isAllowed === undefined)
    return { kind: 'problem', problem: { why: 'other', message: l10n.t`The response isn't an access review.` } };
  const error = sanitizeLine(getString(review, 'status', 'evaluationError') ?? '', 300);
  if (isAllowed || error === '' || getBoolean(review, 'status', 'denied') === true)
    return { kind: 'value', value: isAllowed };
  return { kind: 'problem', problem: { why: 'other', message: error } };
}

/** Responses of an API server that read the object. A webhook that doesn't respond leads to an internal error (500). */
const rejections: ReadonlySet<ApiProblem['kind']> = new Set(['forbidden', 'conflict', 'invalid', 'server']);

function triedCreate(answer: ApiResult<unknown>): ReadResult<TriedCreate> {
  if (answer.ok) return { kind: 'value', value: {} };
  const { kind, details } = answer.error;
  const rejection = sanitizeLine(getString(details, 'message') ?? '', 500);
  return rejections.has(kind) && rejection !== '' ? { kind: 'value', value: { rejection } } : missing(answer.error);
}

function missing(problem: ApiProblem): ReadResult<never> {
  return problem.kind === 'notFound' ? { kind: 'absent' } : { kind: 'problem', problem: factProblem(problem) };
}

/** Converts an API error into a lookup problem. */
export function factProblem(problem: ApiProblem): LookupProblem {
  return { why: whyOf(problem), message: problem.message };
}

function whyOf({ kind }: ApiProblem): LookupProblem['why'] {
  switch (kind) {
    case 'forbidden':
      return 'forbidden';
    case 'unauthorized':
    case 'credentials':
      return 'unauthorized';
    case 'network':
    case 'timeout':
    case 'tls':
    case 'tooMany':
    case 'server':
      return 'unreachable';
    default:
      return 'other';
  }
}
