/**
 * Reads a must-gather, or one file of it, in a process that mustGatherReader.ts forks. A large untrusted archive
 * therefore can't block the extension host or use up its memory. The process exits together with its parent.
 */
import * as l10n from '@vscode/l10n';
import process from 'node:process';
import { loadTranslations } from '#client/processes/loadTranslations.ts';
import { parseReaderRequest, type ReadMessage, type ReaderRequest } from './readerMessages.ts';

/** Minimum time between two progress messages, in milliseconds. */
const pace = 100;

loadTranslations();
process.once('disconnect', () => process.exit(0));
process.once('message', (message) => {
  const order = parseReaderRequest(message);
  if (order === undefined)
    return tell({ kind: 'failed', message: l10n.t`the background process received an invalid request` });
  return void carryOut(order).then(tell, (error: unknown) =>
    tell({
      kind: 'failed',
      message: error instanceof Error ? error.message : l10n.t`the background process failed without an error message`,
    }),
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
  // After a disconnect, no one receives messages. The `disconnect` handler takes over.
  if (process.connected) process.send?.(message);
}
