/** A cluster without a KataConfig: what that means, and what comes first. Sources: OSC 1.12 §2.2, §3.3; notes/cluster.md 5.2. */
import { creatingKataConfig, installingOperator } from '../../docSections.ts';
import type { Snapshot } from '../snapshot.ts';
import { countWords, namesWords } from '../words.ts';
import type { Explanation } from './explanation.ts';
import { leftoversOf } from './leftovers.ts';
import { operatorRuns } from './progress.ts';
import { isKnown } from './surroundings.ts';

/** To be asked when there is none, or none can be seen. */
export function explainAbsence(snapshot: Snapshot): Explanation {
  const { state } = snapshot.kataConfigs;
  if (state.kind === 'forbidden') {
    return {
      health: 'unknown',
      headline: 'KataConfigs may not be seen',
      meaning: `You may not ${state.verb}: whether kata is on this cluster cannot be told.`,
      todo: 'Ask for the right to list and watch KataConfigs.',
    };
  }
  if (state.kind === 'absent') {
    return {
      health: 'ok',
      headline: 'No kata: the operator is not installed',
      meaning: 'The cluster does not know the kind KataConfig: it comes with the OpenShift sandboxed containers Operator.',
      todo: 'Install the operator, then create a KataConfig.',
      docs: installingOperator,
    };
  }
  if (!isKnown(snapshot, 'kataConfigs')) return { health: 'unknown', headline: 'Not known yet', meaning: 'The cluster has not been read yet.' };
  const left = leftoversOf(snapshot).filter(({ usual }) => !usual);
  if (left.length > 0) {
    const reboots = left.some((one) => one.reboots);
    return {
      health: 'attention',
      headline: 'No KataConfig, but something is left of one',
      meaning: `There is no KataConfig, and still ${namesWords(
        left.map(({ what }) => what),
        4,
      )}: it went without its operator, it seems.`,
      todo: `Take it away by hand, ${countWords(left.length, 'thing')} in all, or leave it for a new KataConfig.${reboots ? ' Nodes that lose their label or their configuration reboot.' : ''}`,
      docs: creatingKataConfig,
    };
  }
  const running = operatorRuns(snapshot);
  return {
    health: 'ok',
    headline: 'No kata: there is no KataConfig',
    meaning:
      running === false
        ? 'There is no KataConfig, and the operator does not run.'
        : 'The operator waits for a KataConfig: creating one brings kata to the nodes, and reboots them.',
    todo: running === false ? 'Let the operator run first: until then no KataConfig can be created.' : 'Create a KataConfig when the nodes may reboot.',
    docs: creatingKataConfig,
  };
}
