/** Provides detail pages of a cluster where the install failed on a node. */
import assert from 'node:assert/strict';
import type { DetailPage, DetailSection } from '#client/details/detailPage.ts';
import type { NodeInput } from '#client/details/pages/nodePage.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { scenario, stage } from '#test/support/cluster/controllersStage.ts';

/** The time of the pages: 10:41. */
export const pageTime = new Date(2026, 10, 1, 10, 41).getTime();

/** Returns the labels of the actions of a page. */
export const listActionLabels = ({ actions }: DetailPage): readonly string[] => actions.map(({ label }) => label);

/** Returns the IDs of the sections of a page. */
export const listSectionIds = ({ sections }: DetailPage): readonly string[] => sections.map(({ id }) => id);

/**
 * Returns a section of a page.
 * @throws if the page has no such section
 */
export function findSection<Kind extends DetailSection['kind']>(
  page: DetailPage,
  kind: Kind,
  id?: string,
): Extract<DetailSection, { kind: Kind }> {
  const found = page.sections.find(
    (one): one is Extract<DetailSection, { kind: Kind }> => one.kind === kind && (id === undefined || one.id === id),
  );
  return found ?? assert.fail(`no section ${kind}`);
}

/** Creates a cluster where the install failed on worker-0. */
export function createFailedNode(): NodeInput {
  const { name, behaviour, prelude, steps } = scenario('worker-fails-and-recovers');
  const cluster = stage({ name, prelude: [...prelude, ...steps.slice(0, 2)] }, behaviour);
  return { context: 'demo', snapshot: playedSnapshot(cluster.client, pageTime), history: emptyHistory, now: pageTime };
}
