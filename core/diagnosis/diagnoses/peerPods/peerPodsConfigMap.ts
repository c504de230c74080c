/**
 * Diagnoses the peer pods ConfigMap, which specifies the cloud provider of the pod VMs. Source: domain/02-peer-pods.md
 * 2.1.
 */
import * as l10n from '@vscode/l10n';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const peerPodsConfigMap = definePartDiagnosis({
  id: 'peer-pods-config-map',
  title: () => l10n.t`Incomplete peer-pods-cm`,
  likelihood: 90,
  part: 'peerPodsConfigMap',
  from: 'peerPods',
  object: () => ({ kind: 'configMaps', name: peerPodsConfigMapName }),
  lines: /CLOUD_PROVIDER/,
});
