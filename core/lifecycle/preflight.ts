/** All checks of a cluster, and what they come to. Pure: whoever asks has read the facts. */
import * as l10n from '@vscode/l10n';
import { releaseOf } from '../live/status/operatorParts.ts';
import { isKnown } from '../live/status/surroundings.ts';
import type { LiveKindId } from '../live/kinds/index.ts';
import { oneLine } from '../live/words.ts';
import { sectionFor } from '../docsOf.ts';
import { given } from '../json.ts';
import type { Check, Finding, Verdict } from './check.ts';
import { checks as allChecks } from './checks/index.ts';
import type { FactId } from './facts/index.ts';
import { factOf, type Situation } from './situation.ts';
import { unknownFinding, unseen } from './unseen.ts';

/** `unsure`: nothing fails, and something that decides cannot be seen. */
export type Fitness = 'fit' | 'unfit' | 'unsure';

export interface Checked {
  readonly check: Check;
  readonly finding: Finding;
}

export interface Preflight {
  readonly fitness: Fitness;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** What needs a look first. */
  readonly checked: readonly Checked[];
}

/** The order in which verdicts need a look. */
export const verdicts: readonly Verdict[] = ['fail', 'warn', 'unknown', 'pass', 'none'];
const areas: readonly Check['area'][] = ['Cluster', 'Nodes', 'Operator', 'Rights', 'Peer pods', 'Workloads'];

/** What the checks look at besides the kinds that are followed. */
export function factsToRead(checks: readonly Check[] = allChecks): readonly FactId[] {
  return [...new Set(checks.flatMap(({ facts }) => facts))];
}

/** Asks them all. Never throws: a check that does says nothing certain. */
export function preflight(situation: Situation, checks: readonly Check[] = allChecks): Preflight {
  const release = releaseOf(situation.snapshot);
  const checked = checks
    .map((check) => ({ check: withDocsOf(check, release), finding: bounded(findingOf(check, situation)) }))
    .toSorted(
      (one, other) =>
        verdicts.indexOf(one.finding.verdict) - verdicts.indexOf(other.finding.verdict) ||
        areas.indexOf(one.check.area) - areas.indexOf(other.check.area) ||
        (one.check.title < other.check.title ? -1 : 1),
    );
  const count = (verdict: Verdict): number => checked.filter(({ finding }) => finding.verdict === verdict).length;
  return {
    fitness: fitnessOf(checked),
    counts: { pass: count('pass'), warn: count('warn'), fail: count('fail'), unknown: count('unknown'), none: count('none') },
    checked,
  };
}

/** Links lead to the documentation of the installed release, or of the newest one. */
function withDocsOf(check: Check, release: string | undefined): Check {
  return check.docs === undefined ? check : { ...check, docs: sectionFor(check.docs, release) };
}

function fitnessOf(checked: readonly Checked[]): Fitness {
  if (checked.some(({ finding }) => finding.verdict === 'fail')) return 'unfit';
  return checked.some(({ check, finding }) => check.decides === true && finding.verdict === 'unknown') ? 'unsure' : 'fit';
}

function findingOf(check: Check, situation: Situation): Finding {
  const { kinds, facts } = check;
  const isThere = (id: LiveKindId): boolean => isKnown(situation.snapshot, id) || situation.snapshot[id].state.kind === 'absent';
  const nothing = !kinds.some(isThere) && !facts.some((id) => factOf(situation, id).kind === 'known');
  if (nothing && kinds.length + facts.length > 0) return unknownFinding(unseen(situation, kinds, facts));
  try {
    return check.judge(situation);
  } catch {
    return unknownFinding([l10n.t`What the cluster sent could not be judged.`], l10n.t`Not known`);
  }
}

/** Lines of evidence of one check. */
const mostEvidence = 60;

/** What a cluster writes is in it: each text on one line, and of bounded length. */
function bounded({ verdict, headline, evidence, meaning, todo }: Finding): Finding {
  const line = (text: string | undefined): string | undefined => (text === undefined ? undefined : oneLine(text, 600));
  return {
    verdict,
    headline: oneLine(headline, 200),
    evidence: evidence.slice(0, mostEvidence).map((text) => oneLine(text, 600)),
    ...given({ meaning: line(meaning), todo: line(todo) }),
  };
}
