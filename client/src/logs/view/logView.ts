/**
 * Defines the data of the log page and its messages. Both the extension and the page use this file. All functions are
 * pure.
 */
import * as l10n from '@vscode/l10n';
import { getValue } from '#core/common/json.ts';
import type { LogLevel, LogOrigin } from '#core/logs/formats/logLine.ts';
import { logPresets, type LogPresetId } from '#core/logs/logPresets.ts';
import { flagField, getIndexField, getMessageType, getStringField } from '#client/webview/message.ts';
import type { Message } from '#core/text/message.ts';

/** Maximum number of rows to send at once. More than any screen shows. */
export const mostRows = 400;

/** Data of the log page, with localized text and the requested rows. */
export interface LogView {
  readonly type: 'log';
  readonly title: string;
  /** Origin of the log: a path, a request, or a command. */
  readonly from: string;
  /** True if an `oc` command reads the same lines and can be copied. */
  readonly hasCommand: boolean;
  readonly status: StatusView;
  /** Notes about the log, such as a required log level or truncation. */
  readonly notes: readonly string[];
  /** Total number of rows. `window` contains only some of them. */
  readonly rows: number;
  /** Changes when row positions change. The page must then discard its cached rows. */
  readonly version: number;
  readonly window: { readonly from: number; readonly rows: readonly LogRowView[] };
  readonly filter: FilterView;
  /** True if the filter is active. An inactive filter is kept for later. */
  readonly isFiltered: boolean;
  /** Sentence to show if there are no lines. */
  readonly empty: string;
  /** Number of lines, such as `1,234 of 56,789 lines`, with the search progress. */
  readonly counts: string;
  readonly sandboxes: readonly SandboxView[];
  readonly errors: ErrorsView;
  /** True if there is something to fold. */
  readonly folds: boolean;
  /** True if more lines can arrive, so that the end can be followed. */
  readonly grows: boolean;
  /**
   * Row to scroll to. The page handles each serial once. If `kept` is true, the page doesn't scroll if the user has
   * scrolled in the meantime.
   */
  readonly goTo?: { readonly serial: number; readonly row: number; readonly kept: boolean };
}

export interface StatusView {
  readonly kind: 'reading' | 'following' | 'ended' | 'broken';
  readonly text: string;
  /** Progress from 0 to 1, if known. */
  readonly progress?: number;
  readonly canRetry: boolean;
}

export interface LogRowView {
  /** Line number in the whole log, starting at 1. */
  readonly number: number;
  /** Time of day, such as `11:57:28`, or the seconds since boot. */
  readonly time: string;
  /** Date and time with milliseconds. */
  readonly moment: string;
  readonly origin: string;
  readonly level: LogLevel;
  readonly levelWord: string;
  /** Message of the line, with line breaks. */
  readonly text: string;
  /** The whole line for display, with line breaks. If the user copies the line, the original is copied instead. */
  readonly full: string;
  /** True for a note about the log, such as a restart, which has no time, origin, or level. */
  readonly isNote?: true;
  /** Fold that starts at this line: the number of lines below it, and whether they're hidden. */
  readonly fold?: { readonly lines: number; readonly closed: boolean };
}

export interface SandboxView {
  readonly id: string;
  /** Pod name if known, start of the sandbox ID, and numbers of lines and errors. */
  readonly label: string;
}

export interface ErrorsView {
  /** Headline such as `12 errors in 3 groups`, or a statement that there are no errors so far. */
  readonly headline: string;
  readonly groups: readonly {
    readonly text: string;
    readonly count: number;
    readonly when: string;
    readonly line: number;
  }[];
}

/** State of the filter bar. An empty string (``) means no filter. */
export interface FilterView {
  readonly origin: LogPresetId | '';
  readonly level: Exclude<LogLevel, 'unknown'> | '';
  readonly sandbox: string;
  readonly pid: string;
  readonly text: string;
}

export const noFilter: FilterView = { origin: '', level: '', sandbox: '', pid: '', text: '' };

/** Messages that the page can send. Rows start at 0. */
export type LogPageMessage =
  | { readonly type: 'window'; readonly from: number; readonly count: number }
  | { readonly type: 'filter'; readonly filter: FilterView; readonly row: number }
  /** Switches between the whole log and the filtered lines, at the same line. */
  | { readonly type: 'switch'; readonly row: number }
  /** Scrolls to a line of the whole log, starting at 1. */
  | { readonly type: 'jump'; readonly line: number }
  | { readonly type: 'fold'; readonly row: number }
  | { readonly type: 'foldAll'; readonly closed: boolean; readonly row: number }
  /** Copies the lines of these rows to the clipboard. */
  | { readonly type: 'copy'; readonly from: number; readonly to: number }
  /** Copies the `oc` command. */
  | { readonly type: 'command' }
  /** Opens the displayed lines as a document. */
  | { readonly type: 'document' }
  | { readonly type: 'retry' };

export const originNames: Readonly<Record<LogOrigin, Message>> = {
  kataRuntime: () => l10n.t`Kata runtime`,
  guestConsole: () => l10n.t`Guest console`,
  agent: () =>
    l10n.t({
      message: 'Agent',
      args: [],
      comment: ['The component that wrote a log line: the Kata agent in the guest.'],
    }),
  virtiofsd: () => 'virtiofsd',
  qemu: () => 'QEMU',
  crio: () => 'CRI-O',
  kubelet: () => 'Kubelet',
  kernel: () => l10n.t`Kernel`,
  other: () =>
    l10n.t({ message: 'Other', args: [], comment: ['The component that wrote a log line: none of the known ones.'] }),
};

export const levelNames: Readonly<Record<LogLevel, Message>> = {
  error: () => l10n.t({ message: 'error', args: [], comment: ['The level of a log line.'] }),
  warning: () => l10n.t({ message: 'warning', args: [], comment: ['The level of a log line.'] }),
  info: () => l10n.t({ message: 'info', args: [], comment: ['The level of a log line.'] }),
  debug: () => l10n.t({ message: 'debug', args: [], comment: ['The level of a log line.'] }),
  unknown: () => l10n.t({ message: 'no level', args: [], comment: ['The level of a log line.'] }),
};

/** Parses a message of the page. Returns undefined if it's invalid. */
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

/**
 * Returns the ID of a preset that filters by origin. Returns undefined for an unknown ID and for the preset with all
 * lines.
 */
export function presetNamed(id: string): LogPresetId | undefined {
  return logPresets.find((preset) => preset.id === id && preset.filter.origins !== undefined)?.id;
}

function isLevel(text: string): text is LogLevel {
  return Object.hasOwn(levelNames, text);
}
