/** Source: notes/cluster.md 5.4; core/lifecycle/rights.ts. */
import { defineCheck } from '../check.ts';
import { rightsFinding } from '../rightsFinding.ts';

export const rightsToUninstall = defineCheck({
  id: 'rights-uninstall',
  title: 'Rights to update and uninstall',
  area: 'Rights',
  why: 'An uninstall takes several kinds of objects away, and looks for pods in all namespaces first.',
  kinds: [],
  facts: ['access'],
  judge: (situation) => rightsFinding(situation, ['update', 'uninstall'], 'warn', 'You could not update kata, or not take it away again.'),
});
