import * as l10n from '@vscode/l10n';
import { adaptor112, document112, issue } from '#core/product/sources.ts';
import { findDataEntry, dataText, hasData, insertKeys } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { judgeInteger } from './integer.ts';
import { repairPastedValue } from '#server/manifest/rules/shared/pastedValue.ts';
import { createValueFinding, findKnownKey, getValueSpan, getProvider } from '../checkValues.ts';

const name = 'VXLAN_PORT';
const documented = '9000';

export default defineRule({
  id: 'ppcm-vxlan-default',
  title: () => l10n.t`VXLAN port other than 9000`,
  severity: 'info',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`\`VXLAN_PORT\` in \`peer-pods-cm\` isn't 9000. Worker nodes and pod VMs communicate through a VXLAN tunnel on this port. The OSC documentation sets \`VXLAN_PORT: "9000"\` and opens port 9000 in the firewall. If the firewall blocks the port, peer pods have no network connection. Without a value, cloud-api-adaptor uses port 4789, which cluster networks such as Calico already use.

The severity is information, because another port works if your firewall allows it.

Set \`VXLAN_PORT: "9000"\`, or open the other port in the firewall.`,
  source: [
    document112('3.1'),
    document112('3.2'),
    issue('confidential-containers/cloud-api-adaptor', 244),
    adaptor112('src/cloud-api-adaptor/cmd/cloud-api-adaptor/main.go'),
  ],
  *check(context) {
    const { manifest, release, text } = context;
    const provider = findDataEntry(manifest, 'CLOUD_PROVIDER');
    // Limited to cloud providers whose documentation is known. Without CLOUD_PROVIDER, the ConfigMap might be a patch
    // that omits unchanged keys.
    if (provider === undefined || !['aws', 'azure', 'gcp'].includes(getProvider(manifest)?.name ?? '')) return;
    // An overlay might add the key.
    if (manifest.part === 'generator' && !hasData(manifest, name)) return;
    const tunnel = dataText(manifest, 'TUNNEL_TYPE') ?? '';
    if (tunnel !== '' && tunnel !== 'vxlan') return;
    const entry = findDataEntry(manifest, name);
    const key = findKnownKey(name, getProvider(manifest), release);
    const fixes = [{ text: documented, sure: false }];
    if (entry !== undefined && key !== undefined && entry.value.text !== '') {
      // Also checks values with missing or typographic quotes, because the fix for those ignores the number.
      const port = repairPastedValue(entry.value.text, key) ?? entry.value.text.trim();
      if (port === documented || !/^\d+$/.test(port) || judgeInteger({ key, text: port }, release) !== undefined)
        return;
      const message = l10n.t`The documentation opens port ${documented} for VXLAN, not ${port}. If your firewall allows only the documented port, use ${documented}.`;
      yield createValueFinding(manifest, entry, { message, fixes });
      return;
    }
    const message = l10n.t(
      '{0} isn\'t set, so cloud-api-adaptor uses port 4789, which other networks use and the documented firewall rules don\'t open. Set {0} to "{1}".',
      name,
      documented,
    );
    if (entry !== undefined) yield createValueFinding(manifest, entry, { message, fixes });
    if (hasData(manifest, name)) return;
    const edit = insertKeys(manifest, [[name, `"${documented}"`]], text);
    yield {
      ...getValueSpan(provider),
      message,
      fixes:
        edit === undefined ? [] : [{ title: l10n.t`Add ${`${name}: "${documented}"`}`, edits: [edit], sure: false }],
    };
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'VXLAN_PORT: "4789"', '#           ^^^^^^ want'),
      prefer: mapFor('aws', 'VXLAN_PORT: "9000"'),
    },
    { avoid: mapFor('gcp', 'VXLAN_PORT: ""', '#           ^^ want'), prefer: mapFor('gcp', 'VXLAN_PORT: "9000"') },
  ],
});
