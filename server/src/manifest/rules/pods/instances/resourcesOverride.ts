import * as l10n from '@vscode/l10n';
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { parseAnnotationInteger, withResources, type SelectionAnnotations } from '#core/peerPods/instanceSelection.ts';
import { adaptor112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { listIntendedAnnotations, shortenKey } from '../annotations/annotationKey.ts';
import {
  getAnnotationText,
  createOptionalFix,
  isPeerPod,
  removeAnnotation,
  isSkippedByWebhook,
} from '#server/engine/yaml/objects/podNode.ts';
import { getPodResources } from './resources.ts';

/** Annotations that the webhook writes, with the resource of each. */
const written: readonly (readonly [name: string, field: keyof SelectionAnnotations])[] = [
  ['default_vcpus', 'defaultVcpus'],
  ['default_memory', 'defaultMemory'],
  ['default_gpus', 'defaultGpus'],
];

export default defineRule({
  id: 'pod-resources-override',
  title: () => l10n.t`Size annotation overridden by container resources`,
  severity: 'info',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The pod sets its size twice: with a \`default_vcpus\`, \`default_memory\`, or \`default_gpus\` annotation, and with container resources. The peer pods webhook adds up the resources of all containers and init containers, overwrites these annotations with the totals, and removes the resources from the pod. An annotation applies only if no container requests the resource that the annotation sets. The rule doesn't report an annotation whose value equals the total.

Remove the annotation, or remove the container resources.`,
  source: [adaptor112('src/webhook/pkg/mutating_webhook/remove-resourcespec.go')],
  *check({ manifest, release, text }) {
    if (!isPeerPod(manifest) || isSkippedByWebhook(manifest)) return;
    const annotations = listIntendedAnnotations(manifest, release);
    if (!written.some(([name]) => annotations.has(`${hypervisorPrefix}${name}`))) return;
    const resources = getPodResources(manifest);
    if (resources === undefined) return;
    const sums = withResources({}, resources.containers);
    for (const [name, field] of written) {
      const annotation = annotations.get(`${hypervisorPrefix}${name}`);
      const value = annotation === undefined ? undefined : getAnnotationText(annotation);
      const sum = sums[field];
      if (
        annotation === undefined ||
        value === undefined ||
        sum === undefined ||
        parseAnnotationInteger(value) === Number(sum)
      )
        continue;
      yield {
        start: annotation.key.start,
        end: annotation.key.end,
        message: l10n.t(
          'The peer pods webhook overwrites {1} with "{0}", the total that the containers request. Remove the annotation or the container resources.',
          sum,
          shortenKey(annotation.name),
        ),
        fixes: createOptionalFix(l10n.t`Remove ${name}`, removeAnnotation(manifest, annotation, text), false),
      };
    }
  },
  examples: () => [
    {
      avoid: `
apiVersion: batch/v1
kind: Job
metadata:
  name: train
spec:
  template:
    metadata:
      annotations:
        io.katacontainers.config.hypervisor.default_vcpus: "2"
        io.katacontainers.config.hypervisor.default_memory: "4096"
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
    spec:
      runtimeClassName: kata-remote
      restartPolicy: Never
      containers:
        - name: train
          image: quay.io/example/train
          resources:
            requests:
              cpu: 1500m
              memory: 2Gi
`,
      prefer: `
apiVersion: batch/v1
kind: Job
metadata:
  name: train
spec:
  template:
    metadata:
      annotations:
        io.katacontainers.config.hypervisor.default_vcpus: "2"
    spec:
      runtimeClassName: kata-remote
      restartPolicy: Never
      containers:
        - name: train
          image: quay.io/example/train
          resources:
            requests:
              cpu: 1500m
              memory: 2Gi
`,
    },
  ],
});
