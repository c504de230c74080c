/** The report of a check of a cluster: for people as Markdown or plain text, for programs as JSON. */
import { given } from '../json.ts';
import { markdownText } from '../live/markdownText.ts';
import { oneLine } from '../live/words.ts';
import { timestampOf } from '../live/time.ts';
import type { Verdict } from './check.ts';
import { verdicts, type Checked, type Fitness, type Preflight } from './preflight.ts';

/** What was checked. */
export interface ReportHead {
  /** The context. */
  readonly cluster: string;
  readonly server: string;
  readonly user: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The time of the day as the reader knows it: `10:41`. Undefined: UTC. */
  readonly clock?: string;
}

const fitnessWords: Readonly<Record<Fitness, string>> = {
  fit: 'Fit: nothing that was seen speaks against kata on this cluster.',
  unfit: 'Not fit: what fails must be mended first.',
  unsure: 'Cannot be told: nothing fails, and something that decides could not be seen.',
};

const words: Readonly<Record<Verdict, string>> = {
  fail: 'Fails',
  warn: 'Needs a look',
  unknown: 'Not known',
  pass: 'Passes',
  none: 'Does not concern this cluster',
};

/** `1 fails, 2 need a look, 25 pass`. */
export function countWordsOf({ counts }: Pick<Preflight, 'counts'>): string {
  const said: readonly [Verdict, (count: number) => string][] = [
    ['fail', (count) => (count === 1 ? 'fails' : 'fail')],
    ['warn', (count) => (count === 1 ? 'needs a look' : 'need a look')],
    ['unknown', () => 'not known'],
    ['pass', (count) => (count === 1 ? 'passes' : 'pass')],
  ];
  return said.flatMap(([verdict, verb]) => (counts[verdict] === 0 ? [] : `${counts[verdict]} ${verb(counts[verdict])}`)).join(', ');
}

/** A sentence. */
export function fitnessSentence({ fitness }: Pick<Preflight, 'fitness'>): string {
  return fitnessWords[fitness];
}

/** A checklist: what passes is ticked. */
export function preflightMarkdown(result: Preflight, head: ReportHead): string {
  const { cluster, server, user, at, clock } = head;
  const address = `\`${oneLine(server).replaceAll('`', '')}\``;
  const sections = verdicts.flatMap((verdict) => {
    const some = result.checked.filter(({ finding }) => finding.verdict === verdict);
    return some.length === 0 ? [] : ['', `## ${words[verdict]}`, '', ...some.flatMap(item)];
  });
  return [
    `# Check of ${markdownText(cluster)}`,
    '',
    `**${fitnessWords[result.fitness]}**`,
    '',
    `${countWordsOf(result)}.`,
    '',
    `As of ${clock === undefined ? timestampOf(at) : `${clock} (${timestampOf(at)})`}, ${address} as ${markdownText(user)}. What has changed since is not in it.`,
    ...sections,
    '',
  ].join('\n');
}

function item({ check, finding }: Checked): readonly string[] {
  const { verdict, headline, evidence, meaning, todo } = finding;
  // What passes is shorter: nobody has to do anything.
  const why = verdict === 'pass' || verdict === 'none' ? [] : [`  - Why: ${check.why}`];
  return [
    `- [${verdict === 'pass' ? 'x' : ' '}] **${markdownText(check.title)}**: ${markdownText(headline)}`,
    ...evidence.map((line) => `  - ${markdownText(line)}`),
    ...(meaning === undefined ? [] : [`  - ${withCommands(meaning)}`]),
    ...why,
    ...(todo === undefined ? [] : [`  - **To do:** ${withCommands(todo)}`]),
    ...(check.docs === undefined || why.length === 0 ? [] : [`  - [${check.docs.title}](${check.docs.url})`]),
  ];
}

/** Commands stand in backticks; whatever else stands between is text, so a name with a backtick in it spoils no more than its own line. */
function withCommands(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 && part.trim() !== '' ? `\`${part.replaceAll(/\s+/g, ' ')}\`` : markdownPart(part)))
    .join('');
}

/** Blanks at the ends stay: it goes on in the same line. */
function markdownPart(text: string): string {
  return `${/^\s/.test(text) ? ' ' : ''}${markdownText(text)}${/\S\s$/.test(text) ? ' ' : ''}`;
}

/** For terminals; whoever prints it makes it printable. */
export function preflightText(result: Preflight, { cluster, server, user, at }: ReportHead): string {
  const width = Math.max(...Object.values(marks).map(({ length }) => length));
  const lines = result.checked
    .filter(({ finding }) => finding.verdict !== 'none')
    .flatMap(({ check, finding: { verdict, headline, evidence, meaning, todo } }) => {
      const detail = verdict === 'pass' ? [] : [...evidence, ...(meaning === undefined ? [] : [meaning]), ...(todo === undefined ? [] : [`To do: ${todo}`])];
      return [`${marks[verdict].padEnd(width)}  ${check.title}: ${headline}`, ...detail.map((line) => `${' '.repeat(width)}    ${line}`)];
    });
  return [`${cluster} (${server}) as ${user}, ${timestampOf(at)}`, '', ...lines, '', `${fitnessWords[result.fitness]} ${countWordsOf(result)}.`, ''].join('\n');
}

const marks: Readonly<Record<Verdict, string>> = { fail: 'fail', warn: 'warn', unknown: 'unknown', pass: 'pass', none: 'none' };

/** What programs are told. */
export interface PreflightJson {
  readonly cluster: string;
  readonly server: string;
  readonly user: string;
  /** RFC 3339, UTC. */
  readonly asOf: string;
  readonly fitness: Fitness;
  readonly counts: Preflight['counts'];
  readonly checks: readonly Readonly<Record<string, unknown>>[];
}

export function preflightJson({ fitness, counts, checked }: Preflight, { cluster, server, user, at }: ReportHead): PreflightJson {
  return {
    cluster,
    server,
    user,
    asOf: timestampOf(at),
    fitness,
    counts,
    checks: checked.map(({ check: { id, title, area, docs }, finding: { verdict, headline, evidence, meaning, todo } }) =>
      given({ id, title, area, verdict, headline, evidence, meaning, todo, docs }),
    ),
  };
}
