/**
 * Serves in a web worker. Our client first sends the strings of its language (`strings`). Any other client begins with
 * its first request, and the server uses English.
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getValue } from '#core/common/json.ts';
import { serveInWorker } from './serveInWorker.ts';

/** As far as it is used here: types of browsers are not those of this project. */
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
  if (isJsonObject(strings)) l10n.config({ contents: JSON.stringify(strings) });
  serveInWorker();
  if (!isOurs) self.onmessage?.(first);
}
