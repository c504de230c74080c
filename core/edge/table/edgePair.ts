/**
 * The shape of the status vocabulary of Volcengine's edge hosting (veecp): a resource is in a pair {Phase,
 * [Conditions]}. It is a world of its own: nothing of it is mapped onto the states of kata.
 */
import * as l10n from '@vscode/l10n';
import { getLanguageTag } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

/** From the whole to its parts. */
export const edgeResources = ['cluster', 'nodePool', 'node', 'component'] as const;
export type EdgeResource = (typeof edgeResources)[number];

/** Stands for every phase or condition. */
export const wildcard = '*';

/** Names a pair of a kind of resources; either word may be `*`. */
export interface PairRef {
  readonly resource: EdgeResource;
  readonly phase: string;
  readonly condition: string;
}

/**
 * `ok`: as it should be; `info`: something is under way, or was meant so; `warning`: it works, but; `error`: it does
 * not.
 */
export type EdgeSeverity = 'ok' | 'info' | 'warning' | 'error';

/** A row of the table. */
export interface EdgePair extends PairRef {
  /**
   * What the console shows: `zh` as documented; `words` in our words, which follow those of the vendor's own page on
   * VKE, its sibling in the cloud, and in the language of the user. They stand in JSON, so they are named after no
   * language.
   */
  readonly console: { readonly zh: string; readonly words: Message };
  /** What it means. One sentence or two. */
  readonly meaning: Message;
  readonly severity: EdgeSeverity;
  /** It goes over by itself; otherwise it stays until something is done. */
  readonly passing: boolean;
  /** The pairs of other resources that bring it about, as far as the document says so. */
  readonly from?: readonly PairRef[];
  /** What comes next, or what to do. Not of the document, but for what `meaning` names. */
  readonly next: Message;
  /** Where the table itself misleads. */
  readonly note?: Message;
}

/** Returns a row with its texts in the language of the process, for JSON. */
export function resolveEdgePair(row: EdgePair): object {
  const { console, meaning, next, note } = row;
  return {
    ...row,
    console: { zh: console.zh, words: console.words() },
    meaning: meaning(),
    next: next(),
    ...(note === undefined ? {} : { note: note() }),
  };
}

/** What the console shows, in the language of the user; in Chinese the document's own words. */
export function consoleWords({ console }: Pick<EdgePair, 'console'>): string {
  return getLanguageTag().startsWith('zh') ? console.zh : console.words();
}

/** The same with the document's own words, by which it is found. */
export function formatConsoleText(pair: Pick<EdgePair, 'console'>): string {
  const words = consoleWords(pair);
  return words === pair.console.zh ? words : `${pair.console.zh} (${words})`;
}

/** How a kind of resources is called in a list. */
export const edgeNames: Readonly<Record<EdgeResource, Message>> = {
  cluster: () => l10n.t`cluster`,
  nodePool: () => l10n.t`node pool`,
  node: () => l10n.t`node`,
  component: () => l10n.t`component`,
};

const titles: Readonly<Record<EdgeResource, Message>> = {
  cluster: () => l10n.t`Cluster`,
  nodePool: () => l10n.t`Node pool`,
  node: () => l10n.t`Node`,
  component: () => l10n.t`Component`,
};

/**
 * How a kind of resources is called where a line begins, or before a name; undefined: one of which the kind is not
 * known.
 */
export function getResourceTitle(resource: EdgeResource | undefined): string {
  return resource === undefined ? l10n.t`Resource` : titles[resource]();
}

const ones: Readonly<Record<EdgeResource, Message>> = {
  cluster: () => l10n.t`a cluster`,
  nodePool: () => l10n.t`a node pool`,
  node: () => l10n.t`a node`,
  component: () => l10n.t`a component`,
};

/** `a cluster`; undefined: `a resource`. */
export function formatOneResource(resource: EdgeResource | undefined): string {
  return resource === undefined ? l10n.t`a resource` : ones[resource]();
}

/** Where the table was read, and what else there is to say of it. */
export const edgeSource = {
  url: 'https://www.volcengine.com/docs/6499/1147492',
  title: () => l10n.t`Edge hosting (边缘托管), resource status description (资源状态说明)`,
  /** The date of the page. */
  date: '2023-10-11',
  /** Edge hosting has taken no new users since. Source: the banner on its API pages. */
  closedSince: '2025-04-05',
} as const;

/** How far what is told of edge hosting can be relied on. */
export function edgeSourceWords(): string {
  const { date, url, closedSince } = edgeSource;
  return l10n.t`Edge hosting: based on the public table of ${date} (${url}), not verified with a live account. Closed to new users since ${closedSince}.`;
}
