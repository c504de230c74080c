import * as l10n from '@vscode/l10n';
import { tlsKeyNames } from '#core/peerPods/keys/tlsProfile.ts';
import { isInForce } from '#core/product/releases.ts';
import { issue, operatorDev } from '#core/product/sources.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { listDataEntries, removeKey } from '#server/engine/yaml/objects/dataEntries.ts';
import { isInOtherNamespace } from '../../shared/ownObjects.ts';

export default defineRule({
  id: 'ppcm-tls-overridden',
  title: () => l10n.t`The operator sets the TLS keys`,
  severity: 'info',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The operator sets \`TLS_MIN_VERSION\` and \`TLS_CIPHER_SUITES\` of cloud-api-adaptor from the TLS security profile of the cluster, in \`apiservers.config.openshift.io/cluster\`. Its values take precedence over those in \`peer-pods-cm\`, even if they are empty. The severity is information, because this behavior is known only from the operator's development branch. It applies from OSC 1.13 on, if that release contains the change.

Remove the keys. To change the TLS settings, change \`spec.tlsSecurityProfile\` of the APIServer \`cluster\`, which applies to other components of the cluster, too.`,
  source: [
    operatorDev('00b58ece', 'controllers/peerpods.go'),
    operatorDev('933eb47f', 'controllers/tls.go'),
    issue('openshift/sandboxed-containers-operator', 2180),
  ],
  *check({ manifest, release, text }) {
    // Without the operator, nothing overrides the values.
    if (!isInForce({ since: '1.13' }, release) || isInOtherNamespace(manifest)) return;
    for (const entry of listDataEntries(manifest)) {
      if (!tlsKeyNames.includes(entry.name)) continue;
      const edit = removeKey(manifest, entry, text);
      yield {
        start: entry.key.start,
        end: entry.key.end,
        message: l10n.t`The operator probably overrides ${entry.name} with the cluster's TLS security profile.`,
        fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${entry.name}`, edits: [edit], sure: false }],
      };
    }
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'TLS_MIN_VERSION: "VersionTLS12"', '^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws'),
    },
    {
      avoid: mapFor('azure', 'TLS_CIPHER_SUITES: "TLS_RSA_WITH_AES_128_GCM_SHA256"', '^^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('azure'),
    },
  ],
});
