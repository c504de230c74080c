import { peerPodsSecretName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { secretKeyNamed } from '#core/peerPods/keys/secretKeys.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { bytes } from '#platform/bytes.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { listDataEntries, setValue, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import { findPlaceholder } from '../peerPods/checkValues.ts';
import { secret } from '../shared/exampleObjects.ts';
import { isInOtherNamespace } from '../shared/ownObjects.ts';
import { isBase64, isTextInDisguise } from './base64.ts';

const sections = ['stringData', 'data'] as const;

/** Keys whose values are files, which usually end in a line break. */
const fileKeys: ReadonlySet<string> = new Set(['GCP_CREDENTIALS', 'HOST_KEY_CERTS']);

/** Maximum length of a value to check, in characters. Credentials on one line are far shorter. */
const maxLength = 10_000;

export default defineRule({
  id: 'ppsecret-trailing-space',
  title: () => l10n.t`Space or line break at the end of a credential`,
  severity: 'warning',
  appliesTo: [peerPodsSecretName],
  why: () =>
    l10n.t`The value ends in a space or a line break, which becomes part of the credential. The cloud provider then rejects it. A common cause is \`echo\` before \`base64\`: use \`echo -n\` or \`printf\`. In YAML, a block that starts with \`|\` also ends in a line break: use \`|-\` or quotes.

Values with several lines, such as keys and JSON files, aren't reported, because they can end in a line break. The finding never shows the value.

Remove the space or line break. If the value is base64-encoded, encode it again.`,
  source: [
    'Kubernetes API reference, Secret v1 (data, stringData)',
    'snir911/sandboxed-containers-operator@f0896edd config/peerpods/peerpodssecret.yaml',
  ],
  *check(context) {
    const { manifest } = context;
    if (isInOtherNamespace(manifest)) return;
    for (const section of sections)
      for (const entry of listDataEntries(manifest, section)) yield* checkTrailingSpace(context, entry, section);
  },
  examples: () => [
    {
      avoid: secret('data', 'AWS_ACCESS_KEY_ID: bm90IGEgcmVhbCBpZAo=', '#                  ^^^^^^^^^^^^^^^^^^^^ want'),
      prefer: secret('data', 'AWS_ACCESS_KEY_ID: "bm90IGEgcmVhbCBpZA=="'),
    },
    {
      avoid: secret('stringData', 'AWS_ACCESS_KEY_ID: "not a real id "', '#                  ^^^^^^^^^^^^^^^^ want'),
      prefer: secret('stringData', 'AWS_ACCESS_KEY_ID: "not a real id"'),
    },
  ],
});

function* checkTrailingSpace(
  { manifest }: RuleContext,
  entry: ConfigDataEntry,
  section: (typeof sections)[number],
): Iterable<Finding> {
  const { name, value } = entry;
  const { start, end, text, unknown } = value;
  // Other Secret keys can belong to other software.
  if (
    unknown ||
    fileKeys.has(name) ||
    secretKeyNamed(name) === undefined ||
    text.length > maxLength ||
    findPlaceholder(text) !== undefined
  )
    return;
  // Values in a kustomization are plain text, which kustomize encodes.
  const isEncoded = section === 'data' && manifest.part !== 'generator';
  if (isEncoded && (!isBase64(text) || isTextInDisguise(name, text))) return;
  const plain = isEncoded ? new TextDecoder().decode(bytes.fromBase64(text.replaceAll(/[\r\n]/g, ''))) : text;
  const right = plain.replace(/[ \t\r\n]+$/, '');
  if (right === plain || right === '' || /[\r\n\uFFFD]/.test(right)) return;
  const edit = setValue(manifest, entry, isEncoded ? bytes.toBase64(new TextEncoder().encode(right)) : right);
  yield {
    start,
    end,
    message: l10n.t`${sanitizeQuote(name, 60)} ends in a space or line break, which becomes part of the credential. Remove it.`,
    fixes: edit === undefined ? [] : [{ title: l10n.t`Remove the space or line break`, edits: [edit], sure: true }],
  };
}
