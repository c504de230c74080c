import * as l10n from '@vscode/l10n';
import { isInForce } from '#core/product/releases.ts';
import { providers } from '#core/peerPods/providers.ts';
import { adaptor111, adaptor112, operator111 } from '#core/product/sources.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { checkValues, meantProvider, type ValueCheck } from '../checkValues.ts';

/** Checks for cloud providers that this release doesn't support or that are misspelled. */
export const judgeProvider: ValueCheck = ({ key, text }, release) => {
  if (key.name !== 'CLOUD_PROVIDER') return undefined;
  const known = providers.filter((provider) => isInForce(provider, release)).map(({ name }) => name);
  if (known.some((name) => name === text)) return undefined;
  const value = sanitizeQuote(text, 30);
  const spelled = meantProvider(text);
  if (spelled?.name === text)
    return {
      message: l10n.t`CLOUD_PROVIDER "${value}" is valid only in OSC ${spelled.until ?? ''} and earlier. cloud-api-adaptor exits immediately.`,
    };
  const meant = spelled?.name ?? findNearestName(text.trim(), known)?.name;
  const advice = meant === undefined ? l10n.t`Use one of ${known.join(', ')}.` : l10n.t`Use ${`"${meant}"`}.`;
  return {
    message: `${l10n.t`Unknown CLOUD_PROVIDER "${value}", so cloud-api-adaptor prints its usage and exits, and no image is built.`}${getSentenceSeparator()}${advice}`,
    // The names are so short that a single letter can make a different provider.
    fixes: meant === undefined ? [] : [{ text: meant, sure: spelled !== undefined && isInForce(spelled, release) }],
  };
};

export default defineRule({
  id: 'ppcm-provider',
  title: () => l10n.t`Unknown cloud provider`,
  severity: 'error',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`\`CLOUD_PROVIDER\` in \`peer-pods-cm\` isn't the exact name of a cloud provider: \`aws\`, \`azure\`, \`gcp\`, \`libvirt\`, or \`ibmcloud\`, in lowercase. With an unknown name, cloud-api-adaptor prints its usage and exits, and the operator doesn't create a pod VM image ("Pod VM image provider is unsupported"). Other names that cloud-api-adaptor supports, such as \`byom\`, aren't reported, although the OSC documentation doesn't mention them.

Use one of the documented names.`,
  source: [
    adaptor112('src/cloud-api-adaptor/entrypoint.sh'),
    adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
    operator111('controllers/image_generator.go'),
    'OSC 1.12 §3.2',
  ],
  *check(context) {
    yield* checkValues(context, judgeProvider);
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'CLOUD_PROVIDER: "AWS"', '#               ^^^^^ want'),
      prefer: mapFor('aws', 'CLOUD_PROVIDER: "aws"'),
    },
    {
      avoid: mapFor('libvirt', 'CLOUD_PROVIDER: "libvrt"', '#               ^^^^^^^^ want'),
      prefer: mapFor('libvirt', 'CLOUD_PROVIDER: "libvirt"'),
    },
    {
      avoid: mapFor('vsphere', 'CLOUD_PROVIDER: "vsphere"', '#               ^^^^^^^^^ want'),
      prefer: mapFor('libvirt'),
    },
  ],
});
