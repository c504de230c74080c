/** Parses messages from detail pages. Doesn't use VS Code. */
import { getMessageType, getStringField } from '../webview/message.ts';
import type { DetailMessage } from './detailPage.ts';

/** Parses a message from the page. Returns undefined if the message is invalid. */
export function readDetailMessage(message: unknown): DetailMessage | undefined {
  const key = getStringField(message, 'key');
  return getMessageType(message) === 'run' && key !== undefined ? { type: 'run', key } : undefined;
}
