import * as l10n from '@vscode/l10n';
import { annotationNamed } from '#core/annotations/index.ts';
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { isDocumentedProvider, providerNamed } from '#core/peerPods/providers.ts';
import { adaptor112, document112 } from '#core/product/sources.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import type { IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import { detectLineEnding, insertEntryAfter } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { readAllowedTypes, listConfigMaps } from './allowedTypes.ts';
import { listIntendedAnnotations, shortenKey } from '../annotations/annotationKey.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import {
  createOptionalFix,
  isPeerPod,
  isWhole,
  isSkippedByWebhook,
  type PodAnnotation,
} from '#server/engine/yaml/objects/podNode.ts';
import { getPodResources, type PodResources } from './resources.ts';

const vcpus = `${hypervisorPrefix}default_vcpus`;
const memory = `${hypervisorPrefix}default_memory`;

export default defineRule({
  id: 'pod-vcpu-memory-pair',
  title: () => l10n.t`vCPUs without memory, or memory without vCPUs`,
  severity: 'warning',
  appliesTo: workloadIds,
  needs: ['file'],
  mayBeAdded: true,
  why: () =>
    l10n.t`The peer pod specifies only vCPUs or only memory. cloud-api-adaptor selects an instance type by size only if both are specified. Otherwise, the pod gets the default instance type. You can specify them with the annotations \`default_vcpus\` and \`default_memory\`, or with container resources, which the webhook converts to these annotations.

For container resources, the severity is warning only if \`peer-pods-cm\` in the workspace lists instance types, because container resources also have other uses. If it's unknown whether \`peer-pods-cm\` lists instance types, the severity is hint.

Add the missing value. A LimitRange in the namespace can also add it.`,
  source: [
    adaptor112('src/cloud-providers/util.go:78'),
    adaptor112('src/webhook/pkg/mutating_webhook/remove-resourcespec.go'),
    document112('3.8'),
  ],
  *check(context) {
    const { manifest, release } = context;
    if (!isPeerPod(manifest) || !isWhole(manifest)) return;
    const annotations = listIntendedAnnotations(manifest, release);
    // A requested instance type or GPU already determines the selection.
    if (annotations.has(`${hypervisorPrefix}machine_type`) || annotations.has(`${hypervisorPrefix}default_gpus`))
      return;
    if (podAnnotationsFilledIn(context)) return;
    const resources = isSkippedByWebhook(manifest) ? { containers: [], places: {} } : getPodResources(manifest);
    if (resources === undefined || resources.places.gpus !== undefined) return;
    const [cpuBy, memoryBy] = [annotations.get(vcpus), annotations.get(memory)];
    const hasCpu = cpuBy !== undefined || resources.places.cpu !== undefined;
    const hasMemory = memoryBy !== undefined || resources.places.memoryMiB !== undefined;
    if (hasCpu === hasMemory) return;
    const by = cpuBy ?? memoryBy;
    yield* by === undefined ? halfOfResources(context, resources) : halfOfAnnotations(context, by, hasCpu);
  },
  examples: () => [
    {
      avoid: `
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
      annotations:
        io.katacontainers.config.hypervisor.default_vcpus: "2"
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
    spec:
      runtimeClassName: kata-remote
      containers:
        - name: web
          image: quay.io/example/web
`,
      prefer: `
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
      annotations:
        io.katacontainers.config.hypervisor.default_vcpus: "2"
        io.katacontainers.config.hypervisor.default_memory: "4096"
    spec:
      runtimeClassName: kata-remote
      containers:
        - name: web
          image: quay.io/example/web
`,
    },
    {
      avoid: createExamplePod(`
  runtimeClassName: kata-remote
  initContainers:
    - name: prepare
      image: quay.io/example/prepare
      resources:
        limits:
          memory: 1Gi
#         ^^^^^^ want`),
      prefer: `${createExamplePod(`
  runtimeClassName: kata-remote
  initContainers:
    - name: prepare
      image: quay.io/example/prepare
      resources:
        limits:
          memory: 1Gi`)}      resources:
        limits:
          cpu: "1"
`,
      files: {
        'peer-pods-cm.yaml': `
apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "aws"
  PODVM_INSTANCE_TYPES: "t3.small,t3.large"
`,
      },
    },
  ],
});

/** Returns whether a template fills in annotations, which might include the missing one. */
function podAnnotationsFilledIn({ manifest }: RuleContext): boolean {
  const map = findYamlNode(manifest.root, [...(manifest.kind.podPath ?? []), 'metadata', 'annotations']);
  return (
    map !== undefined &&
    (map.type === 'map' ? map.entries.some(({ key }) => key.unknown) : map.type === 'scalar' && map.unknown)
  );
}

function* halfOfAnnotations(
  { manifest, text }: RuleContext,
  { key, map }: PodAnnotation,
  isCpu: boolean,
): Iterable<Finding> {
  const [given, missing] = isCpu ? [vcpus, memory] : [memory, vcpus];
  const value = annotationNamed(missing)?.examples?.[0];
  const edit =
    value === undefined || manifest.part === 'generator'
      ? undefined
      : insertEntryAfter(text, map, [`${missing}: ${JSON.stringify(value)}`], detectLineEnding(text));
  const line = `${shortenKey(missing)}: ${JSON.stringify(value ?? '')}`;
  yield {
    start: key.start,
    end: key.end,
    message: l10n.t`${shortenKey(given)} alone has no effect, so the pod gets the default instance type. Add ${shortenKey(missing)}, or use machine_type.`,
    fixes: createOptionalFix(l10n.t`Add ${line}`, edit, false),
  };
}

function* halfOfResources({ uri, workspace, release }: RuleContext, { places }: PodResources): Iterable<Finding> {
  const place = places.cpu ?? places.memoryMiB;
  if (place === undefined) return;
  const configMaps = workspace === undefined ? [] : listConfigMaps(uri, workspace);
  const lists = configMaps.map((fact) => readAllowedTypes(fact, release));
  // With an empty list, there is no selection, and the pod always gets the default type.
  if (configMaps.length > 0 && configMaps.every((fact, index) => hasNoTypes(fact) || lists[index]?.types.length === 0))
    return;
  const certain = lists.length > 0 && lists.every((list) => list !== undefined && list.types.length > 0);
  const [given, other] = places.cpu === undefined ? ['memory', 'cpu'] : ['cpu', 'memory'];
  yield {
    start: place.start,
    end: place.end,
    ...(certain ? {} : { severity: 'hint' }),
    message: l10n.t`No container requests ${other}, so ${given} doesn't determine the instance type, and the peer pod gets the default type. Specify both, or use machine_type.`,
  };
}

/** Returns whether the cloud provider of this ConfigMap has no instance types. */
function hasNoTypes({ object }: IndexedObject): boolean {
  const provider = object.values.get('CLOUD_PROVIDER')?.text;
  return (
    provider !== undefined && isDocumentedProvider(provider) && providerNamed(provider)?.instanceTypes === undefined
  );
}
