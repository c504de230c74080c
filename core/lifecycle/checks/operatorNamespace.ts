/** Source: notes/cluster.md 5.1, 5.2 step 4. */
import { installingOperator } from '../../docSections.ts';
import { oneLine } from '../../live/words.ts';
import { operatorNamespace as name } from '../../namespaces.ts';
import { defineCheck } from '../check.ts';
import { knownFact } from '../situation.ts';
import { unknownFinding, unseen } from '../unseen.ts';

/** Conditions that say what a namespace waits for. */
const waits: ReadonlySet<string> = new Set([
  'NamespaceContentRemaining',
  'NamespaceFinalizersRemaining',
  'NamespaceDeletionContentFailure',
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
]);

export const operatorNamespace = defineCheck({
  id: 'operator-namespace',
  title: 'Namespace of the operator',
  area: 'Operator',
  why: 'In a namespace that is being removed nothing can be created.',
  docs: installingOperator,
  kinds: [],
  facts: ['operatorNamespace'],
  judge(situation) {
    const known = knownFact(situation, 'operatorNamespace');
    if (known === undefined) return unknownFinding(unseen(situation, [], ['operatorNamespace']));
    const { found } = known;
    if (found === undefined) return { verdict: 'pass', headline: 'Is not there yet', evidence: [`No Namespace ${name}: an install creates it.`] };
    if (found.deleting === undefined && found.phase !== 'Terminating')
      return { verdict: 'pass', headline: 'Is there', evidence: [`Namespace ${name}: ${found.phase ?? 'says nothing'}`] };
    const why = found.conditions.filter(({ type, status }) => waits.has(type) && status === 'True').map(({ type, message }) => `${type}: ${oneLine(message)}`);
    return {
      verdict: 'fail',
      headline: 'Is being removed',
      evidence: [`Namespace ${name}: Terminating`, ...why],
      meaning: 'An earlier uninstall has not come to its end.',
      todo: `Wait, and see what it waits for: \`oc describe namespace ${name}\`.`,
    };
  },
});
