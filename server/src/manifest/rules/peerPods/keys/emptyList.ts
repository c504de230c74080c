import * as l10n from '@vscode/l10n';
import { adaptor112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { emptyListOf, typeKeysOf } from './instanceTypes.ts';
import { createValueFinding, findKnownKey, getProvider } from '../checkValues.ts';

export default defineRule({
  id: 'ppcm-empty-list',
  title: () => l10n.t`Empty instance type list`,
  severity: 'info',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The list of instance types in \`peer-pods-cm\`, such as \`PODVM_INSTANCE_TYPES\`, is empty. Every peer pod then uses the default instance type. If a pod requests another type, its VM isn't created: "requested instance type is not default and supported instance types list is empty".

A missing key has the same effect but isn't reported.

To allow other types, list them, separated by commas.`,
  source: [adaptor112('src/cloud-providers/util.go')],
  *check(context) {
    const { manifest, release } = context;
    const entry = emptyListOf(context);
    const keys = typeKeysOf(context);
    if (entry === undefined || keys === undefined) return;
    const sample = findKnownKey(entry.name, getProvider(manifest), release)?.sample;
    yield createValueFinding(manifest, entry, {
      message: l10n.t`${entry.name} is empty. Every peer pod uses the instance type in ${keys.defaultKey}, and pods that request another type are rejected. List the allowed types.`,
      fixes: sample === undefined ? [] : [{ text: sample, sure: false }],
    });
  },
  examples: [
    {
      avoid: mapFor('aws', 'PODVM_INSTANCE_TYPES: ""', '#                     ^^ want'),
      prefer: mapFor('aws', 'PODVM_INSTANCE_TYPES: "t2.small,t2.medium,t3.large"'),
    },
  ],
});
