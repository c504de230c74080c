import * as l10n from '@vscode/l10n';
import { checkedKindIds } from '#core/kinds/listedKinds.ts';
import { listClosedLevels } from '#core/kinds/closedFields.ts';
import { coveredMinors, type KubernetesField } from '#core/kubernetes/tables.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExampleDeployment, createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding, type Fix } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, type MapEntry, type YamlNode } from '#server/engine/yaml/node.ts';
import { namesOurClass } from '#server/engine/yaml/objects/podNode.ts';
import { findOtherVersionFields } from '../agentSandbox/findOtherVersionFields.ts';
import { isForKata } from '../pods/annotations/annotationKey.ts';
import { moveBelow } from '../shared/moveBelow.ts';
import { isAfterRawAction } from './objects/rawActions.ts';
import { removeFix, renameFix, toolFields } from '../shared/unknownFields.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import type { FieldProblem } from './objects/walkFields.ts';
import { isListedObject } from './objects/listedObjects.ts';
import { formatPath, listProblems } from './objects/checkedObject.ts';

type UnknownField = Extract<FieldProblem, { readonly type: 'unknown-field' }>;

export default defineRule({
  id: 'kubernetes-unknown-field',
  title: () => l10n.t`Unknown field in a Kubernetes object`,
  severity: 'error',
  appliesTo: checkedKindIds,
  coveredByKubernetesSchema: true,
  why: () =>
    withCheckedObjects(
      l10n.t`The object contains a field that Kubernetes doesn't have at this place, for example because of a typo or wrong indentation. With strict validation, \`oc\` rejects the object (\`unknown field "spec.replcas"\`). Without strict validation, the API server silently drops the field, and the default applies.

The rule covers the fields of Kubernetes 1.27 to 1.36. If the cluster for file checks has a later version, the severity is information.

Correct the field name, or move the field to the right place.`,
    ),
  source: ['kubernetes/kubernetes#105916', 'kubernetes/api@545bb975 core/v1/types.go'],
  *check({ manifest, text, kubernetes }) {
    const isNewer = kubernetes().first > coveredMinors.newest;
    const moved = new Set<number>();
    for (const problem of listProblems(manifest, 'unknown-field')) {
      if (isReportedElsewhere(manifest, problem) || isUncertain(problem, text)) continue;
      const finding = describe(problem, manifest, text);
      const [edit] = finding.fixes?.[0]?.edits ?? [];
      // The fix for an adjacent field moves this one, too.
      if (edit !== undefined && edit.start < finding.start && moved.has(edit.start)) continue;
      if (edit !== undefined) moved.add(edit.start);
      // A newer cluster might have the field.
      yield isNewer ? { ...finding, severity: 'info' } : finding;
    }
  },
  examples: () => [
    {
      avoid: createExamplePod('  runtimeClassName: kata\n  hostNetwrok: true\n# ^^^^^^^^^^^ want'),
      prefer: createExamplePod('  runtimeClassName: kata\n  hostNetwork: true'),
    },
    {
      avoid: createExampleDeployment({ spec: '  replcas: 2\n# ^^^^^^^ want' }),
      prefer: createExampleDeployment({ spec: '  replicas: 2' }),
    },
  ],
});

/** Returns whether another rule reports the field, usually with a better fix. */
function isReportedElsewhere(manifest: Manifest, { path, entry }: UnknownField): boolean {
  const parent = path.slice(0, -1);
  const isOfKata = !isListedObject(manifest);
  if (isOfKata && listClosedLevels(manifest.kind).some((level) => level.path.join('\n') === parent.join('\n')))
    return true;
  if (findOtherVersionFields(manifest).some((other) => other.entry === entry)) return true;
  // Other rules report a misspelled or misplaced runtimeClassName, and misplaced annotations of Kata.
  return namesOurClass(entry.value) || hasKataKeys(entry.value);
}

/** Returns whether a tool removes the field, or a template might write the mapping that has it. */
function isUncertain({ path, entry, parent }: UnknownField, text: string): boolean {
  return (path.length === 1 && toolFields.has(entry.key.text)) || isAfterRawAction(text, parent.start);
}

function hasKataKeys(node: YamlNode): boolean {
  return node.type === 'map' && node.entries.some(({ key }) => isForKata(key.text));
}

function describe({ path, entry, parent, fields }: UnknownField, { kind }: Manifest, text: string): Finding {
  const name = sanitizeQuote(entry.key.text, 60);
  const where = path.length === 1 ? kind.kind : formatPath(path.slice(0, -1));
  const near = findNearestName(entry.key.text, [...fields.keys()]);
  const exists = near !== undefined && findMapEntry(parent, near.name) !== undefined;
  const below = near === undefined ? findParentBelow(entry, fields) : undefined;
  const target = below === undefined ? '' : formatPath([...path.slice(0, -1), below]);
  return {
    start: entry.key.start,
    end: entry.key.end,
    message: [
      l10n.t`${where} has no field "${name}", so oc rejects the object.`,
      ...(near === undefined
        ? below === undefined
          ? []
          : [l10n.t`The field belongs under ${target}.`]
        : [exists ? l10n.t`Remove it, because ${near.name} already exists.` : l10n.t`Did you mean ${near.name}?`]),
    ].join(getSentenceSeparator()),
    fixes: [
      ...(below === undefined ? [] : moveFix(text, { parent, entry, fields }, below, target)),
      ...renameFix(text, entry, exists ? undefined : near),
      ...removeFix(text, parent, entry),
    ],
  };
}

/** Returns the fix that moves an entry, and adjacent ones that belong to the same field, below this field. */
function moveFix(
  text: string,
  { parent, entry, fields }: Pick<UnknownField, 'parent' | 'entry' | 'fields'>,
  name: string,
  where: string,
): readonly Fix[] {
  const byKey = new Map(parent.entries.map((one) => [one.key.text, one]));
  const edit = moveBelow(text, {
    map: parent,
    name,
    entry,
    belongs: (key) => {
      const other = byKey.get(key);
      return other !== undefined && !fields.has(key) && findParentBelow(other, fields) === name;
    },
  });
  return edit === undefined
    ? []
    : [{ title: l10n.t`Move under ${where}`, edits: [edit], sure: name === labelsOfSelector }];
}

/** The field of a selector that contains labels. */
const labelsOfSelector = 'matchLabels';

/** Returns the only field of the mapping whose own fields include the key. Labels of a selector can have any name. */
function findParentBelow({ key, value }: MapEntry, fields: ReadonlyMap<string, KubernetesField>): string | undefined {
  if (fields.has(labelsOfSelector)) return value.type === 'scalar' ? labelsOfSelector : undefined;
  const parents = [...fields.values()].filter(({ type }) => {
    const inner = type.type === 'list' ? type.items : type;
    return inner.type === 'object' && inner.fields().has(key.text);
  });
  const [only] = parents;
  return only === undefined || parents.length > 1 ? undefined : only.name;
}
