/** Creates the report of a preflight check: Markdown or plain text for people, JSON for other programs. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeMarkdown, sanitizeLine } from '#core/text/sanitize.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { listSentence, getSentenceSeparator } from '#core/text/grammar.ts';
import type { CheckVerdict, PreflightTarget } from '../preflightFindings/check.ts';
import { verdicts, type CheckResult, type Readiness, type PreflightResult } from './preflight.ts';
import type { OscRelease } from '../oscReleases.ts';
import type { Message } from '#core/text/message.ts';

/** Describes the cluster, the user, and the time of a preflight check. */
export interface ReportHead {
  /** Name of the context. */
  readonly cluster: string;
  readonly server: string;
  readonly user: string;
  /**
   * True if the server certificate wasn't verified (`insecure-skip-tls-verify`). Another server might have impersonated
   * the cluster.
   */
  readonly unverified?: true;
  /** Time of the check, in milliseconds since 1970. */
  readonly at: number;
  /** Local time of the check, such as `10:41`. If undefined, the report shows the time in UTC. */
  readonly clock?: string;
}

/** Warning about an unverified certificate. */
export const unverifiedWords = () =>
  l10n.t`The server certificate wasn't verified (insecure-skip-tls-verify). Another server might have impersonated the cluster.`;

const words: Readonly<Record<CheckVerdict, Message>> = {
  fail: () =>
    l10n.t({
      message: 'Failed',
      args: [],
      comment: ['The heading of the preflight checks that failed, and the result of such a check.'],
    }),
  warn: () =>
    l10n.t({ message: 'Warnings', args: [], comment: ['The heading of the preflight checks with a warning.'] }),
  unknown: () =>
    l10n.t({
      message: 'Unknown',
      args: [],
      comment: ['The heading of the preflight checks without a result, and the result of such a check.'],
    }),
  info: () =>
    l10n.t({
      message: 'Information',
      args: [],
      comment: ['The heading of the preflight checks that only inform, and the result of such a check.'],
    }),
  pass: () =>
    l10n.t({
      message: 'Passed',
      args: [],
      comment: ['The heading of the preflight checks that passed, and the result of such a check.'],
    }),
  none: () =>
    l10n.t({
      message: 'Not applicable',
      args: [],
      comment: ["The heading of the preflight checks that don't apply to the cluster, and the result of such a check."],
    }),
};

/** Returns the number of checks per verdict, such as `1 failed, 2 warnings, 25 passed.` */
export function formatVerdictCounts({ counts }: Pick<PreflightResult, 'counts'>): string {
  const said: readonly [CheckVerdict, (count: number) => string][] = [
    [
      'fail',
      (count) =>
        l10n.t({
          message: '{0} failed',
          args: [count],
          comment: ['{0} is the number of preflight checks that failed.'],
        }),
    ],
    ['warn', (count) => formatCount(count, 'warning')],
    [
      'unknown',
      (count) =>
        l10n.t({
          message: '{0} unknown',
          args: [count],
          comment: ['{0} is the number of preflight checks without a result.'],
        }),
    ],
    [
      'info',
      (count) =>
        l10n.t({
          message: '{0} informational',
          args: [count],
          comment: ['{0} is the number of preflight checks that only inform.'],
        }),
    ],
    [
      'pass',
      (count) =>
        l10n.t({
          message: '{0} passed',
          args: [count],
          comment: ['{0} is the number of preflight checks that passed.'],
        }),
    ],
  ];
  return listSentence(said.flatMap(([verdict, countOf]) => (counts[verdict] === 0 ? [] : countOf(counts[verdict]))));
}

/** Returns the result with the finding that explains it, such as `Ready, with 1 warning: ...`. One or two sentences. */
export function fitnessSentence({
  fitness,
  counts,
  worst,
}: Pick<PreflightResult, 'fitness' | 'counts' | 'worst'>): string {
  if (worst === undefined) return l10n.t`Ready: no failures, warnings, or unknown results.`;
  const why = summaryOf(worst);
  if (fitness === 'unsure') return l10n.t`Inconclusive: ${why}.`;
  const { fail, warn, unknown } = counts;
  if (fitness === 'unfit') {
    const failures = formatCount(fail, 'failure');
    return fail === 1
      ? l10n.t`Not ready, with ${failures}: ${why}.`
      : l10n.t`Not ready, with ${failures}. First failure: ${why}.`;
  }
  const findings = warn > 0 ? formatCount(warn, 'warning') : formatCount(unknown, 'unknown result');
  if ((warn > 0 ? warn : unknown) === 1) return l10n.t`Ready, with ${findings}: ${why}.`;
  return warn > 0
    ? l10n.t`Ready, with ${findings}. First warning: ${why}.`
    : l10n.t`Ready, with ${findings}. First unknown result: ${why}.`;
}

