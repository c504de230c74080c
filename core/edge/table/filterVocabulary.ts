/** The words that a filter of statuses (`Filter.Statuses` of a List request) can have, by what is asked for. */
import { edgeNames, type EdgePair, type EdgeResource } from './edgePair.ts';
import { findCondition, edgePairs, findPhase } from './vocabulary.ts';

/** A word of the table, and the rows that have it. */
export interface FilterWord {
  readonly word: string;
  readonly rows: readonly EdgePair[];
}

/**
 * Most statuses of one filter; they are joined by "or". Source: notes/edge-status.md, from
 * volcengine.com/docs/6499/1122265 and its neighbours.
 */
export const mostStatuses = 15;

/** The phases of a kind of resources; of all, where it is not known. In the order of the document. */
export function listFilterPhases(resource: EdgeResource | undefined): readonly FilterWord[] {
  return wordsOf(edgePairs.filter(isOf(resource)), 'phase');
}

/** Their conditions. @param phase those that come with it alone; empty or unknown: all */
export function listFilterConditions(resource: EdgeResource | undefined, phase = ''): readonly FilterWord[] {
  const rows = edgePairs.filter(isOf(resource));
  const { word, known } = findPhase(phase);
  const own = known ? rows.filter((row) => row.phase === word) : [];
  return wordsOf(own.length > 0 ? own : rows, 'condition');
}

/** Whether some row of this kind of resources, or of any, has both words. They are spelled as in the table. */
export function isPair(resource: EdgeResource | undefined, phase: string, condition: string): boolean {
  const known = findCondition(condition).word;
  return edgePairs.some((row) => isOf(resource)(row) && row.phase === phase && row.condition === known);
}

/** `cluster, node pool`: whose these rows are. */
export function whoseWords(rows: readonly EdgePair[]): string {
  return [...new Set(rows.map(({ resource }) => edgeNames[resource]()))].join(', ');
}

function isOf(resource: EdgeResource | undefined): (row: EdgePair) => boolean {
  return (row) => resource === undefined || row.resource === resource;
}

function wordsOf(rows: readonly EdgePair[], field: 'phase' | 'condition'): readonly FilterWord[] {
  return [...new Set(rows.map((row) => row[field]))].map((word) => ({
    word,
    rows: rows.filter((row) => row[field] === word),
  }));
}
