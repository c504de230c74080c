import * as l10n from '@vscode/l10n';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExampleDeployment } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type MapNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { isCheckedObject, walkCheckedObject } from './objects/checkedObject.ts';
import { podPath } from './objects/podParts.ts';

const withSelector = (app: string, mark = ''): string =>
  createExampleDeployment({ selector: `  selector:\n    matchLabels:\n      app: ${app}${mark}` });

export default defineRule({
  id: 'kubernetes-selector',
  title: () => l10n.t`Selector that doesn't match the pod template`,
  severity: 'error',
  appliesTo: ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController'],
  skipsPatches: true,
  why: () =>
    withCheckedObjects(
      l10n.t`The selector of the workload requires a label that its pod template doesn't have, so the API server rejects the object (\`selector does not match template labels\`). The API server also rejects an empty selector, because it would match all pods.

The rule reports nothing for a patch, which contains only a part of an object.

Use the same labels in the selector and in the pod template.`,
    ),
  source: ['kubernetes/kubernetes@2dd1588c pkg/apis/apps/validation/validation.go'],
  mayBeAdded: true,
  *check({ manifest }) {
    if (!isCheckedObject(manifest) || walkCheckedObject(manifest).hasDirective) return;
    const { kind, root } = manifest;
    const selector = findYamlNode(root, ['spec', 'selector']);
    if (selector?.type !== 'map') return;
    const isOld = kind.kind === 'ReplicationController';
    if (selector.entries.length === 0) {
      if (!isOld) yield emptySelector(selector);
      return;
    }
    const pairs = isOld ? selector : findMapEntry(selector, 'matchLabels')?.value;
    if (pairs?.type === 'map') yield* compare(pairs, manifest);
  },
  examples: () => [
    { avoid: withSelector('wbe', '\n#          ^^^ want'), prefer: withSelector('web'), fix: 'Change to web' },
  ],
});

function emptySelector({ start, end }: MapNode): Finding {
  return { start, end, message: l10n.t`The selector is empty, so the API server rejects the object.` };
}

function* compare(pairs: MapNode, manifest: Manifest): Generator<Finding> {
  const labels = findYamlNode(manifest.root, podPath(manifest, 'metadata', 'labels'));
  if (labels !== undefined && labels.type !== 'map') return;
  // A template or a merge key might add labels.
  if (labels?.entries.some(({ key, value }) => key.unknown || isUnknown(value)) === true) return;
  for (const { key, value } of pairs.entries) {
    if (key.unknown || value.type !== 'scalar' || value.unknown || typeof value.value !== 'string') continue;
    const label = findMapEntry(labels, key.text)?.value;
    if (label?.type === 'scalar' && label.text === value.text) continue;
    const place = label === undefined ? key : value;
    const name = sanitizeQuote(key.text, 80);
    yield {
      start: place.start,
      end: place.end,
      changedBy: 'selectors',
      message:
        label?.type === 'scalar'
          ? l10n.t`The selector requires ${name}=${sanitizeQuote(value.text, 60)}, but the pod template has ${name}=${sanitizeQuote(label.text, 60)}, so the API server rejects the object.`
          : l10n.t`The selector requires the label ${name}, but the pod template doesn't have it, so the API server rejects the object.`,
      fixes:
        label?.type !== 'scalar' ||
        value.borrowed ||
        typeof label.value !== 'string' ||
        !/^[A-Za-z][\w.-]*$/.test(label.text)
          ? []
          : [
              {
                title: l10n.t`Change to ${label.text}`,
                edits: [{ start: value.start, end: value.end, text: label.text }],
                sure: false,
              },
            ],
    };
  }
}

function isUnknown(node: YamlNode): boolean {
  return node.type === 'scalar' && node.unknown;
}
