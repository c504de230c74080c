/** What the extension and the process that reads a must-gather tell each other. Both sides look before they believe. */
import * as l10n from '@vscode/l10n';
import { isJsonObject, numberAt, stringAt, textsAt, valueAt } from '#core/common/json.ts';
import type { Entry } from '#gather/mustGatherFileText.ts';
import type { Report } from '#gather/reports/mustGatherReport.ts';

/** What the extension wants; a process is given one order. */
export type ReadOrder =
  | { readonly kind: 'report'; readonly path: string }
  | { readonly kind: 'entry'; readonly path: string; readonly name: string; readonly most: number };

/** What the process says: how far it is, as often as it likes, and at last what it has read or why it could not. */
export type ReadMessage =
  /** @property total 0: it is not known how many there are; then `done` are files, else bytes */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'entry'; readonly entry: Entry }
  /** @property folders of it that can be read one by one */
  | { readonly kind: 'failed'; readonly message: string; readonly folders?: readonly string[] };

/** The order, if it is one. */
export function readOrder(message: unknown): ReadOrder | undefined {
  const [kind, path, name, most] = [stringAt(message, 'kind'), stringAt(message, 'path'), stringAt(message, 'name'), numberAt(message, 'most')];
  if (path === undefined) return undefined;
  if (kind === 'report') return { kind, path };
  return kind === 'entry' && name !== undefined && most !== undefined ? { kind, path, name, most } : undefined;
}

/**
 * What the process said, if it is anything known. Of a report only the outline is looked at: it is our own program, of the same build, that has read what
 * others wrote field by field (core/live/kinds).
 */
export function readReadMessage(message: unknown): ReadMessage | undefined {
  switch (stringAt(message, 'kind')) {
    case 'progress':
      return { kind: 'progress', done: numberAt(message, 'done') ?? 0, total: numberAt(message, 'total') ?? 0 };
    case 'report': {
      const report = valueAt(message, 'report');
      return isReport(report) ? { kind: 'report', report } : undefined;
    }
    case 'entry': {
      const [text, size, isCut] = [stringAt(message, 'entry', 'text'), numberAt(message, 'entry', 'size'), valueAt(message, 'entry', 'isCut')];
      return text === undefined || size === undefined ? undefined : { kind: 'entry', entry: { text, size, isCut: isCut === true } };
    }
    case 'failed': {
      const folders = textsAt(message, 'folders').slice(0, mostFolders);
      return { kind: 'failed', message: stringAt(message, 'message') ?? l10n.t`the process did not say why`, ...(folders.length === 0 ? {} : { folders }) };
    }
    default:
      return undefined;
  }
}

/** Of several must-gathers in one. */
const mostFolders = 500;

function isReport(value: unknown): value is Report {
  const [gathered, findings, summary] = [valueAt(value, 'gathered'), valueAt(value, 'findings'), valueAt(value, 'summary')];
  return isJsonObject(gathered) && isJsonObject(gathered['snapshot']) && gathered['marks'] instanceof Map && Array.isArray(findings) && isJsonObject(summary);
}
