/** Source: core/live/status/leftovers.ts; notes/cluster.md 5.2. */
import { creatingKataConfig } from '../../docSections.ts';
import { leftoversOf } from '../../live/status/leftovers.ts';
import { surroundingsOf } from '../../live/status/surroundings.ts';
import { countWords } from '../../live/words.ts';
import { defineCheck } from '../check.ts';
import { unknownFinding, unseen, unseenKind } from '../unseen.ts';

export const leftovers = defineCheck({
  id: 'leftovers',
  title: 'Leftovers of an earlier install',
  area: 'Operator',
  why: 'A KataConfig that went without its operator leaves labels, configurations and classes behind.',
  docs: creatingKataConfig,
  kinds: ['kataConfigs', 'nodes', 'machineConfigs', 'machineConfigPools', 'runtimeClasses'],
  facts: [],
  judge(situation) {
    const { snapshot } = situation;
    const { kataConfig } = surroundingsOf(snapshot);
    if (kataConfig?.deleting !== undefined)
      return {
        verdict: 'fail',
        headline: 'A KataConfig is being deleted',
        evidence: [`KataConfig ${kataConfig.name}: being deleted, and still there`],
        meaning: 'There can be one only: kata cannot be installed anew before it is gone. Where no operator runs, nobody finishes it.',
        todo: 'Go on with the uninstall first: it says what the KataConfig waits for.',
      };
    if (kataConfig !== undefined) return { verdict: 'none', headline: 'There is a KataConfig', evidence: [] };
    const hidden = unseenKind(situation, 'kataConfigs');
    if (hidden !== undefined) return unknownFinding([hidden]);
    // A cluster that does not know the kind has no KataConfig either.
    const known = snapshot.kataConfigs.asOf === undefined ? { ...snapshot, kataConfigs: { ...snapshot.kataConfigs, asOf: situation.now } } : snapshot;
    const left = leftoversOf(known).filter(({ usual }) => !usual);
    if (left.length > 0) {
      return {
        verdict: 'warn',
        headline: `${countWords(left.length, 'thing')} left behind`,
        evidence: left.slice(0, 30).map(({ what, reboots }) => `${what}${reboots ? ' (nodes reboot when it goes)' : ''}`),
        meaning: 'A new KataConfig takes over what has the same name; nodes that still have the label get kata again.',
        todo: 'Take it away by hand when the nodes may reboot, or leave it for a new KataConfig.',
      };
    }
    const missing = unseen(situation, ['nodes', 'machineConfigs', 'machineConfigPools', 'runtimeClasses'], []);
    if (missing.length > 0) return unknownFinding(missing, 'Not all of it can be seen');
    return { verdict: 'pass', headline: 'None', evidence: ['No labels, pools, configurations or runtime classes of kata without a KataConfig'] };
  },
});
