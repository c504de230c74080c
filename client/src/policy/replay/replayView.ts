/** A replay as a page shows it, and what the page may ask for. Both sides read this file: it is pure. */
import * as l10n from '@vscode/l10n';
import { verdictNames, verdictOf } from '#core/agent/verdicts.ts';
import { selectPlural } from '#core/text/grammar.ts';
import type { PolicyReplay, ReplayEntry } from '#server/protocol/protocol.ts';
import { getIndexField, getMessageType } from '#client/webview/message.ts';

/** What the page shows: all of it, in the words that it shows. */
export interface ReplayView {
  readonly type: 'replay';
  readonly title: string;
  readonly asOf: string;
  /** Why nothing, or not all, could be replayed, and how the verdicts depend on the guest. */
  readonly notices: readonly string[];
  readonly counts: string;
  readonly rows: readonly ReplayRow[];
}

export interface ReplayRow {
  readonly endpoint: string;
  /** The line of the log, from 1. */
  readonly line: number;
  readonly verdict: ReturnType<typeof verdictOf>;
  /** The verdict as a word: never by color or icon alone. */
  readonly word: string;
  readonly prints: readonly string[];
  /** Why it was not allowed. */
  readonly reasons: readonly string[];
  /** There is a place in the policy to show. */
  readonly goes: boolean;
  readonly savable: boolean;
  readonly chosen: boolean;
}

/**
 * A request of the page: open the request of a row, show in the policy why it wasn't allowed, or save it as a test
 * case.
 */
export interface ReplayMessage {
  readonly type: 'open' | 'choose' | 'save';
  readonly index: number;
}

/** A message of the page; undefined when it is none. */
export function readReplayMessage(message: unknown): ReplayMessage | undefined {
  const type = getMessageType(message);
  const index = getIndexField(message, 'index');
  return (type === 'open' || type === 'choose' || type === 'save') && index !== undefined ? { type, index } : undefined;
}

/** What there is of the replay besides what the server says. */
export interface ReplayFrame {
  readonly title: string;
  readonly asOf: string;
  /** The entry whose place is shown in the policy. */
  readonly chosen: number | undefined;
  /** Whether a request of this line can be kept as a test. */
  readonly savable: (entry: ReplayEntry) => boolean;
}

/** The replay as it is shown. */
export function replayView(
  { entries, problem, note }: PolicyReplay,
  { title, asOf, chosen, savable }: ReplayFrame,
): ReplayView {
  const rows = entries.map((entry, index): ReplayRow => {
    const verdict = verdictOf(entry);
    return {
      endpoint: entry.endpoint,
      line: entry.line + 1,
      verdict,
      word: verdictNames[verdict](),
      prints: entry.prints,
      reasons: [
        ...(entry.error === undefined ? [] : [entry.error]),
        ...(verdict === 'undefined' && entry.failures.length === 0
          ? [l10n.t`No rule in the policy decides this request. The agent treats this as an error.`]
          : []),
        ...entry.failures.map(({ range, message }) => l10n.t`Line ${range.start.line + 1}: ${message}`),
      ],
      goes: entry.failures.length > 0,
      savable: savable(entry),
      chosen: index === chosen,
    };
  });
  const notices = [problem, note].filter((notice) => notice !== undefined);
  return { type: 'replay', title, asOf, notices, counts: countsOf(rows), rows };
}

function countsOf(rows: readonly ReplayRow[]): string {
  const refused = rows.filter(({ verdict }) => verdict !== 'allowed').length;
  const all = rows.length;
  if (all === 0) return l10n.t`No requests.`;
  if (refused === 0) return all === 1 ? l10n.t`1 request, allowed.` : l10n.t`${all} requests, all allowed.`;
  return selectPlural(
    all,
    l10n.t`${all} request, ${refused} not allowed.`,
    l10n.t`${all} requests, ${refused} not allowed.`,
  );
}
