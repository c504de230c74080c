/**
 * Diagnoses a KataConfig that remains without an operator, because the operator was removed first. Source:
 * notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const operatorNotInstalled = definePartDiagnosis({
  id: 'operator-not-installed',
  title: () => l10n.t`KataConfig without an operator`,
  likelihood: 90,
  part: 'operator',
  from: 'operator',
  object: (snapshot) => {
    const { kataConfig } = indexSnapshot(snapshot);
    return kataConfig === undefined ? undefined : { kind: 'kataConfigs', name: kataConfig.name };
  },
  lines: /deletion ?timestamp|finalizer/i,
});
