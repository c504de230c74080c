import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { adaptor112, document112 } from '#core/product/sources.ts';
import { createRelatedLocation, type WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import type { IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import { findDataEntry, setValue } from '#server/engine/yaml/objects/dataEntries.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { readAllowedTypes, anyOf, listConfigMaps, refusedBy } from './allowedTypes.ts';
import { listIntendedAnnotations } from '../annotations/annotationKey.ts';
import { getUriFileName, maxCompared, formatObjectNames, peerPodsOf } from '#server/engine/workspace/relatedObjects.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import { asksFirst, machineType, sizesOf } from './sizeAnnotations.ts';
import { getAnnotationText, createOptionalFix, isPeerPod, setAnnotation } from '#server/engine/yaml/objects/podNode.ts';

export default defineRule({
  id: 'pod-machine-type-not-allowed',
  title: () => l10n.t`Instance type not allowed by peer-pods-cm`,
  severity: 'error',
  appliesTo: [...workloadIds, 'peer-pods-cm'],
  needs: ['workspace'],
  why: () =>
    l10n.t`A pod requests an instance type with the annotation \`io.katacontainers.config.hypervisor.machine_type\`, but \`peer-pods-cm\` doesn't allow this type. cloud-api-adaptor creates pod VMs only with the types that \`peer-pods-cm\` lists in \`PODVM_INSTANCE_TYPES\`, \`AZURE_INSTANCE_SIZES\`, or the corresponding key for another cloud provider. If the list is empty, only the default type is allowed. With any other type, the pod stays in ContainerCreating: \`requested instance type ("x") is not part of supported instance types list\`.

The severity is error for the annotation, and information for the list in \`peer-pods-cm\`, because the ConfigMap itself is valid. If the workspace contains several \`peer-pods-cm\` files, the one in the same folder as the pod or in the nearest parent folder applies.

Request a type that is in the list, or add the requested type to the list.`,
  source: [adaptor112('src/cloud-providers/util.go:41'), document112('3.8')],
  *check(context) {
    const { workspace } = context;
    if (workspace === undefined) return;
    yield* context.manifest.kind.id === 'peer-pods-cm' ? inConfigMap(context, workspace) : inPodOf(context, workspace);
  },
  examples: () => [
    {
      avoid: annotatedPod(`
    io.katacontainers.config.hypervisor.machine_type: "t3.larg"
#                                                     ^^^^^^^^^ want`),
      prefer: annotatedPod('    io.katacontainers.config.hypervisor.machine_type: "t3.large"'),
      files: {
        'peer-pods-cm.yaml': `apiVersion: v1
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
    {
      avoid: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "aws"
  VXLAN_PORT: "9000"
  PODVM_INSTANCE_TYPE: "t3.medium"
  PODVM_INSTANCE_TYPES: "t3.medium,t3.large"
# ^^^^^^^^^^^^^^^^^^^^ want
  AWS_REGION: "us-east-1"
  AWS_SUBNET_ID: "subnet-0123456789abcdef0"
  AWS_VPC_ID: "vpc-0123456789abcdef0"
  AWS_SG_IDS: "sg-0123456789abcdef0"
`,
      prefer: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "aws"
  VXLAN_PORT: "9000"
  PODVM_INSTANCE_TYPE: "t3.medium"
  PODVM_INSTANCE_TYPES: "t3.medium,t3.large,g4dn.xlarge"
  AWS_REGION: "us-east-1"
  AWS_SUBNET_ID: "subnet-0123456789abcdef0"
  AWS_VPC_ID: "vpc-0123456789abcdef0"
  AWS_SG_IDS: "sg-0123456789abcdef0"
`,
      files: {
        'train.yaml': `apiVersion: batch/v1
kind: Job
metadata:
  name: train
spec:
  template:
    metadata:
      annotations:
        io.katacontainers.config.hypervisor.machine_type: g4dn.xlarge
    spec:
      runtimeClassName: kata-remote
`,
      },
    },
  ],
});

function* inPodOf(context: RuleContext, workspace: WorkspaceSnapshot): Iterable<Finding> {
  const { manifest, release, uri } = context;
  const annotation = isPeerPod(manifest) ? listIntendedAnnotations(manifest, release).get(machineType) : undefined;
  const wanted = annotation === undefined ? undefined : getAnnotationText(annotation);
  if (annotation === undefined || wanted === undefined || wanted === '') return;
  const asked = sizesOf(manifest, release);
  const lists = asked === undefined ? [] : refusedBy(uri, { ...asked, machineType: wanted }, release, workspace);
  const [list] = lists;
  if (list === undefined) return;
  const types = [...new Set(lists.flatMap((each) => each.types))];
  const near = findNearestName(wanted, types);
  const choices = [...new Set([...(near === undefined ? [] : [near.name]), ...types])].slice(0, 3);
  const sure = (type: string) => type.toLowerCase() === wanted.toLowerCase();
  const offered = choices.flatMap((type): Fix[] =>
    createOptionalFix(l10n.t`Change to ${sanitizeQuote(type)}`, setAnnotation(manifest, annotation, type), sure(type)),
  );
  const todo =
    types.length === 0
      ? l10n.t`The list of instance types is empty, so only the default type is allowed.`
      : l10n.t`Use ${sanitizeQuote(anyOf(choices), 50)}, or allow the type.`;
  yield {
    start: annotation.value.start,
    end: annotation.value.end,
    message: `${l10n.t`Instance type "${sanitizeQuote(wanted, 30)}" isn't in the ${list.listKey} list in ${sanitizeQuote(getUriFileName(list.fact.uri), 30)}, so the pod doesn't start.`}${getSentenceSeparator()}${todo}`,
    fixes: offered,
    related: lists
      .slice(0, 5)
      .map(({ fact, place, listKey }) =>
        createRelatedLocation(fact, place, l10n.t`Allowed instance types in ${listKey}`),
      ),
  };
}

function* inConfigMap({ manifest, release, uri }: RuleContext, workspace: WorkspaceSnapshot): Iterable<Finding> {
  // In earlier releases, the size also matters, which is unknown for pods in other files.
  if (!asksFirst(release)) return;
  const own = listConfigMaps(uri, workspace).filter((fact) => fact.uri === uri);
  const lists = own.map((fact) => readAllowedTypes(fact, release)).filter((list) => list !== undefined);
  const list = lists.find(({ listKey, place }) => findDataEntry(manifest, listKey)?.value.text === place.text);
  const entry = list === undefined ? undefined : findDataEntry(manifest, list.listKey);
  if (list === undefined || entry === undefined) return;
  const asking = peerPodsOf(workspace).filter(
    (pod) => typeAskedFor(pod) !== undefined && !list.types.includes(typeAskedFor(pod) ?? ''),
  );
  const pods = asking.slice(0, maxCompared).filter((pod) => {
    const wanted = typeAskedFor(pod);
    return (
      wanted !== undefined &&
      refusedBy(pod.uri, { machineType: wanted }, release, workspace).some(({ fact }) => fact === list.fact)
    );
  });
  const types = [...new Set(pods.map((pod) => typeAskedFor(pod) ?? ''))];
  if (pods.length === 0) return;
  const text = [...list.types, ...types].join(',');
  const [names, asked] = [formatObjectNames(pods), sanitizeQuote(types.join(', '), 50)];
  yield {
    start: entry.key.start,
    end: entry.key.end,
    severity: 'info',
    message: l10n.t`Not in this list but requested by ${names}: ${asked}. Pods that request an unlisted instance type don't start.`,
    fixes: createOptionalFix(l10n.t`Add ${sanitizeQuote(types.join(', '))}`, setValue(manifest, entry, text), false),
    related: pods
      .slice(0, 10)
      .map((pod) =>
        createRelatedLocation(
          pod,
          pod.object.values.get('machine_type') ?? pod.object,
          l10n.t`Requests ${sanitizeQuote(typeAskedFor(pod) ?? '')}`,
        ),
      ),
  };
}

function typeAskedFor({ object }: IndexedObject): string | undefined {
  const type = object.values.get('machine_type')?.text;
  return type === undefined || type === '' || isPlaceholder(type) ? undefined : type;
}
