import * as l10n from '@vscode/l10n';
import type { Release } from '#core/product/releases.ts';
import { annotationNamed } from '#core/annotations/index.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { workloads } from '#core/kinds/workloads.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type MapNode, type PathSegment } from '#server/engine/yaml/node.ts';
import {
  detectLineEnding,
  insertEntryAfter,
  insertEntryBefore,
  getLineEnd,
  getLineStart,
  removeEntry,
} from '#server/engine/findings/edits.ts';
import { defineRule, type Edit, type Fix } from '#server/engine/findings/rule.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isForKata, findKeyProblem, shortenKey } from './annotationKey.ts';
import { findValueProblem } from './annotationValue.ts';
import {
  annotationsBelow,
  getAnnotationText,
  listPodAnnotations,
  getRuntimeClassName,
  type PodAnnotation,
} from '#server/engine/yaml/objects/podNode.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export default defineRule({
  id: 'pod-annotation-level',
  title: () => l10n.t`Kata annotation on the workload instead of its pods`,
  severity: 'warning',
  appliesTo: workloads.filter(({ podPath }) => podPath?.length !== 0).map(({ id }) => id),
  why: () =>
    l10n.t`Kata reads only the annotations on the pod. Annotations on a Deployment, Job, or other workload aren't copied to its pods, so they silently have no effect. Set them in \`spec.template.metadata.annotations\` or, for a CronJob, in \`spec.jobTemplate.spec.template.metadata.annotations\`.`,
  source: [
    kataUpstream('src/runtime/virtcontainers/pkg/annotations/annotations.go'),
    'Kubernetes API, PodTemplateSpec',
    'OSC 1.12 §3.8',
  ],
  *check({ manifest, release, text }) {
    const podPath = manifest.kind.podPath ?? [];
    const inPods = new Map(listPodAnnotations(manifest).map((annotation) => [annotation.name, annotation]));
    for (const [depth] of podPath.entries()) {
      const misplaced = annotationsBelow(manifest, podPath.slice(0, depth)).filter(({ name }) => isMeantForPods(name));
      // An anchor that is used in both places is intentional.
      const wrong = misplaced.filter(({ name, map }) => !(inPods.has(name) && map.anchored === true));
      const fix = moveAnnotationsFix(manifest, podPath.slice(0, depth), wrong, inPods, release, text);
      const maker = depth === 0 ? manifest.kind.kind : 'Job';
      for (const { name, key } of wrong) {
        const where = inPods.has(name)
          ? l10n.t`Remove the annotation here, because it's already in ${podPath.join('.')}.`
          : l10n.t`Move the annotation to ${podPath.join('.')}.metadata.annotations.`;
        yield {
          start: key.start,
          end: key.end,
          message: `${l10n.t`${sanitizeQuote(shortenKey(name))} has no effect here, because Kata reads annotations on pods, not on the ${maker} that creates them.`}${getSentenceSeparator()}${where}`,
          fixes: fix,
        };
      }
    }
  },
  examples: () => [
    {
      avoid: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    io.katacontainers.config.hypervisor.machine_type: t3.large
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
    example.com/owner: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      runtimeClassName: kata-remote
      containers:
        - name: web
          image: quay.io/example/web
`,
      prefer: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    example.com/owner: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
      annotations:
        io.katacontainers.config.hypervisor.machine_type: t3.large
    spec:
      runtimeClassName: kata-remote
      containers:
        - name: web
          image: quay.io/example/web
`,
    },
    {
      avoid: `
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    metadata:
      name: report
      annotations:
        io.katacontainers.config.runtime.create_container_timeout: "900" # the image is large
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
        io.katacontainers.config.agent.enable_tracing: "true"
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
    spec:
      template:
        spec:
          runtimeClassName: kata
          restartPolicy: Never
          containers:
            - name: report
              image: quay.io/example/report
`,
      prefer: `
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    metadata:
      name: report
    spec:
      template:
        metadata:
          annotations:
            io.katacontainers.config.runtime.create_container_timeout: "900" # the image is large
            io.katacontainers.config.agent.enable_tracing: "true"
        spec:
          runtimeClassName: kata
          restartPolicy: Never
          containers:
            - name: report
              image: quay.io/example/report
`,
    },
  ],
});

/** Returns whether an annotation is meant for pods, and users set it. */
export function isMeantForPods(name: string): boolean {
  return isForKata(name) && annotationNamed(name)?.writtenBy === undefined;
}

/**
 * Returns the fix that moves all annotations at once. Findings at the same level share the fix.
 * @param from path of the object with the annotations
 */
