import * as l10n from '@vscode/l10n';
import { readInteger } from '#core/peerPods/parseGoValues.ts';
import { adaptor112, document112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { checkValues, type ValueCheck } from '../checkValues.ts';

/** Key for the root disk size of pod VMs. */
export const sizeKey = 'ROOT_VOLUME_SIZE';

/** Checks for a disk that is smaller than the documented minimum. */
export const judgeRootVolume: ValueCheck = ({ key, text }, release) => {
  if (key.name !== sizeKey || key.minimum === undefined) return undefined;
  const reading = readInteger(text, release);
  // Another rule reports text after the number first. With 0, the size in the image or launch template applies
  // (cloud-api-adaptor: if RootVolumeSize > 0).
  if (
    reading.outcome !== 'read' ||
    (reading.dropped ?? '').trim() !== '' ||
    reading.value >= key.minimum ||
    reading.value === 0
  )
    return undefined;
  return {
    message: l10n.t`${sizeKey} "${reading.value}" is below the documented minimum of ${key.minimum} GB. Pod VM creation fails, or pod VMs run out of space for images.`,
    fixes: [String(key.minimum), ...(key.default === undefined ? [] : [key.default])].map((text) => ({
      text,
      sure: false,
    })),
  };
};

export default defineRule({
  id: 'ppcm-root-volume',
  title: () => l10n.t`Root disk too small`,
  severity: 'warning',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`\`ROOT_VOLUME_SIZE\` in \`peer-pods-cm\` is the disk size in GB for pod VMs on AWS. The OSC documentation specifies a minimum of 6 GB. AWS rejects a disk that is smaller than the image, so the pod VM isn't created. Container images also need space on this disk. For other cloud providers, the minimum depends on the image size, which is unknown, so the rule doesn't check them.

Set at least 6, or remove the key to use the cloud-api-adaptor default of 30 GB.`,
  source: [document112('3.2'), adaptor112('src/cloud-providers/aws/manager.go')],
  *check(context) {
    yield* checkValues(context, judgeRootVolume);
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'ROOT_VOLUME_SIZE: "4"', '#                 ^^^ want'),
      prefer: mapFor('aws', 'ROOT_VOLUME_SIZE: "6"'),
    },
  ],
});
