import * as l10n from '@vscode/l10n';
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { initDataKey, oldInitDataKey } from '#core/annotations/remoteSize.ts';
import { findField, formatKindApiVersion, getFields, type FieldTable, type KindKnowledge } from '#core/kinds/field.ts';
import { kindIds, knownKinds } from '#core/kinds/index.ts';
import { findPlaceholderForm, isPlaceholder, mayContainPlaceholders } from '#core/text/placeholder.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { findHeadScalar, isServed } from '#server/engine/yaml/inferKind.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { MapNode, ScalarNode, PathSegment } from '#server/engine/yaml/node.ts';
import { describePlaceholder, placeholderRule } from '#server/engine/findings/placeholderFinding.ts';
import { defineRule, type Edit, type Finding } from '#server/engine/findings/rule.ts';
import { initdataWith, exampleAa } from '#server/engine/examples/exampleInitdata.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import { isOwnObject, listStrings } from '../shared/ownValues.ts';
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
    // Skips texts without placeholders. Doesn't apply to initdata, because the text around it is encoded, or to parts,
    // because the search wouldn't save time.
    if (manifest.part === undefined && kindIds.includes(manifest.kind.id) && !mayContainPlaceholders(text)) return;
    const fields = getFields(manifest.kind, about());
    const isVault = isFilledByVaultPlugin(manifest);
    const isOurs = isOwnObject(manifest);
    yield* checkKind(manifest);
    for (const { node, path } of listStrings(manifest.root)) {
      const form = path.length === 1 && path[0] === 'kind' ? undefined : findPlaceholderForm(node.text);
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
  examples: () => [
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
      avoid: annotatedPod('    io.katacontainers.config.hypervisor.machine_type: t3.large').replace(
        'kind: Pod\n',
        'kind: <Pod>\n#     ^^^^^ want\n',
      ),
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

/** Reports a placeholder in the `kind` of a workload. The kind of the manifest is inferred from its content. */
function* checkKind({ kind, root }: Manifest): Generator<Finding> {
  const node = findHeadScalar(root, 'kind');
  if (node === undefined || node.borrowed || kind.podPath === undefined || !isPlaceholder(node.text)) return;
  const isNamed = node.text.slice(1, -1).trim().toLowerCase() === kind.kind.toLowerCase();
  const others = knownKinds.filter(({ kind: name }) => name !== kind.kind && ['Pod', 'Deployment'].includes(name));
  yield {
    start: node.start,
    end: node.end,
    severity: 'error',
    message: l10n.t`kind still contains the placeholder ${sanitizeQuote(node.text, 40)}, so the API server rejects the object. Replace it with the kind of your workload, such as Pod or Deployment.`,
    fixes: [kind, ...(isNamed ? [] : others)].map((known) => ({
      title: l10n.t`Change to ${known.kind}`,
      edits: editsForKind(root, node, known),
      sure: isNamed && node.anchored !== true,
    })),
  };
}

/** Returns the edits that set the kind. If the apiVersion doesn't serve this kind, also changes the apiVersion. */
function editsForKind(root: MapNode, node: ScalarNode, known: KindKnowledge): Edit[] {
  const version = findHeadScalar(root, 'apiVersion');
  return version === undefined || version.borrowed || isServed(known, version.text)
    ? [replaceNode(node, known.kind)]
    : [replaceNode(version, formatKindApiVersion(known)), replaceNode(node, known.kind)];
}

/** Returns whether the text is an OpenShift Template, whose parameters look like variables. */
function isTemplate(text: string): boolean {
  return /^(?:kind: *["']?Template\b|\s{0,8}"kind": *"Template")/m.test(text);
}

/**
 * Returns whether the value belongs to a known field, or is the name or image of a container. Other fields can contain
 * any text.
 */
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
