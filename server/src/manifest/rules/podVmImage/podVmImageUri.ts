import * as l10n from '@vscode/l10n';
import { imageConfigMapIds } from '#core/peerPods/keys/podVmImageKeys.ts';
import { operator111 } from '#core/product/sources.ts';
import type { ValueProblem } from '../peerPods/checkValues.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { digestProblem } from '../shared/imageDigest.ts';
import { checkImageValues, type KnownValue } from '../shared/ownObjects.ts';
import { formatAlternatives, getSentenceSeparator } from '#core/text/grammar.ts';

/**
 * Parses the URI like the scripts of the image creation job: type, repository, tag (default: latest), and path
 * (default: /image/podvm.qcow2).
 */
const asRead = /^([^:]+)::([^:]+)(?::([^:]+))?(?:::(.+))?$/;

export default defineRule({
  id: 'podvm-cm-image-uri',
  title: () => l10n.t`Invalid pod VM image URI`,
  severity: 'warning',
  appliesTo: imageConfigMapIds,
  why: () =>
    l10n.t`\`PODVM_IMAGE_URI\` specifies the source image for the image creation job, in the format \`<type>::<image>\`. The job splits the value at \`::\`. The type must be \`oci\` or \`bootc\`. Any other value, such as an image name without a type, fails with "Currently only OCI image unpacking is supported, exiting." On libvirt, only \`oci\` is supported.

Add the type and \`::\` before the image name.`,
  source: [
    operator111('config/peerpods/podvm/lib.sh (get_image_type_url_and_path)'),
    operator111('config/peerpods/podvm/aws-podvm-image-handler.sh (create_ami_from_prebuilt_artifact)'),
    'OSC 1.10 §5.6',
  ],
  *check(context) {
    yield* checkImageValues(context, judge);
  },
  examples: () => [
    {
      avoid: configMap(
        'aws-podvm-image-cm',
        'PODVM_IMAGE_URI: "bootc:quay.io/example/podvm:1"',
        '#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: configMap('aws-podvm-image-cm', 'PODVM_IMAGE_URI: "bootc::quay.io/example/podvm:1"'),
    },
    {
      avoid: configMap(
        'libvirt-podvm-image-cm',
        'PODVM_IMAGE_URI: quay.io/example/podvm:1',
        '#                ^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: configMap('libvirt-podvm-image-cm', 'PODVM_IMAGE_URI: oci::quay.io/example/podvm:1::/image/podvm.qcow2'),
    },
    {
      avoid: configMap(
        'aws-podvm-image-cm',
        'PODVM_IMAGE_URI: "oci::example.com/podvm@sha256:abc::/x"',
        '#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: configMap('aws-podvm-image-cm', 'PODVM_IMAGE_URI: "oci::example.com/podvm:1"'),
    },
  ],
});

/** Returns the problem with the URI, if any. */
function judge({ key, text }: KnownValue, provider: string): ValueProblem | undefined {
  if (key.name !== 'PODVM_IMAGE_URI') return undefined;
  // Bash matches the whole value. A value that is far too long isn't a URI.
  const type = text.length > 2000 ? undefined : asRead.exec(text)?.[1];
  const types = provider === 'libvirt' ? ['oci'] : ['oci', 'bootc'];
  if (type !== undefined && types.includes(type) && !/\s/.test(text)) return withWrongDigest(text);
  const meant = withTwoColons(text, types);
  const form = 'oci::repository:tag::/path';
  const forms = types.includes('bootc') ? [form, 'bootc::repository:tag'] : [form];
  const advice = l10n.t`Use ${meant === undefined ? formatAlternatives(forms) : `"${sanitizeQuote(meant, 50)}"`}.`;
  return {
    message: `${l10n.t`Invalid ${key.name} "${sanitizeQuote(text, 50)}", so the image creation job fails.`}${getSentenceSeparator()}${advice}`,
    fixes: meant === undefined ? [] : [{ text: meant, sure: true }],
  };
}

/** Returns the problem with the digest, if any. The script mistakes the digits of a digest for a tag. */
function withWrongDigest(text: string): ValueProblem | undefined {
  const image = text.replace(/^[^:]+::/, '').replace(/::.*$/, '');
  const problem = digestProblem(image);
  return problem === undefined
    ? undefined
    : { severity: 'error', message: [problem, l10n.t`The image creation job fails.`].join(getSentenceSeparator()) };
}

/**
 * Returns the URI with the type in lowercase and two colons after it, for a value such as `bootc:quay.io/...` or
 * `OCI::quay.io/...`. Returns undefined if the result isn't valid.
 */
function withTwoColons(text: string, types: readonly string[]): string | undefined {
  const parts = /^(oci|bootc):{1,3}([^:\s/][^\s]*)$/i.exec(text.trim());
  const type = parts?.[1]?.toLowerCase();
  const rest = parts?.[2];
  if (type === undefined || rest === undefined || !types.includes(type)) return undefined;
  const meant = `${type}::${rest}`;
  return asRead.test(meant) ? meant : undefined;
}
