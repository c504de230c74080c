/** Source: notes/cluster.md 5.4; core/lifecycle/rights.ts. */
import { defineCheck } from '../check.ts';
import { rightsFinding } from '../rightsFinding.ts';

export const rightsToConfigure = defineCheck({
  id: 'rights-configure',
  title: 'Rights to configure',
  area: 'Rights',
  why: 'Peer pods, node labels and the KataConfig are changed with them.',
  kinds: [],
  facts: ['access'],
  judge: (situation) => rightsFinding(situation, ['configure'], 'warn', 'What it is about cannot be changed by you.'),
});
