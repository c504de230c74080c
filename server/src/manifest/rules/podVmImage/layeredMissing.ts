import * as l10n from '@vscode/l10n';
import { layeredImageConfigMapName } from '#core/peerPods/featureGates.ts';
import { operatorNamespace, featureGatesName } from '#core/product/namespaces.ts';
import { operator111, operator18 } from '#core/product/sources.ts';
import { createRelatedLocation } from '#server/engine/workspace/workspaceSnapshot.ts';
import type { IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { findDataEntry, hasData } from '#server/engine/yaml/objects/dataEntries.ts';
import { detectLineEnding } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { getHeaderSpan, isInOtherNamespace } from '../shared/ownObjects.ts';

const gate = 'layeredImageDeployment';
const imageKey = 'osImageURL';
const gatesOn = configMap(featureGatesName, `${gate}: "true"`);

export default defineRule({
  id: 'fg-layered-missing-cm',
  title: () => l10n.t`Missing layered image URL`,
  severity: 'error',
  appliesTo: [featureGatesName, layeredImageConfigMapName],
  needs: ['workspace'],
  why: () =>
    l10n.t`The feature gate \`layeredImageDeployment\` is enabled, but the key \`osImageURL\` in the ConfigMap \`layered-image-deploy-cm\` is missing or empty. When you create a KataConfig, the operator reads the node image from this key. Without the image, the operator reports an error and doesn't continue.

The finding is a warning if no file contains the ConfigMap, because the ConfigMap might already be on the cluster. It's also a warning if the key is empty but no file enables the feature gate.

Set \`osImageURL\` to your node image.`,
  source: [operator18('controllers/layered_image_handler.go'), operator111('config/samples/featuregates.yaml')],
  *check(context) {
    if (context.workspace === undefined || isInOtherNamespace(context.manifest)) return;
    if (context.manifest.kind.id === featureGatesName)
      yield* withoutConfigMap(context, context.workspace.of(layeredImageConfigMapName));
    else yield* withoutImage(context, context.workspace.of(featureGatesName));
  },
  examples: () => [
    {
      avoid: `${configMap(featureGatesName, `${gate}: "true"`, '#                       ^^^^^^ want')}...\n`,
      prefer: `${gatesOn}---${configMap(layeredImageConfigMapName, `${imageKey}: registry.example.com/rhcos-kata:4.20`)}`,
      files: {},
    },
    {
      avoid: configMap(layeredImageConfigMapName, 'kernelArguments: kvm_intel.tdx=1').replace(
        'kind: ConfigMap\n',
        'kind: ConfigMap\n#     ^^^^^^^^^ want\n',
      ),
      prefer: configMap(
        layeredImageConfigMapName,
        'osImageURL: registry.example.com/rhcos-kata:4.20',
        'kernelArguments: kvm_intel.tdx=1',
      ),
      files: { 'gates.yaml': gatesOn },
    },
    {
      avoid: configMap(layeredImageConfigMapName, 'osImageURL: ""', '# ^^^^^^^^^^ want'),
      prefer: configMap(layeredImageConfigMapName, 'osImageURL: registry.example.com/rhcos-kata:4.20'),
      files: {},
    },
  ],
});

function* withoutConfigMap(
  { manifest, text, workspace }: RuleContext,
  maps: readonly IndexedObject[],
): Iterable<Finding> {
  const value = findDataEntry(manifest, gate)?.value;
  if (value?.text !== 'true' || workspace?.whole !== true || maps.some(isInReach)) return;
  yield {
    start: value.start,
    end: value.end,
    severity: 'warning',
    message: l10n.t`With this feature gate, the operator requires the ConfigMap ${layeredImageConfigMapName} with the key ${imageKey}, but no file in the workspace contains this ConfigMap. Add the ConfigMap unless it's already on the cluster.`,
    fixes: addition(manifest, text),
  };
}

function* withoutImage(context: RuleContext, gates: readonly IndexedObject[]): Iterable<Finding> {
  const { manifest } = context;
  const on = gates.find((fact) => isInReach(fact) && fact.object.values.get(gate)?.text === 'true');
  const entry = findDataEntry(manifest, imageKey);
  if (on === undefined && entry?.value.text === '' && !entry.value.unknown) {
    yield {
      start: entry.key.start,
      end: entry.key.end,
      severity: 'warning',
      message: l10n.t`${imageKey} is empty. With the feature gate layeredImageDeployment, the operator reports an error.`,
    };
    return;
  }
  // A template might fill in the key, and a patch has no data of its own.
  if (
    on === undefined ||
    findYamlNode(manifest.root, ['data'])?.type !== 'map' ||
    (entry === undefined ? hasData(manifest, imageKey) : entry.value.text !== '')
  )
    return;
  const place = on.object.values.get(gate) ?? on.object;
  yield {
    ...(entry === undefined ? getHeaderSpan(manifest) : { start: entry.key.start, end: entry.key.end }),
    message: l10n.t`Feature gate ${gate} is enabled, but ${imageKey} is missing or empty, so the operator reports an error and doesn't continue. Set the key to the node image.`,
    related: [createRelatedLocation(on, place, l10n.t`Feature gate ${gate}`)],
  };
}

function isInReach({ object }: IndexedObject): boolean {
  return object.namespace === undefined || object.namespace === operatorNamespace;
}

/**
 * Adds the ConfigMap after this document. Not offered if a `...` marker ends the document, because the text after it
 * might be the next document.
 */
function addition({ part, root }: Manifest, text: string): Fix[] {
  if (part !== undefined || root.flow || /^\.\.\./m.test(text)) return [];
  const at = text.length;
  const newline = detectLineEnding(text);
  const edit = { start: at, end: at, text: `${/[\r\n]$/.test(text) ? '' : newline}${skeleton(newline)}` };
  return [{ title: l10n.t`Add a ${layeredImageConfigMapName} ConfigMap to this file`, edits: [edit], sure: false }];
}

function skeleton(newline: string): string {
  return [
    '---',
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    `  name: ${layeredImageConfigMapName}`,
    `  namespace: ${operatorNamespace}`,
    'data:',
  ]
    .concat(`  ${imageKey}: "<image of the nodes>"`, '')
    .join(newline);
}
