/**
 * Describes the problems outside OpenShift sandboxed containers, in at most ten lines. Reports of must-gathers and
 * `osc-tools status --all` show the same lines. They aren't findings, and don't change a verdict or an exit code.
 */
import * as l10n from '@vscode/l10n';
import { platformKinds, type PlatformKind, type PlatformProblem } from '#core/cluster/objects/platformProblem.ts';
import { redactText } from '#core/redaction/index.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';

/** A problem, and in a must-gather the line that shows it. */
export interface LocatedProblem extends PlatformProblem {
  readonly evidence?: EvidenceLine;
}

/**
 * Whether the objects of a kind were read. `absent`: the cluster doesn't have the kind, or the must-gather doesn't
 * contain it.
 */
export type PlatformAccess = 'read' | 'absent' | 'notAllowed' | 'failed';

/** The state of a cluster outside OpenShift sandboxed containers. */
export interface PlatformState {
  readonly access: Readonly<Record<PlatformKind, PlatformAccess>>;
  /** Problems in any order. */
  readonly problems: readonly LocatedProblem[];
}

/** One line of the report. */
interface PlatformLine {
  readonly kind: PlatformKind;
  readonly text: string;
  readonly evidence?: EvidenceLine;
}

export interface PlatformReport {
  /** The most important problems. */
  readonly lines: readonly PlatformLine[];
  /** Number of problems that aren't in the lines. */
  readonly omitted: number;
  /** Sentences about what couldn't be checked, and what is never checked. */
  readonly notes: readonly string[];
  /** True if objects were read, and none has a problem. */
  readonly isClean: boolean;
}

/** Maximum number of lines, including the line about omitted problems. */
const mostLines = 10;
/** Maximum number of names in a line. */
const mostNames = 2;
/** Maximum number of characters of a message and of a line. */
const longestMessage = 200;
const longestLine = 400;

/** Returns the title of the section. */
export function platformTitle(): string {
  return l10n.t`Outside OpenShift sandboxed containers`;
}

/** Describes the state. */
export function describePlatform({ access, problems }: PlatformState): PlatformReport {
  const groups = groupsOf(problems);
  const most = groups.length > mostLines ? mostLines - 1 : mostLines;
  const lines = selectFairly(groups, most).map(({ kind, text, evidence }) => ({
    kind,
    text,
    ...(evidence === undefined ? {} : { evidence }),
  }));
  const isClean = lines.length === 0 && Object.values(access).includes('read');
  return { lines, omitted: groups.length - lines.length, notes: notesOf(access), isClean };
}

/** Returns all text of the section below its title, one entry per line. */
export function platformTexts({ lines, omitted, notes, isClean }: PlatformReport): readonly string[] {
  return [
    ...lines.map(({ text }) => text),
    ...(omitted === 0 ? [] : [l10n.t`${omitted} more not shown.`]),
    ...(isClean ? [l10n.t`No problems found in the collected data.`] : []),
    ...notes,
  ];
}

/** Returns the report for other tools. It isn't in the list of findings, because it doesn't change the verdict. */
export function platformJson(state: PlatformState): unknown {
  const { lines, omitted } = describePlatform(state);
  const kindsWith = (wanted: PlatformAccess) => platformKinds.filter((kind) => state.access[kind] === wanted);
  return {
    problems: lines,
    omitted,
    notCollected: kindsWith('absent'),
    notAllowed: kindsWith('notAllowed'),
    failed: kindsWith('failed'),
    notChecked: ['etcd', 'certificates', 'image policies'],
  };
}

interface Group extends PlatformLine {
  readonly subject: string;
}

/** Combines the pods of an owner, and the certificate signing requests of a signer. Sorts by importance and name. */
function groupsOf(problems: readonly LocatedProblem[]): readonly Group[] {
  const groups = new Map<string, LocatedProblem[]>();
  for (const problem of problems) {
    const { kind, subject, state } = problem;
    // The states of the pods of an owner alternate, such as ErrImagePull and ImagePullBackOff.
    const key = kind === 'pods' ? `${kind} ${subject}` : `${kind} ${subject} ${state}`;
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [problem]);
    else members.push(problem);
  }
  return [...groups.values()]
    .flatMap((members) => {
      const sorted = members.toSorted((one, other) => compare(one.name, other.name));
      const [first] = sorted;
      return first === undefined
        ? []
        : {
            kind: first.kind,
            subject: first.subject,
            text: lineOf(first, sorted),
            ...(first.evidence === undefined ? {} : { evidence: first.evidence }),
          };
    })
    .toSorted(
      (one, other) =>
        platformKinds.indexOf(one.kind) - platformKinds.indexOf(other.kind) || compare(one.subject, other.subject),
    );
}

/** Compares names by their code units, because the order must not depend on the language. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function lineOf(first: LocatedProblem, members: readonly LocatedProblem[]): string {
  const { kind, subject, details, message } = first;
  const isGroup = kind === 'pods' || kind === 'certificatesigningrequests';
  const names = members.map(({ name }) => name);
  const restarts = members.reduce((sum, one) => sum + (one.restarts ?? 0), 0);
  const all = [
    ...(isGroup ? [formatNames(names, mostNames)] : []),
    ...details.slice(0, 3),
    ...(restarts === 0 ? [] : [formatCount(restarts, 'restart')]),
  ];
  const states = [...new Set(members.map(({ state }) => state))].toSorted(compare).join(', ');
  const words = all.length === 0 ? states : `${states} (${all.join(', ')})`;
  const reason = sanitizeLine(redactText(message), longestMessage);
  return sanitizeLine(redactText(`${subject}: ${words}`) + (reason === '' ? '' : `: ${reason}`), longestLine);
}

/** Selects lines so that each kind has some, even if another kind has hundreds of problems. */
function selectFairly(groups: readonly Group[], most: number): readonly Group[] {
  const byKind = platformKinds.map((kind) => groups.filter((group) => group.kind === kind));
  const selected = new Set<Group>();
  for (let round = 0; selected.size < Math.min(most, groups.length); round += 1) {
    for (const group of byKind.flatMap((all) => all[round] ?? [])) if (selected.size < most) selected.add(group);
  }
  return groups.filter((group) => selected.has(group));
}

function notesOf(access: PlatformState['access']): readonly string[] {
  const namesOf = (wanted: PlatformAccess): string =>
    platformKinds.filter((kind) => access[kind] === wanted).join(', ');
  const [absent, notAllowed, failed] = [namesOf('absent'), namesOf('notAllowed'), namesOf('failed')];
  return [
    ...(absent === '' ? [] : [l10n.t`Not collected: ${absent}`]),
    ...(notAllowed === '' ? [] : [l10n.t`No permission to list: ${notAllowed}.`]),
    ...(failed === '' ? [] : [l10n.t`Couldn't be read: ${failed}`]),
    l10n.t`Not checked: etcd, certificates, and image policies. To check them, use omc or Red Hat Insights.`,
  ];
}
