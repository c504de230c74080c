/**
 * Reads requests recorded in an agent log: `["ep":"ExecProcessRequest",{...}],`, `{"kind":...,"request":{...}}` or
 * `{"endpoint":...,"input":{...}}`.
 */
import type { ReplayEntry } from '#server/protocol/protocol.ts';

/** A request to the agent. */
export interface LoggedRequest {
  readonly endpoint: string;
  /** Request input as JSON on one line. */
  readonly input: string;
}

/** Start of a request in the agent's own format. It isn't JSON because of the colon in the list. */
export const agentHead = /^\[\s*"ep"\s*:\s*"\w+"\s*,/;

/** Returns the request of a replay entry, or undefined if the log contains only the denial message. */
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

/**
 * Returns the input of a parsed request. The input has either the agent's field name, as in policy.jsonl, or ours. A
 * request without an input gets an empty one.
 */
function inputIn(read: unknown): unknown {
  if (typeof read !== 'object' || read === null) return undefined;
  if ('input' in read) return read.input;
  return 'kind' in read && 'request' in read ? read.request : {};
}
