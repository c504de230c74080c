/** What stands beside the lines: how many there are, and which sandboxes they are about. Pure. */
import type { LogSurvey } from '../../../../core/logs/logSurvey.ts';
import type { LogSource } from '../logSource.ts';
import { shortId } from './logFilter.ts';
import type { SandboxView } from './logView.ts';
import { linesWords } from './statusView.ts';

/** @param whole lines of the whole log */
export function countsWords({ lines, done, total }: LogSource['state'], whole: number): string {
  const so = `${lines.toLocaleString('en')} of ${linesWords(whole)} match`;
  return done < total ? `${so} so far: searched ${Math.floor((done / total) * 100)}%` : so;
}

/** Those with errors first; more than a list can be read with are left out. */
export function sandboxViews({ sandboxes }: LogSurvey): readonly SandboxView[] {
  return sandboxes.slice(0, 200).map(({ id, pod, lines, errors }) => ({
    id,
    label: `${pod === undefined ? '' : `${pod} · `}${shortId(id)} (${linesWords(lines)}${errors === 0 ? '' : `, ${errors.toLocaleString('en')} ${errors === 1 ? 'error' : 'errors'}`})`,
  }));
}
