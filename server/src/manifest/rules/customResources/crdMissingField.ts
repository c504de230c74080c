import * as l10n from '@vscode/l10n';
import { defineRule, type RuleContext } from '#server/engine/findings/rule.ts';
import { crdOf } from '#server/engine/workspace/crds/findCrd.ts';
import { crdErrors, type CrdError } from '#server/engine/workspace/crds/validateByCrd.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import type { SchemaError } from '#server/engine/yaml/validateSchema.ts';
import { formatCrdFile, formatPath } from '../shared/crdWords.ts';
import { findNearestField } from '../shared/unknownFields.ts';
import { crdWith, peerPodWith } from './examples.ts';
import { describeSchemaSources, kindsWithCrd } from './kindsWithCrd.ts';

type MissingField = Extract<SchemaError, { type: 'missing-field' }>;

export default defineRule({
  id: 'crd-missing-field',
  title: () => l10n.t`Missing field that the CRD in the workspace requires`,
  severity: 'error',
  appliesTo: kindsWithCrd,
  needs: ['workspace'],
  mayBeAdded: true,
  why: () =>
    [
      l10n.t`The CustomResourceDefinition (CRD) of the object's kind requires a field that the object doesn't have, so the API server rejects the object. If the CRD has a default for the field, the field isn't required.

The rule uses the CRD files in the workspace. If several files define a kind, the nearest one applies. If the built-in OSC schema doesn't require the field, the severity is information, because the CRD file might be from another operator version.

Add the field.`,
      describeSchemaSources(),
    ].join('\n\n'),
  source: [
    'kubernetes/kubernetes@490ffa43 staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/validation/validation.go',
  ],
  *check(context) {
    const { manifest, workspace, uri } = context;
    // A patch contains only a part of an object.
    if (workspace === undefined || manifest.part === 'generator') return;
    if (workspace.overlays.patchFiles.has(canonicalizeUri(uri))) return;
    const match = crdOf(workspace.crds, manifest, uri);
    if (match === undefined) return;
    const errors = crdErrors(manifest.root, match.schema);
    for (const error of errors) {
      if (error.type !== 'missing-field' || isReported(context, error, errors)) continue;
      const head = headOf(error);
      const path = formatPath([...error.path, error.field]);
      yield {
        start: head.start,
        end: head.end,
        ...(manifest.kind.closed === true ? { severity: 'info' } : {}),
        message: l10n.t`The CRD in ${formatCrdFile(uri, match.crd)} requires ${path}, so the API server rejects the object. Add the field.`,
      };
    }
  },
  examples: () => [
    {
      avoid: peerPodWith('  cloudProvider: aws', '# ^^^^^^^^^^^^^ want'),
      prefer: peerPodWith('  cloudProvider: aws', '  instanceID: i-0a1b2c'),
      files: {
        'crd.yaml': crdWith('PeerPod', 'cloudProvider: { type: string }', 'instanceID: { type: string }').replace(
          '              type: object\n',
          '              type: object\n              required: [instanceID]\n',
        ),
      },
    },
  ],
});

/** Returns whether another rule reports the missing field, or the misspelled field that is probably meant. */
function isReported(
  { schemaErrors }: RuleContext,
  { parent, field }: MissingField,
  errors: readonly CrdError[],
): boolean {
  return (
    errors.some(
      (other) =>
        other.type === 'unknown-field' &&
        other.parent === parent &&
        findNearestField(other.field, [field])?.sure === true,
    ) || schemaErrors().some((own) => own.type === 'missing-field' && own.parent === parent && own.field === field)
  );
}

function headOf({ path, parent }: MissingField): { readonly start: number; readonly end: number } {
  const kind = path.length === 0 ? findYamlNode(parent, ['kind']) : undefined;
  return kind ?? (parent.type === 'map' ? parent.entries[0]?.key : undefined) ?? parent;
}
