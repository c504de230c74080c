import * as l10n from '@vscode/l10n';
import { layeredImageConfigMapName, layeredImageKeys } from '#core/peerPods/featureGates.ts';
import { operator111 } from '#core/product/sources.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { hasData, listDataEntries, renameKey } from '#server/engine/yaml/objects/dataEntries.ts';
import { createValueFinding, type ValueProblem } from '../peerPods/checkValues.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { digestProblem, repairDigest } from '../shared/imageDigest.ts';
import { isInOtherNamespace, knownValues } from '../shared/ownObjects.ts';

const imageKey = 'osImageURL';
/** Key from a comment in the operator's source code. The operator doesn't read it. */
const ignoredKey = 'kernelArgs';
const argumentsKey = 'kernelArguments';

export default defineRule({
  id: 'layered-image-value',
  title: () => l10n.t`Invalid layered image`,
  severity: 'error',
  appliesTo: [layeredImageConfigMapName],
  why: () =>
    l10n.t`\`osImageURL\` must be an image name with a registry and a tag or digest. The operator writes it to the MachineConfig without a check, so nodes can't pull an image with a URL scheme or a wrong digest, and the machine config pool is degraded.

The operator reads kernel arguments from \`kernelArguments\`. A comment in its source code names \`kernelArgs\`, which it ignores.

Correct the image or the key.`,
  source: [
    operator111('controllers/layered_image_handler.go:107'),
    operator111('controllers/layered_image_handler.go:144'),
  ],
  *check(context) {
    const { manifest } = context;
    if (isInOtherNamespace(manifest)) return;
    yield* checkIgnoredKey(context);
    for (const { entry, key, text } of knownValues(manifest, layeredImageKeys)) {
      const problem = judgeLayeredImage(key.name, text);
      if (problem !== undefined) yield createValueFinding(manifest, entry, problem);
    }
  },
  examples: () => [
    {
      avoid: configMap(
        layeredImageConfigMapName,
        'osImageURL: "https://registry.example.com/rhcos-kata:4.20"',
        '#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: configMap(layeredImageConfigMapName, 'osImageURL: "registry.example.com/rhcos-kata:4.20"'),
    },
    {
      avoid: configMap(
        layeredImageConfigMapName,
        'osImageURL: registry.example.com/rhcos-kata@sha265:0000',
        '#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: configMap(
        layeredImageConfigMapName,
        `osImageURL: registry.example.com/rhcos-kata@sha256:${'0'.repeat(64)}`,
      ),
    },
    {
      avoid: configMap(
        layeredImageConfigMapName,
        'osImageURL: registry.example.com/rhcos-kata:4.20',
        'kernelArgs: kvm_intel.tdx=1',
        '# ^^^^^^^^^^ want',
      ),
      prefer: configMap(
        layeredImageConfigMapName,
        'osImageURL: registry.example.com/rhcos-kata:4.20',
        'kernelArguments: kvm_intel.tdx=1',
      ),
    },
  ],
});

/** Returns the problem with a value of the ConfigMap, if any. Only the image has a known form. */
export function judgeLayeredImage(key: string, text: string): ValueProblem | undefined {
  if (key !== imageKey) return undefined;
  const scheme = /^(?:https?|docker|oci):\/\//i.exec(text)?.[0];
  if (scheme !== undefined)
    return {
      message: l10n.t`"${sanitizeQuote(text, 50)}" is a URL, but ${imageKey} must be an image name without ${scheme}. Nodes can't pull the image.`,
      fixes: [{ text: text.slice(scheme.length), sure: true }],
    };
  const digest = digestProblem(text);
  return digest === undefined
    ? undefined
    : {
        message: [digest, l10n.t`Nodes can't pull the image.`].join(getSentenceSeparator()),
        fixes: repairDigest(text).map((right) => ({ text: right, sure: true })),
      };
}

function* checkIgnoredKey({ manifest, text }: RuleContext): Iterable<Finding> {
  const entry = listDataEntries(manifest).find(({ name }) => name === ignoredKey);
  if (entry === undefined || hasData(manifest, argumentsKey)) return;
  const edit = renameKey(entry, argumentsKey, text);
  yield {
    start: entry.key.start,
    end: entry.key.end,
    severity: 'warning',
    message: l10n.t`The operator ignores ${ignoredKey}, although a comment in its source code names it. Use ${argumentsKey}.`,
    fixes: edit === undefined ? [] : [{ title: l10n.t`Rename to ${argumentsKey}`, edits: [edit], sure: true }],
  };
}
