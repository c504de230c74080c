/** Lists the values that a status filter (`Filter.Statuses` of a List request) can have, by resource kind. */
import { edgeNames, type EdgePair, type EdgeResource } from './edgePair.ts';
import { findCondition, edgePairs, findPhase } from './vocabulary.ts';

/** A value from the table, and the rows that contain it. */
export interface FilterWord {
  readonly word: string;
  readonly rows: readonly EdgePair[];
}

/**
 * Maximum number of statuses in a filter, which are combined with "or". Source: notes/edge-status.md, from
 * volcengine.com/docs/6499/1122265 and its neighbors.
 */
export const mostStatuses = 15;

/** Returns the phases of a resource kind, or of all kinds if it's unknown. In documentation order. */
export function listFilterPhases(resource: EdgeResource | undefined): readonly FilterWord[] {
  return wordsOf(edgePairs.filter(isOf(resource)), 'phase');
}

/**
 * Returns the conditions of a resource kind.
 * @param phase phase to which the conditions belong. If empty or unknown, the conditions of all phases are returned
 */
export function listFilterConditions(resource: EdgeResource | undefined, phase = ''): readonly FilterWord[] {
  const rows = edgePairs.filter(isOf(resource));
  const { word, known } = findPhase(phase);
  const own = known ? rows.filter((row) => row.phase === word) : [];
  return wordsOf(own.length > 0 ? own : rows, 'condition');
}

/**
 * Returns whether a row of this resource kind, or of any kind if undefined, has both values. The phase must be spelled
 * as in the table. The condition can be in any case.
 */
export function isPair(resource: EdgeResource | undefined, phase: string, condition: string): boolean {
  const known = findCondition(condition).word;
  return edgePairs.some((row) => isOf(resource)(row) && row.phase === phase && row.condition === known);
}

/** Returns the resource kinds of rows, such as `cluster, node pool`. */
export function describeResourceKinds(rows: readonly EdgePair[]): string {
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
