/** Source: core/live/status/peerPodsParts.ts; domain/02-peer-pods.md 2.1. */
import { creatingPeerPodsConfigMap } from '../../docSections.ts';
import { peerPodsConfigOf } from '../../live/status/peerPodsKeys.ts';
import { hasPeerPods, peerPodsParts } from '../../live/status/peerPodsParts.ts';
import { oneLine } from '../../live/words.ts';
import { operatorNamespace, peerPodsConfigMapName } from '../../namespaces.ts';
import { defineCheck } from '../check.ts';
import { explanationFinding } from '../explanationFinding.ts';
import { unknownFinding, unseen } from '../unseen.ts';

export const peerPodsConfigMap = defineCheck({
  id: 'peer-pods-configmap',
  title: `ConfigMap ${peerPodsConfigMapName}`,
  area: 'Peer pods',
  why: 'It says in which cloud, region and network the virtual machines of peer pods run.',
  docs: creatingPeerPodsConfigMap,
  kinds: ['configMaps', 'kataConfigs'],
  facts: [],
  judge(situation) {
    const { snapshot } = situation;
    const missing = unseen(situation, ['configMaps', 'kataConfigs'], []);
    if (!hasPeerPods(snapshot))
      return missing.length > 0
        ? unknownFinding(missing)
        : { verdict: 'none', headline: 'Nobody has set up peer pods', evidence: [`No ${peerPodsConfigMapName}`] };
    const part = peerPodsParts(snapshot).find(({ id }) => id === 'peerPodsConfigMap');
    if (part === undefined) return unknownFinding(missing);
    const config = peerPodsConfigOf(snapshot);
    const lacking = [...(config?.missing ?? []), ...(config?.missingForAdaptor ?? [])];
    return explanationFinding(part, [
      `ConfigMap ${peerPodsConfigMapName} in ${operatorNamespace}: ${config === undefined ? 'not there' : `CLOUD_PROVIDER ${oneLine(config.provider, 60) || 'not set'}`}`,
      ...lacking.map((key) => `${key}: missing or empty`),
    ]);
  },
});
