import * as l10n from '@vscode/l10n';
import { findPodVmImageProvider, imageConfigMapIds, listPodVmImageKeys } from '#core/peerPods/keys/podVmImageKeys.ts';
import { listDataEntries } from '#server/engine/yaml/objects/dataEntries.ts';
import { layeredImageConfigMapName } from '#core/peerPods/featureGates.ts';
import { kustomizationKind } from '#core/kinds/kustomization.ts';
import {
  namespaceIsFixed,
  operatorNamespace,
  documentedSubscription,
  featureGatesName,
  peerPodsSecretName,
} from '#core/product/namespaces.ts';
import { sshKeySecretName } from '#core/peerPods/keys/secretKeys.ts';
import { document112, operator111 } from '#core/product/sources.ts';
import { isMisnamed, isMisspelledNamespace } from '#server/engine/yaml/manifest.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, getYamlString, type ScalarNode } from '#server/engine/yaml/node.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { longestLabel } from '#server/engine/text/longestLabel.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { kustomization } from '../kustomization/exampleKustomizations.ts';
import { checkRenaming } from '../kustomization/checkRenaming.ts';
import { configMap, objectWith, subscriptionWith } from '../shared/exampleObjects.ts';
import { extensionWith, findPackageName } from './clusterExtension.ts';
import { describeInvalidName } from '../shared/invalidName.ts';
import { asKnownString, hasCommonNamespace, replaced } from '../shared/ownObjects.ts';

/**
 * Namespace of an upstream installation of peer pods, which has a ConfigMap and Secrets with the same names as those
 * for the operator (cloud-api-adaptor, install/overlays).
 */
const upstreamNamespace = 'confidential-containers-system';

const operatorGroup = (namespace: string, ...targets: readonly string[]): string =>
  [
    `\napiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:\n  name: sandboxed-containers-operator-group`,
    `  namespace: ${namespace}\nspec:\n  targetNamespaces:`,
    ...targets,
    '',
  ].join('\n');

