import * as l10n from '@vscode/l10n';
import { imageConfigMapIds } from '#core/peerPods/keys/podVmImageKeys.ts';
import { operator111 } from '#core/product/sources.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import type { ValueProblem } from '../peerPods/checkValues.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { checkImageValues, type KnownValue } from '../shared/ownObjects.ts';

export default defineRule({
  id: 'podvm-cm-int',
  title: () => l10n.t`Invalid number for the image creation job`,
  severity: 'warning',
  appliesTo: imageConfigMapIds,
  why: () =>
    l10n.t`The value must be a whole number without a unit. The image creation job passes \`AMI_VOLUME_SIZE\` to Packer as a number of GiB, so with a value such as \`30G\`, no image is created.

Write only the number.`,
  source: [operator111('config/peerpods/podvm/aws-podvm-image-handler.sh:126')],
  *check(context) {
    yield* checkImageValues(context, judge);
  },
  examples: () => [
    {
      avoid: configMap('aws-podvm-image-cm', 'AMI_VOLUME_SIZE: "30G"', '#                ^^^^^ want'),
      prefer: configMap('aws-podvm-image-cm', 'AMI_VOLUME_SIZE: "30"'),
    },
  ],
});

/** Returns the problem with a number, if any. */
function judge({ key, text }: KnownValue): ValueProblem | undefined {
  if (key.type !== 'integer' || /^[1-9]\d{0,5}$/.test(text)) return undefined;
  const digits = /^\s*([1-9]\d{0,5})\s*(?:gi?b?)?\s*$/i.exec(text)?.[1];
  return {
    message: l10n.t`${key.name} "${sanitizeQuote(text, 30)}" isn't a number of GiB, so no image is created. Use digits only.`,
    fixes: digits === undefined ? [] : [{ text: digits, sure: true }],
  };
}
