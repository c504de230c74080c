import * as l10n from '@vscode/l10n';
import { operator111 } from '#core/product/sources.ts';
import type { ValueProblem } from '../peerPods/checkValues.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { checkImageValues, type KnownValue } from '../shared/ownObjects.ts';

export default defineRule({
  id: 'podvm-cm-gallery',
  title: () => l10n.t`A gallery name that Azure refuses`,
  severity: 'error',
  appliesTo: ['azure-podvm-image-cm'],
  why: () =>
    l10n.t`The name of a compute gallery has at most 80 letters and digits, with \`_\` and \`.\` in the middle only; hyphens are not among them. With another name the image job fails. Left empty, the operator makes a name of the id of the cluster.`,
  source: [operator111('config/peerpods/podvm/azure-podvm-image-cm.yaml (comments)')],
  *check(context) {
    yield* checkImageValues(context, judge);
  },
  examples: [
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

/** What is wrong with the name, if anything. */
function judge({ key, text }: KnownValue): ValueProblem | undefined {
  if (key.name !== 'IMAGE_GALLERY_NAME' || key.pattern?.test(text) !== false) return undefined;
  const name = text
    .slice(0, 80)
    .replaceAll(/[^A-Za-z0-9_.]+/g, '_')
    .replaceAll(/^[_.]+|[_.]+$/g, '');
  const gallery = sanitizeQuote(text, 40);
  return {
    message:
      text.length > 80
        ? l10n.t`Azure refuses the gallery "${gallery}": it has ${text.length} characters, and 80 are allowed. Give it another name, or leave it empty.`
        : l10n.t`Azure refuses the gallery "${gallery}": only letters and digits are allowed, with _ and . in the middle. Give it another name, or leave it empty.`,
    // Which gallery is meant, only its owner knows.
    mends: key.pattern.test(name) ? [{ text: name, sure: false }] : [],
  };
}
