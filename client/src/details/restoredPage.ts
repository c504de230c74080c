/** Identifies pages so that they can be restored after a reload of the window. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import { readTarget } from '../clusters/state/readTarget.ts';
import type { DetailPage, PageIdentity } from './detailPage.ts';
import { toneWord } from './toneWord.ts';
import { commandAction } from './sharedSections.ts';

/** Returns the page with its identity. */
export function identified(page: DetailPage, about: Pick<PageIdentity, 'context' | 'object' | 'row'>): DetailPage {
  const { kind, title, place } = page;
  return { ...page, identity: { ...about, kind, title, place } };
}

/** Parses the identity that a page stored. Returns undefined if it is invalid. */
export function readIdentity(kept: unknown): PageIdentity | undefined {
  const target = readTarget(kept);
  const [row, kind, title, place] = ['row', 'kind', 'title', 'place'].map((field) => getString(kept, field));
  if (target === undefined || kind === undefined || title === undefined || place === undefined) return undefined;
  return { ...target, kind, title, place, ...omitUndefined({ row }) };
}

/**
 * Builds the page to show until the object is available.
 * @param isOpen whether the cluster is open
 */
export function waitingPage(identity: PageIdentity, isOpen: boolean): DetailPage {
  const { context, kind, title, place } = identity;
  const words = isOpen
    ? l10n.t`The Clusters view doesn't show this item.`
    : l10n.t`The cluster isn't connected. To connect and show the current state, open the Clusters view.`;
  return {
    type: 'detail',
    kind,
    title,
    place,
    state: { tone: 'unknown', word: toneWord('unknown') },
    freshness: { isLive: false, words },
    cause: [],
    actions: [commandAction(l10n.t`Show Clusters`, 'osc.clusters.show', { context }, { primary: true })],
    sections: [],
    identity,
  };
}
