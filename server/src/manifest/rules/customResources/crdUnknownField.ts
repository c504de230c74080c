import * as l10n from '@vscode/l10n';
import { findField } from '#core/kinds/field.ts';
import { metadataFields } from '#core/kinds/closedFields.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { crdOf, type MatchingCrd } from '#server/engine/workspace/crds/findCrd.ts';
import { crdErrors } from '#server/engine/workspace/crds/validateByCrd.ts';
import { findMapEntry, type MapEntry } from '#server/engine/yaml/node.ts';
import type { SchemaError } from '#server/engine/yaml/validateSchema.ts';
import { formatCrdFile, formatPath } from '../shared/crdWords.ts';
import { listUnknownFields } from '../shared/unknownFields.ts';
import { describeUnknownInCrd } from '../shared/unknownInCrd.ts';
import { crdWith, peerPodFields, peerPodWith } from './examples.ts';
import { describeSchemaSources, kindsWithCrd } from './kindsWithCrd.ts';

export default defineRule({
  id: 'crd-unknown-field',
  title: () => l10n.t`Field that the CRD in the workspace doesn't define`,
  severity: 'error',
  appliesTo: kindsWithCrd,
  needs: ['workspace'],
  why: () =>
    [
      l10n.t`The object contains a field that the CustomResourceDefinition (CRD) of its kind doesn't define, for example because of a typo. With strict validation, \`oc\` rejects the object. Without strict validation, the API server silently drops the field, and the default applies.

The rule uses the CRD files in the workspace. If several files define a kind, the nearest one applies. If the built-in OSC schema contains the field, the severity is information, because the CRD file might be from another operator version.

Correct the field name, or remove the field.`,
      describeSchemaSources(),
    ].join('\n\n'),
  source: [
    'kubernetes/kubernetes@5e813c7c staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning/algorithm.go',
  ],
  *check(context) {
    const { manifest, workspace, uri } = context;
    if (workspace === undefined || manifest.part === 'generator') return;
    const match = crdOf(workspace.crds, manifest, uri);
    if (match === undefined) return;
    for (const error of crdErrors(manifest.root, match.schema)) {
      if (error.type !== 'unknown-field') continue;
      const entry = findMapEntry(error.parent, error.field);
      if (entry !== undefined && !hasOwnFinding(context, entry)) yield describe(context, match, error, entry);
    }
  },
  examples: () => [
    {
      avoid: peerPodWith('  cloudProvider: aws', '  instanceId: i-0a1b2c', '# ^^^^^^^^^^ want'),
      prefer: peerPodWith('  cloudProvider: aws', '  instanceID: i-0a1b2c'),
      files: { 'crd.yaml': crdWith('PeerPod', ...peerPodFields) },
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  checkNodeEligibility: false
# ^^^^^^^^^^^^^^^^^^^^ want
`,
      files: { 'crd.yaml': crdWith('KataConfig', 'logLevel: { type: string }') },
    },
  ],
});

/** Returns whether a rule that uses the product's own data already reports the field. */
function hasOwnFinding({ manifest, schemaErrors }: RuleContext, entry: MapEntry): boolean {
  return (
    listUnknownFields(manifest).some((unknown) => unknown.entry === entry) ||
    schemaErrors().some((error) => error.type === 'unknown-field' && findMapEntry(error.parent, error.field) === entry)
  );
}

function describe(
  context: RuleContext,
  match: MatchingCrd,
  { path, parent, field }: Extract<SchemaError, { type: 'unknown-field' }>,
  entry: MapEntry,
): Finding {
  const { manifest, uri, release } = context;
  const { start, end } = entry.key;
  const full = [...path, field];
  // Objects can contain the metadata of another object, such as that of a pod template.
  const isOurs =
    findField(manifest.kind.fields, full) !== undefined ||
    (path.at(-1) === 'metadata' && metadataFields.includes(field));
  if (isOurs)
    return {
      start,
      end,
      severity: 'info',
      message: l10n.t`OSC ${release.id} has the field ${formatPath(full)}, but the CRD in ${formatCrdFile(uri, match.crd)} doesn't define it. Check that the CRD is from your operator version.`,
    };
  return describeUnknownInCrd(context, match, { entry, parent, path });
}
