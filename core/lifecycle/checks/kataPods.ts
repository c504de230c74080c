/** Source: notes/cluster.md 5.2 step 1 (BlockedByExistingKataPods: any pod, any phase). */
import { deletingKataConfig } from '../../docSections.ts';
import { surroundingsOf } from '../../live/status/surroundings.ts';
import { countWords } from '../../live/words.ts';
import { defineCheck } from '../check.ts';
import type { OwnedKataPod } from '../facts/kataPods.ts';
import { knownFact } from '../situation.ts';
import { unknownFinding, unseen } from '../unseen.ts';

export const kataPods = defineCheck({
  id: 'kata-pods',
  title: 'Pods with kata',
  area: 'Workloads',
  why: 'An uninstall waits for all of them, in any phase and namespace; who owns them makes them anew.',
  docs: deletingKataConfig,
  kinds: ['kataConfigs'],
  facts: ['kataPods'],
  judge(situation) {
    const known = knownFact(situation, 'kataPods');
    if (known === undefined) return unknownFinding(unseen(situation, [], ['kataPods']));
    const { pods, cut } = known;
    const { kataConfig } = surroundingsOf(situation.snapshot);
    if (pods.length === 0) return { verdict: 'pass', headline: 'There are none', evidence: ['No pod has a runtime class of kata.'] };
    const headline = `There ${pods.length === 1 ? 'is' : 'are'} ${cut ? 'more than ' : ''}${countWords(pods.length, 'pod')}`;
    const evidence = owners(pods);
    if (kataConfig?.deleting !== undefined) {
      return {
        verdict: 'fail',
        headline: `${headline}, and the uninstall waits for them`,
        evidence,
        meaning: 'The KataConfig stays until no pod has a runtime class of kata any more.',
        todo: 'Scale down who owns them, and delete the pods that nobody owns.',
      };
    }
    const { asOf, state } = situation.snapshot.kataConfigs;
    if (kataConfig === undefined && (asOf !== undefined || state.kind === 'absent')) {
      return {
        verdict: 'warn',
        headline: `${headline}, and no KataConfig`,
        evidence,
        meaning: 'An earlier install left them, or their runtime class was not brought by the operator.',
      };
    }
    return { verdict: 'pass', headline, evidence, meaning: 'They end when their node reboots, and an uninstall waits for them.' };
  },
});

/** One line for each owner. */
function owners(pods: readonly OwnedKataPod[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { namespace, name, owner } of pods) {
    const who = owner === undefined ? `Pod ${name} in ${namespace}, owned by nobody` : `${owner.kind} ${owner.name} in ${namespace}`;
    counts.set(who, (counts.get(who) ?? 0) + 1);
  }
  const lines = [...counts].map(([who, count]) => (who.startsWith('Pod ') ? who : `${who}: ${countWords(count, 'pod')}`));
  return lines.length <= 30 ? lines : [...lines.slice(0, 29), `and ${lines.length - 29} more`];
}
