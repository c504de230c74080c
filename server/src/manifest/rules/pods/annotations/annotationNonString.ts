import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { toPlainValue } from '#server/engine/yaml/node.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isForKata, shortenKey } from './annotationKey.ts';
import { findValueProblem } from './annotationValue.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import {
  annotationsBelow,
  createOptionalFix,
  getRuntimeClassName,
  setAnnotation,
} from '#server/engine/yaml/objects/podNode.ts';

function nonStringWords(subject: string, type: string): string {
  return l10n.t`${subject} is ${type}, but ${'metadata.annotations'} values must be strings, so the API server rejects the object.`;
}

export default defineRule({
  id: 'pod-annotation-nonstring',
  title: () => l10n.t`Non-string annotation value`,
  severity: 'error',
  appliesTo: workloadIds,
  why: () =>
    l10n.t(
      'Annotations must be strings, but YAML reads `2` as a number and `true` (or `yes`, `on`) as a boolean. The API server then rejects the whole object: "cannot unmarshal number into Go struct field ObjectMeta.metadata.annotations of type string". Put the value in quotes.',
    ),
  source: ['Kubernetes API, ObjectMeta', 'kubernetes-sigs/yaml@742f5e6f goyaml.v2/resolve.go'],
  *check({ manifest, release }) {
    const podPath = manifest.kind.podPath ?? [];
    for (let depth = 0; depth <= podPath.length; depth += 1) {
      for (const annotation of annotationsBelow(manifest, podPath.slice(0, depth))) {
        const { name, value } = annotation;
        if (!isForKata(name) || manifest.part === 'generator') continue;
        if (value.type !== 'scalar') {
          if (toPlainValue(value) !== undefined) {
            const { key } = annotation;
            const said = sanitizeQuote(shortenKey(name));
            yield {
              start: key.start,
              end: key.end,
              message: nonStringWords(said, value.type === 'map' ? l10n.t`a mapping` : l10n.t`a list`),
            };
          }
          continue;
        }
        if (value.unknown || value.value === null || typeof value.value === 'string') continue;
        const fault = findValueProblem(name, value.text, getRuntimeClassName(manifest), release);
        // The quoted value might still be invalid. If the correction is certain, it's applied in the same fix.
        const text = fault?.instead ?? value.text;
        const [written, right] = [sanitizeQuote(value.text), JSON.stringify(text)];
        yield {
          start: value.start,
          end: value.end,
          message: `${nonStringWords(written, typeof value.value === 'boolean' ? l10n.t`a boolean` : l10n.t`a number`)}${getSentenceSeparator()}${l10n.t`Use ${right}.`}`,
          fixes: createOptionalFix(
            l10n.t`Change to ${right}`,
            setAnnotation(manifest, annotation, text),
            fault === undefined || fault.sure,
          ),
        };
      }
    }
  },
  examples: () => [
    {
      avoid: annotatedPod(`
    io.katacontainers.config.hypervisor.default_vcpus: 2
#                                                      ^ want
    io.katacontainers.config.hypervisor.default_memory: 4096
#                                                       ^^^^ want`),
      prefer: annotatedPod(`
    io.katacontainers.config.hypervisor.default_vcpus: "2"
    io.katacontainers.config.hypervisor.default_memory: "4096"`),
    },
    {
      avoid: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels:
      app: agent
  template:
    metadata:
      labels:
        app: agent
      annotations:
        io.katacontainers.config.agent.enable_tracing: yes
#                                                      ^^^ want
    spec:
      runtimeClassName: kata
      containers:
        - name: agent
          image: quay.io/example/agent
`,
      prefer: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels:
      app: agent
  template:
    metadata:
      labels:
        app: agent
      annotations:
        io.katacontainers.config.agent.enable_tracing: "true"
    spec:
      runtimeClassName: kata
      containers:
        - name: agent
          image: quay.io/example/agent
`,
    },
  ],
});