export default defineRule({
  id: 'ns-wrong',
  title: () => l10n.t`Wrong namespace or object name for the operator`,
  severity: 'error',
  appliesTo: [
    peerPodsSecretName,
    sshKeySecretName,
    ...imageConfigMapIds,
    featureGatesName,
    layeredImageConfigMapName,
    'Namespace',
    'OperatorGroup',
    'Subscription',
    'ClusterExtension',
    kustomizationKind.id,
  ],
  why: () =>
    l10n.t`An object for the OSC operator is in a namespace other than \`openshift-sandboxed-containers-operator\`, or its name is misspelled. The operator runs only in this namespace and reads its ConfigMaps and Secrets there by their exact names, so it ignores the object. The operator's sample OperatorGroup contains such a typo: it lists \`openshft-sandboxed-containers-operator\` in \`targetNamespaces\`. With this typo, the operator watches a namespace that doesn't exist.

For a ConfigMap or Secret in another namespace, the severity is warning, because the object might belong to other software. The severity is also warning for a ConfigMap named \`feature-gates\` or \`podvm-image-cm\` that contains keys for the operator, and for a Namespace with a misspelled but valid name, because the cluster accepts it. An object without a namespace isn't reported, because \`oc -n\` determines its namespace. In a kustomization, \`namePrefix\`, \`nameSuffix\`, and \`namespace\` change the names and namespaces of all its objects.

Correct the namespace or the name.`,
  source: [namespaceIsFixed.source, document112('2.2'), operator111('config/samples/deploy.yaml')],
  *check(context) {
    const { manifest } = context;
    if (manifest.kind === kustomizationKind) {
      yield* checkRenaming(context, (id) => id !== 'peer-pods-cm');
      return;
    }
    const namespace = asKnownString(findYamlNode(manifest.root, ['metadata', 'namespace']));
    const name = asKnownString(findYamlNode(manifest.root, ['metadata', 'name']));
    if (manifest.kind.id === 'Namespace') {
      if (name !== undefined && isMisnamed(manifest.kind, name.text)) yield ofNamespace(manifest, name);
    } else if (manifest.kind.id === 'OperatorGroup') yield* ofGroup(manifest, namespace);
    else if (manifest.kind.id === 'Subscription') yield* ofSubscription(manifest, namespace);
    else if (manifest.kind.id === 'ClusterExtension') yield* ofExtension(manifest);
    else yield* ofData(manifest, namespace);
  },
  examples: () => [
    {
      avoid: operatorGroup(
        operatorNamespace,
        '    - openshft-sandboxed-containers-operator',
        '#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: operatorGroup(operatorNamespace, `    - ${operatorNamespace}`),
    },
    {
      avoid: subscriptionWith().replace(
        `  namespace: ${operatorNamespace}`,
        '  namespace: openshift-operators\n#            ^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: subscriptionWith(),
    },
    {
      avoid: extensionWith().replace(
        `  namespace: ${operatorNamespace}`,
        '  namespace: openshift-operators\n#            ^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: extensionWith(),
      release: '1.14',
    },
    {
      avoid: configMap(featureGatesName, 'confidential: "true"').replace(
        operatorNamespace,
        'default\n#            ^^^^^^^ want',
      ),
      prefer: configMap(featureGatesName, 'confidential: "true"'),
    },
    {
      avoid: `
apiVersion: v1
kind: Namespace
metadata:
  name: openshift-sandboxed-container-operator
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
`,
      prefer: `
apiVersion: v1
kind: Namespace
metadata:
  name: openshift-sandboxed-containers-operator
`,
    },
    {
      avoid: configMap('osc-feature-gate', 'confidential: "true"').replace(
        'osc-feature-gate\n',
        'osc-feature-gate\n#       ^^^^^^^^^^^^^^^^ want\n',
      ),
      prefer: configMap(featureGatesName, 'confidential: "true"'),
    },
    {
      avoid: configMap('feature-gates', 'confidential: "true"').replace(
        'feature-gates\n',
        'feature-gates\n#       ^^^^^^^^^^^^^ want\n',
      ),
      prefer: configMap(featureGatesName, 'confidential: "true"'),
    },
    {
      avoid: configMap('podvm-image-cm', 'IMAGE_GALLERY_NAME: "kata"').replace(
        'podvm-image-cm\n',
        'podvm-image-cm\n#       ^^^^^^^^^^^^^^ want\n',
      ),
      prefer: configMap('azure-podvm-image-cm', 'IMAGE_GALLERY_NAME: "kata"'),
    },
    {
      avoid: objectWith('Secret', 'peerpods-secret', 'stringData', 'AWS_ACCESS_KEY_ID: "not a real id"').replace(
        'peerpods-secret\n',
        'peerpods-secret\n#       ^^^^^^^^^^^^^^^ want\n',
      ),
      prefer: objectWith('Secret', peerPodsSecretName, 'stringData', 'AWS_ACCESS_KEY_ID: "not a real id"'),
    },
    {
      avoid: kustomization('nameSuffix: -dev', '#           ^^^^ want', 'resources:', '  - osc-feature-gates.yaml'),
      prefer: kustomization('resources:', '  - osc-feature-gates.yaml'),
      files: { 'osc-feature-gates.yaml': configMap(featureGatesName, 'confidential: "true"') },
    },
  ],
});

/** Describes a misspelled Namespace. If its name is valid, the cluster accepts it, and the operator isn't in it. */
function ofNamespace(manifest: Manifest, name: ScalarNode): Finding {
  const message = describeInvalidName(name.text, 'Namespace');
  return message === undefined
    ? { ...misspelled(manifest, name), severity: 'warning' }
    : replaced(manifest, name, operatorNamespace, message, true);
}

/** Checks ConfigMaps and Secrets, which are identified by name. */
function* ofData(manifest: Manifest, namespace: ScalarNode | undefined): Iterable<Finding> {
  const { kind, id } = manifest.kind;
  const name = asKnownString(findYamlNode(manifest.root, ['metadata', 'name']));
  if (name !== undefined && isMisnamed(manifest.kind, name.text))
    yield replaced(
      manifest,
      name,
      id,
      l10n.t`The operator reads only the ${kind} ${id} and ignores "${sanitizeQuote(name.text, longestLabel)}".`,
      true,
    );
  else if (name !== undefined && manifest.kind.shortNames?.includes(name.text) === true)
    yield withoutPrefix(manifest, name);
  if (hasCommonNamespace(manifest)) return;
  if (namespace === undefined || namespace.text === operatorNamespace || namespace.text === upstreamNamespace) return;
  if (isMisspelledNamespace(namespace.text)) yield misspelled(manifest, namespace);
  // A Secret with this name might belong to other software.
  else if (id !== sshKeySecretName)
    yield {
      ...replaced(
        manifest,
        namespace,
        operatorNamespace,
        l10n.t`The operator reads ${id} only in ${operatorNamespace}, not in "${sanitizeQuote(namespace.text, longestLabel)}".`,
        false,
      ),
      severity: 'warning',
    };
}

/**
 * Reports a name without its prefix. For the ConfigMap of the image creation job, the prefix is the cloud provider. The
 * provider is clear only if the keys match exactly one provider.
 */
function withoutPrefix(manifest: Manifest, name: ScalarNode): Finding {
  const { kind, id } = manifest.kind;
  const keys = listDataEntries(manifest).map((entry) => entry.name);
  const providers = imageConfigMapIds.filter((other) => {
    const known = new Set(listPodVmImageKeys(findPodVmImageProvider(other) ?? '').map((key) => key.name));
    return keys.every((key) => known.has(key));
  });
  const isCertain = id === featureGatesName || (providers.length === 1 && providers[0] === id);
  const shown = isCertain ? id : '<provider>-podvm-image-cm';
  return {
    ...replaced(
      manifest,
      name,
      id,
      l10n.t`The operator reads only the ${kind} ${shown} and ignores "${sanitizeQuote(name.text, longestLabel)}".`,
      isCertain,
    ),
    severity: 'warning',
  };
}

function* ofSubscription(manifest: Manifest, namespace: ScalarNode | undefined): Iterable<Finding> {
  if (namespace === undefined || namespace.text === operatorNamespace) return;
  if (isMisspelledNamespace(namespace.text)) yield misspelled(manifest, namespace);
  else if (getYamlString(manifest.root, ['spec', 'name']) === documentedSubscription.package)
    yield replaced(manifest, namespace, operatorNamespace, namespaceWords(namespace), false);
}

/** Checks the namespace in which OLM v1 installs the operator. A ClusterExtension itself is in no namespace. */
function* ofExtension(manifest: Manifest): Iterable<Finding> {
  const namespace = asKnownString(findYamlNode(manifest.root, ['spec', 'namespace']));
  if (namespace === undefined || namespace.text === operatorNamespace) return;
  if (isMisspelledNamespace(namespace.text)) yield misspelled(manifest, namespace);
  else if (asKnownString(findPackageName(manifest))?.text === documentedSubscription.package)
    yield replaced(manifest, namespace, operatorNamespace, namespaceWords(namespace), false);
}

/** Checks OperatorGroups. An OperatorGroup is for this operator only if it targets the operator namespace. */
function* ofGroup(manifest: Manifest, namespace: ScalarNode | undefined): Iterable<Finding> {
  const list = findYamlNode(manifest.root, ['spec', 'targetNamespaces']);
  const targets = list?.type === 'seq' ? list.items.flatMap((item) => asKnownString(item) ?? []) : [];
  const ours = targets.filter(({ text }) => text === operatorNamespace || isMisspelledNamespace(text));
  for (const target of targets) if (isMisspelledNamespace(target.text)) yield misspelled(manifest, target);
  if (namespace === undefined) return;
  const [first] = targets;
  if (isMisspelledNamespace(namespace.text)) yield misspelled(manifest, namespace);
  else if (namespace.text === operatorNamespace) {
    if (list?.type !== 'seq' || first === undefined || ours.length > 0 || targets.length < list.items.length) return;
    yield replaced(manifest, first, operatorNamespace, namespaceWords(first), false);
  } else if (ours.length > 0 && (ours.length === targets.length || isNamedAfterOperator(manifest))) {
    yield replaced(manifest, namespace, operatorNamespace, namespaceWords(namespace), false);
  }
}

function isNamedAfterOperator({ name }: Manifest): boolean {
  return name?.includes('sandboxed-containers') === true;
}

function namespaceWords(node: ScalarNode): string {
  return l10n.t`The operator runs only in ${operatorNamespace}, not in "${sanitizeQuote(node.text, longestLabel)}".`;
}

function misspelled(manifest: Manifest, node: ScalarNode): Finding {
  return replaced(manifest, node, operatorNamespace, namespaceWords(node), true);
}
