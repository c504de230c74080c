/**
 * Runs the server in a web worker. This product's client first sends the strings of its language (`strings`). If
 * another client sends a request instead, the server uses English.
 */
import { isJsonObject, getValue } from '#core/common/json.ts';
import { setTranslations } from '#core/text/language.ts';
import { serveInWorker } from './serveInWorker.ts';

/** The part of the browser type that this file uses. The project doesn't include browser types. */
declare const self: {
  onmessage: ((event: MessageLike) => unknown) | null;
};

interface MessageLike {
  readonly data: unknown;
}

// oxlint-disable-next-line unicorn/prefer-add-event-listener -- what listens after this sets it, too, and so takes its place
self.onmessage = serve;

function serve(first: MessageLike): void {
  const isOurs = isJsonObject(first.data) && 'strings' in first.data;
  const strings = getValue(first.data, 'strings');
  if (isJsonObject(strings)) setTranslations(JSON.stringify(strings));
  serveInWorker();
  if (!isOurs) self.onmessage?.(first);
}