/** Returns a finding for use outside the report, as a sentence without its period. */
function summaryOf({ check, finding: { headline, summary } }: CheckResult): string {
  return (summary ?? `${check.title()}: ${headline}`).replace(/[.。]$/u, '');
}

const targetSentences: Readonly<Record<PreflightTarget, Message>> = {
  install: () => l10n.t`Checks whether you can install Kata.`,
  update: () => l10n.t`Checks whether you can update OSC.`,
  run: () => l10n.t`Checks whether the installed Kata works.`,
};

/** Returns a sentence that names what the cluster is checked for. */
export function targetSentence({ target }: Pick<PreflightResult, 'target'>): string {
  return targetSentences[target]();
}

/**
 * Returns a sentence that names the releases and which of them determines the result, or undefined if no release is
 * known.
 */
export function releasesSentence({
  releases: { current, update },
  target,
}: Pick<PreflightResult, 'releases' | 'target'>): string | undefined {
  if (current === undefined) return undefined;
  const version = sanitizeLine(current.version, 60);
  if (current.role === 'install') return l10n.t`OSC isn't installed. OSC ${version} is available.`;
  if (update === undefined)
    return current.isIncomplete === true
      ? l10n.t`The installation of OSC ${version} isn't complete.`
      : l10n.t`OSC ${version} is installed.`;
  const next = sanitizeLine(update.version, 60);
  return target === 'update'
    ? l10n.t`This result applies to the update to OSC ${next}. OSC ${version} is installed.`
    : l10n.t`This result applies to the installed OSC ${version}. OSC ${next} is available.`;
}

/** Creates a Markdown checklist. Passed checks are ticked. */
export function preflightMarkdown(result: PreflightResult, head: ReportHead): string {
  const { cluster, server, user, unverified, at, clock } = head;
  const time = clock === undefined ? formatTimestamp(at) : `${clock} (${formatTimestamp(at)})`;
  const address = `\`${sanitizeLine(server).replaceAll('`', '')}\``;
  const sections = verdicts.flatMap((verdict) => {
    const some = result.checked.filter(({ finding }) => finding.verdict === verdict);
    return some.length === 0 ? [] : ['', `## ${words[verdict]()}`, '', ...some.flatMap(item)];
  });
  return [
    `# ${l10n.t`Preflight check for ${sanitizeMarkdown(cluster)}`}`,
    '',
    `**${sanitizeMarkdown(fitnessSentence(result))}**`,
    '',
    [
      formatVerdictCounts(result),
      targetSentence(result),
      ...releasesOf(result).map((one) => sanitizeMarkdown(one)),
    ].join(getSentenceSeparator()),
    '',
    l10n.t`Checked at ${time} on ${address} as ${sanitizeMarkdown(user)}. Later changes aren't included.`,
    ...(unverified === true ? ['', `**${unverifiedWords()}**`] : []),
    ...sections,
    '',
  ].join('\n');
}

function item({ check, finding }: CheckResult): readonly string[] {
  const { verdict, headline, evidence, meaning, todo } = finding;
  // Passed checks need no action, so they don't need an explanation.
  const why = verdict === 'pass' || verdict === 'none' ? [] : [`  - ${l10n.t`Reason for this check: ${check.why()}`}`];
  // Information has no checkbox, because it requires no action.
  const box = verdict === 'info' ? '' : `[${verdict === 'pass' ? 'x' : ' '}] `;
  return [
    `- ${box}**${sanitizeMarkdown(check.title())}**: ${sanitizeMarkdown(headline)}`,
    ...evidence.map((line) => `  - ${sanitizeMarkdown(line)}`),
    ...(meaning === undefined ? [] : [`  - ${withCommands(meaning)}`]),
    ...why,
    ...(todo === undefined ? [] : [`  - **${l10n.t`To do:`}** ${withCommands(todo)}`]),
    ...(check.docs === undefined || why.length === 0 ? [] : [`  - [${check.docs.title}](${check.docs.url})`]),
  ];
}

