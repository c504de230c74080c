/**
 * Packs one must-gather in a separate process, which bundler.ts forks, so that gigabytes of logs neither block the
 * extension host nor fill its memory. Exits when its parent exits.
 */
import * as l10n from '@vscode/l10n';
import process from 'node:process';
import { loadTranslations } from '#client/processes/loadTranslations.ts';
import { archiveOptionsOf, readPackOrder, type PackMessage } from './packMessages.ts';
import { writeArchive } from './writeArchive.ts';

/** Minimum interval between two progress messages, in milliseconds. */
const pace = 100;

loadTranslations();
process.once('disconnect', () => process.exit(0));
process.once('message', (message) => {
  const order = readPackOrder(message);
  if (order === undefined)
    return tell({ kind: 'failed', message: l10n.t`the background process received an invalid request` });
  let told = 0;
  const progress = (done: number, total: number): void => {
    if (performance.now() - told < pace) return;
    told = performance.now();
    tell({ kind: 'progress', done, total });
  };
  const options = { ...archiveOptionsOf(order), signal: new AbortController().signal, progress };
  return void writeArchive(order.folder, order.target, options).then(
    (manifest) => tell({ kind: 'packed', manifest }),
    (error: unknown) => tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});

function tell(message: PackMessage): void {
  // The parent process has exited. `disconnect` follows.
  if (process.connected) process.send?.(message);
}
