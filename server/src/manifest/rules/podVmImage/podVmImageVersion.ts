import * as l10n from '@vscode/l10n';
import { imageConfigMapIds } from '#core/peerPods/keys/podVmImageKeys.ts';
import { operator111 } from '#core/product/sources.ts';
import { stripBackticks, type ValueProblem } from '../peerPods/checkValues.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { checkImageValues, type KnownValue } from '../shared/ownObjects.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

const versionKeys: ReadonlySet<string> = new Set(['AMI_VERSION', 'IMAGE_VERSION']);

export default defineRule({
  id: 'podvm-cm-version',
  title: () => l10n.t`Invalid pod VM image version`,
  severity: 'error',
  appliesTo: imageConfigMapIds,
  why: () =>
    l10n.t`The image version doesn't have the format that the cloud provider requires. On Azure, \`IMAGE_VERSION\` must be three numbers separated by dots, such as \`0.0.2\`. On Google Cloud, \`IMAGE_VERSION\` needs hyphens instead of dots (\`0-0-2\`), because image names can't contain dots. With any other format, the image creation job fails.

On AWS, \`AMI_VERSION\` is only a suffix of the image name, so the severity is information if the value doesn't consist of three numbers.

Use the version format that your cloud provider requires.`,
  source: [
    operator111('config/peerpods/podvm/aws-podvm-image-cm.yaml (comments)'),
    operator111('config/peerpods/podvm/azure-podvm-image-cm.yaml (comments)'),
    operator111('controllers/image_generator.go (createImageConfigMapFromFile)'),
    'OSC 1.10 §5.6',
  ],
  *check(context) {
    yield* checkImageValues(context, judge);
  },
  examples: () => [
    {
      avoid: configMap('gcp-podvm-image-cm', 'IMAGE_VERSION: "0.0.2"', '#              ^^^^^^^ want'),
      prefer: configMap('gcp-podvm-image-cm', 'IMAGE_VERSION: "0-0-2"'),
    },
    {
      avoid: configMap('azure-podvm-image-cm', 'IMAGE_VERSION: "v0.0.2"', '#              ^^^^^^^^ want'),
      prefer: configMap('azure-podvm-image-cm', 'IMAGE_VERSION: "0.0.2"'),
    },
    {
      avoid: configMap('aws-podvm-image-cm', 'AMI_VERSION: latest', '#            ^^^^^^ want'),
      prefer: configMap('aws-podvm-image-cm', 'AMI_VERSION: "0.0.1"'),
    },
  ],
});

/** Returns the problem with a version, if any. */
function judge({ key, text }: KnownValue, provider: string): ValueProblem | undefined {
  if (!versionKeys.has(key.name) || key.pattern === undefined || key.pattern.test(text)) return undefined;
  const digits = /^v?(\d+)[.-](\d+)[.-](\d+)$/.exec(text.trim())?.slice(1);
  const meant =
    digits === undefined
      ? undefined
      : [digits.join('.'), digits.join('-')].find((version) => key.pattern?.test(version) === true);
  const fault =
    provider === 'aws'
      ? l10n.t`Image version "${sanitizeQuote(text, 30)}" in ${key.name} doesn't have the recommended format.`
      : l10n.t`Invalid ${key.name} "${sanitizeQuote(text, 30)}", so the image creation job fails.`;
  const advice =
    meant === undefined ? l10n.t`Format: ${stripBackticks(key.form?.() ?? '')}` : l10n.t`Use ${`"${meant}"`}.`;
  return {
    message: `${fault}${getSentenceSeparator()}${advice}`,
    fixes: meant === undefined ? [] : [{ text: meant, sure: true }],
    ...(provider === 'aws' ? { severity: 'info' } : {}),
  };
}
