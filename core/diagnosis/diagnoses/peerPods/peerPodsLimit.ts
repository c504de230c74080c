/** Diagnoses an invalid peer pod limit, whose effect isn't documented. Source: OSC 1.12 §3.2. */
import * as l10n from '@vscode/l10n';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const peerPodsLimit = definePartDiagnosis({
  id: 'peer-pods-limit',
  title: () => l10n.t`Invalid peer pod limit`,
  likelihood: 50,
  part: 'peerPodsLimit',
  from: 'peerPods',
  object: () => ({ kind: 'configMaps', name: peerPodsConfigMapName }),
  lines: /PEERPODS_LIMIT_PER_NODE/,
});
