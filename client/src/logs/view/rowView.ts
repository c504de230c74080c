/** Converts a log line to a row of the page. All functions are pure. */
import * as l10n from '@vscode/l10n';
import type { LogLine } from '#core/logs/formats/logLine.ts';
import { readWhole } from '#core/logs/readLine.ts';
import { formatLogLines } from '#core/logs/formatLogLines.ts';
import { isNote, shortPodName } from '#core/logs/pods/podLogLine.ts';
import { levelNames, originNames, type LogRowView } from './logView.ts';

/** Matches the klog prefix: level and day, time, and thread. The page has columns for these. */
const klogStart = /^[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d{1,9} +\d{1,10} (?=[\w.-]{1,80}:\d{1,6}\])/;

/** Converts a log line to a row. The row shows the message of the line, and the details show the whole line. */
export function rowView({ number, at, sinceBoot, origin, level, container, text }: LogLine): LogRowView {
  const isAboutLog = isNote(text);
  return {
    number: number + 1,
    ...timesOf(at, sinceBoot),
    origin: isAboutLog ? '' : container === undefined ? originNames[origin]() : shortContainer(container),
    level,
    levelWord: isAboutLog ? '' : levelNames[level](),
    text: formatLogLines(readWhole(text, number).message.replace(klogStart, '')),
    full: formatLogLines(text),
    ...(isAboutLog ? { isNote: true } : {}),
  };
}

/** Shortens the name of a container, such as `…x2x4x/app`. The details of the row show the whole name. */
function shortContainer(text: string): string {
  const [pod = '', container = ''] = text.split('/');
  return `${shortPodName(pod)}/${container}`;
}

function timesOf(at: number | undefined, sinceBoot: number | undefined): Pick<LogRowView, 'time' | 'moment'> {
  if (at !== undefined) {
    const date = new Date(at);
    const iso = Number.isNaN(date.getTime()) ? '' : date.toISOString();
    return { time: iso.slice(11, 19), moment: iso === '' ? '' : `${iso.slice(0, 10)} ${iso.slice(11, 23)} UTC` };
  }
  if (sinceBoot === undefined) return { time: '', moment: '' };
  return {
    time: `+${sinceBoot.toFixed(1)} s`,
    moment: l10n.t({
      message: 'boot +{0} s',
      args: [sinceBoot.toFixed(3)],
      comment: ['The time of a log line: {0} seconds after the guest booted.'],
    }),
  };
}

/**
 * Formats a time as `03-11 11:57:28.587`, in UTC like the logs of nodes.
 * @param at milliseconds since 1970
 */
export function formatTime(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(5, 23).replace('T', ' ');
}
