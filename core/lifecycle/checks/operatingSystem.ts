/** Source: OSC 1.12 §1.2: RHCOS on the workers; RHEL nodes are not supported. */
import { openShiftCompatibility } from '../../docSections.ts';
import { oneLine } from '../../live/words.ts';
import { defineCheck } from '../check.ts';
import { targetNodes } from '../targetNodes.ts';
import { unknownFinding, unseenKind } from '../unseen.ts';

export const operatingSystem = defineCheck({
  id: 'operating-system',
  title: 'Operating system of the workers',
  area: 'Nodes',
  why: 'Kata is an extension of Red Hat Enterprise Linux CoreOS; RHEL nodes cannot have it.',
  docs: openShiftCompatibility,
  kinds: ['nodes', 'machineConfigPools', 'kataConfigs'],
  facts: [],
  judge(situation) {
    const unseen = unseenKind(situation, 'nodes');
    if (unseen !== undefined) return unknownFinding([unseen]);
    const { nodes } = targetNodes(situation.snapshot);
    if (nodes.length === 0) return { verdict: 'none', headline: 'There are no nodes to have kata', evidence: [] };
    const rhel = nodes.filter(({ osImage }) => kindOf(osImage) === 'rhel');
    const other = nodes.filter(({ osImage }) => kindOf(osImage) === 'other');
    const lines = (some: typeof nodes): readonly string[] =>
      some.slice(0, 20).map(({ name, osImage }) => `${name}: ${oneLine(osImage, 100) || 'does not say'}`);
    if (rhel.length > 0) {
      const all = rhel.length === nodes.length;
      return {
        verdict: all ? 'fail' : 'warn',
        headline: `${all ? 'All nodes run' : `${rhel.length} of ${nodes.length} nodes run`} RHEL, which is not supported`,
        evidence: lines(rhel),
        todo: all ? 'Add workers with RHCOS.' : 'Leave these nodes out by the kataConfigPoolSelector.',
      };
    }
    if (other.length > 0) return unknownFinding(lines(other), 'Not all nodes say that they run RHCOS');
    return { verdict: 'pass', headline: 'RHCOS', evidence: lines(nodes.slice(0, 1)) };
  },
});

function kindOf(osImage: string): 'rhcos' | 'rhel' | 'other' {
  if (osImage.startsWith('Red Hat Enterprise Linux CoreOS')) return 'rhcos';
  return /^Red Hat Enterprise Linux(?: Server)? \d/.test(osImage) ? 'rhel' : 'other';
}
