import * as l10n from '@vscode/l10n';
import { adaptor112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { listDataEntries } from '#server/engine/yaml/objects/dataEntries.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { describePodVmCapacity, listCapacityKeys } from '../../../podVmCapacity.ts';
import { getValueSpan } from '../checkValues.ts';

export default defineRule({
  id: 'ppcm-cost',
  title: () => l10n.t`Maximum number and size of pod VMs`,
  severity: 'hint',
  appliesTo: ['peer-pods-cm'],
  needs: ['file'],
  why: () =>
    l10n.t`\`peer-pods-cm\` determines how many pod VMs can exist at the same time, and their largest instance type. The cloud provider charges for each pod VM while its pod exists. The limit is per node. If a cluster is open, the finding also shows the number for all its nodes with Kata.

The severity is hint, because nothing in the file is wrong. The largest type is shown only if the sizes of all types are known.

To limit the cost, set \`PEERPODS_LIMIT_PER_NODE\` and list only the instance types that your pods need.`,
  source: [adaptor112('src/cloud-api-adaptor/entrypoint.sh'), 'OSC 1.12 §3.2'],
  *check({ manifest, release, cluster }) {
    const entries = listDataEntries(manifest);
    const keys = listCapacityKeys(manifest);
    const entry = keys
      .map((key) => entries.findLast(({ name }) => name === key))
      .find((found) => found !== undefined && !found.value.unknown);
    const message = describePodVmCapacity(manifest, release, cluster?.kataNodes);
    if (entry !== undefined && message !== undefined) yield { ...getValueSpan(entry), message };
  },
  examples: () => [
    {
      avoid: mapFor(
        'aws',
        'PEERPODS_LIMIT_PER_NODE: "10"',
        '#                        ^^^^ want',
        'PODVM_INSTANCE_TYPE: "t3.medium"',
        'PODVM_INSTANCE_TYPES: "t3.medium,m5.24xlarge"',
      ).replace('name: peer-pods-cm\n', 'name: peer-pods-cm\n#       ^^^^^^^^^^^^ want osc/ppcm-restart\n'),
    },
  ],
});
