/** Diagnoses a missing cloud-api-adaptor, without which no peer pod starts. Source: domain/01-kataconfig.md 1.8. */
import * as l10n from '@vscode/l10n';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const adaptorMissing = definePartDiagnosis({
  id: 'adaptor-missing',
  title: () => l10n.t`cloud-api-adaptor isn't running`,
  likelihood: 70,
  follows: ['operator-not-running', 'operator-not-installed'],
  part: 'daemonSet/osc-caa-ds',
  from: 'operator',
  object: () => ({ kind: 'daemonSets', name: 'osc-caa-ds' }),
  lines: /number/i,
});
