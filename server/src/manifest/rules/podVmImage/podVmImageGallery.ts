import * as l10n from '@vscode/l10n';
import { operator111 } from '#core/product/sources.ts';
import type { ValueProblem } from '../peerPods/checkValues.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { checkImageValues, type KnownValue } from '../shared/ownObjects.ts';

export default defineRule({
  id: 'podvm-cm-gallery',
  title: () => l10n.t`Invalid Azure gallery name`,
  severity: 'error',
  appliesTo: ['azure-podvm-image-cm'],
  why: () =>
    l10n.t`\`IMAGE_GALLERY_NAME\` isn't a valid Azure compute gallery name, so the image creation job fails. A name can have up to 80 letters, digits, underscores, and periods, but no hyphens. It must start and end with a letter or a digit.

Change the name, for example by replacing hyphens with underscores. If you leave the value empty, the operator derives a name from the cluster ID.`,
  source: [operator111('config/peerpods/podvm/azure-podvm-image-cm.yaml (comments)')],
  *check(context) {
    yield* checkImageValues(context, judge);
  },
  examples: () => [
    {
      avoid: configMap(
        'azure-podvm-image-cm',
        'IMAGE_GALLERY_NAME: pod-vm-gallery',
        '#                   ^^^^^^^^^^^^^^ want',
      ),
      prefer: configMap('azure-podvm-image-cm', 'IMAGE_GALLERY_NAME: "pod_vm_gallery"'),
    },
  ],
});

/** Returns the problem with the gallery name, if any. */
function judge({ key, text }: KnownValue): ValueProblem | undefined {
  if (key.name !== 'IMAGE_GALLERY_NAME' || key.pattern?.test(text) !== false) return undefined;
  const name = text
    .slice(0, 80)
    .replaceAll(/[^A-Za-z0-9_.]+/g, '_')
    .replaceAll(/^[_.]+|[_.]+$/g, '');
  const gallery = sanitizeQuote(text, 40);
  return {
    message: l10n.t`Azure rejects the gallery name "${gallery}". Use up to 80 letters and digits, with _ and . only in the middle, or leave it empty.`,
    // Only the owner knows which gallery is intended.
    fixes: key.pattern.test(name) ? [{ text: name, sure: false }] : [],
  };
}
