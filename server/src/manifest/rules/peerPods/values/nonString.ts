import * as l10n from '@vscode/l10n';
import { findYamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import { listDataEntries } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { describeNonString } from '../../shared/valueWords.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { isFaultless } from './isValueValid.ts';
import { createValueFinding, isString, findKnownKey, getProvider } from '../checkValues.ts';

export default defineRule({
  id: 'ppcm-non-string',
  title: () => l10n.t`Non-string value`,
  severity: 'error',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`A value in \`peer-pods-cm\` is a number, a boolean, a mapping, or a list instead of a string. ConfigMap values must be strings, so the API server rejects the whole object.

Put values such as \`9000\`, \`true\`, and \`yes\` in quotes. Write a mapping such as \`{owner: me}\` as the string that cloud-api-adaptor expects, in this case \`"owner=me"\`.`,
  source: [
    'Kubernetes API, ConfigMap v1 core: data is a map of strings',
    'kubernetes-sigs/yaml@742f5e6f goyaml.v2/resolve.go',
    'OSC 1.12 §3.2',
  ],
  *check(context) {
    const { manifest } = context;
    for (const entry of listDataEntries(manifest)) {
      const { value } = entry;
      if (value.unknown || value.value === null || isString(manifest, entry)) continue;
      const text = asString(context, entry.name, value);
      yield createValueFinding(manifest, entry, {
        message: describeNonString(
          manifest,
          entry.name,
          typeof value.value === 'boolean' ? l10n.t`a boolean` : l10n.t`a number`,
          true,
        ),
        fixes: [
          {
            text,
            sure: text === value.text ? isSafe(context, entry.name, value) : true,
            title: l10n.t`Put in quotes`,
          },
        ],
      });
    }
    yield* collections(context);
  },
  examples: () => [
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

/** Returns the text to quote: the text as written, or `true` or `false` for another spelling of a boolean. */
function asString({ manifest, release }: RuleContext, name: string, { value, text }: ScalarNode): string {
  const isBoolean =
    typeof value === 'boolean' && findKnownKey(name, getProvider(manifest), release)?.type === 'boolean';
  return isBoolean && isFaultless(name, String(value), { manifest, release }) ? String(value) : text;
}

/** Returns whether adding quotation marks is sufficient because the resulting string is valid. */
function isSafe(context: RuleContext, name: string, { value, text }: ScalarNode): boolean {
  return (typeof value === 'number' || text === String(value)) && isFaultless(name, text, context);
}

/** Reports values that are mappings or lists. */
function* collections({ manifest }: RuleContext): Iterable<Finding> {
  const data = findYamlNode(manifest.root, ['data']);
  for (const { key, value } of data?.type === 'map' ? data.entries : []) {
    if (value.type === 'scalar' || key.unknown) continue;
    const place = value.type === 'map' && !value.flow ? key : value;
    yield {
      start: place.start,
      end: place.end,
      message: describeNonString(manifest, key.text, value.type === 'map' ? l10n.t`a mapping` : l10n.t`a list`, false),
    };
  }
}
