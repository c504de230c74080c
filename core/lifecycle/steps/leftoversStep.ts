/** What is left when a KataConfig went without its operator: told, not removed. Source: notes/cluster.md 5.2. */
import { removingKataConfig } from '../../docSections.ts';
import { leftoversOf } from '../../live/status/leftovers.ts';
import { surroundingsOf } from '../../live/status/surroundings.ts';
import { countWords } from '../../live/words.ts';
import type { Step } from '../procedure.ts';
import type { Situation } from '../situation.ts';
import { stepOf, type Told } from './told.ts';

export function leftoversStep(situation: Situation): Step {
  return stepOf({ id: 'leftovers', title: 'Look what is left', docs: removingKataConfig, changes: [], until: [] }, tell(situation));
}

function tell({ snapshot }: Situation): Told {
  if (surroundingsOf(snapshot).kataConfig !== undefined) return { state: 'waiting', headline: 'The KataConfig is about to go' };
  const left = leftoversOf(snapshot);
  if (left.length === 0) return { state: 'done', headline: 'Nothing that can be seen' };
  return {
    state: 'done',
    headline: countWords(left.length, 'thing').replace(/^1 thing$/, 'One thing'),
    evidence: left.slice(0, 20).map(({ what, reboots }) => `${what}${reboots ? ': nodes reboot when it goes' : ''}.`),
    meaning: 'Kata is still on the nodes. Install the operator and delete a KataConfig with it to clean up, or take these away by hand.',
  };
}
