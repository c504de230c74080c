/** Formats a recorded request as text. Pure. */
import type { ReplayEntry } from '#server/protocol/protocol.ts';
import { agentHead, recordedRequest } from '../recordedRequest.ts';

export interface RequestText {
  readonly language: 'json' | 'plaintext';
  readonly text: string;
}

/**
 * Returns the request as indented JSON. A log that contains only a denial message has no request: then returns the line
 * of the message.
 */
export function requestText(log: string, entry: Pick<ReplayEntry, 'endpoint' | 'line' | 'recorded'>): RequestText {
  const { endpoint, line, recorded } = entry;
  if (recorded === undefined || recordedRequest(log, entry) === undefined)
    return { language: 'plaintext', text: `${log.split(/\r?\n/)[line] ?? ''}\n` };
  const text = log.slice(recorded.start, recorded.end);
  const [head] = agentHead.exec(text) ?? [];
  // In the format of the agent, the rest is the input and a bracket.
  const json =
    head === undefined ? text : `{"endpoint":${JSON.stringify(endpoint)},"input":${text.slice(head.length, -1)}}`;
  return { language: 'json', text: `${indentJson(json)}\n` };
}

/** Indents JSON by its tokens. Parsing would round large numbers. @param text valid JSON */
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
