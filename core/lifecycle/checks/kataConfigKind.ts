/** Source: notes/cluster.md 5.2 step 5: a definition that is terminating takes no new objects (405). */
import { deletingKataConfig } from '../../docSections.ts';
import { conditionOf } from '../../live/object.ts';
import { oneLine } from '../../live/words.ts';
import { defineCheck } from '../check.ts';
import { knownFact } from '../situation.ts';
import { unknownFinding, unseen } from '../unseen.ts';

export const kataConfigKind = defineCheck({
  id: 'kataconfig-kind',
  title: 'Kind KataConfig',
  area: 'Operator',
  why: 'While its definition is being removed, no KataConfig can be created, and OLM cannot install the operator anew.',
  docs: deletingKataConfig,
  kinds: [],
  facts: ['kataConfigCrd'],
  judge(situation) {
    const known = knownFact(situation, 'kataConfigCrd');
    if (known === undefined) return unknownFinding(unseen(situation, [], ['kataConfigCrd']));
    const { found } = known;
    if (found === undefined) return { verdict: 'pass', headline: 'Is not there yet', evidence: ['The operator brings its definition along.'] };
    const versions = found.versions.filter(({ served }) => served).map((one) => one.name);
    if (found.deleting === undefined)
      return { verdict: 'pass', headline: 'Is there', evidence: [`CustomResourceDefinition ${found.name}: ${versions.join(', ') || 'no version served'}`] };
    const condition = conditionOf(found.conditions, 'Terminating');
    return {
      verdict: 'fail',
      headline: 'Its definition is being removed',
      evidence: [
        `CustomResourceDefinition ${found.name}: terminating`,
        ...(condition === undefined ? [] : [`${condition.reason}: ${oneLine(condition.message)}`]),
      ],
      meaning: 'As long as a KataConfig is there, it waits for the operator to take kata from the nodes and release it.',
      todo: 'See which: `oc get kataconfig -o yaml`.',
    };
  },
});
