/** Source: OSC 1.12 §1.2, table 1.1. */
import { openShiftCompatibility } from '../../docSections.ts';
import { namesWords } from '../../live/words.ts';
import { supportOf } from '../../openShiftSupport.ts';
import { newestRelease } from '../../releases.ts';
import { defineCheck } from '../check.ts';
import { targetNodes } from '../targetNodes.ts';
import { unknownFinding, unseenKind } from '../unseen.ts';

export const architecture = defineCheck({
  id: 'architecture',
  title: 'Architecture',
  area: 'Nodes',
  why: 'Kata is there for x86_64 (amd64) and s390x only.',
  docs: openShiftCompatibility,
  kinds: ['nodes', 'machineConfigPools', 'kataConfigs'],
  facts: [],
  judge(situation) {
    const unseen = unseenKind(situation, 'nodes');
    if (unseen !== undefined) return unknownFinding([unseen]);
    const { nodes } = targetNodes(situation.snapshot);
    if (nodes.length === 0) return { verdict: 'none', headline: 'There are no nodes to have kata', evidence: [] };
    const supported = supportOf(newestRelease.id)?.architectures ?? [];
    const kinds = [...new Set(nodes.map((node) => node.architecture))];
    const namesOf = (kind: string): readonly string[] => nodes.filter((node) => node.architecture === kind).map(({ name }) => name);
    const evidence = kinds.slice(0, 10).map((kind) => `${kind === '' ? 'not said' : kind}: ${namesWords(namesOf(kind), 10)}`);
    if (kinds.includes('')) return unknownFinding(evidence, 'Not all nodes say theirs');
    const others = nodes.filter((node) => !supported.includes(node.architecture));
    if (others.length === 0) return { verdict: 'pass', headline: namesWords(kinds), evidence };
    const all = others.length === nodes.length;
    return {
      verdict: all ? 'fail' : 'warn',
      headline: `${all ? 'No node has' : `${others.length} of ${nodes.length} nodes do not have`} one that kata supports`,
      evidence,
      meaning: `Supported are ${namesWords(supported)}.`,
      todo: all ? 'Add workers of a supported architecture.' : 'Leave these nodes out by the kataConfigPoolSelector.',
    };
  },
});
