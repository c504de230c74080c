import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { initDataKey, oldInitDataKey } from '#core/annotations/remoteSize.ts';
import { findField, getFields, type FieldTable } from '#core/kinds/field.ts';
import { kindIds } from '#core/kinds/index.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { findPlaceholderForm } from '#core/text/placeholder.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { YamlNode, ScalarNode, PathSegment } from '#server/engine/yaml/node.ts';
import { getRuntimeClassName, listPodAnnotations } from '#server/engine/yaml/objects/podNode.ts';
import { describePlaceholder, placeholderRule } from '#server/engine/findings/placeholderFinding.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { initdataWith, exampleAa } from '#server/engine/examples/exampleInitdata.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import { isForKata } from '../pods/annotations/annotationKey.ts';
import { isFilledByVaultPlugin } from '../shared/vaultPlugin.ts';

/** Annotations whose values tools rarely create from variables. */
const literalAnnotations = new Set<PathSegment>([initDataKey, oldInitDataKey, policyAnnotationKey]);

export default defineRule({
  id: 'placeholder-left-in',
  title: placeholderRule.title,
  severity: placeholderRule.severity,
  // `peer-pods-cm` has its own rule for placeholders.
  appliesTo: [...kindIds.filter((id) => id !== 'peer-pods-cm'), 'Initdata'],
  why: placeholderRule.why,
  source: placeholderRule.source,
  *check({ manifest, about, text }) {
    const fields = getFields(manifest.kind, about());
    const isVault = isFilledByVaultPlugin(manifest);
    const isOurs = isOwnObject(manifest);
    for (const { node, path } of listValues(manifest.root, [])) {
      const form = findPlaceholderForm(node.text);
      if (form === undefined || (form === 'fixed' && isVault && node.text.trim().startsWith('<'))) continue;
      if (!isOurs && (form !== 'fixed' || findField(fields, path) === undefined)) continue;
      if (form === 'variable' && isTemplate(text)) continue;
      if (!isChecked(manifest, node, path, fields)) continue;
      const isLiteral = path.some((step) => literalAnnotations.has(step));
      const field = path.findLast((step) => typeof step === 'string') ?? '';
      yield {
        start: node.start,
        end: node.end,
        ...describePlaceholder(
          field,
          { form, text: node.text.trim() },
          // A value of a Secret is never displayed.
          { isLiteral, isSecret: manifest.kind.kind === 'Secret' },
        ),
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
    {
      avoid: annotatedPod(`
    io.katacontainers.config.hypervisor.machine_type: CHANGEME
#                                                     ^^^^^^^^ want
    io.katacontainers.config.hypervisor.cc_init_data: $INITDATA
#                                                     ^^^^^^^^^ want`),
      prefer: annotatedPod('    io.katacontainers.config.hypervisor.machine_type: t3.large'),
    },
    {
      language: 'toml',
      avoid: initdataWith({
        aa: exampleAa.replace('"https://kbs.example.com:8080"', '"__KBS_URL__"\n#     ^^^^^^^^^^^^^ want'),
      }),
      prefer: initdataWith({}),
    },
  ],
});

/** Returns whether the object belongs to OSC or is a pod that uses Kata. */
function isOwnObject(manifest: Manifest): boolean {
  if (manifest.kind.podPath === undefined) return true;
  return (
    runtimeClassNamed(getRuntimeClassName(manifest) ?? '') !== undefined ||
    listPodAnnotations(manifest).some(({ name }) => isForKata(name))
  );
}

/** Returns whether the text is an OpenShift Template, whose parameters look like variables. */
function isTemplate(text: string): boolean {
  return /^(?:kind: *["']?Template\b|\s{0,8}"kind": *"Template")/m.test(text);
}

/** Returns whether the value is a setting. Other fields can contain any text. */
function isChecked(
  { kind }: Manifest,
  { text }: ScalarNode,
  path: readonly PathSegment[],
  fields: FieldTable,
): boolean {
  // The rule about selectors reports `<...>`, which is an invalid label.
  if (path.includes('kataConfigPoolSelector')) return !text.trim().startsWith('<');
  if (findField(fields, path) !== undefined) return true;
  const [list, index, field] = path.slice((kind.podPath?.length ?? 0) + 1);
  return (
    kind.podPath !== undefined &&
    (list === 'containers' || list === 'initContainers') &&
    typeof index === 'number' &&
    (field === 'image' || field === 'name') &&
    path.length === kind.podPath.length + 4
  );
}

/** Yields the strings below a node. */
function* listValues(
  node: YamlNode,
  path: readonly PathSegment[],
): Generator<{ node: ScalarNode; path: readonly PathSegment[] }> {
  if (node.borrowed) return;
  if (node.type === 'scalar') {
    if (typeof node.value === 'string') yield { node, path };
  } else if (node.type === 'seq') {
    for (const [index, item] of node.items.entries()) yield* listValues(item, [...path, index]);
  } else {
    for (const { key, value } of node.entries) yield* listValues(value, [...path, key.text]);
  }
}
