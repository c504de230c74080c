import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { findMapEntry, type MapNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import { isOwned } from './objects/ownedObject.ts';
import { findText, listContainers, listMaps, listVolumes } from './objects/podParts.ts';

export default defineRule({
  id: 'kubernetes-duplicate',
  title: () => l10n.t`Name or path that a pod uses twice`,
  severity: 'error',
  appliesTo: [...workloadIds, 'Service'],
  skipsPatches: true,
  why: () =>
    l10n.t`Two containers or two volumes of a pod have the same name, two ports of a container have the same name, or two volumes have the same mount path. The API server rejects the object (\`Duplicate value: "web"\`). An init container can't have the name of another container either.

For an environment variable that a container has twice, the severity is warning: the API server accepts the object, and only the last value applies.

The rule checks workloads whose pods run in a Kata sandbox, and the other objects in their files.

Rename one of them, or remove it.`,
  source: [
    'kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go (validateContainers, ValidateVolumes)',
    'kubernetes/kubernetes@1853742d pkg/api/pod/warnings.go',
  ],
  *check({ manifest }) {
    if (!isOwned(manifest)) return;
    if (manifest.kind.id === 'Service') {
      const spec = findMapEntry(manifest.root, 'spec')?.value;
      yield* repeated(
        spec?.type === 'map' ? namesIn(spec, 'ports', 'name') : [],
        (name) => l10n.t`Another port of the Service has the name "${name}", so the API server rejects the object.`,
      );
      return;
    }
    const containers = listContainers(manifest) ?? [];
    yield* repeated(
      containers.map(({ map }) => findText(map, 'name')),
      (name) => l10n.t`Another container of the pod has the name "${name}", so the API server rejects the object.`,
    );
    const volumes = listVolumes(manifest) ?? [];
    yield* repeated(
      volumes.map(({ map }) => findText(map, 'name')),
      (name) => l10n.t`Another volume of the pod has the name "${name}", so the API server rejects the object.`,
    );
    for (const { map } of containers) {
      yield* repeated(
        namesIn(map, 'ports', 'name'),
        (name) => l10n.t`Another port of the container has the name "${name}", so the API server rejects the object.`,
      );
      yield* repeated(
        namesIn(map, 'volumeMounts', 'mountPath'),
        (path) =>
          l10n.t`Another volume of the container is mounted at "${path}", so the API server rejects the object.`,
      );
      for (const finding of repeated(
        namesIn(map, 'env', 'name'),
        (name) => l10n.t`The container has the environment variable "${name}" twice. Only the last value applies.`,
      ))
        yield { ...finding, severity: 'warning' };
    }
  },
  examples: () => [
    {
      avoid: `${createExamplePod('  runtimeClassName: kata')}    - name: web
#           ^^^ want
      image: quay.io/example/proxy
`,
    },
  ],
});

function namesIn(parent: MapNode, list: string, field: string): readonly (ScalarNode | undefined)[] {
  return (listMaps(parent, list) ?? []).map((map) => findText(map, field));
}

/** Reports each name after its first use. */
function* repeated(names: readonly (ScalarNode | undefined)[], message: (name: string) => string): Generator<Finding> {
  if (names.length < 2) return;
  const known = new Set<string>();
  for (const node of names) {
    if (node === undefined) continue;
    if (known.has(node.text))
      yield { start: node.start, end: node.end, message: message(sanitizeQuote(node.text, 80)) };
    known.add(node.text);
  }
}
