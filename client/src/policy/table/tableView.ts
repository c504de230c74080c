/**
 * Defines the data that the table page shows and the messages that it sends. Pure, because the extension and the page
 * both use it.
 */
import * as l10n from '@vscode/l10n';
import { verdictCount, verdictNames } from '#core/agent/verdicts.ts';
import { listSentence, getSentenceSeparator } from '#core/text/grammar.ts';
import type { ChangeEffect, PolicyChangeLine, PolicyTable, PolicyVerdict } from '#server/protocol/protocol.ts';
import { getMessageType, getStringField } from '#client/webview/message.ts';

/** The complete contents of the page, as formatted text. */
export interface TableView {
  readonly type: 'table';
  /** File name of the policy. */
  readonly title: string;
  /** The OSC release and the guest's policy engine. */
  readonly guest: string;
  /** Source of the text, the editor or the disk, and its time. */
  readonly asOf: string;
  readonly problem?: string;
  readonly bases: readonly BaseView[];
  readonly counts: string;
  readonly rows: readonly PolicyRowView[];
}

interface BaseView {
  readonly id: string;
  readonly title: string;
  readonly chosen: boolean;
}

export interface PolicyRowView {
  readonly endpoint: string;
  readonly verdict: PolicyVerdict;
  /** The verdict as a word, because color or an icon alone isn't accessible. */
  readonly word: string;
  readonly summary: string;
  readonly consequence: string;
  /** True if the request is allowed although the documentation describes it as a risk. */
  readonly risk: boolean;
  /** Verdict of the base policy, as a word. */
  readonly baseWord: string;
  /** True if the verdict or a condition differs from the base policy. */
  readonly differs: boolean;
  /** Difference from the base policy. */
  readonly change?: ChangeView;
  /** Line number, starting at 1. */
  readonly line?: number;
}

/** A difference from the base policy. */
export interface ChangeView {
  /** Effect on the requests that are allowed, as a sentence. Empty if there is none. */
  readonly effect: string;
  readonly lines: readonly PolicyChangeLine[];
}

/** The messages that the page can send. */
export type TableMessage =
  | { readonly type: 'base'; readonly id: string }
  | { readonly type: 'reveal'; readonly endpoint: string };

/** Parses a message of the page. Returns undefined if it is invalid. */
export function readTableMessage(message: unknown): TableMessage | undefined {
  switch (getMessageType(message)) {
    case 'base': {
      const id = getStringField(message, 'id');
      return id === undefined ? undefined : { type: 'base', id };
    }
    case 'reveal': {
      const endpoint = getStringField(message, 'endpoint');
      return endpoint === undefined ? undefined : { type: 'reveal', endpoint };
    }
    default:
      return undefined;
  }
}

/** Data about the file in addition to the server's response. */
export interface TableFrame {
  readonly title: string;
  readonly asOf: string;
  /** Base policies for the comparison that the client provides. They are listed after those of the server. */
  readonly ownBases: readonly { readonly id: string; readonly title: string }[];
  /** ID of the selected policy to compare with, if the client provides that policy. */
  readonly ownBase: string | undefined;
}

/** Returns the contents of the page. */
export function tableView(table: PolicyTable, { title, asOf, ownBases, ownBase }: TableFrame): TableView {
  const isBase = (base: { id: string; title: string }) =>
    ownBase === undefined ? base.id === table.base || base.title === table.base : base.id === ownBase;
  const rows = table.rows.map(rowView);
  return {
    type: 'table',
    title,
    guest: l10n.t`Checked against OSC ${table.release}: ${table.guest}`,
    asOf,
    ...(table.problem === undefined ? {} : { problem: table.problem }),
    bases: [...table.bases, ...ownBases].map((base) => ({ ...base, chosen: isBase(base) })),
    counts: countsOf(rows),
    rows,
  };
}

function rowView({
  endpoint,
  verdict,
  summary,
  consequence,
  risky,
  baseVerdict,
  change,
  range,
}: PolicyTable['rows'][number]): PolicyRowView {
  return {
    endpoint,
    verdict,
    word: verdictNames[verdict](),
    summary,
    consequence,
    risk: risky && (verdict === 'allowed' || verdict === 'conditional'),
    baseWord: verdictNames[baseVerdict](),
    differs: verdict !== baseVerdict || change !== undefined,
    ...(change === undefined ? {} : { change: { effect: effectTexts[change.effect](), lines: change.lines } }),
    ...(range === undefined ? {} : { line: range.start.line + 1 }),
  };
}

const effectTexts: Readonly<Record<ChangeEffect, () => string>> = {
  wider: () => l10n.t`Allows more than the base policy.`,
  narrower: () => l10n.t`Allows less than the base policy.`,
  unknown: () => l10n.t`Might allow more than the base policy.`,
  same: () => '',
};

function countsOf(rows: readonly PolicyRowView[]): string {
  const count = (wanted: PolicyVerdict) => rows.filter(({ verdict }) => verdict === wanted).length;
  const always = (['allowed', 'denied'] as const).map((verdict) => verdictCount(count(verdict), verdict));
  const others = (['conditional', 'undefined'] as const).flatMap((verdict) =>
    count(verdict) === 0 ? [] : [verdictCount(count(verdict), verdict)],
  );
  const differing = rows.filter(({ differs }) => differs).length;
  const compared =
    differing === 0
      ? l10n.t`No differences from the base policy.`
      : l10n.t`Requests with differences from the base policy: ${differing}.`;
  return `${listSentence([...always, ...others])}${getSentenceSeparator()}${compared}`;
}

/** Returns whether a row matches the user's filter settings. */
export function rowMatches(row: PolicyRowView, filter: string, onlyDifferences: boolean): boolean {
  if (onlyDifferences && !row.differs) return false;
  const all =
    `${row.endpoint} ${row.word} ${row.summary} ${row.consequence} ${row.change?.effect ?? ''}${row.risk ? ` ${l10n.t`Risk`}` : ''}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
