import * as l10n from '@vscode/l10n';
import { formatList } from '#core/text/grammar.ts';
import { holdsCredential, keyNamed, listKeyProviders } from '#core/peerPods/keys/index.ts';
import { adaptor112 } from '#core/product/sources.ts';
import { listDataEntries, removeKey } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { getProvider } from '../checkValues.ts';

export default defineRule({
  id: 'ppcm-foreign-key',
  title: () => l10n.t`Key for another cloud provider`,
  severity: 'warning',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`\`peer-pods-cm\` contains a key for a different cloud provider than the one in \`CLOUD_PROVIDER\`. cloud-api-adaptor reads only the common keys and the keys for its own provider, so it silently ignores this key. Empty keys aren't reported.

Remove the key, or correct \`CLOUD_PROVIDER\`.`,
  source: [
    adaptor112('src/cloud-providers/aws/manager.go'),
    adaptor112('src/cloud-providers/azure/manager.go'),
    adaptor112('src/cloud-providers/gcp/manager.go'),
    'OSC 1.12 §3.2',
  ],
  *check({ manifest, text }) {
    const provider = getProvider(manifest);
    if (provider === undefined) return;
    for (const entry of listDataEntries(manifest)) {
      const { name, key, value } = entry;
      const readers = listKeyProviders(name);
      // Another rule reports credentials, regardless of the cloud provider.
      if (readers === 'all' || readers.length === 0 || readers.includes(provider.name) || holdsCredential(name))
        continue;
      if (keyNamed(name)?.unverified === true || value.unknown || value.text === '') continue;
      const edit = removeKey(manifest, entry, text);
      yield {
        start: key.start,
        end: key.end,
        message: l10n.t`${name} applies only to ${formatList(readers)}, but CLOUD_PROVIDER is ${provider.name}, so cloud-api-adaptor ignores it. Remove the key, or correct CLOUD_PROVIDER.`,
        fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${name}`, edits: [edit], sure: false }],
      };
    }
  },
  examples: () => [{ avoid: mapFor('aws', 'AZURE_REGION: "eastus"', '^^^^^^^^^^^^ want'), prefer: mapFor('aws') }],
});
