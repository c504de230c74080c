import * as l10n from '@vscode/l10n';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule, type Fix } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { customResourceId } from '#server/engine/workspace/crds/crdFields.ts';
import { findUnservedVersion } from '#server/engine/workspace/crds/findCrd.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';
import { isServed } from '#server/engine/yaml/inferKind.ts';
import { findYamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import { formatCrdFile } from '../shared/crdWords.ts';
import { crdWith, peerPodFields, peerPodWith } from './examples.ts';
import { kindsWithCrd } from './kindsWithCrd.ts';

export default defineRule({
  id: 'crd-version',
  title: () => l10n.t`Version that the CRD in the workspace doesn't serve`,
  severity: 'error',
  appliesTo: kindsWithCrd,
  needs: ['workspace'],
  why: () =>
    l10n.t`The CustomResourceDefinition (CRD) of the object's kind doesn't contain the version in \`apiVersion\`, or doesn't serve it (\`served: false\`). Applying the file fails with \`no matches for kind\`.

The rule uses the CRD files in the workspace. If one of several files serves the version, the rule reports nothing. If the built-in OSC schema contains the version, the severity is information, because the CRD file might be from another operator version.

Use a version that the CRD serves, or update the CRD file.`,
  source: [
    'kubernetes/kubernetes@05d8b448 staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/types.go',
  ],
  *check({ manifest, workspace, uri }) {
    if (workspace === undefined || manifest.part === 'generator') return;
    if (workspace.overlays.patchFiles.has(canonicalizeUri(uri))) return;
    const node = findYamlNode(manifest.root, ['apiVersion']);
    if (node?.type !== 'scalar' || node.unknown || typeof node.value !== 'string') return;
    const { kind } = manifest;
    const [group, version = ''] = node.text.split('/');
    if (group !== kind.group || isPlaceholder(version)) return;
    const found = findUnservedVersion(workspace.crds, { group, version, kind: kind.kind }, uri);
    if (found === undefined) return;
    const file = formatCrdFile(uri, found.crd);
    const name = sanitizeQuote(version, 40);
    const { start, end } = node;
    if (kind.id !== customResourceId) {
      // Other rules report versions that the product doesn't know.
      if (isServed(kind, node.text))
        yield {
          start,
          end,
          severity: 'info',
          message: l10n.t`The CRD in ${file} doesn't serve version ${name} of ${kind.kind}. Check that the CRD is from your operator version.`,
        };
      return;
    }
    const near = findNearestVersion(version, found.served);
    const listed = sanitizeQuote(found.served.join(', '), maxListed);
    const advice =
      near === undefined ? (listed === '' ? '' : l10n.t`Served versions: ${listed}.`) : l10n.t`Use ${near.name}.`;
    yield {
      start,
      end,
      message: [
        l10n.t`The CRD in ${file} doesn't serve version ${name} of ${kind.kind}, so the API server rejects the object.`,
        ...(advice === '' ? [] : [advice]),
      ].join(getSentenceSeparator()),
      fixes: near === undefined ? [] : changeTo(node, `${group}/${near.name}`, near.sure),
    };
  },
  examples: () => [
    {
      avoid: peerPodWith('  cloudProvider: aws').replace(
        'v1alpha1\n',
        'v1alhpa1\n#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want\n',
      ),
      prefer: peerPodWith('  cloudProvider: aws'),
      files: { 'crd.yaml': crdWith('PeerPod', ...peerPodFields) },
    },
  ],
});

/** Maximum length of the versions that a message lists, in characters. */
const maxListed = 60;

/**
 * Returns the served version that is probably meant. It's certain only if the numbers are the same, because two
 * versions often differ only in a number.
 */
function findNearestVersion(
  written: string,
  served: readonly string[],
): { readonly name: string; readonly sure: boolean } | undefined {
  const near = findNearestName(written, served);
  const [only, ...others] = served;
  if (near === undefined) return only === undefined || others.length > 0 ? undefined : { name: only, sure: false };
  return { name: near.name, sure: near.sure && digitsOf(near.name) === digitsOf(written) };
}

function digitsOf(version: string): string {
  return version.replaceAll(/\D+/g, '.');
}

function changeTo(node: ScalarNode, right: string, sure: boolean): Fix[] {
  return node.borrowed
    ? []
    : [
        {
          title: l10n.t`Change to ${right}`,
          edits: [replaceNode(node, right)],
          sure: sure && node.anchored !== true,
        },
      ];
}
