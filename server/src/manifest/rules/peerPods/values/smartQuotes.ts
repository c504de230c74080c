import { featureGatesName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { featureGates, layeredImageConfigMapName, layeredImageKeys } from '#core/peerPods/featureGates.ts';
import { listPodVmImageKeys, findPodVmImageProvider } from '#core/peerPods/keys/podVmImageKeys.ts';
import { listDataEntries, setValue, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { isFaultless } from './isValueValid.ts';
import { repairPastedValue } from '#server/manifest/rules/shared/pastedValue.ts';
import { mustHideValue } from '../keys/secretInConfigMap.ts';
import { isString, findKnownKey, getValueSpan, getProvider } from '../checkValues.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export default defineRule({
  id: 'ppcm-smart-quotes',
  title: () => l10n.t`Typographic quotes or callout numbers in a value`,
  severity: 'error',
  appliesTo: dataObjects.map(({ id }) => id),
  why: () =>
    l10n.t`YAML recognizes only \`"\` and \`'\` as quotes. Typographic quotes from a word processor or web page (\`“9000”\`) and callout numbers from the documentation (\`true 1\`) silently become part of the value, so the value is wrong.

Use straight quotes, and remove the callout number.`,
  source: [
    'YAML 1.2.2, 7.3 Flow scalar styles',
    'OSC 1.5 documentation: callout numbers at the ends of lines in samples',
  ],
  *check(context) {
    const isSecret = context.manifest.kind.kind === 'Secret';
    for (const under of isSecret ? ['stringData', 'data'] : ['data']) {
      for (const entry of listDataEntries(context.manifest, under)) {
        if (entry.value.unknown || !isString(context.manifest, entry)) continue;
        const { text } = entry.value;
        const key = isSecret ? undefined : keyOf(context, entry);
        const meant = repairPastedValue(text, key);
        if (meant === undefined || isPlaceholder(meant)) continue;
        const hidden = isSecret || mustHideValue(entry.name);
        const edit = setValue(context.manifest, entry, meant);
        const what = /\d\s*$|\)\s*$|>\s*$|[\u2460-\u2473]\s*$/.test(text)
          ? l10n.t`The value of ${sanitizeQuote(entry.name)} contains a callout number from documentation, which becomes part of the value.`
          : l10n.t`The value of ${sanitizeQuote(entry.name)} contains typographic quotes, which become part of the value.`;
        yield {
          ...getValueSpan(entry),
          message: hidden ? what : `${what}${getSentenceSeparator()}${l10n.t`Use ${`"${sanitizeQuote(meant)}"`}.`}`,
          fixes:
            edit === undefined
              ? []
              : [
                  {
                    title: hidden ? l10n.t`Use straight quotes` : l10n.t`Change to "${sanitizeQuote(meant)}"`,
                    edits: [edit],
                    sure: isRight(context, entry, key, meant),
                  },
                ],
        };
      }
    }
  },
  examples: () => [
    {
      avoid: mapFor(
        'aws',
        'VXLAN_PORT: “9000”',
        '#           ^^^^^^ want',
        'DISABLECVM: true 1',
        '#           ^^^^^^ want',
        'PROXY_TIMEOUT: “5m” 2',
        '#              ^^^^^^ want',
      ),
      prefer: mapFor('aws', 'VXLAN_PORT: "9000"', 'DISABLECVM: "true"', 'PROXY_TIMEOUT: "5m"'),
    },
    {
      avoid: `
apiVersion: v1
kind: Secret
metadata:
  name: peer-pods-secret
  namespace: openshift-sandboxed-containers-operator
type: Opaque
stringData:
  AWS_ACCESS_KEY_ID: “AKIA0123456789”
#                    ^^^^^^^^^^^^^^^^ want
  AWS_SECRET_ACCESS_KEY: "0123456789"
`,
      prefer: `
apiVersion: v1
kind: Secret
metadata:
  name: peer-pods-secret
  namespace: openshift-sandboxed-containers-operator
type: Opaque
stringData:
  AWS_ACCESS_KEY_ID: "AKIA0123456789"
  AWS_SECRET_ACCESS_KEY: "0123456789"
`,
    },
  ],
});

/** Returns the definition of a ConfigMap key, if it's known. */
function keyOf({ manifest, release }: RuleContext, { name }: ConfigDataEntry): ConfigKey | undefined {
  const { id } = manifest.kind;
  if (id === 'peer-pods-cm') return findKnownKey(name, getProvider(manifest), release);
  const provider = findPodVmImageProvider(id);
  const keys =
    provider !== undefined
      ? listPodVmImageKeys(provider)
      : id === featureGatesName
        ? featureGates
        : id === layeredImageConfigMapName
          ? layeredImageKeys
          : [];
  return keys.find((key) => key.name === name);
}

/**
 * Returns whether the remaining value is valid, as far as this is known. The fix is safe only if the value is valid.
 */
function isRight(context: RuleContext, { name }: ConfigDataEntry, key: ConfigKey | undefined, text: string): boolean {
  if (context.manifest.kind.id === 'peer-pods-cm') return isFaultless(name, text, context);
  if (key?.type === 'boolean') return text === 'true' || text === 'false';
  return key?.type !== 'yes-no' || text === 'yes' || text === 'no';
}
