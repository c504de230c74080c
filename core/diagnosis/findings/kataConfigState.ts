/** What the operator says of its KataConfig. Source: domain/01-kataconfig.md 1.5. */
import * as l10n from '@vscode/l10n';
import { explainKataConfig } from '../../live/status/conditionWords.ts';
import { isLogReminder } from '../../live/status/loudLog.ts';
import { surroundingsOf } from '../../live/status/surroundings.ts';
import { defineDiagnosis, toldFrom } from '../diagnosis.ts';
import { conditionMarks } from '../marks.ts';

export const kataConfigState = defineDiagnosis({
  id: 'kataconfig-state',
  title: l10n.t`The KataConfig does not get on`,
  likelihood: 70,
  follows: [
    'node-degraded',
    'node-stuck',
    'pool-stuck',
    'operator-not-running',
    'operator-not-installed',
    'pod-vm-image',
    'peer-pods-config-map',
    'peer-pods-secret',
    'log-extension-missing',
    'log-image-job',
  ],
  find(gathered) {
    const { kataConfig } = surroundingsOf(gathered.snapshot);
    if (kataConfig === undefined) return [];
    const explanation = explainKataConfig(kataConfig, gathered.snapshot);
    // A loud log is what a must-gather is taken with: domain/07 asks for it.
    if (isLogReminder(explanation)) return [];
    return toldFrom(`KataConfig ${kataConfig.name}`, explanation, conditionMarks(gathered, 'kataConfigs', kataConfig.name, 'InProgress'));
  },
});
