import * as l10n from '@vscode/l10n';
import { findYamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import { listDataEntries } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { isFaultless } from './isValueValid.ts';
import { createValueFinding, isString, findKnownKey, getProvider } from '../checkValues.ts';

export default defineRule({
  id: 'ppcm-non-string',
  title: () => l10n.t`A value that is not a string`,
  severity: 'error',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The values of a ConfigMap are strings. The API server refuses the whole object when one is a number, a boolean, a map or a list: \`9000\`, \`true\` and \`yes\` need quotes.`,
  source: [
    'Kubernetes API, ConfigMap v1 core: data is a map of strings',
    'kubernetes-sigs/yaml@742f5e6f goyaml.v2/resolve.go',
  ],
  *check(context) {
    const { manifest } = context;
    for (const entry of listDataEntries(manifest)) {
      const { value } = entry;
      if (value.unknown || value.value === null || isString(manifest, entry)) continue;
      const text = asString(context, entry.name, value);
      yield createValueFinding(manifest, entry, {
        message:
          typeof value.value === 'boolean'
            ? l10n.t`${sanitizeQuote(entry.name)} is a boolean, and values of a ConfigMap are strings: the API server refuses it. Put it in quotes.`
            : l10n.t`${sanitizeQuote(entry.name)} is a number, and values of a ConfigMap are strings: the API server refuses it. Put it in quotes.`,
        mends: [
          {
            text,
            sure: text === value.text ? isSafe(context, entry.name, value) : true,
            title: l10n.t`Put it in quotes`,
          },
        ],
      });
    }
    yield* collections(context);
  },
  examples: [
    {
      avoid: mapFor('aws', 'VXLAN_PORT: 9000', '#           ^^^^ want', 'DISABLECVM: yes', '#           ^^^ want'),
      prefer: mapFor('aws', 'VXLAN_PORT: "9000"', 'DISABLECVM: "true"'),
    },
    {
      avoid: mapFor('aws', 'TAGS: {owner: me}', '#     ^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'TAGS: "owner=me"'),
    },
  ],
});

/** The text to put in quotes: what is written, but for booleans in other words. */
function asString({ manifest, release }: RuleContext, name: string, { value, text }: ScalarNode): string {
  const isBoolean =
    typeof value === 'boolean' && findKnownKey(name, getProvider(manifest), release)?.type === 'boolean';
  return isBoolean && isFaultless(name, String(value), { manifest, release }) ? String(value) : text;
}

/** Quotes alone mend it: what they make of it is right. */
function isSafe(context: RuleContext, name: string, { value, text }: ScalarNode): boolean {
  return (typeof value === 'number' || text === String(value)) && isFaultless(name, text, context);
}

/** Maps and lists as values. */
function* collections({ manifest }: RuleContext): Iterable<Finding> {
  const data = findYamlNode(manifest.root, ['data']);
  for (const { key, value } of data?.type === 'map' ? data.entries : []) {
    if (value.type === 'scalar' || key.unknown) continue;
    const place = value.type === 'map' && !value.flow ? key : value;
    yield {
      start: place.start,
      end: place.end,
      message:
        value.type === 'map'
          ? l10n.t`The value of this key is a map, and values of a ConfigMap are strings: the API server refuses it. Write it as one string.`
          : l10n.t`The value of this key is a list, and values of a ConfigMap are strings: the API server refuses it. Write it as one string.`,
    };
  }
}
