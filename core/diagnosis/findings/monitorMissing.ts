/** Without it there are no metrics of kata. Source: domain/01-kataconfig.md 1.8. */
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const monitorMissing = definePartDiagnosis({
  id: 'monitor-missing',
  title: 'The monitor is not there',
  likelihood: 40,
  follows: ['operator-not-running', 'operator-not-installed'],
  part: 'daemonSet/openshift-sandboxed-containers-monitor',
  from: 'operator',
  object: () => ({ kind: 'daemonSets', name: 'openshift-sandboxed-containers-monitor' }),
  lines: /number/i,
});
