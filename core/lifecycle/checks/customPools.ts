/** Source: openshift/machine-config-operator@00d4bfc3 pkg/helpers (GetPoolsForNode, "belongs to 2 custom roles"); domain/01-kataconfig.md 1.7. */
import { kataConfigByCli } from '../../docSections.ts';
import { surroundingsOf } from '../../live/status/surroundings.ts';
import { namesWords } from '../../live/words.ts';
import { defineCheck } from '../check.ts';
import { targetNodes } from '../targetNodes.ts';
import { unknownFinding, unseen } from '../unseen.ts';

export const customPools = defineCheck({
  id: 'custom-pools',
  title: 'Nodes of custom pools',
  area: 'Nodes',
  why: 'A node can be in one custom pool only, and kata-oc is one: the Machine Config Operator updates no node that is in two.',
  docs: kataConfigByCli,
  kinds: ['machineConfigPools', 'nodes', 'kataConfigs'],
  facts: [],
  judge(situation) {
    const missing = unseen(situation, ['machineConfigPools', 'nodes'], []);
    if (missing.length > 0) return unknownFinding(missing);
    const surroundings = surroundingsOf(situation.snapshot);
    if (surroundings.converged) return { verdict: 'none', headline: 'Kata goes to the pool master here', evidence: [] };
    const found = targetNodes(situation.snapshot).nodes.flatMap(({ name }) => {
      const others = (surroundings.customPools.get(name) ?? []).filter((pool) => pool !== 'kata-oc');
      return others.length === 0 ? [] : [`${name}: ${namesWords(others)}`];
    });
    if (found.length === 0) return { verdict: 'pass', headline: 'None in the way', evidence: ['No node that is to have kata is in another custom pool.'] };
    return {
      verdict: 'warn',
      headline: `${found.length} ${found.length === 1 ? 'node is' : 'nodes are'} in another custom pool`,
      evidence: found.slice(0, 20),
      meaning: 'With kata they would be in two, and would not be updated any more.',
      todo: 'Leave these nodes out by the kataConfigPoolSelector, or take them out of their pool.',
    };
  },
});
