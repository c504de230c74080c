import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { findMapEntry, type MapNode, type ScalarNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { isCheckedObject } from './objects/checkedObject.ts';
import { findText, lacks, listContainers, listItems, listMaps, listVolumes } from './objects/podParts.ts';

export default defineRule({
  id: 'kubernetes-duplicate',
  title: () => l10n.t`Duplicate name, path, or port in a Kubernetes object`,
  severity: 'error',
  appliesTo: [...workloadIds, 'Service'],
  skipsPatches: true,
  why: () =>
    withCheckedObjects(
      l10n.t`Two containers or two volumes of a pod have the same name, two ports of a container have the same name, or two volume mounts of a container have the same path. The API server rejects the object (\`Duplicate value: "web"\`). An init container can't have the name of another container either.

If a container has an environment variable twice, the severity is warning. The API server accepts the object, but only the last value applies. The severity is also warning if a pod has a container port twice, because the API server returns a warning. A Service can't have the same port twice.

Rename one of them, or remove it.`,
    ),
  source: [
    'kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go (validateContainers, ValidateVolumes)',
    'kubernetes/kubernetes@000f2605 pkg/apis/core/validation/validation.go (ValidateService)',
    'kubernetes/kubernetes@1853742d pkg/api/pod/warnings.go',
  ],
  *check({ manifest }) {
    if (!isCheckedObject(manifest)) return;
    if (manifest.kind.id === 'Service') {
      const spec = findMapEntry(manifest.root, 'spec')?.value;
      yield* repeated(
        spec?.type === 'map' ? namesIn(spec, 'ports', 'name') : [],
        (name) => l10n.t`Another port of the Service has the name "${name}", so the API server rejects the object.`,
      );
      yield* repeatedPorts(listPorts([spec], 'port'));
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
    yield* repeatedContainerPorts(
      listPorts(
        containers.map(({ map }) => map),
        'containerPort',
      ),
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

/** A port whose number and protocol are known. */
interface KnownPort {
  readonly map: MapNode;
  readonly number: ScalarNode;
  /** Number and protocol, such as `80/TCP`. */
  readonly key: string;
}

/** Returns the ports in the lists `ports` of these mappings. Omits ports whose number or protocol isn't known. */
function listPorts(owners: readonly (YamlNode | undefined)[], field: 'port' | 'containerPort'): readonly KnownPort[] {
  return owners.flatMap((owner) =>
    (listItems(findMapEntry(owner, 'ports')?.value, []) ?? []).flatMap(({ map }): KnownPort[] => {
      const number = findMapEntry(map, field)?.value;
      const protocol = lacks(map, 'protocol') ? 'TCP' : findText(map, 'protocol')?.text;
      return number?.type === 'scalar' && typeof number.value === 'number' && protocol !== undefined
        ? [{ map, number, key: `${number.value}/${protocol}` }]
        : [];
    }),
  );
}

/** Reports each port after its first use. */
function* repeatedPorts(ports: readonly KnownPort[]): Generator<Finding> {
  for (const { number, key } of afterFirst(ports))
    yield {
      start: number.start,
      end: number.end,
      message: l10n.t`Another port of the Service is ${key}, so the API server rejects the object.`,
    };
}

/**
 * Reports equal container ports without a host port. The API server returns a warning also if another container has the
 * port. With different host ports or addresses, both can be necessary.
 */
function* repeatedContainerPorts(ports: readonly KnownPort[]): Generator<Finding> {
  const simple = ports.filter(({ map }) => lacks(map, 'hostPort') && lacks(map, 'hostIP'));
  for (const { number, key } of afterFirst(simple))
    yield {
      start: number.start,
      end: number.end,
      severity: 'warning',
      message: l10n.t`The pod has the container port ${key} twice, so the API server returns a warning. Remove one of them.`,
    };
}

function afterFirst(ports: readonly KnownPort[]): readonly KnownPort[] {
  const known = new Set<string>();
  return ports.filter(({ key }) => {
    const isKnown = known.has(key);
    known.add(key);
    return isKnown;
  });
}
