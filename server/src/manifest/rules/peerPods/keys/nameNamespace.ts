import * as l10n from '@vscode/l10n';
import { kustomizationKind } from '#core/kinds/kustomization.ts';
import { namespaceIsFixed, operatorNamespace } from '#core/product/namespaces.ts';
import { operator18 } from '#core/product/sources.ts';
import { isMisnamed, isMisspelledNamespace } from '#server/engine/yaml/manifest.ts';
import { findYamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { hasCommonNamespace } from '../../shared/ownObjects.ts';
import { kustomization } from '../../kustomization/exampleKustomizations.ts';
import { checkRenaming } from '../../kustomization/checkRenaming.ts';
import { longestLabel } from '#server/engine/text/longestLabel.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

/** Namespace in which cloud-api-adaptor is installed without the operator. */
const upstreamNamespace = 'confidential-containers-system';

export default defineRule({
  id: 'ppcm-name-namespace',
  title: () => l10n.t`Wrong name or namespace of peer-pods-cm`,
  severity: 'error',
  appliesTo: ['peer-pods-cm', kustomizationKind.id],
  why: () =>
    l10n.t`This ConfigMap contains peer pod settings but isn't named \`peer-pods-cm\` or isn't in the namespace \`openshift-sandboxed-containers-operator\`. The operator reads only the ConfigMap with that name in that namespace, so it ignores this one and doesn't set up peer pods. A ConfigMap without a namespace isn't reported, because \`oc\` creates it in the current namespace. In a kustomization, \`namePrefix\`, \`nameSuffix\`, and \`namespace\` change the names and namespaces of all its objects.

Correct the name or the namespace.`,
  source: [operator18('controllers/openshift_controller.go'), namespaceIsFixed.source, 'OSC 1.12 §3.2'],
  *check(context) {
    const { manifest } = context;
    if (manifest.kind === kustomizationKind) {
      yield* checkRenaming(context, (id) => id === 'peer-pods-cm');
      return;
    }
    const right = manifest.kind.names?.[0];
    const name = scalarAt({ manifest }, 'name');
    // An env file doesn't contain the name of its object.
    const isWritten = name !== undefined && !(manifest.part === 'generator' && name.borrowed);
    if (isWritten && right !== undefined && isMisnamed(manifest.kind, name.text))
      yield {
        start: name.start,
        end: name.end,
        message: l10n.t`The operator reads only the ${manifest.kind.kind} ${right} and ignores "${sanitizeQuote(name.text)}".`,
        fixes: renamed(name, right, true),
      };
    const namespace = scalarAt({ manifest }, 'namespace');
    if (
      namespace === undefined ||
      hasCommonNamespace(manifest) ||
      [operatorNamespace, upstreamNamespace, ''].includes(namespace.text)
    )
      return;
    yield {
      start: namespace.start,
      end: namespace.end,
      message: l10n.t`The operator reads ${manifest.kind.id} only in ${operatorNamespace}, not in "${sanitizeQuote(namespace.text, longestLabel)}".`,
      fixes: renamed(namespace, operatorNamespace, isMisspelledNamespace(namespace.text)),
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: peerpods-cm
#       ^^^^^^^^^^^ want
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "ibmcloud"
`,
      prefer: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "ibmcloud"
`,
    },
    {
      avoid: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshft-sandboxed-containers-operator
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
data:
  CLOUD_PROVIDER: "ibmcloud"
`,
      prefer: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "ibmcloud"
`,
    },
    {
      avoid: generatorOf('peerpods-cm', operatorNamespace).replace(
        'peerpods-cm\n',
        'peerpods-cm\n#         ^^^^^^^^^^^ want\n',
      ),
      prefer: generatorOf('peer-pods-cm', operatorNamespace),
    },
    {
      avoid: generatorOf('peer-pods-cm', 'openshift-sandbox-containers-operator').replace(
        'operator\n',
        'operator\n#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want\n',
      ),
      prefer: generatorOf('peer-pods-cm', operatorNamespace),
    },
    {
      avoid: kustomization('namePrefix: dev-', '#           ^^^^ want', 'resources:', '  - peer-pods-cm.yaml'),
      prefer: kustomization('resources:', '  - peer-pods-cm.yaml'),
      files: {
        'peer-pods-cm.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: ${operatorNamespace}\ndata:\n  CLOUD_PROVIDER: "ibmcloud"\n`,
      },
    },
  ],
});

function generatorOf(name: string, namespace: string): string {
  return kustomization(
    `namespace: ${namespace}`,
    'generatorOptions: {disableNameSuffixHash: true}',
    'configMapGenerator:',
    `  - name: ${name}`,
    '    literals:',
    '      - CLOUD_PROVIDER=ibmcloud',
  );
}

function scalarAt({ manifest }: Pick<RuleContext, 'manifest'>, field: string): ScalarNode | undefined {
  const node = findYamlNode(manifest.root, ['metadata', field]);
  return node?.type === 'scalar' && typeof node.value === 'string' && !node.unknown ? node : undefined;
}

function renamed(node: ScalarNode, text: string, sure: boolean): readonly Fix[] {
  return node.borrowed || node.anchored === true || node.style === 'block'
    ? []
    : [{ title: l10n.t`Change to ${text}`, edits: [replaceNode(node, text)], sure }];
}
