import * as l10n from '@vscode/l10n';
import { awsListMonth } from '#core/peerPods/ec2InstanceTypes.ts';
import { listIntendedTypes } from '#core/peerPods/instanceTypeNames.ts';
import { splitList } from '#core/peerPods/parseGoValues.ts';
import type { ProviderName } from '#core/peerPods/providers.ts';
import { adaptor112 } from '#core/product/sources.ts';
import { formatNames } from '#core/text/phrases.ts';
import { getSentenceSeparator, formatMonth } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { createValueFinding, getProvider, listCheckedValues, type CheckedValue } from '../checkValues.ts';
import { typeKeysOf } from './instanceTypes.ts';

export default defineRule({
  id: 'ppcm-instance-type',
  title: () => l10n.t`Unknown or repeated instance type`,
  severity: 'info',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`An instance type in \`peer-pods-cm\` isn't in the list of instance types, but resembles one in it. If the type doesn't exist, cloud-api-adaptor fails to start on AWS, and pod VMs can't be created on other cloud providers. The severity is information, because the list is from ${formatMonth(awsListMonth)}, and the cloud provider might have added the type later.

For a type that is listed twice, the severity is warning, because the repetition has no effect.

Correct the name, or remove the repeated type.`,
  source: [
    'botocore 1.43.107 data/ec2/2016-11-15/service-2.json.gz, shape InstanceType',
    adaptor112('src/cloud-providers/aws/provider.go'),
  ],
  *check(context) {
    const keys = typeKeysOf(context);
    const provider = getProvider(context.manifest)?.name;
    if (keys === undefined || provider === undefined) return;
    const values = listCheckedValues(context);
    const list = values.findLast(({ key }) => key.name === keys.listKey);
    const single = values.findLast(({ key }) => key.name === keys.defaultKey);
    if (single !== undefined) yield* checkNames(context, single, [single.text], provider);
    if (list === undefined) return;
    const read = splitList(list.text, context.release, list.key.name);
    if (read.outcome !== 'read') return;
    const items = read.value.map(({ text }) => text.trim()).filter((item) => item !== '');
    yield* checkNames(context, list, items, provider);
    const repeated = items.find((item, index) => items.indexOf(item) !== index);
    if (repeated !== undefined) yield repeatedFinding(context, list, items, repeated);
  },
  examples: () => [
    {
      avoid: mapFor('aws', 'PODVM_INSTANCE_TYPES: "t3.medim,t2.smal"', '#                     ^^^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'PODVM_INSTANCE_TYPES: "t3.medium,t2.small"'),
    },
    {
      avoid: mapFor(
        'aws',
        'PODVM_INSTANCE_TYPES: "t3.large,m5.large,t3.large"',
        '#                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('aws', 'PODVM_INSTANCE_TYPES: "t3.large,m5.large"'),
    },
    {
      avoid: mapFor('gcp', 'GCP_MACHINE_TYPE: "e2-standrad-4"', '#                 ^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('gcp', 'GCP_MACHINE_TYPE: "e2-standard-4"'),
    },
  ],
});

/** Reports all misspelled types of a value in one finding. */
function* checkNames(
  { manifest }: RuleContext,
  { entry, key }: CheckedValue,
  items: readonly string[],
  provider: ProviderName,
): Iterable<Finding> {
  const found = items.map((item) => {
    // Another rule reports names in the wrong format.
    if (key.pattern?.test(item) === false) return undefined;
    const near = findNearestName(item, listIntendedTypes(item, provider));
    return near === undefined ? undefined : { item, near };
  });
  const slips = found.filter((one) => one !== undefined);
  if (slips.length === 0) return;
  const unknown = formatNames(
    slips.map(({ item }) => sanitizeQuote(item, 30)),
    3,
  );
  const meant = formatNames(
    slips.map(({ near }) => near.name),
    3,
  );
  const what =
    provider === 'aws'
      ? l10n.t`Not in the list of EC2 instance types from ${formatMonth(awsListMonth)}: ${unknown}.`
      : l10n.t`Not in the list of instance types: ${unknown}.`;
  yield createValueFinding(manifest, entry, {
    message: `${what}${getSentenceSeparator()}${l10n.t`Did you mean ${meant}?`}`,
    fixes: [{ text: items.map((item, index) => found[index]?.near.name ?? item).join(','), sure: false }],
  });
}

function repeatedFinding(
  { manifest }: RuleContext,
  { entry, key }: CheckedValue,
  items: readonly string[],
  repeated: string,
): Finding {
  return createValueFinding(manifest, entry, {
    severity: 'warning',
    message: l10n.t`${key.name} contains ${sanitizeQuote(repeated, 40)} twice, which has no effect. Remove the repeated type.`,
    fixes: [{ text: [...new Set(items)].join(','), sure: true, title: l10n.t`Remove repeated types` }],
  });
}
