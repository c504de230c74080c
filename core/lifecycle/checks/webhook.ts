/** Source: notes/cluster.md 5.1 step 6: the failurePolicy of the webhook is Fail. */
import { creatingKataConfig } from '../../docSections.ts';
import { csvOf } from '../../live/status/olmParts.ts';
import { operatorNamespace } from '../../namespaces.ts';
import { defineCheck } from '../check.ts';
import { knownFact } from '../situation.ts';
import { unknownFinding, unseen } from '../unseen.ts';

export const webhook = defineCheck({
  id: 'webhook',
  title: 'Webhook of the operator',
  area: 'Operator',
  why: 'Until it answers, no KataConfig can be created.',
  docs: creatingKataConfig,
  kinds: ['clusterServiceVersions'],
  facts: ['webhookEndpoints'],
  judge(situation) {
    const csv = csvOf(situation.snapshot);
    if (csv === undefined) {
      const missing = unseen(situation, ['clusterServiceVersions'], []);
      return missing.length > 0 ? unknownFinding(missing) : { verdict: 'none', headline: 'The operator is not installed', evidence: [] };
    }
    const known = knownFact(situation, 'webhookEndpoints');
    if (known === undefined) return unknownFinding(unseen(situation, [], ['webhookEndpoints']));
    const evidence = [`Service ${known.service}: ${known.ready} ready`];
    if (known.ready > 0) return { verdict: 'pass', headline: 'Has a pod that is ready', evidence };
    if (csv.phase !== 'Succeeded')
      return { verdict: 'none', headline: 'The operator is not there yet', evidence: [...evidence, `${csv.name}: ${csv.phase || 'no phase yet'}`] };
    if (known.unheard === true) return unknownFinding([`Nothing tells of a Service ${known.service} in ${operatorNamespace}.`], 'Not known');
    return {
      verdict: 'warn',
      headline: 'Nobody answers for it',
      evidence,
      meaning: 'No KataConfig can be created now; that is so for a while when the operator starts.',
      todo: `If it lasts: \`oc get pods -n ${operatorNamespace}\`.`,
    };
  },
});
