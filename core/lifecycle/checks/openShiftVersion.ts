/** Source of the table: core/openShiftSupport.ts. */
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
  title: 'OpenShift version',
  area: 'Cluster',
  why: 'Each release of OpenShift sandboxed containers is documented for certain versions of OpenShift.',
  docs: openShiftCompatibility,
  decides: true,
  kinds: ['clusterVersions', 'clusterServiceVersions', 'subscriptions'],
  facts: ['packageManifest'],
  judge(situation) {
    const { snapshot } = situation;
    if (snapshot.clusterVersions.state.kind === 'absent') {
      return {
        verdict: 'fail',
        headline: 'This is no OpenShift',
        evidence: ['The cluster does not know the kind ClusterVersion.'],
        meaning: 'The operator needs OpenShift: its Machine Config Operator brings kata to the nodes.',
        todo: 'Choose an OpenShift cluster.',
      };
    }
    const unseen = unseenKind(situation, 'clusterVersions');
    if (unseen !== undefined) return unknownFinding([unseen]);
    const version = itemsOf(snapshot, 'clusterVersions').find(({ name }) => name === 'version')?.version;
    if (version === undefined) return unknownFinding(['ClusterVersion version names no completed update.'], 'Not known');
    const { release, how } = releaseToJudge(situation);
    const evidence = [`ClusterVersion: ${version}`, how];
    if (release === undefined) return { ...unknownFinding(evidence, `OpenShift ${version}; the release of OSC is not known`) };
    const support = supportOf(release);
    if (support === undefined) {
      return {
        ...unknownFinding(evidence, `OpenShift ${version}; no table is known for OSC ${release}`),
        todo: `Compare with the documents of OSC ${release}.`,
      };
    }
    const table = [...evidence, `${support.source}: ${support.first.map((one) => `${one} or later`).join(', ')}`];
    switch (openShiftFit(version, support)) {
      case 'listed':
        return { verdict: 'pass', headline: `OpenShift ${version}, for OSC ${release}`, evidence: table };
      case 'old':
        return {
          verdict: 'fail',
          headline: `OpenShift ${version} is too old`,
          evidence: table,
          meaning: `OSC ${release} takes ${support.least} or later.`,
          todo: 'Update OpenShift first.',
        };
      case 'early':
        return {
          verdict: 'warn',
          headline: `OpenShift ${version} is older than what the table names`,
          evidence: table,
          meaning: `For this minor version the table of OSC ${release} begins with a later one.`,
          todo: 'Update OpenShift within its minor version first.',
        };
      case 'newer':
        return unknownFinding(table, `OpenShift ${version} is not in the table`);
      default:
        return unknownFinding(table, `OpenShift ${version}: not a version that can be compared`);
    }
  },
});

/** What is installed, or would be: the newest of the channel. */
function releaseToJudge(situation: Situation): { readonly release?: string; readonly how: string } {
  const { snapshot } = situation;
  const installed = releaseOf(snapshot);
  if (installed !== undefined) return { release: installed, how: `Installed: OSC ${installed}` };
  const found = knownFact(situation, 'packageManifest')?.found;
  const channel = subscriptionOf(snapshot)?.channel ?? subscription.channel;
  const offered = found?.channels.find(({ name }) => name === channel)?.version;
  const release = offered === undefined ? undefined : findRelease(offered)?.id;
  if (offered === undefined) return { how: 'Which release of OSC would be installed is not known.' };
  const how = `The channel ${channel} has OSC ${offered}`;
  return release === undefined ? { how } : { release, how };
}
