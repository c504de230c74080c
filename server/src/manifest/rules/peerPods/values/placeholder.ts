import * as l10n from '@vscode/l10n';
import { document112 } from '#core/product/sources.ts';
import { listDataEntries } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isFilledByVaultPlugin } from '#server/manifest/rules/shared/vaultPlugin.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { isCredential } from '../keys/secretInConfigMap.ts';
import { createValueFinding, findPlaceholder, getProvider } from '../checkValues.ts';

export default defineRule({
  id: 'ppcm-placeholder',
  title: () => l10n.t`A placeholder of the documents is left in`,
  severity: 'warning',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The samples of the documents have \`<aws_region>\` where you write your own. The operator sees a value that is not empty and goes on: the job that builds the image, or the first pod VM, then fails. A placeholder for the image keeps the operator from building one: left empty, it builds the image and fills the key in.`,
  source: [document112('3.2')],
  *check({ manifest }) {
    if (isFilledByVaultPlugin(manifest)) return;
    const provider = getProvider(manifest);
    for (const entry of listDataEntries(manifest)) {
      const placeholder = entry.value.unknown || isCredential(entry) ? undefined : findPlaceholder(entry.value.text);
      if (placeholder === undefined) continue;
      const isImage = provider?.imageBuild === 'yes' && entry.name === provider.imageKey;
      const advice = isImage
        ? l10n.t`Leave it empty, and the operator builds an image and fills it in; or write the id of yours.`
        : l10n.t`Write your own value.`;
      yield createValueFinding(manifest, entry, {
        message: l10n.t`${sanitizeQuote(entry.name)} still has the placeholder ${sanitizeQuote(placeholder, 40)}. ${advice}`,
        mends: isImage ? [{ text: '', sure: false, title: l10n.t`Leave it empty` }] : [],
      });
    }
  },
  examples: [
    {
      avoid: mapFor('aws', 'AWS_REGION: "<aws_region>"', '#           ^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'AWS_REGION: "us-east-2"'),
    },
    {
      avoid: mapFor('aws', 'PODVM_AMI_ID: "<podvm_ami_id>"', '#             ^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'PODVM_AMI_ID: ""'),
    },
  ],
});
