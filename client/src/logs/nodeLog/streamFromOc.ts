/** The journal of a node by the program `oc`, run as a child. Without VS Code. */
import * as l10n from '@vscode/l10n';
import type { Result } from '#core/common/result.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { OcChild, OcEnd, OcRun } from '#client/oc/oc.ts';
import { redact } from '#client/text/redact.ts';
import type { StartLogStream } from '../logStream.ts';

/** Milliseconds that it is given to clean up after an interrupt: `oc debug` takes its pod away. */
const patience = 15_000;

/** @param run starts it, as oc/runOc.ts does */
export function writeFromOc(start: (take: Pick<OcRun, 'onLine' | 'room'>) => OcChild, clock: Clock): StartLogStream {
  return (log) => {
    let stopped = false;
    let said = '';
    const child = start({
      onLine(line, from) {
        if (from === 'output') log.append([line]);
        // `oc debug` tells of its pod there as well: the last word counts when it fails.
        else if (line.trim() !== '') said = line;
      },
      room: () => log.room(),
    });
    let cancel: (() => void)[] = [];
    const ended = child.ended.then((end) => {
      for (const one of cancel) one();
      cancel = [];
      if (!stopped) log.end(endWords(end, said));
    });
    return {
      ended,
      stop() {
        if (stopped) return;
        stopped = true;
        child.interrupt();
        cancel = [clock.after(patience, () => child.terminate()), clock.after(2 * patience, () => child.kill())];
      },
    };
  };
}

/** Undefined: it ended well. */
function endWords(end: Result<OcEnd, string>, said: string): string | undefined {
  if (!end.ok) return end.error;
  if (end.value.kind === 'signal') return l10n.t`oc was stopped by signal ${end.value.signal}.`;
  const { code } = end.value;
  if (code === 0) return undefined;
  return said === ''
    ? l10n.t`oc exited with code ${code}.`
    : l10n.t`oc exited with code ${code}: ${redact(sanitizeLine(said))}`;
}
