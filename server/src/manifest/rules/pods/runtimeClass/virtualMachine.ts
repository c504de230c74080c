import * as l10n from '@vscode/l10n';
import { virtualMachineKinds } from '#core/kinds/podOwners.ts';
import { removeEntry } from '#server/engine/findings/edits.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findMapEntry, findYamlNode } from '#server/engine/yaml/node.ts';

const field = 'runtimeClassName';

export default defineRule({
  id: 'virtualmachine-runtimeclass',
  title: () => l10n.t`Virtual machine with a Kata runtime class`,
  severity: 'warning',
  appliesTo: virtualMachineKinds.map(({ id }) => id),
  why: () =>
    l10n.t`A KubeVirt virtual machine has a Kata \`runtimeClassName\`. KubeVirt starts the VM itself, and the VM doesn't run in a Kata sandbox. A VirtualMachine has no such field, so the API server rejects the object or, without strict validation, ignores the field.

Remove the field. To run containers in a VM, use a pod with \`runtimeClassName\` instead.`,
  source: ['kubevirt/kubevirt@b6f4e92e staging/src/kubevirt.io/api/core/v1/types.go'],
  *check({ manifest, text }) {
    const template = [...(manifest.kind.podPath ?? []), 'spec'];
    const paths = template.length === 1 ? [template] : [template, ['spec']];
    for (const path of paths) {
      const map = findYamlNode(manifest.root, path);
      const entry = findMapEntry(map, field);
      if (map?.type !== 'map' || entry?.value.type !== 'scalar' || entry.borrowed) continue;
      const { value } = entry;
      if (value.unknown || !/^kata/i.test(value.text)) continue;
      const edit = removeEntry(text, map, entry);
      yield {
        start: value.start,
        end: value.end,
        message: l10n.t`A KubeVirt VM doesn't run in a Kata sandbox, and ${manifest.kind.kind} has no field ${field}. Remove the field, or use a pod.`,
        fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${field}`, edits: [edit], sure: false }],
      };
    }
  },
  examples: () => [
    {
      avoid: `
apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata:
  name: rhel9
spec:
  runStrategy: Always
  template:
    spec:
      runtimeClassName: kata
#                       ^^^^ want
      domain:
        devices: {}
`,
      prefer: `
apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata:
  name: rhel9
spec:
  runStrategy: Always
  template:
    spec:
      domain:
        devices: {}
`,
    },
  ],
});
