/**
 * The process that reads one must-gather, or one file of it: a program that mustGatherReader.ts forks, so that
 * gigabytes of anybody's archive neither stop the extension host nor fill its memory. It ends with whoever forked it.
 */
import * as l10n from '@vscode/l10n';
import process from 'node:process';
import { loadTranslations } from '#client/processes/loadTranslations.ts';
import { parseReaderRequest, type ReadMessage, type ReaderRequest } from './readerMessages.ts';

/** Milliseconds between two words on how far it is. */
const pace = 100;

loadTranslations();
process.once('disconnect', () => process.exit(0));
process.once('message', (message) => {
  const order = parseReaderRequest(message);
  if (order === undefined)
    return tell({ kind: 'failed', message: l10n.t`the reading process received an invalid request` });
  return void carryOut(order).then(tell, (error: unknown) =>
    tell({ kind: 'failed', message: error instanceof Error ? error.message : l10n.t`unknown error` }),
  );
});

async function carryOut(order: ReaderRequest): Promise<ReadMessage> {
  const { readEntry, createMustGatherReport } = await import('#gather/main.ts');
  if (order.kind === 'entry') {
    const entry = await readEntry(order.path, order.name, { most: order.most });
    return entry.ok ? { kind: 'entry', entry: entry.value } : { kind: 'failed', message: entry.error };
  }
  let told = 0;
  const report = await createMustGatherReport(order.path, {
    progress(done, total) {
      if (performance.now() - told < pace) return;
      told = performance.now();
      tell({ kind: 'progress', done, total });
    },
  });
  if (report.ok) return { kind: 'report', report: report.value };
  const { words, folders } = report.error;
  return { kind: 'failed', message: words, ...(folders === undefined ? {} : { folders }) };
}

function tell(message: ReadMessage): void {
  // Nobody listens any more: `disconnect` follows.
  if (process.connected) process.send?.(message);
}
