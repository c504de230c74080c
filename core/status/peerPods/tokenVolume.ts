/**
 * Detects peer pods credentials that refer to a token file that cloud-api-adaptor doesn't have. The operator adds the
 * volume with the token only if the Subscription contains the credentials. Deduced from
 * openshift/sandboxed-containers-operator@00b58ece controllers/peerpods.go, not run;
 * openshift/sandboxed-containers-operator#2627 (open) is meant to change it.
 */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { peerPodsSecretName } from '#core/product/namespaces.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Explanation } from '../explanation.ts';
import { findItem } from '../snapshotIndex.ts';

/** Explains that the volume with the token is missing. Returns undefined if it exists, or if no key refers to it. */
export function explainMissingTokenVolume(snapshot: Snapshot): Explanation | undefined {
  const key = findItem(snapshot, 'secrets', peerPodsSecretName)?.tokenKey;
  const adaptor = findItem(snapshot, 'daemonSets', 'osc-caa-ds');
  if (key === undefined || adaptor === undefined || adaptor.hasTokenVolume === true) return undefined;
  return {
    health: 'attention',
    headline: l10n.t`No volume for the token file`,
    meaning: l10n.t`${key} in ${peerPodsSecretName} refers to a token file, but the DaemonSet osc-caa-ds has no volume with a token. cloud-api-adaptor can't log in to the cloud provider.`,
    todo: l10n.t`Set the credentials as environment variables in spec.config.env of the Subscription, and delete ${peerPodsSecretName}. The operator then creates the Secret and the volume.`,
    docs: creatingPeerPodsConfigMap,
  };
}
