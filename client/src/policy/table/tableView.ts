/** The table of a policy as a page shows it, and what the page may ask for. Both sides read this file: it is pure. */
import * as l10n from '@vscode/l10n';
import { verdictCount, verdictNames } from '#core/agent/verdicts.ts';
import { listSentence, selectPlural, getSentenceSeparator } from '#core/text/grammar.ts';
import type { PolicyTable, PolicyVerdict } from '#server/protocol/protocol.ts';
import { getMessageType, getStringField } from '#client/webview/message.ts';

/** What the page shows: all of it, in the words that it shows. */
export interface TableView {
  readonly type: 'table';
  /** The file. */
  readonly title: string;
  /** The release, and what its guest reads. */
  readonly guest: string;
  /** Whether it is the text in the editor or on disk, and from when. */
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
  /** The verdict as a word: never by colour or sign alone. */
  readonly word: string;
  readonly summary: string;
  readonly consequence: string;
  /** Allowed, and a risk that the documents name. */
  readonly risk: boolean;
  /** What the base makes of it, as a word. */
  readonly baseWord: string;
  readonly differs: boolean;
  /** From 1, as editors count. */
  readonly line?: number;
}

/** What the page may ask for. */
export type TableMessage =
  | { readonly type: 'base'; readonly id: string }
  | { readonly type: 'reveal'; readonly endpoint: string };

/** A message of the page; undefined when it is none. */
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

/** What there is of the file besides what the server says. */
export interface TableFrame {
  readonly title: string;
  readonly asOf: string;
  /** Bases that the client knows of, behind those of the server. */
  readonly ownBases: readonly { readonly id: string; readonly title: string }[];
  /** The id of the chosen base, when it is one of the client's own. */
  readonly ownBase: string | undefined;
}

/** The table as it is shown. */
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
    differs: verdict !== baseVerdict,
    ...(range === undefined ? {} : { line: range.start.line + 1 }),
  };
}

function countsOf(rows: readonly PolicyRowView[]): string {
  const count = (wanted: PolicyVerdict) => rows.filter(({ verdict }) => verdict === wanted).length;
  const always = (['allowed', 'denied'] as const).map((verdict) => verdictCount(count(verdict), verdict));
  const others = (['conditional', 'undefined'] as const).flatMap((verdict) =>
    count(verdict) === 0 ? [] : [verdictCount(count(verdict), verdict)],
  );
  const differing = rows.filter(({ differs }) => differs).length;
  const compared =
    differing === 0
      ? l10n.t`Same as the base.`
      : selectPlural(
          differing,
          l10n.t`${differing} differs from the base.`,
          l10n.t`${differing} differ from the base.`,
        );
  return `${listSentence([...always, ...others])}${getSentenceSeparator()}${compared}`;
}

/** Whether a row is to be seen under this filter; both are the user's. */
export function rowMatches(row: PolicyRowView, filter: string, onlyDifferences: boolean): boolean {
  if (onlyDifferences && !row.differs) return false;
  const all =
    `${row.endpoint} ${row.word} ${row.summary} ${row.consequence}${row.risk ? ` ${l10n.t`risk`}` : ''}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
