/**
 * Checks whether an OSC release supports the OpenShift version of a cluster. The preflight check, the plan of an
 * update, and its first step use this function, so they always agree. Source of the table:
 * core/product/openShiftSupport.ts.
 */
import * as l10n from '@vscode/l10n';
import { listItems } from '#core/status/snapshotIndex.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import {
  firstOfMinor,
  openShiftFit,
  openShiftSupport,
  findOpenShiftSupport,
  listCatalogVersions,
} from '#core/product/openShiftSupport.ts';
import { newestRelease } from '#core/product/releases.ts';
import { joinList, listSentence } from '#core/text/grammar.ts';
import type { CheckFinding } from './check.ts';
import { releaseAfterUpdate, type OscRelease } from '../oscReleases.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import { createUnknownFinding, explainUnreadableKind } from './unreadableKind.ts';

/**
 * Returns the warning for the plan of an install or update, as a sentence. Returns undefined if the release supports
 * this OpenShift version or has no support table.
 * @param channel the channel that the update changes to; by default the channel of the Subscription
 */
export function openShiftWarning(
  situation: Pick<ObservedCluster, 'snapshot' | 'facts'>,
  channel?: string,
): string | undefined {
  const { verdict, headline, summary } = openShiftFinding(situation, releaseAfterUpdate(situation, channel));
  if (verdict === 'pass' || verdict === 'info' || verdict === 'none') return undefined;
  if (verdict === 'unknown' && summary === undefined)
    return l10n.t`Can't determine whether the OSC release supports this cluster's OpenShift version.`;
  return listSentence([summary ?? headline]);
}

/**
 * Returns the finding.
 * @param release the release to check; undefined if unknown
 */
export function openShiftFinding(
  { snapshot }: Pick<ObservedCluster, 'snapshot'>,
  release: OscRelease | undefined,
): CheckFinding {
  if (snapshot.clusterVersions.state.kind === 'absent') return notOpenShift();
  const unseen = explainUnreadableKind({ snapshot }, 'clusterVersions');
  if (unseen !== undefined) return createUnknownFinding([unseen]);
  const found = listItems(snapshot, 'clusterVersions').find(({ name }) => name === 'version')?.version;
  if (found === undefined)
    return createUnknownFinding([l10n.t`The ClusterVersion lists no completed update.`], l10n.t`Unknown`);
  const version = sanitizeLine(found, 60);
  if (release === undefined) {
    const evidence = [`ClusterVersion: ${version}`, l10n.t`The OSC release that would be installed is unknown.`];
    return createUnknownFinding(evidence, l10n.t`OpenShift ${version}, unknown OSC release`);
  }
  return judged(version, release);
}

function judged(version: string, { id, version: full, evidence: source }: OscRelease): CheckFinding {
  const evidence = [`ClusterVersion: ${version}`, source];
  const support = findOpenShiftSupport(id ?? '');
  if (id === undefined) return unknownRelease(sanitizeLine(full, 60), evidence);
  if (support === undefined) return withoutTable(id, evidence);
  const { release, least, first } = support;
  const table = [...evidence, `${support.source}: ${joinList(first.map((one) => l10n.t`${one} or later`))}`];
  switch (openShiftFit(version, support)) {
    case 'listed':
      return { verdict: 'pass', headline: l10n.t`OpenShift ${version}, for OSC ${release}`, evidence: table };
    case 'old':
      return {
        verdict: 'fail',
        headline: l10n.t`OpenShift ${version} is too old`,
        summary: l10n.t`OpenShift ${version} is too old: OSC ${release} requires OpenShift ${least} or later`,
        evidence: table,
        meaning: l10n.t`OSC ${release} requires OpenShift ${least} or later.`,
        todo: l10n.t`Update OpenShift to ${least} or later first.`,
      };
    case 'early': {
      const { from, minor } = firstOfMinor(version, support) ?? { from: least, minor: version };
      return {
        verdict: 'warn',
        headline: l10n.t`OpenShift ${version} is older than ${from}`,
        summary: l10n.t`OpenShift ${version} is older than ${from}, the first ${minor} version that OSC ${release} supports`,
        evidence: table,
        meaning: l10n.t`OSC ${release} supports OpenShift ${minor} starting with ${from}.`,
        todo: l10n.t`Update OpenShift to ${from} or later first.`,
      };
    }
    case 'newer':
      return {
        ...createUnknownFinding(table, l10n.t`OpenShift ${version} isn't in the support table`),
        summary: l10n.t`OpenShift ${version} is newer than the versions in the support table for OSC ${release}`,
      };
    default:
      return createUnknownFinding(table, l10n.t`Can't compare OpenShift version ${version}`);
  }
}

/** Creates the finding for a release that isn't in the list of releases, such as a newer one. */
function unknownRelease(release: string, evidence: readonly string[]): CheckFinding {
  const headline = l10n.t`OSC ${release} isn't known, so the data of OSC ${newestRelease.id} is used`;
  return {
    verdict: 'info',
    headline,
    summary: headline,
    evidence,
    meaning: l10n.t`The supported OpenShift versions of OSC ${release} are unknown, and other checks might be wrong. See the documentation of this release.`,
  };
}

/** Creates the finding for a release without a support table. A missing table isn't a problem with the cluster. */
function withoutTable(release: string, evidence: readonly string[]): CheckFinding {
  const known = joinList(openShiftSupport.map((one) => one.release));
  const offered = listCatalogVersions(release);
  return {
    verdict: 'info',
    headline:
      offered.length === 0
        ? l10n.t`OSC ${release}: supported OpenShift versions unknown`
        : l10n.t`OSC ${release}: supported OpenShift versions unknown. The catalogs for OpenShift ${joinList(offered)} contain this release`,
    summary: l10n.t`OSC ${release}: supported OpenShift versions unknown`,
    evidence,
    meaning: l10n.t`The support table of OpenShift Sandboxed Containers Tools lists OpenShift versions only for OSC ${known}. For OSC ${release}, see the documentation for that release.`,
  };
}

const notOpenShift = (): CheckFinding => ({
  verdict: 'fail',
  headline: l10n.t`Not an OpenShift cluster`,
  summary: l10n.t`This cluster isn't an OpenShift cluster`,
  evidence: [l10n.t`The cluster has no ClusterVersion CRD.`],
  meaning: l10n.t`The operator requires OpenShift because the Machine Config Operator installs Kata on the nodes.`,
  todo: l10n.t`Select an OpenShift cluster.`,
});
