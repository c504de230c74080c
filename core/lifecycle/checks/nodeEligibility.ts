/** Source: core/live/status/eligibility.ts; OSC 1.5 §2.1.2. Peer pods run in the cloud: their nodes need no virtualization (domain/02-peer-pods.md). */
import { nodeEligibility as docs } from '../../docSections.ts';
import { eligibilityOf, nfdHasLabelled } from '../../live/status/eligibility.ts';
import { isWorker } from '../../live/status/selects.ts';
import { surroundingsOf } from '../../live/status/surroundings.ts';
import { namesWords } from '../../live/words.ts';
import { eligibleLabel } from '../../nodeLabels.ts';
import { defineCheck } from '../check.ts';
import { knownFact } from '../situation.ts';
import { unknownFinding, unseenKind } from '../unseen.ts';

const clouds: readonly string[] = ['AWS', 'Azure', 'GCP', 'IBMCloud', 'PowerVS'];

export const nodeEligibility = defineCheck({
  id: 'node-eligibility',
  title: 'Node eligibility',
  area: 'Nodes',
  why: 'Without peer pods, nodes need virtualization: Node Feature Discovery says which have it.',
  docs,
  kinds: ['nodes', 'kataConfigs', 'machineConfigPools'],
  facts: ['infrastructure'],
  judge(situation) {
    const { snapshot } = situation;
    const unseen = unseenKind(situation, 'nodes');
    if (unseen !== undefined) return unknownFinding([unseen]);
    const { kataConfig, nodes, converged } = surroundingsOf(snapshot);
    const asked = kataConfig?.checkNodeEligibility === true && !converged;
    const workers = [...nodes.values()].filter(isWorker);
    const able = workers.filter((node) => eligibilityOf(node) === 'eligible').map(({ name }) => name);
    const evidence = [
      `${able.length} of ${workers.length} workers have the label ${eligibleLabel}=true${able.length === 0 ? '' : `: ${namesWords(able, 10)}`}`,
    ];
    if (able.length > 0) {
      const headline = able.length === workers.length ? 'All workers are eligible' : `${able.length} of ${workers.length} workers are eligible`;
      return { verdict: 'pass', headline, evidence };
    }
    if (asked) {
      return {
        verdict: 'fail',
        headline: 'No worker is eligible, and the KataConfig asks for it',
        evidence,
        meaning: 'No node gets kata while checkNodeEligibility is on.',
        todo:
          nfdHasLabelled(snapshot) === true
            ? 'See that virtualization is switched on in the firmware, and that a rule of Node Feature Discovery sets the label.'
            : 'See that the Node Feature Discovery Operator and a NodeFeatureDiscovery are there and well, or set checkNodeEligibility to false.',
      };
    }
    const platform = knownFact(situation, 'infrastructure')?.platform;
    if (platform !== undefined && clouds.includes(platform)) {
      return { verdict: 'none', headline: `Not needed for peer pods on ${platform}`, evidence: [`Infrastructure cluster: platform ${platform}`] };
    }
    if (nfdHasLabelled(snapshot) === true) {
      return {
        verdict: 'warn',
        headline: 'Node Feature Discovery calls no worker eligible',
        evidence,
        meaning: 'Without virtualization, pods with kata do not start. There may be no rule that sets the label, too.',
        todo: 'See that virtualization is switched on in the firmware of the nodes.',
      };
    }
    return {
      verdict: 'unknown',
      headline: 'Not known whether the nodes can run kata',
      evidence: [...evidence, 'No node has a label of Node Feature Discovery.'],
      meaning: 'It is not needed for an install: whoever knows that the nodes have virtualization can go on.',
      todo: 'To find out, see that the Node Feature Discovery Operator and a NodeFeatureDiscovery are there.',
    };
  },
});
