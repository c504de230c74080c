import * as l10n from '@vscode/l10n';
import { formatFieldPath } from '#core/kinds/field.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { removeEntry } from '#server/engine/findings/edits.ts';
import { defineRule, type Fix } from '#server/engine/findings/rule.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type MapEntry, type MapNode } from '#server/engine/yaml/node.ts';
import { containersOf, findPodNode, listPodAnnotations } from '#server/engine/yaml/objects/podNode.ts';
import { isForKata, shortenKey } from './annotationKey.ts';
import { insertAnnotations, lineOf } from './annotationLevel.ts';

const vcpus = 'io.katacontainers.config.hypervisor.default_vcpus: "2"';

const correct = createExamplePod('  runtimeClassName: kata').replace(
  '  name: web\n',
  `  name: web\n  annotations:\n    ${vcpus}\n`,
);

export default defineRule({
  id: 'pod-annotation-place',
  title: () => l10n.t`Kata annotations outside metadata`,
  severity: 'error',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The Kata annotations are in \`spec\` or in a container. Neither has a field named \`annotations\`, so \`oc\` rejects the object. Without validation, the API server drops the annotations. They belong in the pod's \`metadata.annotations\`. In a workload, that is the metadata in the pod template.

For Kata annotations under \`metadata.labels\`, the severity is warning. The API server accepts them as labels, but Kata doesn't read labels.

Move the lines to the pod's \`metadata.annotations\`.`,
  source: [
    'Kubernetes API, PodSpec and Container v1 core',
    kataUpstream('src/runtime/virtcontainers/pkg/annotations/annotations.go'),
    'OSC 1.12 §3.8',
  ],
  *check({ manifest, text }) {
    if (manifest.part === 'generator') return;
    const metadata = formatFieldPath([...(manifest.kind.podPath ?? []), 'metadata']);
    const target = `${metadata}.annotations`;
    for (const { map, entry } of findMisplacedAnnotations(manifest)) {
      if (entry.value.type !== 'map') continue;
      yield {
        start: entry.key.start,
        end: entry.key.end,
        message: l10n.t`${'annotations'} belongs under ${metadata}. Here, oc rejects it or, without validation, the API server drops it.`,
        // The fix is safe: the API server rejects the object as it is, and Kata reads annotations only under metadata.
        fixes: move(manifest, text, map, entry, entry.value.entries, metadata).map((fix) => ({ ...fix, sure: true })),
      };
    }
    for (const { map, entry } of findKataLabels(manifest))
      yield {
        start: entry.key.start,
        end: entry.key.end,
        severity: 'warning',
        message: `${l10n.t`"${sanitizeQuote(shortenKey(entry.key.text), 50)}" is a label, but Kata reads only annotations.`}${getSentenceSeparator()}${l10n.t`Move it to ${target}.`}`,
        fixes: move(manifest, text, map, entry, [entry], target),
      };
  },
  examples: () => [
    {
      avoid: createExamplePod(`
  runtimeClassName: kata
  annotations:
# ^^^^^^^^^^^ want
    ${vcpus}`),
      prefer: correct,
    },
    {
      avoid: `${createExamplePod('  runtimeClassName: kata')}      annotations:
#     ^^^^^^^^^^^ want
        ${vcpus}
`,
      prefer: correct,
    },
    {
      avoid: createExamplePod('  runtimeClassName: kata').replace(
        '  name: web\n',
        `  name: web\n  labels:\n    app: web\n    ${vcpus}\n#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want\n`,
      ),
      prefer: correct.replace('  annotations:', '  labels:\n    app: web\n  annotations:'),
    },
  ],
});

interface MapLocation {
  readonly map: MapNode;
  readonly entry: MapEntry;
}

/** Returns annotations with Kata keys in the spec of the workload or the pod, or in a container. */
function findMisplacedAnnotations(manifest: Manifest): readonly MapLocation[] {
  const path = manifest.kind.podPath ?? [];
  const specs = path.flatMap((step, depth) =>
    step === 'spec' ? [findYamlNode(manifest.root, path.slice(0, depth + 1))] : [],
  );
  return [...specs, findPodNode(manifest, ['spec']), ...(containersOf(manifest) ?? [])].flatMap((map) => {
    const entry = findMapEntry(map, 'annotations');
    if (map?.type !== 'map' || entry?.value.type !== 'map' || entry.borrowed) return [];
    return entry.value.entries.some(({ key }) => !key.unknown && isForKata(key.text)) ? [{ map, entry }] : [];
  });
}

/** Returns the labels with Kata keys on the workload and its pods. */
function findKataLabels(manifest: Manifest): readonly MapLocation[] {
  const path = manifest.kind.podPath ?? [];
  const maps = Array.from({ length: path.length + 1 }, (_, depth) =>
    findYamlNode(manifest.root, [...path.slice(0, depth), 'metadata', 'labels']),
  );
  return maps.flatMap((map) =>
    map?.type === 'map'
      ? map.entries
          .filter(({ key, borrowed }) => !borrowed && key.text.startsWith('io.katacontainers.config.'))
          .map((entry) => ({ map, entry }))
      : [],
  );
}

/** Moves the entries to the annotations of the pod, unless the pod already has one of them. */
function move(
  manifest: Manifest,
  text: string,
  map: MapNode,
  removed: MapEntry,
  entries: readonly MapEntry[],
  target: string,
): Fix[] {
  const existing = new Set(listPodAnnotations(manifest).map(({ name }) => name));
  const lines = entries.map((entry) =>
    existing.has(entry.key.text)
      ? undefined
      : lineOf({ name: entry.key.text, key: entry.key, value: entry.value, entry, map }, text),
  );
  const removal = removeEntry(text, map, removed);
  const known = lines.filter((line) => line !== undefined);
  const insertion = insertAnnotations(manifest, known, text);
  if (removal === undefined || insertion === undefined || known.length < lines.length) return [];
  const edits = [removal, insertion].toSorted((a, b) => a.start - b.start);
  return [{ title: l10n.t`Move under ${target}`, edits, sure: false }];
}
