import * as l10n from '@vscode/l10n';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { defineRule } from '#server/engine/findings/rule.ts';

export default defineRule({
  id: 'kustomize-name-hash',
  title: () => l10n.t`Hash suffix in a generated name`,
  severity: 'warning',
  appliesTo: dataObjects.map(({ id }) => id),
  why: () =>
    l10n.t`kustomize appends a hash to the name of this generated ConfigMap or Secret, such as \`peer-pods-cm-5g7t2h9k4d\`. The operator looks only for the exact name, so it doesn't find the generated object.

Set \`disableNameSuffixHash: true\`, either in \`generatorOptions\` for all generators or in \`options\` for this one.`,
  source: [
    'kubernetes-sigs/kustomize@12f9e639 api/types/generatoroptions.go',
    'snir911/sandboxed-containers-operator@f0896edd controllers/image_generator.go',
  ],
  *check({ manifest }) {
    const name = findYamlNode(manifest.root, ['metadata', 'name']);
    if (manifest.hashed !== true || name === undefined) return;
    yield {
      start: name.start,
      end: name.end,
      message: l10n.t`kustomize appends a hash to this name, but the operator looks only for ${manifest.kind.id}. Set generatorOptions: {disableNameSuffixHash: true}.`,
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: openshift-sandboxed-containers-operator
configMapGenerator:
  - name: osc-feature-gates
#         ^^^^^^^^^^^^^^^^^ want
    literals:
      - confidential=true
`,
      prefer: `
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: openshift-sandboxed-containers-operator
generatorOptions:
  disableNameSuffixHash: true
configMapGenerator:
  - name: osc-feature-gates
    literals:
      - confidential=true
`,
    },
  ],
});
