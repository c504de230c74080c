import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';
import { defineRule, type RuleContext } from '#server/engine/findings/rule.ts';
import type { CrdProblem } from '#server/engine/workspace/crds/crdSchema.ts';
import { crdKindInfo, crdOfManifest } from '#server/engine/workspace/crds/customObjects.ts';
import type { Crd, IndexedCrd } from '#server/engine/workspace/crds/readCrds.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { formatCrdFile } from '../shared/crdWords.ts';
import { crdWith } from './examples.ts';

const reasons: Readonly<Record<CrdProblem, Message>> = {
  syntax: () => l10n.t`This CRD isn't valid YAML, so objects of its kind aren't checked against it.`,
  'too-large': () =>
    l10n.t`This CRD is too large or too deeply nested, so objects of its kind aren't checked against it.`,
  recursive: () =>
    l10n.t`This CRD contains $ref, which the API server rejects, so objects of its kind aren't checked against it.`,
  'no-schema': () =>
    l10n.t`This CRD has no complete schema (openAPIV3Schema with type: object), so objects of its kind aren't checked against it.`,
  'unknown-type': () =>
    l10n.t`This CRD contains an unknown type, which the API server rejects, so objects of its kind aren't checked against it.`,
};

export default defineRule({
  id: 'crd-not-used',
  title: () => l10n.t`CRD that isn't used for checks`,
  severity: 'info',
  appliesTo: [crdKindInfo.id],
  needs: ['workspace'],
  why: () =>
    l10n.t`The CustomResourceDefinitions (CRDs) of OSC in the workspace determine completion, hovers, and checks for objects of their kinds. The rule reports a CRD that isn't used because it's invalid or too large. It also reports a CRD that another file defines differently. In that case, each object is checked against the CRD in the nearest folder.

Correct the CRD. If two files differ, remove the outdated one.`,
  source: [
    'kubernetes/kubernetes@b70f2bbc staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go',
  ],
  *check(context) {
    const { manifest } = context;
    const crd = crdOfManifest(manifest);
    if (crd === undefined) return;
    const kind = findYamlNode(manifest.root, ['kind']) ?? crd;
    const place = { start: kind.start, end: kind.end };
    if (crd.problem !== undefined) {
      yield { ...place, message: reasons[crd.problem]() };
      return;
    }
    const other = findOther(context, crd);
    if (other === undefined) return;
    const file = formatCrdFile(context.uri, other);
    yield {
      ...place,
      message: l10n.t`This CRD differs from the CRD for ${crd.kind} in ${file}, and each object is checked against the CRD in the folder nearest to it. Remove the outdated CRD.`,
      related: [{ uri: other.uri, ...other.place, message: l10n.t`Other CRD for ${crd.kind}` }],
    };
  },
  examples: () => [
    {
      avoid: `\n${crdWith('KataConfig', 'logLevel: { $ref: "#/definitions/level" }').replace(
        'kind: CustomResourceDefinition\n',
        'kind: CustomResourceDefinition\n#     ^^^^^^^^^^^^^^^^^^^^^^^^ want\n',
      )}`,
      prefer: `\n${crdWith('KataConfig', 'logLevel: { type: string }')}`,
      files: {},
    },
    {
      avoid: `\n${crdWith('KataConfig', 'logLevel: { type: string }').replace(
        'kind: CustomResourceDefinition\n',
        'kind: CustomResourceDefinition\n#     ^^^^^^^^^^^^^^^^^^^^^^^^ want\n',
      )}`,
      prefer: `\n${crdWith('KataConfig', 'enablePeerPods: { type: boolean }')}`,
      files: { 'bundle/kataconfig.yaml': crdWith('KataConfig', 'enablePeerPods: { type: boolean }') },
    },
  ],
});

/** Returns a CRD in another file that defines the same kind differently. Only the later file reports the difference. */
function findOther({ workspace, uri }: RuleContext, crd: Crd): IndexedCrd | undefined {
  const own = canonicalizeUri(uri);
  return workspace?.crds.find(
    (other) =>
      other.cluster === undefined &&
      other.uri < own &&
      other.group === crd.group &&
      other.kind === crd.kind &&
      other.problem === undefined &&
      other.structure !== crd.structure,
  );
}
