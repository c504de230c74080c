/** Runs all preflight checks and evaluates the results. Pure: the caller reads the data. */
import * as l10n from '@vscode/l10n';
import { getInstalledRelease } from '#core/status/operator/operatorParts.ts';
import { indexSnapshot, isKnown } from '#core/status/snapshotIndex.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { sectionFor } from '#core/product/sectionFor.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { PreflightCheck, CheckFinding, CheckVerdict, PreflightTarget } from '../preflightFindings/check.ts';
import { checks as allChecks } from './index.ts';
import type { LookupId } from '../lookupList.ts';
import { oscReleases, type OscReleases } from '../oscReleases.ts';
import { getLookupResult, type ObservedCluster } from '../observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '../preflightFindings/unreadableData.ts';

/**
 * Result of the cluster. `fit`: no check fails. `unfit`: a check fails. `unsure`: no check fails, but a required check
 * has no result.
 */
export type Readiness = 'fit' | 'unfit' | 'unsure';

export interface CheckResult {
  readonly check: PreflightCheck;
  readonly finding: CheckFinding;
}

export interface PreflightResult {
  readonly fitness: Readiness;
  /** What the result is about. `update` only if an update is available or its availability is unknown. */
  readonly target: PreflightTarget;
  readonly releases: OscReleases;
  readonly counts: Readonly<Record<CheckVerdict, number>>;
  /**
   * The finding that explains the result: the first failure, the first required check without a result, or the first
   * warning. Undefined if all checks pass.
   */
  readonly worst?: CheckResult;
  /** Results of the checks, those that need attention first. */
  readonly checked: readonly CheckResult[];
}

/** Verdicts in display order, those that need attention first. */
export const verdicts: readonly CheckVerdict[] = ['fail', 'warn', 'unknown', 'info', 'pass', 'none'];
const areas: readonly PreflightCheck['area'][] = [
  'Cluster',
  'Nodes',
  'Operator',
  'Permissions',
  'Peer pods',
  'Workloads',
];

/** Returns the lookups that the checks need in addition to the watched kinds. */
export function listRequiredLookups(checks: readonly PreflightCheck[] = allChecks): readonly LookupId[] {
  return [...new Set(checks.flatMap(({ facts }) => facts))];
}

/**
 * Runs all checks. Never throws. A check that throws has an unknown result.
 * @param wanted what the result is about; by default, depends on what is installed. `update` is ignored if there is no
 * update
 */
export function evaluatePreflight(
  situation: ObservedCluster,
  checks: readonly PreflightCheck[] = allChecks,
  wanted: PreflightTarget = defaultTarget(situation),
): PreflightResult {
  const releases = oscReleases(situation);
  const found = checks.map((check) => {
    const finding = bounded(findingOf(check, situation));
    return {
      check: withDocsOf(
        check,
        finding.release === 'update' ? releases.update?.id : getInstalledRelease(situation.snapshot),
      ),
      finding,
    };
  });
  const noUpdate = found.some(({ finding }) => finding.release === 'update' && finding.verdict === 'none');
  const target = noUpdate && wanted === 'update' ? defaultTarget(situation) : wanted;
  const checked = found
    .map((one) => (isAbout(one, target) ? one : { ...one, finding: relaxed(one.finding) }))
    .toSorted(
      (one, other) =>
        verdicts.indexOf(one.finding.verdict) - verdicts.indexOf(other.finding.verdict) ||
        areas.indexOf(one.check.area) - areas.indexOf(other.check.area) ||
        // The headline names the first finding. In every language, this must be a finding that determines the verdict.
        Number(other.check.decides === true) - Number(one.check.decides === true) ||
        (one.check.title() < other.check.title() ? -1 : 1),
    );
  const count = (verdict: CheckVerdict): number => checked.filter(({ finding }) => finding.verdict === verdict).length;
  const undecided = checked.find(
    (one) => one.check.decides === true && one.finding.verdict === 'unknown' && isAbout(one, target),
  );
  const fitness = count('fail') > 0 ? 'unfit' : undecided === undefined ? 'fit' : 'unsure';
  const [first] = checked;
  const worst =
    fitness === 'unsure'
      ? undecided
      : first !== undefined && ['fail', 'warn', 'unknown'].includes(first.finding.verdict)
        ? first
        : undefined;
  return {
    fitness,
    target,
    releases,
    counts: {
      pass: count('pass'),
      warn: count('warn'),
      fail: count('fail'),
      unknown: count('unknown'),
      info: count('info'),
      none: count('none'),
    },
    ...omitUndefined({ worst }),
    checked,
  };
}

/**
 * Replaces the documentation link with the one for the release that the finding is about, or for the newest release.
 */
function withDocsOf(check: PreflightCheck, release: string | undefined): PreflightCheck {
  return check.docs === undefined ? check : { ...check, docs: sectionFor(check.docs, release) };
}

/** Returns `run` if the cluster has a KataConfig, so that Kata is installed or being installed. */
function defaultTarget({ snapshot }: Pick<ObservedCluster, 'snapshot'>): PreflightTarget {
  return indexSnapshot(snapshot).kataConfig === undefined ? 'install' : 'run';
}

/** Returns whether the finding applies to this target. */
function isAbout({ check: { targets }, finding: { release } }: CheckResult, target: PreflightTarget): boolean {
  const isRelease = release === undefined || release === (target === 'update' ? 'update' : 'installed');
  return isRelease && (targets === undefined || targets.includes(target));
}

/** Downgrades a failure that concerns something else to a warning, because it doesn't affect the result. */
function relaxed(finding: CheckFinding): CheckFinding {
  return finding.verdict === 'fail' ? { ...finding, verdict: 'warn' } : finding;
}

function findingOf(check: PreflightCheck, situation: ObservedCluster): CheckFinding {
  const { kinds, facts } = check;
  const isThere = (id: WatchedKindId): boolean =>
    isKnown(situation.snapshot, id) || situation.snapshot[id].state.kind === 'absent';
  const nothing = !kinds.some(isThere) && !facts.some((id) => getLookupResult(situation, id).kind === 'known');
  if (nothing && kinds.length + facts.length > 0)
    return createUnknownFinding(listUnreadableData(situation, kinds, facts));
  try {
    return check.judge(situation);
  } catch {
    return createUnknownFinding([l10n.t`The check couldn't evaluate the data from the cluster.`], l10n.t`Unknown`);
  }
}

/** Maximum number of evidence lines per check. */
const mostEvidence = 60;

/** Limits the length of each text and puts it on one line, because it can contain text from the cluster. */
function bounded({ verdict, headline, summary, release, evidence, meaning, todo }: CheckFinding): CheckFinding {
  const line = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : sanitizeLine(text, 600);
  return {
    verdict,
    headline: sanitizeLine(headline, 200),
    evidence: evidence.slice(0, mostEvidence).map((text) => sanitizeLine(text, 600)),
    ...omitUndefined({ summary: line(summary), release, meaning: line(meaning), todo: line(todo) }),
  };
}
