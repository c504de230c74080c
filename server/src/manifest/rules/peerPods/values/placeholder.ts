import * as l10n from '@vscode/l10n';
import { document112 } from '#core/product/sources.ts';
import { listDataEntries } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findPlaceholderForm, findPlaceholderIn, type Placeholder } from '#core/text/placeholder.ts';
import { describePlaceholder } from '#server/engine/findings/placeholderFinding.ts';
import type { ScalarNode } from '#server/engine/yaml/node.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isFilledByVaultPlugin } from '#server/manifest/rules/shared/vaultPlugin.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { isCredential } from '../keys/secretInConfigMap.ts';
import { createValueFinding, getProvider } from '../checkValues.ts';

export default defineRule({
  id: 'ppcm-placeholder',
  title: () => l10n.t`Unreplaced placeholder`,
  severity: 'warning',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`A value in \`peer-pods-cm\` is still a placeholder from the documentation, such as \`<aws_region>\`. The operator checks only that the value isn't empty, so the image creation job or the first pod VM fails later. A placeholder for the image, such as \`<podvm_ami_id>\`, prevents the operator from creating the image.

Replace the placeholder with your value. For the image, use an empty string. The operator then creates the image and sets the key.`,
  source: [document112('3.2')],
  *check({ manifest }) {
    if (isFilledByVaultPlugin(manifest)) return;
    const provider = getProvider(manifest);
    for (const entry of listDataEntries(manifest)) {
      const placeholder = isCredential(entry) ? undefined : findValuePlaceholder(entry.value);
      if (placeholder === undefined) continue;
      if (placeholder.form !== 'fixed') {
        const isLiteral = entry.name === 'INITDATA';
        yield createValueFinding(manifest, entry, describePlaceholder(entry.name, placeholder, { isLiteral }));
        continue;
      }
      const isImage = provider?.imageBuild === 'yes' && entry.name === provider.imageKey;
      yield createValueFinding(manifest, entry, {
        message: isImage
          ? l10n.t`${sanitizeQuote(entry.name)} still contains the placeholder ${sanitizeQuote(placeholder.text, 40)}, which is used literally. Replace it, or leave the value empty so that the operator builds the image.`
          : describePlaceholder(sanitizeQuote(entry.name), placeholder).message,
        fixes: isImage ? [{ text: '', sure: false, title: l10n.t`Clear the value` }] : [],
      });
    }
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'AWS_REGION: "<aws_region>"', '#           ^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'AWS_REGION: "us-east-2"'),
    },
    {
      avoid: mapFor('aws', 'PODVM_AMI_ID: "<podvm_ami_id>"', '#             ^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'PODVM_AMI_ID: ""'),
    },
    {
      avoid: mapFor('azure', 'AZURE_IMAGE_ID: "****"', '#               ^^^^^^ want'),
      prefer: mapFor('azure', 'AZURE_IMAGE_ID: ""'),
    },
    {
      avoid: mapFor(
        'aws',
        'AWS_REGION: CHANGEME',
        '#           ^^^^^^^^ want',
        'AWS_SUBNET_ID: FILL_ME',
        '#              ^^^^^^^ want',
        'VXLAN_PORT: __PORT__',
        '#           ^^^^^^^^ want',
        'AWS_SG_IDS: ${SECURITY_GROUPS}',
        '#           ^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor(
        'aws',
        'AWS_REGION: us-east-2',
        'AWS_SUBNET_ID: subnet-0123456789abcdef0',
        'VXLAN_PORT: "9000"',
        'AWS_SG_IDS: sg-0123456789abcdef0',
      ),
    },
    {
      avoid: mapFor('azure', 'INITDATA: $INITDATA', '#         ^^^^^^^^^ want'),
      prefer: mapFor('azure', 'INITDATA: ""'),
    },
  ],
});

/** Returns the placeholder in a value. A value with another template expression is unknown. */
function findValuePlaceholder({ text, unknown }: ScalarNode): Placeholder | undefined {
  const found = findPlaceholderIn(text);
  return found === undefined || (unknown && findPlaceholderForm(text) === undefined) ? undefined : found;
}
