/** Source: notes/cluster.md 5.4; core/lifecycle/rights.ts. */
import { defineCheck } from '../check.ts';
import { rightsFinding } from '../rightsFinding.ts';

export const rightsToDiagnose = defineCheck({
  id: 'rights-diagnose',
  title: 'Rights to diagnose',
  area: 'Rights',
  why: 'Metrics are read from the monitoring of the cluster, and must-gather runs pods.',
  kinds: [],
  facts: ['access'],
  judge: (situation) => rightsFinding(situation, ['metrics', 'mustGather'], 'warn', 'Metrics, or a must-gather, are not to be had by you.'),
});
