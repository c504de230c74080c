/**
 * Messages between the extension and the process that reads a must-gather. Both sides validate the messages that they
 * receive.
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getNumber, getString, getStrings, getValue } from '#core/common/json.ts';
import type { MustGatherFileText } from '#gather/mustGatherFileText.ts';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';

/** Request from the extension. Each process receives only one. */
export type ReaderRequest =
  | { readonly kind: 'report'; readonly path: string }
  | { readonly kind: 'entry'; readonly path: string; readonly name: string; readonly most: number };

/** Message from the process. The process reports its progress repeatedly, then the result or an error. */
export type ReadMessage =
  /** @property total 0 if unknown; `done` then counts files instead of bytes */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'report'; readonly report: MustGatherReport }
  | { readonly kind: 'entry'; readonly entry: MustGatherFileText }
  /** @property folders folders in the must-gather that can be read individually */
  | { readonly kind: 'failed'; readonly message: string; readonly folders?: readonly string[] };

/** Parses a request. Returns undefined if the message is invalid. */
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
 * Parses a message from the process. Returns undefined if it is unknown or invalid. Checks only the outline of a
 * report: the process belongs to the same build and has already validated the data field by field
 * (core/cluster/watchedKinds).
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
        message: getString(message, 'message') ?? l10n.t`the background process failed without an error message`,
        ...(folders.length === 0 ? {} : { folders }),
      };
    }
    default:
      return undefined;
  }
}

/** Maximum number of must-gathers in one folder. */
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
