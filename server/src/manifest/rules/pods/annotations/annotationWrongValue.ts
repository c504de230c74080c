import * as l10n from '@vscode/l10n';
import { podOwnerIds } from '#core/kinds/podOwners.ts';
import { adaptor112, kataUpstream } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { findKeyProblem, shortenKey } from './annotationKey.ts';
import { findValueProblem } from './annotationValue.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import {
  getAnnotationText,
  createOptionalFix,
  listPodAnnotations,
  getRuntimeClassName,
  setAnnotation,
} from '#server/engine/yaml/objects/podNode.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export default defineRule({
  id: 'pod-annotation-value',
  title: () => l10n.t`Invalid annotation value`,
  severity: 'error',
  appliesTo: podOwnerIds,
  why: () =>
    l10n.t`Kata parses this annotation value as a number or a boolean. If it can't, the pod doesn't start ("Please specify positive numeric value", "Please specify boolean value"). With \`kata-remote\`, cloud-api-adaptor also parses \`default_vcpus\`, \`default_memory\`, and \`default_gpus\` and accepts only integers. It reads \`0.5\` and \`2Gi\` as 0, so the pod gets the default instance type. A local VM needs at least 256 MiB of memory.

For a number outside the valid range, the severity is warning. Some annotations, such as \`block_device_aio\`, have a documented list of values. For these annotations, the severity of a typo is error. For any other unlisted value, the severity is information, because Kata might accept more values.

Use an integer for numbers, \`true\` or \`false\` for booleans, and a number of MiB without a unit for memory.`,
  source: [
    adaptor112('src/cloud-api-adaptor/pkg/util/cloud.go:45'),
    kataUpstream('src/runtime/pkg/oci/utils.go'),
    'OSC 1.12 §3.8',
  ],
  *check({ manifest, release }) {
    const runtime = getRuntimeClassName(manifest);
    for (const annotation of listPodAnnotations(manifest)) {
      const { name, value } = annotation;
      const text = getAnnotationText(annotation);
      if (
        text === undefined ||
        value.type !== 'scalar' ||
        typeof value.value !== 'string' ||
        findKeyProblem(name, runtime, release) !== undefined
      )
        continue;
      const fault = findValueProblem(name, text, runtime, release);
      if (fault === undefined) continue;
      const { instead } = fault;
      const right = instead === undefined ? undefined : JSON.stringify(instead);
      yield {
        start: value.start,
        end: value.end,
        ...(fault.severity === undefined ? {} : { severity: fault.severity }),
        message: `${sanitizeQuote(shortenKey(name))}: ${[fault.says(sanitizeQuote(text, 40)), ...(right === undefined ? [] : [l10n.t`Use ${right}.`])].join(getSentenceSeparator())}`,
        fixes:
          instead === undefined || right === undefined
            ? []
            : createOptionalFix(l10n.t`Change to ${right}`, setAnnotation(manifest, annotation, instead), fault.sure),
      };
    }
  },
  examples: () => [
    {
      avoid: annotatedPod(`
    io.katacontainers.config.hypervisor.default_vcpus: "0.5"
#                                                      ^^^^^ want
    io.katacontainers.config.hypervisor.default_memory: 2Gi
#                                                       ^^^ want`),
      prefer: annotatedPod(`
    io.katacontainers.config.hypervisor.default_vcpus: "1"
    io.katacontainers.config.hypervisor.default_memory: "2048"`),
    },
    {
      avoid: `
apiVersion: v1
kind: ReplicationController
metadata:
  name: web
spec:
  selector:
    app: web
  template:
    metadata:
      labels:
        app: web
      annotations:
        io.katacontainers.config.hypervisor.enable_iommu: "on"
#                                                         ^^^^ want
        io.katacontainers.config.hypervisor.block_device_aio: iouring
#                                                             ^^^^^^^ want
    spec:
      runtimeClassName: kata
      containers:
        - name: web
          image: quay.io/example/web
`,
      prefer: `
apiVersion: v1
kind: ReplicationController
metadata:
  name: web
spec:
  selector:
    app: web
  template:
    metadata:
      labels:
        app: web
      annotations:
        io.katacontainers.config.hypervisor.enable_iommu: "true"
        io.katacontainers.config.hypervisor.block_device_aio: "io_uring"
    spec:
      runtimeClassName: kata
      containers:
        - name: web
          image: quay.io/example/web
`,
    },
    {
      avoid: annotatedPod(
        `
    io.katacontainers.config.hypervisor.default_memory: "16"
#                                                       ^^^^ want`,
        '  runtimeClassName: kata',
      ),
    },
  ],
});
