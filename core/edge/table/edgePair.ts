/**
 * Defines the status vocabulary of Volcengine's edge hosting (veecp), in which the status of a resource is a pair
 * {Phase, [Conditions]}. The vocabulary is independent of the Kata states, and nothing maps between them.
 */
import * as l10n from '@vscode/l10n';
import { getLanguageTag } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

/** Resource kinds, from the cluster to its parts. */
export const edgeResources = ['cluster', 'nodePool', 'node', 'component'] as const;
export type EdgeResource = (typeof edgeResources)[number];

/** Matches every phase or condition. */
export const wildcard = '*';

/** Reference to a pair of a resource kind. The phase and the condition can each be `*`. */
export interface PairRef {
  readonly resource: EdgeResource;
  readonly phase: string;
  readonly condition: string;
}

/** `ok`: normal; `info`: in progress or intended; `warning`: works with restrictions; `error`: doesn't work. */
export type EdgeSeverity = 'ok' | 'info' | 'warning' | 'error';

/** A row of the status table. */
export interface EdgePair extends PairRef {
  /**
   * Text in the console. `zh` is the text in the documentation. `words` is its translation into the language of the
   * user, with the terms of the vendor's VKE page. JSON output uses the same field names, so `words` isn't named after
   * a language.
   */
  readonly console: { readonly zh: string; readonly words: Message };
  /** Meaning in one or two sentences. */
  readonly meaning: Message;
  readonly severity: EdgeSeverity;
  /**
   * True if the resource leaves the state without a user action. False for normal states and for states that require an
   * action.
   */
  readonly passing: boolean;
  /** Pairs of other resources that cause this state, according to the documentation. */
  readonly from?: readonly PairRef[];
  /**
   * The next state or the required action. The documentation describes neither, except for causes that `meaning` names.
   * Undefined for normal states.
   */
  readonly next?: Message;
  /** Note for rows in which the table is misleading. */
  readonly note?: Message;
}

/** Texts that rows of several resource kinds share. */
export const cleanupFailed = () =>
  l10n.t`The deletion failed because an associated resource, such as a cloud server, load balancer, or NAT gateway, couldn't be deleted.`;
export const cleanUpNext = () => l10n.t`Delete the remaining resources manually, then try again.`;
export const clusterNotRunning = () =>
  l10n.t`The cluster isn't running. It was stopped (for example, because of arrears) or is starting.`;
export const clusterNext = () => l10n.t`The problem is with the cluster, not with this resource. Check the cluster.`;

/** Returns a row with its messages as text in the display language, for JSON. */
export function resolveEdgePair(row: EdgePair): object {
  const { console, meaning, next, note } = row;
  return {
    ...row,
    console: { zh: console.zh, words: console.words() },
    meaning: meaning(),
    ...(next === undefined ? {} : { next: next() }),
    ...(note === undefined ? {} : { note: note() }),
  };
}

/**
 * Returns the console text in the language of the user. For Chinese, returns the original text of the documentation.
 */
export function describeConsole({ console }: Pick<EdgePair, 'console'>): string {
  return getLanguageTag().startsWith('zh') ? console.zh : console.words();
}

/** Returns the console text together with the original text of the documentation, so that users can search for it. */
export function formatConsoleText(pair: Pick<EdgePair, 'console'>): string {
  const words = describeConsole(pair);
  return words === pair.console.zh ? words : `${pair.console.zh} (${words})`;
}

/** Names of resource kinds, for use inside a sentence or list. */
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
 * Returns the name of a resource kind for the start of a line or before the name of a resource. If the kind is
 * undefined, returns a general term.
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

/** Returns a name with an article, such as `a cluster`, or `a resource` for undefined. */
export function formatOneResource(resource: EdgeResource | undefined): string {
  return resource === undefined ? l10n.t`a resource` : ones[resource]();
}

/** Source of the table and facts about the service. */
export const edgeSource = {
  url: 'https://www.volcengine.com/docs/6499/1147492',
  title: () => l10n.t`Edge hosting (边缘托管), resource status description (资源状态说明)`,
  /** Date of the page. */
  date: '2023-10-11',
  /** Date since which edge hosting accepts no new users. Source: the banner on its API pages. */
  closedSince: '2025-04-05',
} as const;

/** Returns a note on the reliability of edge hosting information. */
export function describeEdgeSource(): string {
  const { date, url, closedSince } = edgeSource;
  return l10n.t`Edge hosting explanations are based on the public status table dated ${date} (${url}) and weren't verified with a live account. Edge hosting has been closed to new users since ${closedSince}.`;
}
