/** The report of a check of a cluster: for people as Markdown or plain text, for programs as JSON. */
import * as l10n from '@vscode/l10n';
import { given } from '../json.ts';
import { markdownText } from '../live/markdownText.ts';
import { oneLine } from '../live/words.ts';
import { timestampOf } from '../live/time.ts';
import { listSentence, plural, sentenceGap } from '../wording.ts';
import type { Verdict } from './check.ts';
import { verdicts, type Checked, type Fitness, type Preflight } from './preflight.ts';

/** What was checked. */
export interface ReportHead {
  /** The context. */
  readonly cluster: string;
  readonly server: string;
  readonly user: string;
  /** True if the server certificate wasn't verified (`insecure-skip-tls-verify`). Another server might have impersonated the cluster. */
  readonly unverified?: true;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The time of the day as the reader knows it: `10:41`. Undefined: UTC. */
  readonly clock?: string;
}

const fitnessWords: Readonly<Record<Fitness, string>> = {
  fit: l10n.t`Fit: nothing that was seen speaks against kata on this cluster.`,
  unfit: l10n.t`Not fit: what fails must be mended first.`,
  unsure: l10n.t`Cannot be told: nothing fails, and something that decides could not be seen.`,
};

/** A sentence. */
const unverifiedWords = l10n.t`The server certificate wasn't verified (insecure-skip-tls-verify). Another server might have impersonated the cluster.`;

const words: Readonly<Record<Verdict, string>> = {
  fail: l10n.t({ message: 'Fails', args: [], comment: ['A heading: the checks that fail.'] }),
  warn: l10n.t`Needs a look`,
  unknown: l10n.t`Not known`,
  pass: l10n.t({ message: 'Passes', args: [], comment: ['A heading: the checks that pass.'] }),
  none: l10n.t`Does not concern this cluster`,
};

/** `1 fails, 2 need a look, 25 pass.` */
export function countWordsOf({ counts }: Pick<Preflight, 'counts'>): string {
  const said: readonly [Verdict, (count: number) => string][] = [
    ['fail', (count) => plural(count, l10n.t`${count} fails`, l10n.t`${count} fail`)],
    ['warn', (count) => plural(count, l10n.t`${count} needs a look`, l10n.t`${count} need a look`)],
    ['unknown', (count) => l10n.t`${count} not known`],
    ['pass', (count) => plural(count, l10n.t`${count} passes`, l10n.t`${count} pass`)],
  ];
  return listSentence(said.flatMap(([verdict, countOf]) => (counts[verdict] === 0 ? [] : countOf(counts[verdict]))));
}

/** A sentence. */
export function fitnessSentence({ fitness }: Pick<Preflight, 'fitness'>): string {
  return fitnessWords[fitness];
}

/** A checklist: what passes is ticked. */
export function preflightMarkdown(result: Preflight, head: ReportHead): string {
  const { cluster, server, user, unverified, at, clock } = head;
  const time = clock === undefined ? timestampOf(at) : `${clock} (${timestampOf(at)})`;
  const address = `\`${oneLine(server).replaceAll('`', '')}\``;
  const sections = verdicts.flatMap((verdict) => {
    const some = result.checked.filter(({ finding }) => finding.verdict === verdict);
    return some.length === 0 ? [] : ['', `## ${words[verdict]}`, '', ...some.flatMap(item)];
  });
  return [
    `# ${l10n.t`Check of ${markdownText(cluster)}`}`,
    '',
    `**${fitnessWords[result.fitness]}**`,
    '',
    countWordsOf(result),
    '',
    l10n.t`As of ${time}, ${address} as ${markdownText(user)}. What has changed since is not in it.`,
    ...(unverified === true ? ['', `**${unverifiedWords}**`] : []),
    ...sections,
    '',
  ].join('\n');
}

function item({ check, finding }: Checked): readonly string[] {
  const { verdict, headline, evidence, meaning, todo } = finding;
  // What passes is shorter: nobody has to do anything.
  const why = verdict === 'pass' || verdict === 'none' ? [] : [`  - ${l10n.t`Why: ${check.why}`}`];
  return [
    `- [${verdict === 'pass' ? 'x' : ' '}] **${markdownText(check.title)}**: ${markdownText(headline)}`,
    ...evidence.map((line) => `  - ${markdownText(line)}`),
    ...(meaning === undefined ? [] : [`  - ${withCommands(meaning)}`]),
    ...why,
    ...(todo === undefined ? [] : [`  - **${l10n.t`To do:`}** ${withCommands(todo)}`]),
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
export function preflightText(result: Preflight, { cluster, server, user, unverified, at }: ReportHead): string {
  const width = Math.max(...Object.values(marks).map(({ length }) => length));
  const lines = result.checked
    .filter(({ finding }) => finding.verdict !== 'none')
    .flatMap(({ check, finding: { verdict, headline, evidence, meaning, todo } }) => {
      const detail =
        verdict === 'pass' ? [] : [...evidence, ...(meaning === undefined ? [] : [meaning]), ...(todo === undefined ? [] : [l10n.t`To do: ${todo}`])];
      return [`${marks[verdict].padEnd(width)}  ${check.title}: ${headline}`, ...detail.map((line) => `${' '.repeat(width)}    ${line}`)];
    });
  return [
    l10n.t`${cluster} (${server}) as ${user}, ${timestampOf(at)}`,
    ...(unverified === true ? [unverifiedWords] : []),
    '',
    ...lines,
    '',
    `${fitnessWords[result.fitness]}${sentenceGap()}${countWordsOf(result)}`,
    '',
  ].join('\n');
}

const marks: Readonly<Record<Verdict, string>> = { fail: 'fail', warn: 'warn', unknown: 'unknown', pass: 'pass', none: 'none' };

/** What programs are told. */
export interface PreflightJson {
  readonly cluster: string;
  readonly server: string;
  readonly user: string;
  /** False if the server certificate wasn't verified; otherwise omitted. */
  readonly certificateVerified?: false;
  /** RFC 3339, UTC. */
  readonly asOf: string;
  readonly fitness: Fitness;
  readonly counts: Preflight['counts'];
  readonly checks: readonly Readonly<Record<string, unknown>>[];
}

export function preflightJson({ fitness, counts, checked }: Preflight, { cluster, server, user, unverified, at }: ReportHead): PreflightJson {
  return {
    cluster,
    server,
    user,
    ...(unverified === true ? { certificateVerified: false } : {}),
    asOf: timestampOf(at),
    fitness,
    counts,
    checks: checked.map(({ check: { id, title, area, docs }, finding: { verdict, headline, evidence, meaning, todo } }) =>
      given({ id, title, area, verdict, headline, evidence, meaning, todo, docs }),
    ),
  };
}
