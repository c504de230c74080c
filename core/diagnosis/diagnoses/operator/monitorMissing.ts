/** Diagnoses a missing monitor DaemonSet, which provides the Kata metrics. Source: domain/01-kataconfig.md 1.8. */
import * as l10n from '@vscode/l10n';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const monitorMissing = definePartDiagnosis({
  id: 'monitor-missing',
  title: () => l10n.t`Monitor DaemonSet isn't running`,
  likelihood: 40,
  follows: ['operator-not-running', 'operator-not-installed'],
  part: 'daemonSet/openshift-sandboxed-containers-monitor',
  from: 'operator',
  object: () => ({ kind: 'daemonSets', name: 'openshift-sandboxed-containers-monitor' }),
  lines: /number/i,
});
