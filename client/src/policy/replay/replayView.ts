/**
 * Defines the data of the replay page and its messages. Both the extension and the page use this file. All functions
 * are pure.
 */
import * as l10n from '@vscode/l10n';
import { verdictNames, verdictOf } from '#core/agent/verdicts.ts';
import type { PolicyReplay, ReplayEntry } from '#server/protocol/protocol.ts';
import type { ReplayTrace } from '#server/protocol/replayDetails.ts';
import { getIndexField, getMessageType } from '#client/webview/message.ts';

/** Data of the replay page, with localized text. */
export interface ReplayView {
  readonly type: 'replay';
  readonly title: string;
  readonly asOf: string;
  /** Reasons why some or all requests couldn't be replayed, and how the verdicts depend on the guest. */
  readonly notices: readonly string[];
  readonly counts: string;
  readonly rows: readonly ReplayRow[];
}

export interface ReplayRow {
  readonly endpoint: string;
  /** Line number in the log, starting at 1. */
  readonly line: number;
  readonly verdict: ReturnType<typeof verdictOf>;
  /** Verdict as a word, because color or an icon alone isn't accessible. */
  readonly word: string;
  readonly prints: readonly string[];
  /** Reasons why the request wasn't allowed. */
  readonly reasons: readonly string[];
  /** True if there is a location in the policy to show. */
  readonly goes: boolean;
  readonly savable: boolean;
  /** Title of the change that adds the missing defaults. Undefined if there is none. */
  readonly fix: string | undefined;
  readonly chosen: boolean;
  /** Evaluated expressions. Undefined if they aren't shown. */
  readonly trace: TraceView | undefined;
}

/** The evaluated expressions of a request, with localized text. */
export interface TraceView {
  /** Explains an empty or incomplete list. */
  readonly note: string | undefined;
  readonly steps: readonly TraceRow[];
}

export interface TraceRow {
  /** Line of the policy, such as `Line 12`, with the rule. */
  readonly place: string;
  readonly expression: string;
  readonly value: string;
  readonly succeeded: boolean;
  /** Indentation level. */
  readonly depth: number;
  readonly values: readonly { readonly expression: string; readonly value: string }[];
}

/**
 * Message of the page: opens the request of a row, shows in the policy why it wasn't allowed, saves it as a test case,
 * shows or hides its evaluated expressions, or adds the missing defaults to the policy.
 */
export interface ReplayMessage {
  readonly type: 'open' | 'choose' | 'save' | 'trace' | 'fix';
  readonly index: number;
}

/** Parses a message of the page. Returns undefined if it's invalid. */
export function readReplayMessage(message: unknown): ReplayMessage | undefined {
  const type = getMessageType(message);
  const index = getIndexField(message, 'index');
  const known = (['open', 'choose', 'save', 'trace', 'fix'] as const).find((one) => one === type);
  return known !== undefined && index !== undefined ? { type: known, index } : undefined;
}

/** Data of the view that isn't part of the server's response. */
export interface ReplayFrame {
  readonly title: string;
  readonly asOf: string;
  /** Index of the entry whose location is shown in the policy. */
  readonly chosen: number | undefined;
  /** Returns whether the request of this entry can be saved as a test case. */
  readonly savable: (entry: ReplayEntry) => boolean;
}

/** Creates the view of a replay. */
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
          ? [
              l10n.t`No rule or default in the policy applies to this request, so the agent rejects the request with an error.`,
            ]
          : []),
        ...entry.failures.map(({ range, message }) => l10n.t`Line ${range.start.line + 1}: ${message}`),
      ],
      goes: entry.failures.length > 0,
      savable: savable(entry),
      fix: entry.fix?.title,
      chosen: index === chosen,
      trace: entry.trace === undefined ? undefined : traceView(entry.trace),
    };
  });
  const notices = [problem, note].filter((notice) => notice !== undefined);
  return { type: 'replay', title, asOf, notices, counts: countsOf(rows), rows };
}

/** Maximum number of expressions and of indentation levels on the page. */
const maxTraceRows = 500;
const maxDepth = 12;

function traceView({ steps, omitted }: ReplayTrace): TraceView {
  const hidden = omitted + Math.max(0, steps.length - maxTraceRows);
  const note =
    steps.length === 0
      ? l10n.t`No expression was evaluated.`
      : hidden === 0
        ? undefined
        : l10n.t`The list shows only the first ${maxTraceRows} expressions. To see more, run \`osc-tools policy eval --trace\`.`;
  const rows = steps
    .slice(0, maxTraceRows)
    .map(({ range, rule, expression, value, succeeded, depth, values }): TraceRow => ({
      place: l10n.t`Line ${range.start.line + 1}: ${rule}`,
      expression,
      value: value ?? l10n.t`evaluation failed`,
      succeeded,
      depth: Math.min(depth, maxDepth),
      values,
    }));
  return { note, steps: rows };
}

function countsOf(rows: readonly ReplayRow[]): string {
  const refused = rows.filter(({ verdict }) => verdict !== 'allowed').length;
  const all = rows.length;
  if (all === 0) return l10n.t`No requests.`;
  return refused === 0 ? l10n.t`Requests: ${all}, all allowed.` : l10n.t`Requests: ${all}, not allowed: ${refused}.`;
}
