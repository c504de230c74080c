/** Lists all messages with a known cause. The first one that matches a line applies. */
import { absenceMessages } from './absenceMessages.ts';
import { adaptorMessages } from './adaptorMessages.ts';
import type { KnownMessage } from './knownMessage.ts';
import { logLines } from './logLines.ts';
import { operatorMessages } from './operatorMessages.ts';
import { podMessages } from './podMessages.ts';

export const knownMessages: readonly KnownMessage[] = [
  ...absenceMessages,
  ...operatorMessages,
  ...adaptorMessages,
  ...podMessages,
  ...logLines,
];
