/** Reads the messages of detail pages. Without VS Code. */
import { getMessageType, getStringField } from '../webview/message.ts';
import type { DetailMessage } from './detailPage.ts';

/** Reads a message of the page. Undefined: it isn't one. */
export function readDetailMessage(message: unknown): DetailMessage | undefined {
  const key = getStringField(message, 'key');
  return getMessageType(message) === 'run' && key !== undefined ? { type: 'run', key } : undefined;
}
