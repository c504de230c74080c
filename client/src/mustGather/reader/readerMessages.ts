/** What the extension and the process that reads a must-gather tell each other. Both sides look before they believe. */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getNumber, getString, getStrings, getValue } from '#core/common/json.ts';
import type { MustGatherFileText } from '#gather/mustGatherFileText.ts';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';

/** What the extension wants; a process is given one order. */
export type ReaderRequest =
  | { readonly kind: 'report'; readonly path: string }
  | { readonly kind: 'entry'; readonly path: string; readonly name: string; readonly most: number };

/** What the process says: how far it is, as often as it likes, and at last what it has read or why it could not. */
export type ReadMessage =
  /** @property total 0: it is not known how many there are; then `done` are files, else bytes */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'report'; readonly report: MustGatherReport }
  | { readonly kind: 'entry'; readonly entry: MustGatherFileText }
  /** @property folders of it that can be read one by one */
  | { readonly kind: 'failed'; readonly message: string; readonly folders?: readonly string[] };

/** The order, if it is one. */
export function parseReaderRequest(message: unknown): ReaderRequest | undefined {
  const [kind, path, name, most] = [
    getString(message, 'kind'),
    getString(message, 'path'),
    getString(message, 'name'),
    getNumber(message, 'most'),
  ];
  if (path === undefined) return undefined;
  if (kind === 'report') return { kind, path };
  return kind === 'entry' && name !== undefined && most !== undefined ? { kind, path, name, most } : undefined;
}

/**
 * What the process said, if it is anything known. Of a report only the outline is looked at: it is our own program, of
 * the same build, that has read what others wrote field by field (core/live/kinds).
 */
export function readReadMessage(message: unknown): ReadMessage | undefined {
  switch (getString(message, 'kind')) {
    case 'progress':
      return { kind: 'progress', done: getNumber(message, 'done') ?? 0, total: getNumber(message, 'total') ?? 0 };
    case 'report': {
      const report = getValue(message, 'report');
      return isReport(report) ? { kind: 'report', report } : undefined;
    }
    case 'entry': {
      const [text, size, isCut] = [
        getString(message, 'entry', 'text'),
        getNumber(message, 'entry', 'size'),
        getValue(message, 'entry', 'isCut'),
      ];
      return text === undefined || size === undefined
        ? undefined
        : { kind: 'entry', entry: { text, size, isCut: isCut === true } };
    }
    case 'failed': {
      const folders = getStrings(message, 'folders').slice(0, mostFolders);
      return {
        kind: 'failed',
        message: getString(message, 'message') ?? l10n.t`the process didn't report a reason`,
        ...(folders.length === 0 ? {} : { folders }),
      };
    }
    default:
      return undefined;
  }
}

/** Of several must-gathers in one. */
const mostFolders = 500;

function isReport(value: unknown): value is MustGatherReport {
  const [gathered, findings, summary] = [
    getValue(value, 'gathered'),
    getValue(value, 'findings'),
    getValue(value, 'summary'),
  ];
  return (
    isJsonObject(gathered) &&
    isJsonObject(gathered['snapshot']) &&
    gathered['marks'] instanceof Map &&
    Array.isArray(findings) &&
    isJsonObject(summary)
  );
}
