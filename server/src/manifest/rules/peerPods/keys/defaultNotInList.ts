import * as l10n from '@vscode/l10n';
import { adaptor112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { setValue } from '#server/engine/yaml/objects/dataEntries.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { isFaultless } from '../values/isValueValid.ts';
import { setTypesOf } from './instanceTypes.ts';
import { getValueSpan } from '../checkValues.ts';

export default defineRule({
  id: 'ppcm-instance-default-not-in-list',
  title: () => l10n.t`Default instance type missing from the list`,
  severity: 'warning',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The default instance type in \`peer-pods-cm\`, such as \`PODVM_INSTANCE_TYPE\`, isn't in the list of allowed types, such as \`PODVM_INSTANCE_TYPES\`. Pods that don't request a type still use the default. However, a pod that requests it with the annotation \`io.katacontainers.config.hypervisor.machine_type\` stays in ContainerCreating: "requested instance type is not part of supported instance types list". cloud-api-adaptor also doesn't consider the default type when it selects a type by vCPUs and memory. The sample in the OSC documentation has this problem.

Add the default type to the list.`,
  source: [adaptor112('src/cloud-providers/util.go'), 'OSC 1.12 §3.2'],
  *check(context) {
    const types = setTypesOf(context);
    if (types === undefined || types.listed.length === 0) return;
    const { defaultType, list, listed } = types;
    if (listed.includes(defaultType.text) || !isFaultless(defaultType.key.name, defaultType.text, context)) return;
    const edit = setValue(context.manifest, list.entry, `${list.text.replace(/,\s*$/, '')},${defaultType.text}`);
    const type = sanitizeQuote(defaultType.text, 40);
    yield {
      ...getValueSpan(defaultType.entry),
      message: l10n.t`${type} isn't in ${list.key.name}, so pods that request it by name are rejected, and cloud-api-adaptor doesn't select it by CPU and memory. Add it to the list.`,
      fixes: edit === undefined ? [] : [{ title: l10n.t`Add ${type}`, edits: [edit], sure: false }],
    };
  },
  examples: () => [
    {
      avoid: mapFor(
        'aws',
        'PODVM_INSTANCE_TYPE: "t3.medium"',
        '#                    ^^^^^^^^^^^ want',
        'PODVM_INSTANCE_TYPES: "t2.small,t3.large"',
      ),
      prefer: mapFor('aws', 'PODVM_INSTANCE_TYPE: "t3.medium"', 'PODVM_INSTANCE_TYPES: "t2.small,t3.large,t3.medium"'),
    },
  ],
});
