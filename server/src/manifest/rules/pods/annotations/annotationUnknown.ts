import * as l10n from '@vscode/l10n';
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { initDataKey, oldInitDataKey } from '#core/annotations/remoteSize.ts';
import { getRemoteVerdict } from '#core/annotations/remoteVerdict.ts';
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import { mayUseRustRuntime } from '#core/annotations/kataVersions.ts';
import type { Release } from '#core/product/releases.ts';
import { podOwnerIds } from '#core/kinds/podOwners.ts';
import { adaptor112, kataUpstream } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isExhaustiveKeySpace, isForKata, findKeyProblem, shortenKey } from './annotationKey.ts';
import { findValueProblem } from './annotationValue.ts';
import { packInitdata } from '#server/engine/encoding/pack.ts';
import { initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import {
  getAnnotationText,
  createOptionalFix,
  isLeftOpen,
  listPodAnnotations,
  removeAnnotation,
  renameAnnotation,
  getRuntimeClassName,
  type PodAnnotation,
} from '#server/engine/yaml/objects/podNode.ts';
import { joinSentences } from '#core/text/grammar.ts';

export default defineRule({
  id: 'pod-annotation-unknown',
  title: () => l10n.t`Unknown Kata annotation`,
  severity: 'warning',
  appliesTo: podOwnerIds,
  why: () =>
    l10n.t`Kata doesn't recognize this annotation, so the setting has no effect. The Go runtime also rejects pods with keys under \`io.katacontainers.config.hypervisor.\` that its configuration doesn't enable ("annotation ... is not enabled"). runtime-rs, the Rust runtime of Kata, starts the pod and ignores such keys. OSC uses the Go runtime with Kata 3. Which one it uses with Kata 4 is unknown. Kubernetes accepts any annotation and reports no error. The rule checks keys under \`io.katacontainers.\`, misspellings of this prefix, and keys from old releases, such as \`kata.peerpods.io/instance_type\`.

The severity is information if the key isn't similar to a known key and its prefix might also be used for your own keys.

Rename the annotation to the one that you want to set, or remove it.`,
  source: [
    kataUpstream('src/runtime/virtcontainers/pkg/annotations/annotations.go'),
    kataUpstream('src/libs/kata-types/src/annotations/mod.rs'),
    kataUpstream('docs/how-to/how-to-set-sandbox-config-kata.md'),
    adaptor112('src/cloud-api-adaptor/pkg/util/cloud.go'),
    'OSC 1.12 §3.8',
  ],
  *check({ manifest, release, text }) {
    const runtime = getRuntimeClassName(manifest);
    const all = listPodAnnotations(manifest);
    for (const annotation of all) {
      const { name, key } = annotation;
      const fault = isForKata(name) ? findKeyProblem(name, runtime, release) : undefined;
      if (fault?.type !== 'unknown') continue;
      const { instead, why } = fault;
      const said = sanitizeQuote(shortenKey(name), 50);
      const comes = describeConsequence(name, said, runtime, release);
      const there = instead !== undefined && all.some((other) => other.name === instead);
      const todo = there
        ? l10n.t`Remove it, because ${instead} already exists.`
        : instead !== undefined
          ? l10n.t`Use ${instead}.`
          : fault.isConfigurationKey === true
            ? l10n.t`Set this key in configuration.toml.`
            : why === undefined
              ? l10n.t`Check the name or remove the annotation.`
              : l10n.t`Remove it.`;
      const good =
        instead !== undefined &&
        findKeyProblem(instead, runtime, release) === undefined &&
        isGoodValue(annotation, instead, runtime, release);
      yield {
        start: key.start,
        end: key.end,
        ...(instead === undefined && why === undefined && !isExhaustiveKeySpace(name) ? { severity: 'info' } : {}),
        message: joinSentences(comes, todo),
        fixes:
          there || instead === undefined
            ? createOptionalFix(l10n.t`Remove ${said}`, removeAnnotation(manifest, annotation, text), false)
            : createOptionalFix(
                l10n.t`Rename to ${shortenKey(instead)}`,
                renameAnnotation(annotation, instead, text),
                fault.sure && good,
              ),
      };
    }
  },
  examples: () => [
    {
      avoid: annotatedPod(`
    io.katacontainers.config.hypervisor.default_vcpus: "2"
    io.katacontainers.config.hypervisor.default_mem: "4096"
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`),
      prefer: annotatedPod(`
    io.katacontainers.config.hypervisor.default_vcpus: "2"
    io.katacontainers.config.hypervisor.default_memory: "4096"`),
    },
    {
      avoid: annotatedPod(
        `
    io.katacontainers.config.runtime.create_container_timeout: "900"
    io.katacontainers.config.hypervisor.foo: "1"
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
    io.katacontainers.config.agent.launch_process_timeout: "10"
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`,
        '  runtimeClassName: kata',
      ),
      prefer: annotatedPod(
        '    io.katacontainers.config.runtime.create_container_timeout: "900"',
        '  runtimeClassName: kata',
      ),
    },
    {
      avoid: annotatedPod(`
    io.confidentialcontainers.org/initdata: ${packInitdata(initdataWith({}))}
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
    io.katacontainers/config.hypervisor.machine_type: t3.large
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
    com.katacontainers.config.runtime.create_container_timeout: "900"
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`),
      prefer: annotatedPod(`
    io.katacontainers.config.hypervisor.cc_init_data: ${packInitdata(initdataWith({}))}
    io.katacontainers.config.hypervisor.machine_type: t3.large
    io.katacontainers.config.runtime.create_container_timeout: "900"`),
    },
    {
      avoid: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  serviceName: store
  selector:
    matchLabels:
      app: store
  template:
    metadata:
      labels:
        app: store
      annotations:
        kata.peerpods.io/instance_type: t3.large
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
        io.katacontainers.config.runtime.create_container_timout: "900"
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
    spec:
      runtimeClassName: kata-remote
      containers:
        - name: store
          image: quay.io/example/store
`,
      prefer: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  serviceName: store
  selector:
    matchLabels:
      app: store
  template:
    metadata:
      labels:
        app: store
      annotations:
        io.katacontainers.config.hypervisor.machine_type: t3.large
        io.katacontainers.config.runtime.create_container_timeout: "900"
    spec:
      runtimeClassName: kata-remote
      containers:
        - name: store
          image: quay.io/example/store
`,
    },
  ],
});

/** Returns what happens to the annotation or the pod. */
function describeConsequence(name: string, said: string, runtime: string | undefined, release: Release): string {
  if (runtime === 'kata-remote' && getRemoteVerdict(name, release) === 'refused')
    return mayUseRustRuntime(release)
      ? l10n.t`Kata doesn't recognize "${said}": the Go runtime rejects the pod, and runtime-rs ignores the annotation.`
      : l10n.t`Kata doesn't recognize "${said}", so the pod doesn't start with kata-remote.`;
  // The list in enable_annotations is known only for kata-remote.
  return runtime !== undefined && runtime !== 'kata-remote' && name.startsWith(hypervisorPrefix)
    ? l10n.t`Kata doesn't recognize "${said}": the Go runtime rejects the pod unless enable_annotations matches the name, and runtime-rs ignores the annotation.`
    : l10n.t`Kata doesn't recognize "${said}", so it has no effect.`;
}

/**
 * Start of valid encoded values: base64 of `package` or a comment, and base64 of gzip. Other problems are reported
 * after the key is corrected.
 */
const packedBegin: ReadonlyMap<string, RegExp> = new Map([
  [policyAnnotationKey, /^(?:cGFja2FnZ|I[w-z])/],
  [initDataKey, /^H4sI/],
  [oldInitDataKey, /^H4sI/],
]);

/**
 * Returns whether the value is valid under the correct name. Otherwise, the fix would only replace one finding with
 * another.
 */
function isGoodValue(annotation: PodAnnotation, name: string, runtime: string | undefined, release: Release): boolean {
  const text = getAnnotationText(annotation);
  const begin = packedBegin.get(name);
  if (begin !== undefined && text !== undefined && !begin.test(text)) return false;
  return (
    !isLeftOpen(annotation) && (text === undefined || findValueProblem(name, text, runtime, release) === undefined)
  );
}
