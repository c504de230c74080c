import * as l10n from '@vscode/l10n';
import { adaptor112 } from '#core/product/sources.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { emptyListOf, typeKeysOf } from './instanceTypes.ts';
import { createValueFinding, findKnownKey, getProvider, listCheckedValues } from '../checkValues.ts';

export default defineRule({
  id: 'ppcm-empty-list',
  title: () => l10n.t`Empty instance type list`,
  severity: 'info',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The list of instance types in \`peer-pods-cm\`, such as \`PODVM_INSTANCE_TYPES\`, is empty, or contains an empty item. With an empty list, every peer pod uses the default instance type. If a pod requests another type, its VM isn't created: "requested instance type is not default and supported instance types list is empty".

A missing key has the same effect as an empty list but isn't reported. For an empty item, for example after an extra comma, the severity is error on AWS, where cloud-api-adaptor then fails to start. On other cloud providers, the severity is warning.

To allow other types, list them, separated by commas.`,
  source: [
    adaptor112('src/cloud-providers/util.go'),
    adaptor112('src/cloud-providers/aws/provider.go'),
    adaptor112('src/cloud-providers/azure/provider.go'),
    'OSC 1.12 §3.2',
  ],
  *check(context) {
    const { manifest, release } = context;
    const entry = emptyListOf(context);
    const keys = typeKeysOf(context);
    yield* checkItems(context);
    if (entry === undefined || keys === undefined) return;
    const sample = findKnownKey(entry.name, getProvider(manifest), release)?.sample;
    yield createValueFinding(manifest, entry, {
      message: l10n.t`${entry.name} is empty, so every peer pod uses the instance type in ${keys.defaultKey}, and pods that request another type are rejected. List the allowed types.`,
      fixes: sample === undefined ? [] : [{ text: sample, sure: false }],
    });
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'PODVM_INSTANCE_TYPES: ""', '#                     ^^ want'),
      prefer: mapFor('aws', 'PODVM_INSTANCE_TYPES: "t2.small,t2.medium,t3.large"'),
    },
    {
      avoid: mapFor('aws', 'PODVM_INSTANCE_TYPES: "t3.large,"', '#                     ^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'PODVM_INSTANCE_TYPES: "t3.large"'),
    },
    {
      avoid: mapFor(
        'gcp',
        'GCP_INSTANCE_TYPES: "n2d-standard-2,,n2d-standard-4"',
        '#                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('gcp', 'GCP_INSTANCE_TYPES: "n2d-standard-2,n2d-standard-4"'),
    },
  ],
});

/**
 * Reports empty items of the list. On AWS, cloud-api-adaptor asks for the details of each listed type when it starts,
 * and exits if there is no such type.
 */
function* checkItems(context: RuleContext): Iterable<Finding> {
  const listKey = typeKeysOf(context)?.listKey;
  const provider = getProvider(context.manifest)?.name;
  const checked = listCheckedValues(context).findLast(({ key }) => key.name === listKey);
  if (checked === undefined || !['aws', 'azure', 'gcp'].includes(provider ?? '')) return;
  const items = checked.text.split(',').map((item) => item.trim());
  if (items.every((item) => item !== '')) return;
  const kept = items.filter((item) => item !== '').join(',');
  yield createValueFinding(context.manifest, checked.entry, {
    severity: provider === 'aws' ? 'error' : 'warning',
    message:
      provider === 'aws'
        ? l10n.t`${checked.key.name} contains an empty item, which isn't an instance type, so cloud-api-adaptor fails to start. Remove the extra comma.`
        : l10n.t`${checked.key.name} contains an empty item, which has no effect. Remove the extra comma.`,
    fixes: kept === '' ? [] : [{ text: kept, sure: true, title: l10n.t`Remove extra commas` }],
  });
}
