import * as l10n from '@vscode/l10n';
import { findField, getFields, type FieldTable } from '#core/kinds/field.ts';
import { kindIds } from '#core/kinds/index.ts';
import { isPlaceholder } from '#core/labels/selectorSyntax.ts';
import type { YamlNode, ScalarNode, PathSegment } from '#server/engine/yaml/node.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isFilledByVaultPlugin } from '../shared/vaultPlugin.ts';

/** Kinds that have their own rules for placeholders. In a KataConfig, these check only `spec`. */
const others = new Set(['peer-pods-cm']);

export default defineRule({
  id: 'placeholder-left-in',
  title: () => l10n.t`Unreplaced placeholder`,
  severity: 'warning',
  appliesTo: kindIds.filter((id) => !others.has(id)),
  why: () =>
    l10n.t`The value is a placeholder from the documentation, such as \`<instance_type>\`, that wasn't replaced. It's used as the actual value. For example, a pod that requests the instance type \`<instance_type>\` doesn't start.

Replace the placeholder with your value.`,
  source: ['OSC 1.12 for AWS, 3.8 Configuring your workload'],
  *check({ manifest, about, text }) {
    if (!text.includes('<') || isFilledByVaultPlugin(manifest)) return;
    const fields = getFields(manifest.kind, about());
    for (const { node, path } of known(manifest.root, fields, [])) {
      if (!isPlaceholder(node.text) || (manifest.kind.id === 'KataConfig' && path[0] === 'spec')) continue;
      const field = String(path.at(-1));
      yield {
        start: node.start,
        end: node.end,
        // A value of a Secret is never displayed.
        message: l10n.t`${field} still contains the placeholder ${manifest.kind.kind === 'Secret' ? '<...>' : sanitizeQuote(node.text)}, which is used literally. Replace it with your own value.`,
      };
    }
  },
  examples: [
    {
      avoid: `
apiVersion: v1
kind: Pod
metadata:
  name: example
  annotations:
    io.katacontainers.config.hypervisor.machine_type: "<instance_type>"
#                                                     ^^^^^^^^^^^^^^^^^ want
spec:
  runtimeClassName: kata-remote
  containers:
    - name: app
      image: quay.io/example/app
`,
      prefer: `
apiVersion: v1
kind: Pod
metadata:
  name: example
  annotations:
    io.katacontainers.config.hypervisor.machine_type: "t3.large"
spec:
  runtimeClassName: kata-remote
  containers:
    - name: app
      image: quay.io/example/app
`,
    },
  ],
});

/** Yields the strings of known fields. Other fields can contain any text. */
function* known(
  node: YamlNode,
  fields: FieldTable,
  path: readonly PathSegment[],
): Generator<{ node: ScalarNode; path: readonly PathSegment[] }> {
  if (node.borrowed) return;
  if (node.type === 'scalar') {
    if (!node.unknown && typeof node.value === 'string' && findField(fields, path) !== undefined) yield { node, path };
  } else if (node.type === 'seq') {
    for (const [index, item] of node.items.entries()) yield* known(item, fields, [...path, index]);
  } else {
    for (const { key, value } of node.entries) yield* known(value, fields, [...path, key.text]);
  }
}
