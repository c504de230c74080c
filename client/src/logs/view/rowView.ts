/** A line as a row of the page. Pure. */
import * as l10n from '@vscode/l10n';
import type { LogLine } from '../../../../core/logs/logLine.ts';
import { readWhole } from '../../../../core/logs/readLine.ts';
import { shownText } from '../../../../core/logs/shown.ts';
import { levelNames, originNames, type RowView } from './logView.ts';

/** Before what klog says: level and day, time, thread. The page has columns for that. */
const klogStart = /^[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d{1,9} +\d{1,10} (?=[\w.-]{1,80}:\d{1,6}\])/;

/** A row shows what the line says; all of the line is there for who opens it. */
export function rowView({ number, at, sinceBoot, origin, level, text }: LogLine): RowView {
  return {
    number: number + 1,
    time:
      at !== undefined
        ? timeWords(at)
        : sinceBoot === undefined
          ? ''
          : l10n.t({ message: 'boot +{0} s', args: [sinceBoot.toFixed(3)], comment: ['Seconds since the machine booted.'] }),
    origin: originNames[origin],
    level,
    levelWord: levelNames[level],
    text: shownText(readWhole(text, number).message.replace(klogStart, '')),
    full: shownText(text),
  };
}

/** `03-11 11:57:28.587`, in UTC as nodes write it. @param at milliseconds since 1970 */
export function timeWords(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(5, 23).replace('T', ' ');
}
