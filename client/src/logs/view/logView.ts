/** A log as its page shows it, and what the page may ask for. Both sides read this file: it is pure. */
import * as l10n from '@vscode/l10n';
import { getValue } from '#core/common/json.ts';
import type { LogLevel, LogOrigin } from '#core/logs/formats/logLine.ts';
import { logPresets, type LogPresetId } from '#core/logs/logPresets.ts';
import { flagField, getIndexField, getMessageType, getStringField } from '#client/webview/message.ts';
import type { Message } from '#core/text/message.ts';

/** Rows that are sent at once, at most: more than any screen has. */
export const mostRows = 400;

/** What is shown, in the words in which it is shown, and the rows that were asked for. */
export interface LogView {
  readonly type: 'log';
  readonly title: string;
  /** Where it comes from: a path, a request, or a command. */
  readonly from: string;
  /** True if an `oc` command reads the same lines and can be copied. */
  readonly hasCommand: boolean;
  readonly status: StatusView;
  /** What is to be known of it: that a level must be raised for it, that it is cut. */
  readonly notes: readonly string[];
  /** How many rows there are; of them, `window` is a part. */
  readonly rows: number;
  /** Another number: places of rows have changed, and what the page keeps of them is void. */
  readonly version: number;
  readonly window: { readonly from: number; readonly rows: readonly LogRowView[] };
  readonly filter: FilterView;
  /** Whether a filter counts now; one that is only kept does not. */
  readonly isFiltered: boolean;
  /** The sentence in place of the lines if there are none. */
  readonly empty: string;
  /** `1,234 of 56,789 lines`, and how far the search is. */
  readonly counts: string;
  readonly sandboxes: readonly SandboxView[];
  readonly errors: ErrorsView;
  /** There is something to fold. */
  readonly folds: boolean;
  /** More may come: the end can be followed. */
  readonly grows: boolean;
  /** The row to go to. Each serial is followed once; `kept`: unless the user has moved meanwhile. */
  readonly goTo?: { readonly serial: number; readonly row: number; readonly kept: boolean };
}

export interface StatusView {
  readonly kind: 'reading' | 'following' | 'ended' | 'broken';
  readonly text: string;
  /** From 0 to 1, where it is known. */
  readonly progress?: number;
  readonly canRetry: boolean;
}

export interface LogRowView {
  /** The number of the line in the whole log, from 1. */
  readonly number: number;
  /** The time of day, as `11:57:28`, or the seconds since boot. */
  readonly time: string;
  /** Date and time with milliseconds. */
  readonly moment: string;
  readonly origin: string;
  readonly level: LogLevel;
  readonly levelWord: string;
  /** The message of the line, with line breaks. */
  readonly text: string;
  /** The whole line, with line breaks. Copying returns the original line. */
  readonly full: string;
  /** It begins a stretch: how many lines are below it, and whether they are hidden. */
  readonly fold?: { readonly lines: number; readonly closed: boolean };
}

export interface SandboxView {
  readonly id: string;
  /** The beginning of the id, with how many lines there are. */
  readonly label: string;
}

export interface ErrorsView {
  /** `12 errors in 3 groups`, or that there are none so far. */
  readonly headline: string;
  readonly groups: readonly {
    readonly text: string;
    readonly count: number;
    readonly when: string;
    readonly line: number;
  }[];
}

/** The filter bar, as it stands; `` counts for nothing. */
export interface FilterView {
  readonly origin: LogPresetId | '';
  readonly level: Exclude<LogLevel, 'unknown'> | '';
  readonly sandbox: string;
  readonly pid: string;
  readonly text: string;
}

export const noFilter: FilterView = { origin: '', level: '', sandbox: '', pid: '', text: '' };

