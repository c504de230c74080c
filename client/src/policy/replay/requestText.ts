/** Formats a recorded request as text. All functions are pure. */
import type { ReplayEntry } from '#server/protocol/protocol.ts';
import { agentHead, recordedRequest } from '../recordedRequest.ts';

export interface RequestText {
  readonly language: 'json' | 'plaintext';
  readonly text: string;
}

/**
 * Returns the request as indented JSON. If the log contains only a denial message, returns the line of that message.
 */
export function requestText(log: string, entry: Pick<ReplayEntry, 'endpoint' | 'line' | 'recorded'>): RequestText {
  const { endpoint, line, recorded } = entry;
  if (recorded === undefined || recordedRequest(log, entry) === undefined)
    return { language: 'plaintext', text: `${log.split(/\r?\n/)[line] ?? ''}\n` };
  const text = log.slice(recorded.start, recorded.end);
  const [head] = agentHead.exec(text) ?? [];
  // In the agent's format, the head is followed by the input and a closing bracket.
  const json =
    head === undefined ? text : `{"endpoint":${JSON.stringify(endpoint)},"input":${text.slice(head.length, -1)}}`;
  return { language: 'json', text: `${indentJson(json)}\n` };
}

/**
 * Indents JSON token by token, because parsing would round large numbers.
 * @param text valid JSON
 */
export function indentJson(text: string): string {
  let depth = 0;
  let before = '';
  let indented = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g)) {
    const opens = token === '{' || token === '[';
    const closes = token === '}' || token === ']';
    const isFirst = before === '{' || before === '[';
    if (closes) depth -= 1;
    if (closes ? !isFirst : isFirst || before === ',') indented += `\n${'  '.repeat(depth)}`;
    indented += token === ':' ? ': ' : token;
    if (opens) depth += 1;
    before = token;
  }
  return indented;
}
