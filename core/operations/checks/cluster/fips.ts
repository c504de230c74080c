/** Checks clusters in FIPS mode. Source: OSC 1.12 §1.6 (core/product/supportLevels.ts). */
import * as l10n from '@vscode/l10n';
import { fipsCompliance } from '#core/product/docSections.ts';
import { findFipsSupport } from '#core/product/supportLevels.ts';
import { usesPeerPods } from '#core/status/peerPods/peerPodsParts.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import {
  describeDocumentedRelease,
  isDocumentedRelease,
} from '#core/operations/preflightFindings/supportedPlatform.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { listTargetNodes } from '#core/operations/targetNodes.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';

export const fips = defineCheck({
  id: 'fips',
  title: () => l10n.t`FIPS mode`,
  area: 'Cluster',
  why: () => l10n.t`On clusters in FIPS mode, the OSC documentation covers only the runtime class kata on x86_64.`,
  docs: fipsCompliance,
  kinds: [],
  facts: ['fips'],
  judge(situation): CheckFinding {
    const known = getLookupValue(situation, 'fips');
    if (known === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['fips']));
    const { settings } = known;
    const evidence = settings.map(
      ({ config, isEnabled }) => `MachineConfig ${sanitizeLine(config, 100)}: spec.fips ${isEnabled}`,
    );
    if (!settings.some(({ isEnabled }) => isEnabled))
      return { verdict: 'none', headline: l10n.t`FIPS mode is disabled`, evidence };
    const problems = listProblems(situation);
    const isDocumented = isDocumentedRelease(situation);
    return {
      verdict: problems.length > 0 && isDocumented ? 'warn' : isDocumented ? 'pass' : 'info',
      headline: l10n.t`FIPS mode is enabled`,
      evidence: [...evidence, describeDocumentedRelease()],
      ...(problems.length > 0 ? { meaning: joinSentences(...problems) } : {}),
    };
  },
});

/** Returns what the documentation doesn't cover on this cluster, one sentence each. */
function listProblems(situation: ObservedCluster): readonly string[] {
  const remote = findFipsSupport('kata-remote', 'amd64');
  const others = listTargetNodes(situation.snapshot).nodes.filter(
    ({ architecture }) => architecture !== '' && findFipsSupport('kata', architecture).support !== 'documented',
  );
  return [
    ...(usesPeerPods(situation.snapshot)
      ? [
          l10n.t`Peer pods (kata-remote) aren't fully supported in FIPS mode and haven't been tested for FIPS compliance (${remote.source}).`,
        ]
      : []),
    ...(others.length > 0
      ? [
          l10n.t`FIPS-validated libraries are supported only on x86_64 (${remote.source}). Other nodes: ${formatNames(others.map(({ name }) => name))}.`,
        ]
      : []),
  ];
}
