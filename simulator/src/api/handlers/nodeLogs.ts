/**
 * Serves `/api/v1/nodes/NAME/proxy/logs/...`, the node logs from the kubelet. Requires the `get` permission on
 * nodes/proxy. Sources: openshift/oc@1f30e7346ee765cb27d4ac451720e8fd30a01be8 pkg/cli/admin/node/logs.go (the path
 * `logs/journal` and every option twice: `unit` and `query`, `grep` and `pattern`, `tail` and `tailLines`);
 * kubernetes/kubernetes@0da37d8c544ff961800828ed9e8999a116aa12aa pkg/kubelet/kubelet_server_journal.go.
 */
import { Client } from '#simulator/controllers/framework/client.ts';
import { isReady } from '#simulator/controllers/nodes/nodePools.ts';
import { createNodeJournal, type JournalEntry } from '#simulator/logs/nodeJournal.ts';
import { isJournalOutput, written } from '#simulator/logs/formatJournal.ts';
import { notFound } from '#simulator/store/apiError.ts';
import type { ApiResponse } from '../http/apiResponse.ts';
import { createErrorResponse, pageNotFound } from '../http/apiResponse.ts';
import type { ApiServerState } from './apiServerState.ts';
import type { ResourceRequest } from '../http/request.ts';

const text = 'text/plain;charset=UTF-8';
const units = ['crio', 'kubelet'];
const mostLines = 100_000;
const lengths: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function nodeLogs(cluster: ApiServerState, { resource, name, rest, query }: ResourceRequest): ApiResponse {
  const node = cluster.store.get(resource, undefined, name);
  if (node === undefined) return createErrorResponse(notFound(resource, name));
  if (!isReady(node))
    return createErrorResponse({
      code: 503,
      reason: 'ServiceUnavailable',
      message: `error trying to reach service: dial tcp: connect: connection refused`,
      details: {},
    });
  if (rest === 'logs' && !query.has('query'))
    return {
      kind: 'text',
      code: 200,
      text: '<pre>\n<a href="journal/">journal/</a>\n</pre>\n',
      type: 'text/html; charset=utf-8',
    };
  if (rest !== 'logs' && rest !== 'logs/journal') return pageNotFound;
  const client = new Client(cluster.store, (which) => cluster.resources.named(which));
  const asked = read(query, cluster.store.clock.now());
  if (typeof asked === 'string') return { kind: 'text', code: 400, text: `${asked}\n`, type: text };
  const found = createNodeJournal(client, name).filter(asked.fits);
  const lines = found.slice(Math.max(0, found.length - asked.tail)).map((entry) => written(entry, name, asked.output));
  return {
    kind: 'text',
    code: 200,
    text: lines.length === 0 ? '-- No entries --\n' : `${lines.join('\n')}\n`,
    type: text,
  };
}

interface Asked {
  readonly fits: (entry: JournalEntry) => boolean;
  readonly tail: number;
  readonly output: Parameters<typeof written>[2];
}

/**
 * Parses the query.
 * @returns the query, or the problem as a message
 */
function read(query: URLSearchParams, now: number): Asked | string {
  const wanted = new Set(
    [...query.getAll('unit'), ...query.getAll('query')].map((unit) => unit.replace(/\.service$/, '')),
  );
  const unknown = [...wanted].find((unit) => !units.includes(unit));
  if (unknown !== undefined)
    return `query: Invalid value: ${JSON.stringify(unknown)}: the simulator has only the journals of ${units.join(' and ')}`;
  const since = timeOf(query.get('sinceTime') ?? query.get('since'), now);
  const until = timeOf(query.get('untilTime') ?? query.get('until'), now);
  if (since === undefined || until === undefined) return 'sinceTime: Invalid value: invalid time format';
  const output = query.get('output') ?? 'short-precise';
  if (!isJournalOutput(output)) return `output: Invalid value: ${JSON.stringify(output)}`;
  const tail = query.get('tailLines') ?? query.get('tail') ?? '';
  if (tail !== '' && !/^\d{1,6}$/.test(tail)) return `tailLines: Invalid value: ${JSON.stringify(tail)}`;
  const pattern = patternOf(query.get('pattern') ?? query.get('grep') ?? '', query.get('case-sensitive') !== 'false');
  if (pattern === undefined) return 'pattern: Invalid value: invalid regular expression';
  const fits = ({ unit, at, message }: JournalEntry): boolean =>
    (wanted.size === 0 || wanted.has(unit)) && at >= (since ?? 0) && at <= (until ?? Infinity) && pattern.test(message);
  return { fits, output, tail: Math.min(mostLines, tail === '' ? mostLines : Number(tail)) };
}

function patternOf(source: string, strict: boolean): RegExp | undefined {
  try {
    return new RegExp(source.slice(0, 1000), strict ? '' : 'i');
  } catch {
    return undefined;
  }
}

/**
 * Parses a time, or a duration before now (`-1h`).
 * @returns null if none is specified, or undefined if it is invalid
 */
function timeOf(given: string | null, now: number): number | null | undefined {
  if (given === null || given === '') return null;
  const ago = /^-?(\d{1,6})([smhd])(?: ago)?$/.exec(given);
  if (ago !== null) return now - Number(ago[1]) * (lengths[ago[2] ?? ''] ?? 0);
  const time = Date.parse(
    /^\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{1,2}:\d{1,2}$/.test(given) ? `${given.replace(' ', 'T')}Z` : given,
  );
  return Number.isNaN(time) ? undefined : time;
}
