/** Source: notes/cluster.md 5.4; core/lifecycle/rights.ts. */
import { csvOf } from '../../live/status/olmParts.ts';
import { defineCheck } from '../check.ts';
import { rightsFinding } from '../rightsFinding.ts';

export const rightsToInstall = defineCheck({
  id: 'rights-install',
  title: 'Rights to install',
  area: 'Rights',
  why: 'An install creates a namespace, objects of OLM and a KataConfig.',
  decides: true,
  kinds: ['clusterServiceVersions'],
  facts: ['access'],
  judge(situation) {
    const installed = csvOf(situation.snapshot)?.phase === 'Succeeded';
    const meaning = installed ? 'The operator is installed; you could not install it anew.' : 'You cannot install kata: somebody with these rights can.';
    return rightsFinding(situation, ['install'], installed ? 'warn' : 'fail', meaning);
  },
});
