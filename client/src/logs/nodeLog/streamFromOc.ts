/** Streams the journal of a node with `oc` as a child process. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { Result } from '#core/common/result.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { OcChild, OcEnd, OcRun } from '#client/oc/oc.ts';
import { redact } from '#client/text/redact.ts';
import type { StartLogStream } from '../logStream.ts';

/** Time for cleaning up after an interrupt, in milliseconds. During this time, `oc debug` deletes its pod. */
const patience = 15_000;

/**
 * Returns a function that starts the stream.
 * @param start runs oc, as oc/runOc.ts does
 */
export function writeFromOc(
  start: (take: Pick<OcRun, 'onLine' | 'waitForSpace'>) => OcChild,
  clock: Clock,
): StartLogStream {
  return (log) => {
    let stopped = false;
    let said = '';
    const child = start({
      onLine(line, from) {
        if (from === 'output') log.append([line]);
        // `oc debug` also reports its pod on stderr. If oc fails, the last line describes the error.
        else if (line.trim() !== '') said = line;
      },
      waitForSpace: () => log.waitForSpace(),
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

/** Describes why oc failed. Returns undefined if it succeeded. */
function endWords(end: Result<OcEnd, string>, said: string): string | undefined {
  if (!end.ok) return end.error;
  if (end.value.kind === 'signal') return l10n.t`oc was stopped by signal ${end.value.signal}.`;
  const { code } = end.value;
  if (code === 0) return undefined;
  return said === ''
    ? l10n.t('{0} exited with code {1}.', 'oc', code)
    : l10n.t`oc exited with code ${code}: ${redact(sanitizeLine(said))}`;
}
