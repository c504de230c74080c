/** Source: domain/01-kataconfig.md 1.2: kata goes to workers; on converged clusters to the control plane, which is the same nodes. */
import { creatingKataConfig } from '../../docSections.ts';
import { countWords, namesWords } from '../../live/words.ts';
import { defineCheck } from '../check.ts';
import { targetNodes } from '../targetNodes.ts';
import { unknownFinding, unseenKind } from '../unseen.ts';

export const workerNodes = defineCheck({
  id: 'workers',
  title: 'Workers',
  area: 'Nodes',
  why: 'Kata goes to workers, and a node that is not ready holds up the others of its pool.',
  docs: creatingKataConfig,
  decides: true,
  kinds: ['nodes', 'machineConfigPools', 'kataConfigs'],
  facts: [],
  judge(situation) {
    const unseen = unseenKind(situation, 'nodes');
    if (unseen !== undefined) return unknownFinding([unseen]);
    const { nodes, words } = targetNodes(situation.snapshot);
    if (nodes.length === 0) {
      return { verdict: 'fail', headline: 'No node can have kata', evidence: [`Looked for ${words}; there is none.`], todo: 'See the nodes: `oc get nodes`.' };
    }
    const evidence = [
      `${countWords(nodes.length, 'node')} (${words}): ${namesWords(
        nodes.map(({ name }) => name),
        10,
      )}`,
    ];
    const away = nodes.filter(({ ready, cordoned }) => ready !== 'True' || cordoned);
    if (away.length === 0) return { verdict: 'pass', headline: `${countWords(nodes.length, 'node')}, ready`, evidence };
    return {
      verdict: 'warn',
      headline: `${away.length} of ${countWords(nodes.length, 'node')} ${away.length === 1 ? 'is' : 'are'} not ready for work`,
      evidence: [
        ...evidence,
        ...away.slice(0, 20).map(({ name, ready, cordoned }) => `${name}: ${ready === 'True' ? 'ready' : 'not ready'}${cordoned ? ', cordoned' : ''}`),
      ],
      meaning: 'The Machine Config Operator counts such nodes as away, and updates no others of their pool while there are too many.',
      todo: 'See why: `oc get nodes`.',
    };
  },
});
