/** Lists all messages with a known cause, and finds them in a line. */
import { absenceMessages } from './absenceMessages.ts';
import { adaptorMessages } from './adaptorMessages.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import type { Explanation } from '../../status/explanation.ts';
import type { TextRange } from '../../text/parsedText.ts';
import { installerMessages } from './installerMessages.ts';
import type { KnownMessage } from './knownMessage.ts';
import { logLines } from './logLines.ts';
import { operatorMessages } from './operatorMessages.ts';
import { podMessages } from './podMessages.ts';
import { portTestMessages } from './portTestMessages.ts';
import { removedFieldMessages } from './removedFields.ts';
import { webhookMessages } from './webhookMessages.ts';

const knownMessages: readonly KnownMessage[] = [
  ...absenceMessages,
  ...operatorMessages,
  ...installerMessages,
  ...adaptorMessages,
  ...podMessages,
  ...portTestMessages,
  ...logLines,
  ...removedFieldMessages,
  ...webhookMessages,
];

/** A known message in a line. */
export interface FoundKnownMessage extends TextRange {
  readonly explanation: Explanation;
}

const patterns = knownMessages.map((message) => ({
  message,
  pattern: new RegExp(message.pattern, `${message.pattern.flags}g`),
}));
/** Maximum number of messages in one line. */
const most = 20;

/** Returns the known messages in a line, from left to right, with positions relative to the line. */
export function findKnownMessages(line: string): readonly FoundKnownMessage[] {
  const found = patterns.flatMap(({ message, pattern }) =>
    [...line.matchAll(pattern)].slice(0, most).map((match) => ({ message, match })),
  );
  const special = found.filter(({ message }) => message.isGeneral !== true);
  const all = (special.length > 0 ? special : found.slice(0, 1))
    .toSorted((one, other) => one.match.index - other.match.index)
    .slice(0, most)
    .map(({ message: { health = 'attention', title, meaning, todo, docs }, match }) => ({
      explanation: {
        health,
        headline: sanitizeLine(title(match), 200),
        meaning: meaning(match),
        todo: todo(match),
        docs,
      },
      start: match.index,
      end: match.index + match[0].length,
    }));
  // Several parts of a message can match. Keeps the first of the identical explanations.
  const firsts = new Map(
    all.toReversed().map((one) => [`${one.explanation.headline}\n${one.explanation.meaning}`, one]),
  );
  return all.filter((one) => firsts.get(`${one.explanation.headline}\n${one.explanation.meaning}`) === one);
}
