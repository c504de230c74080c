/** Reads the messages of detail pages. Without VS Code. */
import { messageType, textField } from '../webview/message.ts';
import type { DetailMessage } from './detailPage.ts';

/** Reads a message of the page. Undefined: it isn't one. */
export function readDetailMessage(message: unknown): DetailMessage | undefined {
  const key = textField(message, 'key');
  return messageType(message) === 'run' && key !== undefined ? { type: 'run', key } : undefined;
}
