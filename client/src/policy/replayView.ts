/** A replay as a page shows it, and what the page may ask for. Both sides read this file: it is pure. */
import * as l10n from '@vscode/l10n';
import { plural } from '../../../core/wording.ts';
import type { PolicyReplay, ReplayEntry } from '../../../server/src/protocol.ts';
import { indexField, messageType } from '../webview/message.ts';

/** What the page shows: all of it, in the words that it shows. */
export interface ReplayView {
  readonly type: 'replay';
  readonly title: string;
  readonly asOf: string;
  readonly problem?: string;
  readonly counts: string;
  readonly rows: readonly ReplayRow[];
}

export type Outcome = 'allowed' | 'denied' | 'undefined' | 'stopped';

export interface ReplayRow {
  readonly endpoint: string;
  /** The line of the log, from 1. */
  readonly line: number;
  readonly outcome: Outcome;
  readonly word: string;
  readonly prints: readonly string[];
  /** Why it was not allowed. */
  readonly reasons: readonly string[];
  /** There is a place in the policy to show. */
  readonly goes: boolean;
  readonly savable: boolean;
  readonly chosen: boolean;
}

/** What the page may ask for: the place of an entry, or to keep it as a test. */
export interface ReplayMessage {
  readonly type: 'choose' | 'save';
  readonly index: number;
}

/** A message of the page; undefined when it is none. */
export function readReplayMessage(message: unknown): ReplayMessage | undefined {
  const type = messageType(message);
  const index = indexField(message, 'index');
  return (type === 'choose' || type === 'save') && index !== undefined ? { type, index } : undefined;
}

const words: Readonly<Record<Outcome, string>> = {
  allowed: l10n.t({ message: 'allowed', args: [], comment: ['What a policy says to a request.'] }),
  denied: l10n.t({ message: 'denied', args: [], comment: ['What a policy says to a request.'] }),
  undefined: l10n.t`not defined: denied`,
  stopped: l10n.t`the engine stops`,
};

/** What came of an entry. */
export function outcomeOf({ result, error }: Pick<ReplayEntry, 'result' | 'error'>): Outcome {
  if (error !== undefined) return 'stopped';
  if (result === null) return 'undefined';
  return result ? 'allowed' : 'denied';
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
export function replayView({ entries, problem }: PolicyReplay, { title, asOf, chosen, savable }: ReplayFrame): ReplayView {
  const rows = entries.map((entry, index): ReplayRow => {
    const outcome = outcomeOf(entry);
    return {
      endpoint: entry.endpoint,
      line: entry.line + 1,
      outcome,
      word: words[outcome],
      prints: entry.prints,
      reasons: [
        ...(entry.error === undefined ? [] : [entry.error]),
        ...entry.failures.map(({ range, message }) => l10n.t`Line ${range.start.line + 1}: ${message}`),
      ],
      goes: entry.failures.length > 0,
      savable: savable(entry),
      chosen: index === chosen,
    };
  });
  return { type: 'replay', title, asOf, ...(problem === undefined ? {} : { problem }), counts: countsOf(rows), rows };
}

function countsOf(rows: readonly ReplayRow[]): string {
  const refused = rows.filter(({ outcome }) => outcome !== 'allowed').length;
  const all = rows.length;
  if (all === 0) return l10n.t`No requests.`;
  if (refused === 0) return all === 1 ? l10n.t`1 request, allowed.` : l10n.t`${all} requests, all allowed.`;
  return plural(all, l10n.t`${all} request, ${refused} not allowed.`, l10n.t`${all} requests, ${refused} not allowed.`);
}
