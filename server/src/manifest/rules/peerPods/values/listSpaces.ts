import * as l10n from '@vscode/l10n';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { spacesPreventStart, readsEnvironmentVariables, splitList } from '#core/peerPods/parseGoValues.ts';
import type { Release } from '#core/product/releases.ts';
import { adaptor111, adaptor112, document112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { checkValues, type ValueCheck } from '../checkValues.ts';

/** Lists whose items cloud-api-adaptor trims. Source: `adaptor112('.../podnetwork/tunneler/config.go')`. */
const trimmedLists: ReadonlySet<string> = new Set(['POD_SUBNET_CIDRS']);

/** Checks for spaces that become part of a value or split it. */
export const judgeBlanks: ValueCheck = ({ key, text }, release) => {
  if (!isTaken(key) || !/\s/.test(text)) return undefined;
  const stops = spacesPreventStart(text, release, key.name);
  if (!stops && !isSpoilt(key, text, release)) return undefined;
  const tidy = tidied(key, text);
  const fixes =
    tidy === text || spacesPreventStart(tidy, release, key.name)
      ? []
      : [{ text: tidy, sure: true, title: l10n.t`Remove spaces` }];
  if (stops)
    return {
      message: l10n.t`A space in ${key.name} splits it into several arguments, and cloud-api-adaptor fails to start. Remove all spaces.`,
      fixes,
    };
  return {
    severity: 'warning',
    fixes,
    message:
      key.type === 'list'
        ? l10n.t`Spaces in ${key.name} become part of the items, which then match nothing. Separate items only with commas.`
        : l10n.t`A leading or trailing space in ${key.name} becomes part of the value. Remove it.`,
  };
};

/**
 * Returns whether this rule checks the key. Numbers, booleans, and values with a fixed format have their own rules, and
 * so does initdata.
 */
function isTaken({ name, type, pattern }: ConfigKey): boolean {
  if (type === 'list' || type === 'tags') return true;
  return (type === 'string' || type === 'path') && pattern === undefined && name !== 'CLOUD_PROVIDER';
}

function isSpoilt({ name, type }: ConfigKey, text: string, release: Release): boolean {
  // TAGS are trimmed. Their handling on IBM Cloud is unknown.
  if (type === 'tags' || name === 'TAGS') return false;
  if (type !== 'list') return readsEnvironmentVariables(release) && text.trim() !== text;
  const items = splitList(text, release, name);
  const isTrimmed = trimmedLists.has(name);
  return (
    items.outcome === 'read' &&
    items.value.some((item) => (!isTrimmed && item.text.trim() !== item.text) || /\S\s+\S/.test(item.text))
  );
}

function tidied({ type, pattern }: ConfigKey, text: string): string {
  if (type !== 'list' && type !== 'tags') return text.trim();
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (type === 'list' && pattern !== undefined && words.every((word) => pattern.test(word))) return words.join(',');
  const items = text.split(',').map((item) => item.trim());
  return type === 'list' && items.some((item) => /\s/.test(item)) ? text : items.join(',');
}

export default defineRule({
  id: 'ppcm-list-spaces',
  title: () => l10n.t`Spaces in a value`,
  severity: 'error',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`A value in \`peer-pods-cm\` contains spaces. In OSC 1.11 and earlier, a script passes the values to cloud-api-adaptor as unquoted arguments. A space splits a value into several arguments, so cloud-api-adaptor fails to start. In OSC 1.12 and later, the space becomes part of the value. For example, the second type in \`"t2.small, t3.large"\` starts with a space and matches no instance type.

The finding is a warning if cloud-api-adaptor starts anyway, as in OSC 1.12 and later.

Remove the spaces. The OSC documentation also requires lists without spaces.`,
  source: [
    adaptor111('src/cloud-api-adaptor/entrypoint.sh'),
    adaptor112('src/cloud-providers/types.go'),
    document112('3.2'),
  ],
  *check(context) {
    yield* checkValues(context, judgeBlanks);
  },
  examples: () => [
    {
      avoid: mapFor(
        'aws',
        'PODVM_INSTANCE_TYPES: "t2.small, t3.large"',
        '#                     ^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('aws', 'PODVM_INSTANCE_TYPES: "t2.small,t3.large"'),
    },
    {
      avoid: mapFor('aws', 'TAGS: "owner=me, purpose=peer pods"', '#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'TAGS: "owner=me,purpose=peer-pods"'),
      release: '1.10',
    },
    {
      avoid: mapFor(
        'aws',
        'POD_SUBNET_CIDRS: "10.244.0.0/16 10.96.0.0/12"',
        '#                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('aws', 'POD_SUBNET_CIDRS: "10.244.0.0/16,10.96.0.0/12"'),
    },
    {
      avoid: mapFor(
        'aws',
        'POD_SUBNET_CIDRS: "10.244.0.0/16, 10.96.0.0/12"',
        '#                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('aws', 'POD_SUBNET_CIDRS: "10.244.0.0/16,10.96.0.0/12"'),
      release: '1.11',
    },
  ],
});
