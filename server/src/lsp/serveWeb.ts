/**
 * Serves in a web worker, by messages to whoever made it. All of the server is one bundle there: a worker loads nothing
 * later. Our client first sends the strings of its language (`strings`): only then is the rest evaluated, because
 * tables have their strings from then on. Another client begins with its greeting, and is served in English.
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getValue } from '#core/common/json.ts';

/** As far as it is used here: types of browsers are not those of this project. */
declare const self: {
  onmessage: ((event: MessageLike) => unknown) | null;
};

interface MessageLike {
  readonly data: unknown;
}

// oxlint-disable-next-line unicorn/prefer-add-event-listener -- what listens after this sets it, too, and so takes its place
self.onmessage = (first) => void serve(first);

async function serve(first: MessageLike): Promise<void> {
  const isOurs = isJsonObject(first.data) && 'strings' in first.data;
  const strings = getValue(first.data, 'strings');
  if (isJsonObject(strings)) l10n.config({ contents: JSON.stringify(strings) });
  // Evaluated before the next message arrives: nothing is loaded, only run. It listens in place of this.
  await import('./serveInWorker.ts');
  if (!isOurs) self.onmessage?.(first);
}
