/** Source: core/namespaces.ts (channels); notes/cluster.md 5.3: a channel that was renamed resolves to nothing. */
import { installingOperator } from '../../docSections.ts';
import { subscriptionOf } from '../../live/status/olmParts.ts';
import { namesWords } from '../../live/words.ts';
import { oldChannels, subscription } from '../../namespaces.ts';
import { defineCheck } from '../check.ts';
import { knownFact } from '../situation.ts';
import { unknownFinding, unseenFact } from '../unseen.ts';

export const channel = defineCheck({
  id: 'channel',
  title: 'Channel',
  area: 'Operator',
  why: 'A Subscription to a channel that the catalogue does not have installs nothing.',
  docs: installingOperator,
  kinds: ['subscriptions'],
  facts: ['packageManifest'],
  judge(situation) {
    const unseen = unseenFact(situation, 'packageManifest');
    if (unseen !== undefined) return unknownFinding([unseen]);
    const offered = knownFact(situation, 'packageManifest')?.found;
    if (offered === undefined) return { verdict: 'none', headline: 'No catalogue offers the operator', evidence: [] };
    const existing = subscriptionOf(situation.snapshot);
    const wanted = existing?.channel === undefined || existing.channel === '' ? subscription.channel : existing.channel;
    const found = offered.channels.find(({ name }) => name === wanted);
    const names = offered.channels.map(({ name }) => name);
    if (found !== undefined)
      return {
        verdict: 'pass',
        headline: `${wanted}: ${found.version ?? found.currentCsv}`,
        evidence: [`Channels of ${offered.catalogue}: ${namesWords(names, 10)}`],
      };
    // A mirror may have the operator from another catalogue than the one that answers for the package.
    const elsewhere = existing !== undefined && existing.source !== offered.catalogue;
    const old = Object.hasOwn(oldChannels, wanted) ? oldChannels[wanted] : undefined;
    return {
      verdict: elsewhere || existing === undefined ? 'warn' : 'fail',
      headline: `There is no channel ${wanted}`,
      evidence: [
        `Channels of ${offered.catalogue}: ${namesWords(names, 10)}`,
        ...(existing === undefined ? [] : [`Subscription ${existing.name}: channel ${wanted}, catalogue ${existing.source}`]),
      ],
      ...(old === undefined ? {} : { meaning: old }),
      todo:
        existing === undefined
          ? `Choose one of the channels that are there (default: ${offered.defaultChannel ?? 'none'}).`
          : `Set the channel of the Subscription to one that is there: \`oc edit subscription.operators.coreos.com ${existing.name} -n ${existing.namespace ?? ''}\`.`,
    };
  },
});
