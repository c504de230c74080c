import * as l10n from '@vscode/l10n';
import { sandboxPodIds } from '#core/kubernetes/agentSandboxKinds.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { isVariable } from '../shared/invalidName.ts';
import { describeNearest } from './describeNearest.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { isCheckedObject, walkCheckedObject } from './objects/checkedObject.ts';
import {
  findString,
  findText,
  lacks,
  listContainers,
  listItems,
  listMaps,
  listVolumes,
  type PlacedItem,
} from './objects/podParts.ts';

const withMount = (name: string, mark = ''): string =>
  `${createExamplePod('  runtimeClassName: kata\n  volumes:\n    - name: cache\n      emptyDir: {}')}      volumeMounts:
        - name: ${name}
${mark}          mountPath: /cache
`;

export default defineRule({
  id: 'kubernetes-volume-mount',
  title: () => l10n.t`Volume mount without a volume`,
  severity: 'error',
  appliesTo: workloadIds,
  skipsPatches: true,
  why: () =>
    withCheckedObjects(
      l10n.t`A container mounts a volume that the pod doesn't have, so the API server rejects the object (\`volumeMounts[0].name: Not found: "cahce"\`).

In a StatefulSet, the volume can also be a volume claim template. The rule reports nothing for a patch, which contains only a part of an object.

Correct the name, or add the volume under \`volumes\` of the pod.`,
    ),
  source: ['kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go (ValidateVolumeMounts)'],
  mayBeAdded: true,
  *check({ manifest }) {
    if (!isCheckedObject(manifest) || walkCheckedObject(manifest).hasDirective) return;
    const volumes = listVolumeNames(manifest);
    if (volumes === undefined) return;
    const containers = listContainers(manifest) ?? [];
    // Without any image, the object is probably a patch.
    if (containers.every(({ map }) => lacks(map, 'image'))) return;
    const isSandbox = sandboxPodIds.includes(manifest.kind.kind);
    for (const container of containers) yield* checkMounts(container, volumes, isSandbox);
  },
  examples: () => [{ avoid: withMount('cahce', '#               ^^^^^ want\n'), prefer: withMount('cache') }],
});

/** Kinds whose pods also have the volumes of their volume claim templates. */
const kindsWithClaimTemplates: readonly string[] = ['StatefulSet', ...sandboxPodIds];

/** Returns the names of the volumes. Returns undefined if not all of them are known. */
function listVolumeNames(manifest: Manifest): readonly string[] | undefined {
  const { root, kind } = manifest;
  // A SandboxClaim can add volume claim templates to those of its SandboxTemplate.
  if (kind.kind === 'SandboxTemplate' && findYamlNode(root, ['spec', 'volumeClaimTemplatesPolicy']) !== undefined)
    return undefined;
  const lists = [
    listVolumes(manifest),
    kindsWithClaimTemplates.includes(kind.kind)
      ? listItems(findYamlNode(root, ['spec', 'volumeClaimTemplates']), ['spec', 'volumeClaimTemplates'])
      : [],
  ];
  const [volumes, claims] = lists;
  if (volumes === undefined || claims === undefined) return undefined;
  const names = [
    ...volumes.map(({ map }) => findText(map, 'name')?.text),
    ...claims.map(({ map }) => findString(map, ['metadata', 'name'])?.text),
  ];
  return names.every((name) => name !== undefined) ? names : undefined;
}

/**
 * Checks the mounts of a container.
 * @param isSandbox true for a kind of agent-sandbox, which the API server accepts before its controller creates the pod
 */
function* checkMounts({ map }: PlacedItem, volumes: readonly string[], isSandbox: boolean): Generator<Finding> {
  for (const list of ['volumeMounts', 'volumeDevices'])
    for (const mount of listMaps(map, list) ?? []) {
      const node = findText(mount, 'name');
      if (node === undefined || volumes.includes(node.text) || isVariable(node.text)) continue;
      const name = sanitizeQuote(node.text, 80);
      const problem = isSandbox
        ? l10n.t`The pod has no volume "${name}", so the API server rejects the pod.`
        : l10n.t`The pod has no volume "${name}", so the API server rejects the object.`;
      yield describeNearest(node, problem, volumes);
    }
}
