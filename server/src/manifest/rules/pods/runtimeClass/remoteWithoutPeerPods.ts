import * as l10n from '@vscode/l10n';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { providerNamed } from '#core/peerPods/providers.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { isWrittenLater } from '../../shared/isWrittenLater.ts';
import { podOwnerIds } from '#core/kinds/podOwners.ts';
import { document112, operator111 } from '#core/product/sources.ts';
import { findMapEntry, findYamlNode } from '#server/engine/yaml/node.ts';
import { createRelatedLocation, type WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import type { IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import { detectLineEnding, insertEntryAfter, replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import {
  folder,
  limitMatches,
  getUriFileName,
  inFolderTree,
  isChangedLater,
  maxCompared,
  formatObjectNames,
  memoizePerFolder,
  peerPodsNear,
} from '#server/engine/workspace/relatedObjects.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { isPeerPod, getPodRuntimeClass } from '#server/engine/yaml/objects/podNode.ts';

export default defineRule({
  id: 'runtimeclass-remote-without-peerpods',
  title: () => l10n.t`kata-remote without peer pods`,
  severity: 'warning',
  appliesTo: [...podOwnerIds, 'KataConfig'],
  needs: ['workspace'],
  why: () =>
    l10n.t`A pod uses the runtime class \`kata-remote\`, but no KataConfig enables peer pods. The operator creates \`kata-remote\` only for a KataConfig with \`enablePeerPods: true\`. The default is false, and the sample in section 3.3 of the OSC 1.12 documentation omits the field. Without the runtime class, the API server rejects the pod (RuntimeClass "kata-remote" not found).

The rule reads the KataConfig resources in the pod's folder, its parent folders, and its subfolders. The severity is warning for the pod, and information for \`enablePeerPods\` in the KataConfig. A KataConfig without the field is also reported if its folder contains a complete \`peer-pods-cm\`.

Set \`enablePeerPods: true\` in the KataConfig, or use \`runtimeClassName: kata\`.`,
  source: [document112('3.3'), document112('4.4'), operator111('controllers/openshift_controller.go')],
  *check(context) {
    const { workspace } = context;
    if (workspace === undefined) return;
    yield* context.manifest.kind.id === 'KataConfig' ? inKataConfig(context, workspace) : inPodOf(context, workspace);
  },
  examples: () => [
    {
      avoid: createExamplePod(`
  runtimeClassName: kata-remote
#                   ^^^^^^^^^^^ want`),
      prefer: createExamplePod('  runtimeClassName: kata'),
      files: {
        'kataconfig.yaml': `apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: info
`,
      },
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  enablePeerPods: false
#                 ^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  enablePeerPods: true
`,
      files: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: kata-remote
`,
        'peer-pods-cm.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
`,
      },
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
# <---- want
  logLevel: info
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: info
  enablePeerPods: true
`,
      files: { 'peer-pods-cm.yaml': mapFor('aws').trimStart() },
    },
  ],
});

/** Returns the KataConfigs that a pod of this file depends on, if none of them enables peer pods. */
function lacking(uri: string, workspace: WorkspaceSnapshot): readonly IndexedObject[] {
  const found = memoizePerFolder('without peer pods', uri, workspace.of('KataConfig'), (facts) => {
    const near = limitMatches(facts, (all) => inFolderTree(uri, all));
    return near.every(lacksPeerPods) ? near : [];
  });
  return found.some((fact) => isChangedLater(fact, workspace)) ? [] : found;
}

/**
 * Returns whether the field is omitted or false. Another rule reports values that aren't booleans. A value that is
 * filled in later isn't reported.
 */
function lacksPeerPods({ object }: IndexedObject): boolean {
  const value = object.values.get('enablePeerPods')?.text;
  return value === undefined ? !object.unknown.has('enablePeerPods') : value === 'false';
}

function* inPodOf({ manifest, uri }: RuleContext, workspace: WorkspaceSnapshot): Iterable<Finding> {
  const runtimeClass = getPodRuntimeClass(manifest);
  const [kataConfig] = isPeerPod(manifest) ? lacking(uri, workspace) : [];
  if (kataConfig === undefined || runtimeClass.state !== 'named') return;
  yield {
    start: runtimeClass.node.start,
    end: runtimeClass.node.end,
    message: l10n.t`The runtime class kata-remote requires enablePeerPods: true. Set this value in the KataConfig in ${sanitizeQuote(getUriFileName(kataConfig.uri), 40)}.`,
    related: [
      createRelatedLocation(
        kataConfig,
        kataConfig.object.values.get('enablePeerPods') ?? kataConfig.object,
        l10n.t`KataConfig`,
      ),
    ],
  };
}

function* inKataConfig(context: RuleContext, workspace: WorkspaceSnapshot): Iterable<Finding> {
  const { manifest, uri } = context;
  const spec = findYamlNode(manifest.root, ['spec']);
  const written = findMapEntry(spec, 'enablePeerPods')?.value;
  if (written !== undefined && !(written.type === 'scalar' && written.value === false)) return;
  // A misspelled enablePeerPods has a separate finding, and a merge or a template might provide the field.
  if (
    spec?.type === 'map' &&
    spec.entries.some(
      ({ key }) => key.unknown || (key.text !== 'enablePeerPods' && /^enable_?-?peer_?-?pods?$/i.test(key.text)),
    )
  )
    return;
  if (
    memoizePerFolder('near', uri, workspace.of('KataConfig'), (facts) =>
      limitMatches(facts, (all) => inFolderTree(uri, all)),
    ).length === 0
  )
    return;
  const pods = peerPodsNear(uri, workspace)
    .slice(0, maxCompared)
    .filter((pod) => lacking(pod.uri, workspace).length > 0);
  if (pods.length === 0) {
    yield* besideConfigMap(context, workspace);
    return;
  }
  const place = written ?? findYamlNode(manifest.root, ['kind']) ?? findYamlNode(manifest.root, ['apiVersion']);
  if (place === undefined) return;
  const names = formatObjectNames(pods);
  yield {
    start: place.start,
    end: place.end,
    severity: 'info',
    message: l10n.t`The runtime class kata-remote (used by ${names}) requires enablePeerPods: true in this KataConfig.`,
    fixes: enabling(context),
    related: pods
      .slice(0, 10)
      .map((pod) =>
        createRelatedLocation(pod, pod.object.values.get('runtimeClassName') ?? pod.object, l10n.t`Uses kata-remote`),
      ),
  };
}

/**
 * Reports a KataConfig that doesn't set the field, although a complete peer-pods-cm is in the same folder. An explicit
 * false is intentional. A folder with several KataConfigs is probably for several clusters.
 */
function* besideConfigMap(context: RuleContext, workspace: WorkspaceSnapshot): Iterable<Finding> {
  const { manifest, uri } = context;
  const spec = findMapEntry(manifest.root, 'spec');
  const here = (facts: readonly IndexedObject[]) => facts.filter((fact) => folder(fact.uri) === folder(uri));
  const configMap = here(workspace.of(peerPodsConfigMapName)).find(isComplete);
  const place = spec?.key ?? findYamlNode(manifest.root, ['kind']);
  if (
    configMap === undefined ||
    place === undefined ||
    findMapEntry(spec?.value, 'enablePeerPods') !== undefined ||
    here(workspace.of('KataConfig')).length > 1 ||
    isWrittenLater(context, ['spec', 'enablePeerPods'])
  )
    return;
  yield {
    start: place.start,
    end: place.end,
    severity: 'info',
    message: l10n.t`The folder contains peer-pods-cm, but this KataConfig doesn't set enablePeerPods: true. The operator then doesn't create the runtime class kata-remote.`,
    fixes: enabling(context),
    related: [createRelatedLocation(configMap, configMap.object, peerPodsConfigMapName)],
  };
}

/** Returns whether a peer-pods-cm for the operator has all keys that the operator requires. */
function isComplete({ object: { namespace, values, unknown } }: IndexedObject): boolean {
  const required = providerNamed(values.get('CLOUD_PROVIDER')?.text ?? '')?.operatorConfigKeys ?? [];
  return (
    (namespace === undefined || namespace === operatorNamespace) &&
    required.length > 0 &&
    required.every((key) => unknown.has(key) || (values.get(key)?.text ?? '') !== '')
  );
}

/** Returns the fix. Peer pods require more than this field, so the fix isn't applied automatically. */
function enabling({ manifest, text }: RuleContext): Fix[] {
  const spec = findMapEntry(manifest.root, 'spec');
  const written = findMapEntry(spec?.value, 'enablePeerPods')?.value;
  const edit =
    written !== undefined
      ? written.borrowed || written.anchored === true
        ? undefined
        : replaceNode(written, 'true')
      : spec === undefined
        ? insertEntryAfter(text, manifest.root, ['spec:', '  enablePeerPods: true'], detectLineEnding(text))
        : spec.value.type === 'map'
          ? insertEntryAfter(text, spec.value, ['enablePeerPods: true'], detectLineEnding(text))
          : undefined;
  return edit === undefined
    ? []
    : [
        {
          title: written === undefined ? l10n.t`Add ${'enablePeerPods: true'}` : l10n.t`Change to ${'true'}`,
          edits: [edit],
          sure: false,
        },
      ];
}
