/** Source: core/live/status/eligibility.ts; OSC 1.5 §2.1.2. Peer pods run in the cloud: their nodes need no virtualization (domain/02-peer-pods.md). */
import * as l10n from '@vscode/l10n';
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
  title: l10n.t`Node eligibility`,
  area: 'Nodes',
  why: l10n.t`Without peer pods, nodes need virtualization: Node Feature Discovery says which have it.`,
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
      able.length === 0
        ? l10n.t`${able.length} of ${workers.length} workers have the label ${eligibleLabel}=true`
        : l10n.t`${able.length} of ${workers.length} workers have the label ${eligibleLabel}=true: ${namesWords(able, 10)}`,
    ];
    if (able.length > 0) {
      const headline = able.length === workers.length ? l10n.t`All workers are eligible` : l10n.t`${able.length} of ${workers.length} workers are eligible`;
      return { verdict: 'pass', headline, evidence };
    }
    if (asked) {
      return {
        verdict: 'fail',
        headline: l10n.t`No worker is eligible, and the KataConfig asks for it`,
        evidence,
        meaning: l10n.t`No node gets kata while checkNodeEligibility is on.`,
        todo:
          nfdHasLabelled(snapshot) === true
            ? l10n.t`See that virtualization is switched on in the firmware, and that a rule of Node Feature Discovery sets the label.`
            : l10n.t`See that the Node Feature Discovery Operator and a NodeFeatureDiscovery are there and well, or set checkNodeEligibility to false.`,
      };
    }
    const platform = knownFact(situation, 'infrastructure')?.platform;
    if (platform !== undefined && clouds.includes(platform)) {
      return { verdict: 'none', headline: l10n.t`Not needed for peer pods on ${platform}`, evidence: [l10n.t`Infrastructure cluster: platform ${platform}`] };
    }
    if (nfdHasLabelled(snapshot) === true) {
      return {
        verdict: 'warn',
        headline: l10n.t`Node Feature Discovery calls no worker eligible`,
        evidence,
        meaning: l10n.t`Without virtualization, pods with kata do not start. There may be no rule that sets the label, too.`,
        todo: l10n.t`See that virtualization is switched on in the firmware of the nodes.`,
      };
    }
    return {
      verdict: 'unknown',
      headline: l10n.t`Not known whether the nodes can run kata`,
      evidence: [...evidence, l10n.t`No node has a label of Node Feature Discovery.`],
      meaning: l10n.t`It is not needed for an install: whoever knows that the nodes have virtualization can go on.`,
      todo: l10n.t`To find out, see that the Node Feature Discovery Operator and a NodeFeatureDiscovery are there.`,
    };
  },
});
