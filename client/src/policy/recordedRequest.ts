/**
 * A request as it stands in a log of the agent: `["ep":"ExecProcessRequest",{...}],`, `{"kind":...,"request":{...}}` or
 * `{"endpoint":...,"input":{...}}`.
 */
import type { ReplayEntry } from '#server/protocol/protocol.ts';

/** What the agent was asked. */
export interface LoggedRequest {
  readonly endpoint: string;
  /** JSON on one line. */
  readonly input: string;
}

/** As the agent writes it: no JSON, because of the colon in the list. */
export const agentHead = /^\[\s*"ep"\s*:\s*"\w+"\s*,/;

/**
 * The request that this entry of a replay speaks of; undefined where the log holds nothing but a message of its denial.
 */
export function recordedRequest(
  log: string,
  { endpoint, recorded }: Pick<ReplayEntry, 'endpoint' | 'recorded'>,
): LoggedRequest | undefined {
  if (recorded === undefined) return undefined;
  const text = log.slice(recorded.start, recorded.end);
  const [head] = agentHead.exec(text) ?? [];
  try {
    const read: unknown = JSON.parse(head === undefined ? text : text.slice(head.length, -1));
    const input = head === undefined ? inputIn(read) : read;
    return typeof input === 'object' && input !== null ? { endpoint, input: JSON.stringify(input) } : undefined;
  } catch {
    return undefined;
  }
}

/** The agent's own names in policy.jsonl, or those of our JSON. A request without an input has an empty one. */
function inputIn(read: unknown): unknown {
  if (typeof read !== 'object' || read === null) return undefined;
  if ('input' in read) return read.input;
  return 'kind' in read && 'request' in read ? read.request : {};
}
