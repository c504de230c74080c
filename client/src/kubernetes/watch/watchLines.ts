/**
 * Parses the lines of a watch. Source: Kubernetes API concepts, "Efficient detection of changes"; notes/cluster.md W3.
 */
import * as l10n from '@vscode/l10n';
import { getNumber, getString, getValue } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { ApiProblem } from '../connection.ts';
import { isTooDeep } from '../transport/jsonMeter.ts';

export type WatchLine =
  | { readonly kind: 'put' | 'delete'; readonly object: unknown; readonly version: string | undefined }
  /** All changes up to this version have been sent. */
  | { readonly kind: 'bookmark'; readonly version: string | undefined }
  /** The server reports an error. It should then close the watch, but some servers leave it open. */
  | { readonly kind: 'error'; readonly problem: ApiProblem }
  /** An event of an unknown type. */
  | { readonly kind: 'other' };

/**
 * Parses a line. Returns an error if the line isn't an event.
 * @param clean removes credentials from text of the server
 */
export function readWatchLine(line: string, clean = asItIs): WatchLine {
  const event = parsed(line);
  const object = getValue(event, 'object');
  const version = getString(object, 'metadata', 'resourceVersion');
  switch (getString(event, 'type')) {
    case 'ADDED':
    case 'MODIFIED':
      return { kind: 'put', object, version };
    case 'DELETED':
      return { kind: 'delete', object, version };
    case 'BOOKMARK':
      return { kind: 'bookmark', version };
    case 'ERROR':
      return { kind: 'error', problem: problemOfStatus(object, clean) };
    case undefined:
      return { kind: 'error', problem: { kind: 'badAnswer', message: l10n.t`Invalid watch event` } };
    default:
      return { kind: 'other' };
  }
}

function asItIs(text: string): string {
  return text;
}

function parsed(line: string): unknown {
  // Not an event. The next list returns the current objects.
  if (isTooDeep(line)) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Converts a Status object in a watch to a problem. */
function problemOfStatus(status: unknown, clean = asItIs): ApiProblem {
  const code = getNumber(status, 'code') ?? 500;
  const reasonGiven = getString(status, 'reason');
  const reason = reasonGiven === undefined ? undefined : clean(reasonGiven);
  const seconds = getNumber(status, 'details', 'retryAfterSeconds');
  // Redacted before truncation, because redaction doesn't recognize a part of a credential.
  const said = sanitizeLine(clean(getString(status, 'message') ?? ''), 200);
  const words = said === '' ? sanitizeLine(reason ?? '', 200) : said;
  return {
    kind: kindOf(code, reason),
    message:
      words === ''
        ? l10n.t`The server closed the watch without giving a reason`
        : l10n.t`The server closed the watch: ${words}`,
    status: code,
    details: status,
    ...(reason === undefined ? {} : { reason }),
    ...(seconds === undefined || seconds <= 0 ? {} : { retryAfter: seconds * 1000 }),
  };
}

function kindOf(code: number, reason: string | undefined): ApiProblem['kind'] {
  if (code === 410 || reason === 'Expired' || reason === 'Gone') return 'gone';
  if (code === 401) return 'unauthorized';
  if (code === 403) return 'forbidden';
  if (code === 404) return 'notFound';
  if (code === 429) return 'tooMany';
  return code >= 500 ? 'server' : 'invalid';
}
