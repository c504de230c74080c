/**
 * Defines messages from cloud-api-adaptor. Sources: domain/02-peer-pods.md 2.1, 2.3, 2.4; CAA12
 * src/cloud-api-adaptor/entrypoint.sh, src/cloud-providers/util.go.
 */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '../../product/docSections.ts';
import { operatorNamespace } from '../../product/namespaces.ts';
import { joinList } from '../../text/grammar.ts';
import type { KnownMessage } from './knownMessage.ts';

export const adaptorMessages: readonly KnownMessage[] = [
  {
    pattern:
      /\$?\b((?:ALIBABA|ALIBABACLOUD|AWS|AZURE|GCP|GOVC|IBMCLOUD|LIBVIRT|PODVM|POWERVS|VM_POOL)_[A-Z0-9_]{1,60}) is NOT set/,
    health: 'failed',
    title: () => l10n.t`cloud-api-adaptor isn't running`,
    meaning: (match) =>
      l10n.t`cloud-api-adaptor stops because a required key has no value: ${match[1] ?? ''}. cloud-api-adaptor reads its keys from peer-pods-cm and peer-pods-secret.`,
    todo: () =>
      l10n.t('Add the key, then restart the pods: `oc rollout restart ds/osc-caa-ds -n {0}`.', operatorNamespace),
    docs: creatingPeerPodsConfigMap,
  },
  {
    pattern: /At least one of these must be SET:? ?([A-Z0-9_ ,]{0,200})/,
    health: 'failed',
    title: () => l10n.t`cloud-api-adaptor isn't running`,
    meaning: (match) =>
      l10n.t`cloud-api-adaptor stops because none of these keys has a value: ${listKeys(match[1] ?? '')}. cloud-api-adaptor reads its keys from peer-pods-cm and peer-pods-secret.`,
    todo: () =>
      l10n.t(
        'Add one of the keys, then restart the pods: `oc rollout restart ds/osc-caa-ds -n {0}`.',
        operatorNamespace,
      ),
    docs: creatingPeerPodsConfigMap,
  },
  {
    pattern: /invalid key-value pair: /,
    title: () => l10n.t`Invalid TAGS`,
    meaning: () =>
      l10n.t`In OSC 1.12 and later, cloud-api-adaptor silently ignores a pair without "=" and all pairs after it. In earlier releases, cloud-api-adaptor fails to start.`,
    todo: () =>
      l10n.t(
        'In TAGS, write each pair as key=value, and separate pairs with commas: `oc edit configmap peer-pods-cm -n {0}`.',
        operatorNamespace,
      ),
    docs: creatingPeerPodsConfigMap,
  },
  {
    pattern: /no instance type found for the given (?:GPUs|vcpus)/i,
    title: () => l10n.t`No instance type is large enough`,
    meaning: () =>
      l10n.t`None of the instance types allowed in peer-pods-cm has the CPUs, memory, or GPUs that the pod requests. The pod doesn't start.`,
    todo: () =>
      l10n.t(
        "Reduce the pod's resource requests, or add a larger instance type: `oc edit configmap peer-pods-cm -n {0}`.",
        operatorNamespace,
      ),
    docs: creatingPeerPodsConfigMap,
  },
  {
    pattern: /failed to parse global initdata/i,
    health: 'failed',
    title: () => l10n.t`Invalid INITDATA in peer-pods-cm`,
    meaning: () =>
      l10n.t`cloud-api-adaptor can't read INITDATA in peer-pods-cm and stops. The value must be TOML, compressed with gzip and encoded in base64.`,
    todo: () =>
      l10n.t(
        'Encode the file again (`gzip -c initdata.toml | base64 -w0`), then change the key: `oc edit configmap peer-pods-cm -n {0}`.',
        operatorNamespace,
      ),
    docs: creatingPeerPodsConfigMap,
  },
];

/** Formats the keys of a message, which separates them with spaces or commas. */
function listKeys(text: string): string {
  return joinList(text.split(/[\s,]+/).filter((key) => key !== ''));
}