/** What the page may ask for. Rows count from 0. */
export type LogPageMessage =
  | { readonly type: 'window'; readonly from: number; readonly count: number }
  | { readonly type: 'filter'; readonly filter: FilterView; readonly row: number }
  /** To the whole log, or back to what is filtered, at the same line. */
  | { readonly type: 'switch'; readonly row: number }
  /** To a line of the whole log, from 1. */
  | { readonly type: 'jump'; readonly line: number }
  | { readonly type: 'fold'; readonly row: number }
  | { readonly type: 'foldAll'; readonly closed: boolean; readonly row: number }
  /** Puts the lines of rows into the clipboard. */
  | { readonly type: 'copy'; readonly from: number; readonly to: number }
  /** Copies the `oc` command. */
  | { readonly type: 'command' }
  /** Opens what is shown as a text. */
  | { readonly type: 'document' }
  | { readonly type: 'retry' };

export const originNames: Readonly<Record<LogOrigin, Message>> = {
  kataRuntime: () => l10n.t`Kata runtime`,
  guestConsole: () => l10n.t`Guest console`,
  agent: () => l10n.t({ message: 'Agent', args: [], comment: ['The agent of kata in a guest.'] }),
  virtiofsd: () => 'virtiofsd',
  qemu: () => 'QEMU',
  crio: () => 'CRI-O',
  kubelet: () => 'Kubelet',
  kernel: () => l10n.t`Kernel`,
  other: () => l10n.t({ message: 'Other', args: [], comment: ['Another program wrote the line of a log.'] }),
};

export const levelNames: Readonly<Record<LogLevel, Message>> = {
  error: () => l10n.t({ message: 'error', args: [], comment: ['The level of a line of a log.'] }),
  warning: () => l10n.t({ message: 'warning', args: [], comment: ['The level of a line of a log.'] }),
  info: () => l10n.t({ message: 'info', args: [], comment: ['The level of a line of a log.'] }),
  debug: () => l10n.t({ message: 'debug', args: [], comment: ['The level of a line of a log.'] }),
  unknown: () => l10n.t({ message: 'no level', args: [], comment: ['The level of a line of a log.'] }),
};

/** A message of the page; undefined when it is none. */
export function readLogMessage(message: unknown): LogPageMessage | undefined {
  const number = (name: string): number | undefined => getIndexField(message, name);
  const type = getMessageType(message);
  switch (type) {
    case 'window': {
      const [from, count] = [number('from'), number('count')];
      return from === undefined || count === undefined ? undefined : { type, from, count: Math.min(count, mostRows) };
    }
    case 'filter': {
      const [filter, row] = [readFilter(getValue(message, 'filter')), number('row')];
      return row === undefined ? undefined : { type, filter, row };
    }
    case 'switch':
    case 'fold': {
      const row = number('row');
      return row === undefined ? undefined : { type, row };
    }
    case 'foldAll': {
      const [closed, row] = [flagField(message, 'closed'), number('row')];
      return closed === undefined || row === undefined ? undefined : { type, closed, row };
    }
    case 'jump': {
      const line = number('line');
      return line === undefined || line === 0 ? undefined : { type, line };
    }
    case 'copy': {
      const [from, to] = [number('from'), number('to')];
      return from === undefined || to === undefined || to < from ? undefined : { type, from, to };
    }
    case 'command':
    case 'document':
    case 'retry':
      return { type };
    default:
      return undefined;
  }
}

function readFilter(filter: unknown): FilterView {
  const word = (name: string, most: number): string => (getStringField(filter, name) ?? '').slice(0, most);
  const [origin, level, pid] = [word('origin', 20), word('level', 20), word('pid', 12).trim()];
  return {
    origin: presetNamed(origin) ?? '',
    level: isLevel(level) && level !== 'unknown' ? level : '',
    sandbox: word('sandbox', 200),
    pid: /^\d{1,10}$/.test(pid) ? pid : '',
    text: word('text', 1000),
  };
}

/** The id of a preset that says who wrote a line; undefined for what is none, and for everything. */
export function presetNamed(id: string): LogPresetId | undefined {
  return logPresets.find((preset) => preset.id === id && preset.filter.origins !== undefined)?.id;
}

function isLevel(text: string): text is LogLevel {
  return Object.hasOwn(levelNames, text);
}
