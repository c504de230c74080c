import * as l10n from '@vscode/l10n';
import { imageConfigMapIds } from '#core/peerPods/keys/podVmImageKeys.ts';
import { operator111, operatorDev } from '#core/product/sources.ts';
import { parseIntendedBoolean } from '../peerPods/values/tlsSkipVerify.ts';
import type { ValueProblem } from '../peerPods/checkValues.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { formatAlternatives, getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { checkImageValues, type KnownValue } from '../shared/ownObjects.ts';

export default defineRule({
  id: 'podvm-cm-bool',
  title: () => l10n.t`Invalid boolean for the image creation job`,
  severity: 'error',
  appliesTo: imageConfigMapIds,
  why: () =>
    l10n.t`The scripts in the image creation job enable most options only if the value is exactly \`yes\`. They treat every other value as no, even \`true\`. For example, with \`ENABLE_NVIDIA_GPU: "true"\`, the pod VM image contains no NVIDIA drivers. Three keys are exceptions and use \`true\` and \`false\`: \`DISABLE_CLOUD_CONFIG\`, \`SE_BOOT\`, and \`SE_VERIFY\`.

The severity is information if the value means no, such as \`DOWNLOAD_SOURCES: "false"\`, because the scripts also treat it as no. It's also information for \`BOOT_FIPS: "true"\`, because the operator itself sets this value on clusters in FIPS mode.

Change the value to \`"yes"\` or \`"no"\`, or for the three exceptions, to \`"true"\` or \`"false"\`.`,
  source: [
    operator111('config/peerpods/podvm/aws-podvm-image-handler.sh'),
    operator111('config/peerpods/podvm/aws-podvm-image-cm.yaml'),
    operator111('controllers/image_generator.go (updateImageConfigMap)'),
    operatorDev('8cffdb2f', 'config/peerpods/podvm/ibmcloud-podvm-image-cm.yaml'),
    'OSC 1.10 §5.6',
  ],
  *check(context) {
    yield* checkImageValues(context, judge);
  },
  examples: () => [
    {
      avoid: configMap(
        'aws-podvm-image-cm',
        'DOWNLOAD_SOURCES: "true"',
        '#                 ^^^^^^ want',
        'INSTALL_PACKAGES: "no"',
      ),
      prefer: configMap('aws-podvm-image-cm', 'DOWNLOAD_SOURCES: "yes"', 'INSTALL_PACKAGES: "no"'),
    },
    {
      avoid: configMap(
        'libvirt-podvm-image-cm',
        'DOWNLOAD_SOURCES: "false"',
        '#                 ^^^^^^^ want',
        'SE_BOOT: "yes"',
        '#        ^^^^^ want',
      ),
      prefer: configMap('libvirt-podvm-image-cm', 'DOWNLOAD_SOURCES: "no"', 'SE_BOOT: "true"'),
    },
  ],
});

/** Returns the problem with a boolean, if any. */
function judge({ key, text }: KnownValue): ValueProblem | undefined {
  if (key.type !== 'yes-no' && key.type !== 'boolean') return undefined;
  const [on, off] = key.type === 'yes-no' ? ['yes', 'no'] : ['true', 'false'];
  if (text === on || text === off) return undefined;
  const meant = parseIntendedBoolean(text);
  const word = meant === undefined ? undefined : meant ? on : off;
  const advice = l10n.t`Use ${formatAlternatives((word === undefined ? [on, off] : [word]).map((one) => `"${one}"`))}.`;
  const value = sanitizeQuote(text, 30);
  const fault =
    key.type === 'yes-no'
      ? l10n.t`The image creation job compares ${key.name} with "yes" and treats "${value}" as no.`
      : l10n.t`Invalid value "${value}" for ${key.name}, which must be "true" or "false".`;
  const harmless = meant === false || (key.name === 'BOOT_FIPS' && text === 'true');
  return {
    message: `${fault}${getSentenceSeparator()}${advice}`,
    fixes: word === undefined ? [] : [{ text: word, sure: true }],
    ...(harmless ? { severity: 'info' } : {}),
  };
}