/** Sanitizes a text but keeps commands in backticks. A backtick in a name can affect only its own line. */
function withCommands(text: string): string {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 && part.trim() !== '' ? `\`${part.replaceAll(/\s+/g, ' ')}\`` : markdownPart(part),
    )
    .join('');
}

/** Sanitizes a part of a line. Keeps spaces at its ends, because the line continues. */
function markdownPart(text: string): string {
  return `${/^\s/.test(text) ? ' ' : ''}${sanitizeMarkdown(text)}${/\S\s$/.test(text) ? ' ' : ''}`;
}

/** Returns the first line of a report in plain text: the cluster, the user, and the time. */
export function headLine({ cluster, server, user, at }: ReportHead): string {
  return l10n.t`${cluster} (${server}) as ${user}, ${formatTimestamp(at)}`;
}

/** Creates plain text for a terminal. The caller escapes control characters. */
export function preflightText(result: PreflightResult, head: ReportHead): string {
  const width = Math.max(...Object.values(marks).map(({ length }) => length));
  const lines = result.checked
    .filter(({ finding }) => finding.verdict !== 'none')
    .flatMap(({ check, finding: { verdict, headline, evidence, meaning, todo } }) => {
      const detail =
        verdict === 'pass'
          ? []
          : [
              ...evidence,
              ...(meaning === undefined ? [] : [meaning]),
              ...(todo === undefined ? [] : [l10n.t`To do: ${todo}`]),
            ];
      return [
        `${marks[verdict].padEnd(width)}  ${check.title()}: ${headline}`,
        ...detail.map((line) => `${' '.repeat(width)}    ${line}`),
      ];
    });
  return [
    headLine(head),
    targetSentence(result),
    ...releasesOf(result),
    ...(head.unverified === true ? [unverifiedWords()] : []),
    '',
    ...lines,
    '',
    `${fitnessSentence(result)}${getSentenceSeparator()}${formatVerdictCounts(result)}`,
    '',
  ].join('\n');
}

const marks: Readonly<Record<CheckVerdict, string>> = {
  fail: 'fail',
  warn: 'warn',
  unknown: 'unknown',
  info: 'info',
  pass: 'pass',
  none: 'none',
};

function releasesOf(result: PreflightResult): readonly string[] {
  const sentence = releasesSentence(result);
  return sentence === undefined ? [] : [sentence];
}

/** A release in the JSON report. */
interface ReleaseJson {
  readonly version: string;
  /** Documented release, such as `1.12`. Omitted for a release that the extension doesn't know. */
  readonly release?: string;
}

/** The JSON report. */
export interface PreflightJson {
  readonly cluster: string;
  readonly server: string;
  readonly user: string;
  /** False if the server certificate wasn't verified. Otherwise, omitted. */
  readonly certificateVerified?: false;
  /** Time of the check in UTC, as RFC 3339. */
  readonly asOf: string;
  /** What the result is about. */
  readonly for: PreflightTarget;
  readonly releases: {
    readonly installed?: ReleaseJson;
    readonly install?: ReleaseJson;
    readonly update?: ReleaseJson;
  };
  readonly fitness: Readiness;
  /** The result and the finding that explains it, as text. */
  readonly headline: string;
  readonly counts: PreflightResult['counts'];
  readonly checks: readonly Readonly<Record<string, unknown>>[];
}

export function createPreflightJson(
  result: PreflightResult,
  { cluster, server, user, unverified, at }: ReportHead,
): PreflightJson {
  const { fitness, target, releases, counts, checked } = result;
  const known = [releases.current, releases.update].flatMap((one) =>
    one === undefined ? [] : [[one.role, releaseJson(one)] as const],
  );
  return {
    cluster,
    server,
    user,
    ...(unverified === true ? { certificateVerified: false } : {}),
    asOf: formatTimestamp(at),
    for: target,
    releases: Object.fromEntries(known),
    fitness,
    headline: fitnessSentence(result),
    counts,
    checks: checked.map(
      ({ check: { id, title, area, docs }, finding: { verdict, headline, release, evidence, meaning, todo } }) =>
        omitUndefined({ id, title: title(), area, verdict, release, headline, evidence, meaning, todo, docs }),
    ),
  };
}

function releaseJson({ version, id }: OscRelease): ReleaseJson {
  return { version, ...omitUndefined({ release: id }) };
}
