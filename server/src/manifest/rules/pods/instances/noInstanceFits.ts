import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { parseAnnotationInteger, learnsOfGpus, withResources } from '#core/peerPods/instanceSelection.ts';
import { findInstanceSize } from '#core/peerPods/instanceSizes.ts';
import { isDocumentedProvider } from '#core/peerPods/providers.ts';
import { compareReleases, findRelease, type Release } from '#core/product/releases.ts';
import { adaptor112, document112 } from '#core/product/sources.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { Span } from '#server/engine/text/span.ts';
import { createRelatedLocation, type WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { getUriFileName } from '#server/engine/workspace/relatedObjects.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { readAllowedTypes, type InstanceTypeList } from './allowedTypes.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { instanceRequirementsOf, choicesFor, type InstanceRequirements } from './instanceChoice.ts';
import { isPeerPod, listPodAnnotations, getPodRuntimeClass } from '#server/engine/yaml/objects/podNode.ts';
import { getPodResources } from './resources.ts';

export default defineRule({
  id: 'pod-no-instance-fits',
  title: () => l10n.t`No allowed instance type fits the peer pod`,
  severity: 'warning',
  appliesTo: workloadIds,
  needs: ['workspace'],
  why: () =>
    l10n.t`The pod requests more vCPUs, memory, or GPUs than any instance type listed in \`peer-pods-cm\` provides. cloud-api-adaptor selects the smallest listed type that is large enough. If there is none, the pod stays in ContainerCreating: \`no instance type found for the given vcpus (64) and memory (4096)\`. The total of all container and init container requests overrides the pod's size annotations. On Azure and IBM Cloud, cloud-api-adaptor doesn't know how many GPUs a type has, so it never finds a type for a pod that requests GPUs.

Request less, or add a larger type to the list. For GPUs on Azure and IBM Cloud, request the type by name with the annotation \`io.katacontainers.config.hypervisor.machine_type\`. The rule reports a pod only if it knows the size of every listed type.`,
  source: [
    adaptor112('src/cloud-providers/util.go'),
    adaptor112('src/webhook/pkg/mutating_webhook/remove-resourcespec.go'),
    document112('3.8'),
  ],
  *check(context) {
    const { manifest, workspace } = context;
    if (workspace === undefined || !isPeerPod(manifest)) return;
    const asked = instanceRequirementsOf(manifest);
    // A separate rule checks types that are requested by name.
    if (asked === undefined || (asked.annotations.machineType ?? '') !== '') return;
    const finding = refusal(context, asked, workspace);
    if (finding !== undefined) yield finding;
  },
  examples: () => [
    {
      avoid: `${createExamplePod('  runtimeClassName: kata-remote')}      resources:
        limits:
          cpu: "16"
#         ^^^ want
          memory: 4Gi
`,
      prefer: `${createExamplePod('  runtimeClassName: kata-remote')}      resources:
        limits:
          cpu: "2"
          memory: 4Gi
`,
      files: {
        'peer-pods-cm.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "aws"
  PODVM_INSTANCE_TYPE: "t3.medium"
  PODVM_INSTANCE_TYPES: "t3.medium,t3.large"
`,
      },
    },
  ],
});

type Amount = 'gpus' | 'vcpus' | 'memoryMiB';

function refusal(
  { manifest, release, uri }: RuleContext,
  asked: InstanceRequirements,
  workspace: WorkspaceSnapshot,
): Finding | undefined {
  const choices = choicesFor(asked, uri, release, workspace);
  const lists = choices
    .map(({ fact, choice }) => (choice?.outcome === 'refused' ? readAllowedTypes(fact, release) : undefined))
    .filter((list) => list !== undefined);
  const [list] = lists;
  // A missing list might be in another file. With several ConfigMaps, it's unknown which one the cluster has.
  if (list === undefined || lists.length < choices.length || list.types.length === 0) return undefined;
  const said = withResources(asked.annotations, asked.containers);
  const wanted = {
    gpus: parseAnnotationInteger(said.defaultGpus),
    vcpus: parseAnnotationInteger(said.defaultVcpus),
    memoryMiB: parseAnnotationInteger(said.defaultMemory),
  };
  // The selection by GPUs is known only for OSC 1.11 and later.
  if (wanted.gpus > 0 && !isFrom111(release)) return undefined;
  const most = (amount: Amount) => Math.max(...list.types.map((type) => sizeIn(list, type)?.[amount] ?? 0));
  const tooMuch =
    (['gpus', 'vcpus', 'memoryMiB'] as const).find((amount) => wanted[amount] > most(amount)) ??
    (wanted.gpus > 0 ? 'gpus' : 'memoryMiB');
  const sum = [
    ...(wanted.gpus > 0 ? [formatCount(wanted.gpus, 'GPU')] : []),
    ...(wanted.gpus > 0 && wanted.vcpus === 0 ? [] : [formatCount(wanted.vcpus, 'vCPU')]),
    ...(wanted.gpus > 0 && wanted.memoryMiB === 0 ? [] : [`${wanted.memoryMiB} MiB`]),
  ].join(', ');
  const related = lists
    .slice(0, 5)
    .map(({ fact, place, listKey }) =>
      createRelatedLocation(fact, place, l10n.t`Allowed instance types in ${listKey}`),
    );
  const provider = providerOf(list);
  if (wanted.gpus > 0 && isDocumentedProvider(provider) && !learnsOfGpus(provider))
    return { ...placeOf(manifest, 'gpus'), message: withoutGpus(provider, list), related };
  return {
    ...placeOf(manifest, tooMuch),
    message: l10n.t`The pod can't start because it requests a total of ${sum}, and no instance type in the ${list.listKey} list in ${sanitizeQuote(getUriFileName(list.fact.uri), 30)} is large enough. Request less, or add a larger type to the list.`,
    related,
  };
}

/**
 * Returns the message for providers on which no type ever has enough GPUs. On such a provider, a pod must request a GPU
 * type by name.
 */
function withoutGpus(provider: string, { listKey, fact }: InstanceTypeList): string {
  return l10n.t`The pod can't start because, on ${provider}, cloud-api-adaptor doesn't consider GPUs when it selects a type from the ${listKey} list in ${sanitizeQuote(getUriFileName(fact.uri), 30)}. Request a GPU type from that list with the machine_type annotation.`;
}

function providerOf({ fact }: InstanceTypeList): string {
  return fact.object.values.get('CLOUD_PROVIDER')?.text ?? '';
}

function isFrom111(release: Release): boolean {
  const first = findRelease('1.11');
  return first !== undefined && compareReleases(release, first) >= 0;
}

function sizeIn(list: InstanceTypeList, type: string): ReturnType<typeof findInstanceSize> {
  const provider = providerOf(list);
  return isDocumentedProvider(provider) ? findInstanceSize(provider, type) : undefined;
}

const annotations: Readonly<Record<Amount, string>> = {
  gpus: 'default_gpus',
  vcpus: 'default_vcpus',
  memoryMiB: 'default_memory',
};

/**
 * Returns the position of the excessive request: in the container resources, which take precedence, or in an
 * annotation.
 */
function placeOf(manifest: Manifest, amount: Amount): Span {
  const { places = {} } = getPodResources(manifest) ?? {};
  const annotation = listPodAnnotations(manifest).find(
    ({ name }) => name === `${hypervisorPrefix}${annotations[amount]}`,
  );
  const runtimeClass = getPodRuntimeClass(manifest);
  const node =
    places[amount === 'vcpus' ? 'cpu' : amount] ??
    annotation?.value ??
    (runtimeClass.state === 'named' ? runtimeClass.node : manifest.root);
  return { start: node.start, end: node.end };
}
