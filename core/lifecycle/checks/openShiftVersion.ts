/** Source of the table: core/openShiftSupport.ts. */
import * as l10n from '@vscode/l10n';
import { openShiftCompatibility } from '../../docSections.ts';
import { itemsOf } from '../../live/status/surroundings.ts';
import { releaseOf } from '../../live/status/operatorParts.ts';
import { subscriptionOf } from '../../live/status/olmParts.ts';
import { subscription } from '../../namespaces.ts';
import { openShiftFit, supportOf } from '../../openShiftSupport.ts';
import { findRelease } from '../../releases.ts';
import { defineCheck } from '../check.ts';
import { knownFact, type Situation } from '../situation.ts';
import { unknownFinding, unseenKind } from '../unseen.ts';

export const openShiftVersion = defineCheck({
  id: 'openshift-version',
  title: l10n.t`OpenShift version`,
  area: 'Cluster',
  why: l10n.t`Each release of OpenShift sandboxed containers is documented for certain versions of OpenShift.`,
  docs: openShiftCompatibility,
  decides: true,
  kinds: ['clusterVersions', 'clusterServiceVersions', 'subscriptions'],
  facts: ['packageManifest'],
  judge(situation) {
    const { snapshot } = situation;
    if (snapshot.clusterVersions.state.kind === 'absent') {
      return {
        verdict: 'fail',
        headline: l10n.t`This is no OpenShift`,
        evidence: [l10n.t`The cluster does not know the kind ClusterVersion.`],
        meaning: l10n.t`The operator needs OpenShift: its Machine Config Operator brings kata to the nodes.`,
        todo: l10n.t`Choose an OpenShift cluster.`,
      };
    }
    const unseen = unseenKind(situation, 'clusterVersions');
    if (unseen !== undefined) return unknownFinding([unseen]);
    const version = itemsOf(snapshot, 'clusterVersions').find(({ name }) => name === 'version')?.version;
    if (version === undefined) return unknownFinding([l10n.t`ClusterVersion version names no completed update.`], l10n.t`Not known`);
    const { release, how } = releaseToJudge(situation);
    const evidence = [`ClusterVersion: ${version}`, how];
    if (release === undefined) return { ...unknownFinding(evidence, l10n.t`OpenShift ${version}; the release of OSC is not known`) };
    const support = supportOf(release);
    if (support === undefined) {
      return {
        ...unknownFinding(evidence, l10n.t`OpenShift ${version}; no table is known for OSC ${release}`),
        todo: l10n.t`Compare with the documents of OSC ${release}.`,
      };
    }
    const table = [...evidence, `${support.source}: ${support.first.map((one) => l10n.t`${one} or later`).join(', ')}`];
    switch (openShiftFit(version, support)) {
      case 'listed':
        return { verdict: 'pass', headline: l10n.t`OpenShift ${version}, for OSC ${release}`, evidence: table };
      case 'old':
        return {
          verdict: 'fail',
          headline: l10n.t`OpenShift ${version} is too old`,
          evidence: table,
          meaning: l10n.t`OSC ${release} takes ${support.least} or later.`,
          todo: l10n.t`Update OpenShift first.`,
        };
      case 'early':
        return {
          verdict: 'warn',
          headline: l10n.t`OpenShift ${version} is older than what the table names`,
          evidence: table,
          meaning: l10n.t`For this minor version the table of OSC ${release} begins with a later one.`,
          todo: l10n.t`Update OpenShift within its minor version first.`,
        };
      case 'newer':
        return unknownFinding(table, l10n.t`OpenShift ${version} is not in the table`);
      default:
        return unknownFinding(table, l10n.t`OpenShift ${version}: not a version that can be compared`);
    }
  },
});

/** What is installed, or would be: the newest of the channel. */
function releaseToJudge(situation: Situation): { readonly release?: string; readonly how: string } {
  const { snapshot } = situation;
  const installed = releaseOf(snapshot);
  if (installed !== undefined) return { release: installed, how: l10n.t`Installed: OSC ${installed}` };
  const found = knownFact(situation, 'packageManifest')?.found;
  const channel = subscriptionOf(snapshot)?.channel ?? subscription.channel;
  const offered = found?.channels.find(({ name }) => name === channel)?.version;
  const release = offered === undefined ? undefined : findRelease(offered)?.id;
  if (offered === undefined) return { how: l10n.t`Which release of OSC would be installed is not known.` };
  const how = l10n.t`The channel ${channel} has OSC ${offered}`;
  return release === undefined ? { how } : { release, how };
}
