/** A status of edge hosting in words. */
import { decodeEdge, rowName, rowNotes, type EdgeStatus } from '../edge/decode.ts';
import { edgeNames, edgeSource, type EdgePair, type EdgeResource } from '../edge/pair.ts';
import type { EdgeCause, EdgeItem } from '../edge/rollUp.ts';
import { oneLine } from '../live/words.ts';
import type { TextPlace, Told } from './told.ts';

const docs = { title: `${edgeSource.title}, ${edgeSource.date}`, url: edgeSource.url };

/** What comes next in more rows than that, nobody reads. */
const mostSteps = 4;

/** `{Failed, [Balance]}`. */
export function pairText({ phase, conditions }: EdgeStatus): string {
  return oneLine(`{${phase}, [${conditions.join(', ')}]}`, 200);
}

/** @param more whose status it is, and what it comes from, where that is known */
export function tellEdge(
  status: EdgeStatus,
  place: TextPlace,
  more: {
    readonly resource?: EdgeResource;
    readonly name?: string;
    readonly cause?: EdgeCause;
    readonly text?: string;
    readonly notes?: readonly string[];
  } = {},
): Told {
  const { resource, name = '', cause, text = pairText(status) } = more;
  const decoded = decodeEdge(status, resource);
  const { rows, gaps, resources, anyOf } = decoded;
  const several = new Set(rows.map((row) => row.resource)).size > 1;
  const aboutOf = ({ resource: whose, phase, condition }: EdgePair): string =>
    [...(several ? [upper(edgeNames[whose])] : []), ...(anyOf ? [`{${phase}, [${condition}]}`] : [])].join(' ');
  const told = rows.map((row) => (aboutOf(row) === '' ? row.meaning : `${aboutOf(row)}: ${row.meaning}`));
  const shown = [...new Set(rows.map((row) => row.console.en))].slice(0, 4);
  const { words, notes: causeNotes } = causeWords(cause);
  // What is the same in every row is said once.
  const steps = [...new Set(rows.map((row) => row.next))];
  const next = steps.map((step) => {
    const about = rows.filter((row) => row.next === step).map((row) => (anyOf ? aboutOf(row) : edgeNames[row.resource]));
    return steps.length === 1 || !(several || anyOf) ? step : `${upper(about.join(', '))}: ${step}`;
  });
  const severity = decoded.severity ?? 'unknown';
  return {
    ...place,
    vocabulary: 'edge',
    what: `Status of ${listOr(rows.length === 0 && resource === undefined ? [] : resources)} (edge hosting)`,
    ...(name === '' ? {} : { name: oneLine(name, 100) }),
    text: oneLine(text, 200),
    severity,
    headline: rows.length === 0 ? 'Not in the table' : anyOf && rows.length > 1 ? `One of ${rows.length} rows` : shown.join(' or '),
    meaning:
      rows.length === 0
        ? 'What this means is not known here: the table of the published document does not have it.'
        : `${anyOf && rows.length > 1 ? 'It can be any of these. ' : ''}${told.join(' ')}`,
    ...(decoded.passing === undefined ? {} : { passing: decoded.passing }),
    ...(next.length === 0 || next.length > mostSteps ? {} : { next: next.join(' ') }),
    notKnown: [...new Set(gaps.map(({ kind }) => kind))],
    notes: [...gaps.map((gap) => oneLine(gap.words)), ...decoded.notes.map((note) => oneLine(note)), ...causeNotes, ...(more.notes ?? [])],
    ...(words.length === 0 ? {} : { cause: words }),
    resources,
    rows,
    docs,
  };
}

/** What the console shows, which several states share. */
export function tellConsole(rows: readonly EdgePair[], place: TextPlace, text: string): Told {
  const [first] = rows;
  const same = rows.every(({ severity }) => severity === first?.severity);
  return {
    ...place,
    vocabulary: 'edge',
    what: 'What the console of edge hosting shows',
    text: oneLine(text, 200),
    severity: same && first !== undefined ? first.severity : 'unknown',
    headline: first?.console.en ?? '',
    meaning: (rows.length === 1 ? '' : 'Several states are shown so. ') + rows.map((row) => `${rowName(row)}: ${row.meaning}`).join(' '),
    ...(rows.length === 1 && first !== undefined ? { next: first.next, passing: first.passing } : {}),
    notKnown: [],
    notes: [...rowNotes(rows), ...(rows.length === 1 ? [] : ['Phase and conditions say which it is: the API gives them.'])],
    resources: [...new Set(rows.map(({ resource }) => resource))],
    rows,
    docs,
  };
}

/** `Node pool p1 is {Scaling, [Progressing]}`. */
function itemWords({ resource, id, name, status }: EdgeItem): string {
  const called = [name, id].filter((word, index, all) => word !== '' && all.indexOf(word) === index);
  return `${upper(resource === undefined ? 'resource' : edgeNames[resource])} ${oneLine(called[0] ?? 'without a name', 100)} is ${pairText(status)}.`;
}

function causeWords(cause: EdgeCause | undefined): { readonly words: readonly string[]; readonly notes: readonly string[] } {
  if (cause === undefined) return { words: [], notes: [] };
  const where = edgeNames[cause.lookAt];
  if (cause.contradicts !== undefined)
    return { words: [], notes: [`${itemWords(cause.contradicts)} That does not explain it: the answers may be of different times.`] };
  if (cause.chain.length === 0) {
    const whose = cause.lookAt === 'cluster' ? 'its cluster' : `its ${where}s`;
    return { words: [], notes: [`The cause is in ${whose}, and not among what was read: add that answer to this one.`] };
  }
  const others = cause.others === 0 ? [] : [`${cause.others} more ${where}${cause.others === 1 ? ' does' : 's do'} the same.`];
  return { words: cause.chain.map(itemWords), notes: others };
}

function listOr(resources: readonly EdgeResource[]): string {
  if (resources.length === 0) return 'a resource';
  return resources.map((resource) => `a ${edgeNames[resource]}`).join(' or ');
}

function upper(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
