/** Source: notes/cluster.md 5.4; core/lifecycle/rights.ts. */
import { defineCheck } from '../check.ts';
import { rightsFinding } from '../rightsFinding.ts';

export const rightsToLook = defineCheck({
  id: 'rights-look',
  title: 'Rights to look',
  area: 'Rights',
  why: 'What may not be listed cannot be shown or judged.',
  kinds: [],
  facts: ['access'],
  judge: (situation) => rightsFinding(situation, ['look'], 'warn', 'What it is about is not shown, and checks say that they cannot see it.'),
});
