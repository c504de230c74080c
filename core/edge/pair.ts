/**
 * The shape of the status vocabulary of Volcengine's edge hosting (veecp): a resource is in a pair {Phase, [Conditions]}.
 * It is a world of its own: nothing of it is mapped onto the states of kata.
 */

/** From the whole to its parts. */
export const edgeResources = ['cluster', 'nodePool', 'node', 'component'] as const;
export type EdgeResource = (typeof edgeResources)[number];

/** Stands for every phase or condition. */
export const anyWord = '*';

/** Names a pair of a kind of resources; either word may be `*`. */
export interface PairRef {
  readonly resource: EdgeResource;
  readonly phase: string;
  readonly condition: string;
}

/** `ok`: as it should be; `info`: something is under way, or was meant so; `warning`: it works, but; `error`: it does not. */
export type EdgeSeverity = 'ok' | 'info' | 'warning' | 'error';

/** A row of the table. */
export interface EdgePair extends PairRef {
  /** What the console shows: in Chinese as documented; in English in our words, which follow those of the vendor's own page on VKE, its sibling in the cloud. */
  readonly console: { readonly zh: string; readonly en: string };
  /** What it means. One sentence or two. */
  readonly meaning: string;
  readonly severity: EdgeSeverity;
  /** It goes over by itself; otherwise it stays until something is done. */
  readonly passing: boolean;
  /** The pairs of other resources that bring it about, as far as the document says so. */
  readonly from?: readonly PairRef[];
  /** What comes next, or what to do. Not of the document, but for what `meaning` names. */
  readonly next: string;
  /** Where the table itself misleads. */
  readonly note?: string;
}

/** How a kind of resources is called in a sentence. */
export const edgeNames: Readonly<Record<EdgeResource, string>> = { cluster: 'cluster', nodePool: 'node pool', node: 'node', component: 'component' };

/** Where the table was read, and what else there is to say of it. */
export const edgeSource = {
  url: 'https://www.volcengine.com/docs/6499/1147492',
  title: 'Edge hosting (边缘托管), resource status description (资源状态说明)',
  /** The date of the page. */
  date: '2023-10-11',
  /** Edge hosting has taken no new users since. Source: the banner on its API pages. */
  closedSince: '2025-04-05',
} as const;
