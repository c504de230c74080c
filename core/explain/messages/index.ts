/** Lists all messages with a known cause. The first one that matches a line applies. */
import { absenceMessages } from './absenceMessages.ts';
import { adaptorMessages } from './adaptorMessages.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import type { Explanation } from '../../status/explanation.ts';
import type { KnownMessage } from './knownMessage.ts';
import { logLines } from './logLines.ts';
import { operatorMessages } from './operatorMessages.ts';
import { podMessages } from './podMessages.ts';

const knownMessages: readonly KnownMessage[] = [
  ...absenceMessages,
  ...operatorMessages,
  ...adaptorMessages,
  ...podMessages,
  ...logLines,
];

/** Explains a line by the first message that it contains. */
export function explainKnownMessage(line: string): Explanation | undefined {
  for (const { pattern, health = 'attention', title, meaning, todo, docs } of knownMessages) {
    const match = pattern.exec(line);
    if (match !== null)
      return { health, headline: sanitizeLine(title(match), 200), meaning: meaning(match), todo: todo(match), docs };
  }
  return undefined;
}
