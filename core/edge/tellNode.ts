/** A resource of the tree in words: what its status is, means and comes from, and what was not read. */
import { pairText, tellEdge } from '../explain/edgeTold.ts';
import { toldSeverities, type Told, type ToldSeverity } from '../explain/told.ts';
import { oneLine } from '../live/words.ts';
import type { EdgeBelow, EdgeNode } from './edgeTree.ts';
import { edgeNames, edgeSource } from './pair.ts';

const nowhere = { start: 0, end: 0 };

export function tellNode({ entry, contradicting, resource, label, cause, missing }: EdgeNode): Told {
  const whose = resource === undefined ? 'a resource' : `a ${edgeNames[resource]}`;
  const notes = missing.map(({ what, state, todo }) => `${what}: ${state}. ${todo}`);
  if (entry !== undefined && contradicting.length === 0 && !entry.noStatus)
    return tellEdge(entry.item.status, nowhere, {
      name: label,
      notes,
      ...(resource === undefined ? {} : { resource }),
      ...(cause === undefined ? {} : { cause }),
    });
  const pairs =
    contradicting.length === 0 || entry === undefined ? [] : [entry, ...contradicting].map(({ item, source }) => ({ pair: pairText(item.status), source }));
  return {
    ...nowhere,
    vocabulary: 'edge',
    what: `Status of ${whose} (edge hosting)`,
    name: oneLine(label, 100),
    text: pairs.map(({ pair }) => pair).join(' or '),
    severity: 'unknown',
    headline: entry === undefined ? 'Not read' : pairs.length > 0 ? 'Answers differ' : 'No status in the answer',
    meaning:
      pairs.length > 0
        ? `Answers say different things of it: ${pairs.map(({ pair, source }) => `${oneLine(source, 100)} says ${pair}`).join('; ')}.`
        : 'In which state it is cannot be told from these answers.',
    notKnown: ['text'],
    notes,
    docs: { title: `${edgeSource.title}, ${edgeSource.date}`, url: edgeSource.url },
  };
}

/** `2 failed, 1 needs attention below`; empty for nothing. */
export function belowWords({ error, warning, unknown }: EdgeBelow): string {
  const parts = [
    error === 0 ? '' : `${error} failed`,
    warning === 0 ? '' : `${warning} ${warning === 1 ? 'needs' : 'need'} attention`,
    unknown === 0 ? '' : `${unknown} unknown`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join(', ')} below`;
}

/** The worst of a node and of what is below it. */
export function worstOf({ severity, below, entry }: EdgeNode): ToldSeverity {
  return toldSeverities.find((kind) => (entry !== undefined && severity === kind) || (kind !== 'info' && kind !== 'ok' && below[kind] > 0)) ?? 'ok';
}