export function moveAnnotationsFix(
  manifest: Manifest,
  from: readonly PathSegment[],
  misplaced: readonly PodAnnotation[],
  inPods: ReadonlyMap<string, PodAnnotation>,
  release: Release,
  text: string,
): Fix[] {
  const [first] = misplaced;
  const metadata = findYamlNode(manifest.root, [...from, 'metadata']);
  if (first === undefined || metadata?.type !== 'map' || manifest.part === 'generator') return [];
  const missing = misplaced.filter(({ name }) => !inPods.has(name));
  const lines = missing.map((annotation) => lineOf(annotation, text));
  const removed = removals(metadata, misplaced, text);
  const put =
    missing.length === 0
      ? []
      : [
          insertAnnotations(
            manifest,
            lines.map((line) => line ?? ''),
            text,
          ),
        ];
  const edits = [...removed, ...put].filter((edit) => edit !== undefined);
  if (lines.includes(undefined) || edits.length < removed.length + put.length) return [];
  const sameThere = misplaced.every(
    (annotation) => !inPods.has(annotation.name) || sameText(annotation, inPods.get(annotation.name)),
  );
  const title =
    missing.length === 0
      ? l10n.t`Remove ${formatNames(misplaced.map(({ name }) => shortenKey(name)))}`
      : l10n.t`Move annotation to the pod template`;
  return [
    {
      title,
      edits: edits.toSorted((a, b) => a.start - b.start),
      sure: sameThere && missing.every((annotation) => isPlain(annotation, manifest, release)),
    },
  ];
}

function sameText(one: PodAnnotation, other: PodAnnotation | undefined): boolean {
  return other?.value.type === 'scalar' && one.value.type === 'scalar' && one.value.text === other.value.text;
}

/**
 * Returns whether the annotation is valid in the pod on its own. Annotations that select an instance type are excluded,
 * because they're evaluated together with other settings.
 */
function isPlain(annotation: PodAnnotation, manifest: Manifest, release: Release): boolean {
  const runtime = getRuntimeClassName(manifest);
  const text = getAnnotationText(annotation);
  if (text === undefined || runtime === undefined || runtimeClassNamed(runtime) === undefined) return false;
  if (annotation.value.type !== 'scalar' || typeof annotation.value.value !== 'string') return false;
  if (runtime === 'kata-remote' && /\.(?:machine_type|default_\w+)$/.test(annotation.name)) return false;
  return (
    findKeyProblem(annotation.name, runtime, release) === undefined &&
    findValueProblem(annotation.name, text, runtime, release) === undefined
  );
}

/** Returns the annotation as written, including a trailing comment. Returns undefined if it isn't on its own line. */
export function lineOf({ key, value, entry, map }: PodAnnotation, text: string): string | undefined {
  if (map.flow || entry.borrowed || key.anchored === true || value.anchored === true || value.type !== 'scalar')
    return undefined;
  const end = getLineEnd(text, value.end);
  const line = text.slice(key.start, end).trimEnd();
  const before = text.slice(getLineStart(text, key.start), key.start);
  return before.trim() === '' && !/[\r\n]/.test(line) ? line : undefined;
}

/** Removes the annotations, or the whole mapping if it contains nothing else. */
function removals(metadata: MapNode, misplaced: readonly PodAnnotation[], text: string): (Edit | undefined)[] {
  const [first] = misplaced;
  const all = findMapEntry(metadata, 'annotations');
  const whole =
    first !== undefined &&
    all?.value === first.map &&
    first.map.entries.length === misplaced.length &&
    metadata.entries.length > 1;
  return whole ? [removeEntry(text, metadata, all)] : misplaced.map(({ map, entry }) => removeEntry(text, map, entry));
}

/** Returns an edit that adds annotations to the pod. Returns undefined if there is no place for them. */
export function insertAnnotations({ root, kind }: Manifest, lines: readonly string[], text: string): Edit | undefined {
  const template = findYamlNode(root, kind.podPath ?? []);
  const metadata = findMapEntry(template, 'metadata')?.value;
  const annotations = findMapEntry(metadata, 'annotations')?.value;
  const newline = detectLineEnding(text);
  if (annotations?.type === 'map') return insertEntryAfter(text, annotations, lines, newline);
  if (annotations !== undefined || template?.type !== 'map') return undefined;
  if (metadata?.type === 'map')
    return insertEntryAfter(text, metadata, ['annotations:', ...lines.map((line) => `  ${line}`)], newline);
  const first = template.entries[0];
  if (metadata !== undefined || first === undefined || template.borrowed || template.anchored === true)
    return undefined;
  const indent = text.slice(getLineStart(text, first.key.start), first.key.start);
  return insertEntryBefore(
    text,
    template,
    ['metadata:', '  annotations:', ...lines.map((line) => `    ${line}`)].join(`${newline}${indent}`),
  );
}
