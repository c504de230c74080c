/**
 * Creates the page of a preflight check: checks that need attention first, passed checks in one line each, and
 * permissions as a table. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { CheckResult, Readiness, PreflightResult } from '#core/operations/checks/preflight.ts';
import { verdicts } from '#core/operations/checks/preflight.ts';
import {
  formatVerdictCounts,
  fitnessSentence,
  releasesSentence,
  targetSentence,
  type ReportHead,
} from '#core/operations/checks/preflightReport.ts';
import { requiredPermissions, type NamedRight } from '#core/operations/lookups/permissions.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import type {
  CellView,
  CheckView,
  DetailAction,
  DetailPage,
  DetailSection,
  DetailState,
  Tone,
} from '#client/details/detailPage.ts';
import { commandAction, describeLocation } from '#client/details/sharedSections.ts';
import type { Message } from '#core/text/message.ts';
import { joinSentences } from '#core/text/grammar.ts';

export interface PreflightInput {
  readonly result: PreflightResult;
  readonly head: ReportHead;
  /** Permissions by `NamedRight.id`. Undefined if the cluster didn't return them. */
  readonly allowed?: ReadonlyMap<string, boolean>;
  /** True if the page offers to install Kata. */
  readonly canInstall: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** True while the cluster is being checked again. */
  readonly isChecking?: boolean;
  /** Reason why the cluster couldn't be checked again. */
  readonly problem?: string;
}

const readyWithWarnings = (): DetailState => ({
  tone: 'attention',
  word: l10n.t({
    message: 'Ready, with warnings',
    args: [],
    comment: ['The result of the preflight checks: Kata can be installed, but some checks have warnings or no result.'],
  }),
});

const fitnessStates: Readonly<Record<Readiness, { readonly tone: Tone; readonly word: Message }>> = {
  fit: {
    tone: 'ok',
    word: () => l10n.t`Ready`,
  },
  unfit: {
    tone: 'failed',
    word: () => l10n.t`Not ready`,
  },
  unsure: {
    tone: 'attention',
    word: () => l10n.t`Unknown`,
  },
};

/**
 * Returns the state of the page. A cluster that is ready but has warnings or checks without a result gets a state
 * without a check mark.
 */
function stateOf({ fitness, worst }: PreflightResult): DetailState {
  if (fitness === 'fit' && worst !== undefined) return readyWithWarnings();
  const { tone, word } = fitnessStates[fitness];
  return { tone, word: word() };
}

interface Group {
  readonly title: Message;
  readonly tone: Tone;
  /** State of a single check in this group. */
  readonly word: Message;
}

const failedTitle = () =>
  l10n.t({
    message: 'Failed',
    args: [],
    comment: ['The heading of the preflight checks that failed, and the result of such a check.'],
  });
const unknownTitle = () =>
  l10n.t({
    message: 'Unknown',
    args: [],
    comment: ['The heading of the preflight checks without a result, and the result of such a check.'],
  });
const passedTitle = () =>
  l10n.t({
    message: 'Passed',
    args: [],
    comment: ['The heading of the preflight checks that passed, and the result of such a check.'],
  });
const notApplicable = () =>
  l10n.t({
    message: 'Not applicable',
    args: [],
    comment: ["The heading of the preflight checks that don't apply to the cluster, and the result of such a check."],
  });
const information = () =>
  l10n.t({
    message: 'Information',
    args: [],
    comment: ['The heading of the preflight checks that only inform, and the result of such a check.'],
  });

const groups: Readonly<Record<string, Group>> = {
  fail: { title: failedTitle, tone: 'failed', word: failedTitle },
  warn: {
    title: () =>
      l10n.t({ message: 'Warnings', args: [], comment: ['The heading of the preflight checks with a warning.'] }),
    tone: 'attention',
    word: () => l10n.t`Warning`,
  },
  unknown: { title: unknownTitle, tone: 'unknown', word: unknownTitle },
  info: { title: information, tone: 'unknown', word: information },
  pass: { title: passedTitle, tone: 'ok', word: passedTitle },
  none: { title: notApplicable, tone: 'unknown', word: notApplicable },
};

/** Verdicts that need attention. Their checks are expanded. */
const open: ReadonlySet<string> = new Set(['fail', 'warn', 'unknown']);

export function preflightPage(input: PreflightInput): DetailPage {
  const { result, head, now, allowed } = input;
  const { cluster, at, unverified } = head;
  const releases = releasesSentence(result);
  return {
    type: 'detail',
    kind: l10n.t`Cluster check`,
    title: cluster,
    place: describeLocation(cluster),
    state: { ...stateOf(result), headline: formatVerdictCounts(result) },
    freshness: freshness(input, formatTimeOfDay(at, now)),
    cause: [
      fitnessSentence(result),
      joinSentences(targetSentence(result), ...(releases === undefined ? [] : [releases])),
      ...(unverified === true
        ? [
            l10n.t`The server certificate wasn't verified (insecure-skip-tls-verify). Another server might have impersonated the cluster.`,
          ]
        : []),
    ],
    actions: actionsOf(input),
    sections: [
      ...verdicts.flatMap((verdict) => checksSection(verdict, result, allowed !== undefined)),
      ...rightsSection(allowed),
      whereSection(head),
    ],
  };
}

function freshness({ isChecking, problem }: PreflightInput, time: string): DetailPage['freshness'] {
  const checked = l10n.t`Checked at ${time}.`;
  if (isChecking === true) return { isLive: true, words: joinSentences(checked, l10n.t`Checking again...`) };
  if (problem !== undefined) return { isLive: false, words: joinSentences(checked, problem) };
  return { isLive: true, words: checked };
}

function actionsOf({ head: { cluster }, canInstall }: PreflightInput): readonly DetailAction[] {
  const install = commandAction(
    withEllipsis(l10n.t`Install Kata`),
    'osc.kata.install',
    { context: cluster },
    { primary: true },
  );
  return [
    ...(canInstall ? [install] : []),
    {
      label: l10n.t`Check Again`,
      ...omitUndefined({ primary: canInstall ? undefined : (true as const) }),
      effect: { kind: 'own', name: 'checkAgain' },
    },
    { label: withEllipsis(l10n.t`Export Report`), effect: { kind: 'own', name: 'export' } },
  ];
}

function checksSection(verdict: string, { checked }: PreflightResult, hasTable: boolean): readonly DetailSection[] {
  const some = checked.filter(({ finding }) => finding.verdict === verdict);
  const group = groups[verdict];
  if (some.length === 0 || group === undefined) return [];
  const state = { tone: group.tone, word: group.word() };
  const title = `${group.title()} (${some.length})`;
  return [
    {
      kind: 'checks',
      id: `checks-${verdict}`,
      title,
      items: some.map((one) => checkView(one, state, !open.has(verdict), hasTable)),
    },
  ];
}

function checkView(
  { check, finding }: CheckResult,
  state: DetailState,
  isFolded: boolean,
  hasTable: boolean,
): CheckView {
  const { headline, evidence, meaning, todo } = finding;
  // The table contains all permissions, so passed checks don't repeat them.
  const inTable = isFolded && hasTable && check.area === 'Permissions';
  return {
    id: check.id,
    state,
    title: check.title(),
    headline,
    evidence: inTable ? [] : evidence,
    paragraphs: [...(meaning === undefined ? [] : [meaning]), l10n.t`Reason for this check: ${check.why()}`],
    ...omitUndefined({ todo, docs: check.docs }),
    isFolded,
  };
}

/** Returns a table with one row for each resource. Resources with missing permissions come first. */
function rightsSection(allowed: ReadonlyMap<string, boolean> | undefined): readonly DetailSection[] {
  if (allowed === undefined) return [];
  const rows = [...new Set(requiredPermissions.map(resourceOf))].map((resource) => {
    const own = requiredPermissions.filter((right) => resourceOf(right) === resource);
    const verbs = (is: boolean | undefined): readonly string[] =>
      own.filter(({ id }) => allowed.get(id) === is).map(({ verb }) => verb);
    return {
      resource,
      namespace: own[0]?.namespace,
      granted: verbs(true),
      missing: verbs(false),
      unknown: verbs(undefined),
    };
  });
  const missing = rows.filter((row) => row.missing.length > 0).length;
  const anyNamespace = l10n.t`All namespaces`;
  return [
    {
      kind: 'table',
      id: 'rights',
      title: l10n.t`Permissions`,
      note:
        missing === 0
          ? l10n.t`You have all the permissions that the extension requires.`
          : l10n.t`Resources with missing permissions: ${missing} of ${rows.length}.`,
      isFolded: missing === 0,
      heads: [l10n.t`Resource`, l10n.t`Namespace`, l10n.t`Granted`, l10n.t`Missing`],
      rows: rows
        .toSorted((one, other) => Number(other.missing.length > 0) - Number(one.missing.length > 0))
        .map(({ resource, namespace, granted, missing: lacking, unknown }): readonly CellView[] => [
          { text: resource },
          { text: namespace ?? anyNamespace },
          { text: granted.join(', ') },
          missingCell(lacking, unknown),
        ]),
    },
  ];
}

function missingCell(missing: readonly string[], unknown: readonly string[]): CellView {
  if (missing.length > 0) return { text: missing.join(', '), state: { tone: 'failed', word: l10n.t`Missing` } };
  if (unknown.length > 0) return { text: unknown.join(', '), state: { tone: 'unknown', word: unknownTitle() } };
  return {
    text: l10n.t({ message: 'none', args: [], comment: ['Shown instead of an empty list of names.'] }),
    state: { tone: 'ok', word: '' },
  };
}

function resourceOf({ group, resource, subresource }: NamedRight): string {
  return `${resource}${subresource === undefined ? '' : `/${subresource}`}${group === '' ? '' : `.${group}`}`;
}

function whereSection({ server, user }: ReportHead): DetailSection {
  return {
    kind: 'facts',
    id: 'where',
    title: l10n.t`Cluster`,
    rows: [
      { label: l10n.t`API server`, value: server },
      { label: l10n.t`User`, value: user },
    ],
  };
}
