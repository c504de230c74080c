import * as l10n from '@vscode/l10n';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { document112 } from '#core/product/sources.ts';
import { isMisspelledNamespace } from '#server/engine/yaml/manifest.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import {
  findMapEntry,
  findYamlNode,
  getYamlString,
  type MapEntry,
  type ScalarNode,
  type YamlNode,
} from '#server/engine/yaml/node.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Edit, type Finding, type Fix } from '#server/engine/findings/rule.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { operatorGroupWith } from '../shared/exampleObjects.ts';
import { asKnownString } from '../shared/ownObjects.ts';

const field = 'targetNamespaces';

export default defineRule({
  id: 'operatorgroup-targets',
  title: () => l10n.t`Invalid or misspelled targetNamespaces`,
  severity: 'error',
  appliesTo: ['OperatorGroup'],
  why: () =>
    l10n.t`The OperatorGroup must list its target namespaces in \`spec.targetNamespaces\`. If this field is a single string, the API server rejects the object. If the field is misspelled, such as \`targetNamespace\`, \`oc\` rejects it as an unknown field. Without validation, the API server drops it, and the OperatorGroup targets all namespaces. If the field lists several namespaces, the installation of the operator fails with \`UnsupportedOperatorGroup\`, because the operator supports only the install modes OwnNamespace and SingleNamespace.

Write the namespace as a list in \`targetNamespaces\`. The rule checks only OperatorGroups that reference the OSC namespace.`,
  source: ['operator-framework/api@3048ccdc pkg/operators/v1/operatorgroup_types.go', document112('2.2')],
  *check({ manifest }) {
    const spec = findYamlNode(manifest.root, ['spec']);
    if (spec?.type !== 'map') return;
    const right = findMapEntry(spec, field);
    const entry = right ?? findMisspelledTargets(manifest);
    if (entry === undefined || entry.borrowed || !isOurs(manifest, entry.value)) return;
    const { key, value } = entry;
    const name = asKnownString(value);
    const list = name === undefined ? [] : asList(name);
    if (entry !== right) {
      const isMendable = key.anchored !== true && (value.type === 'seq' || list.length > 0);
      yield {
        start: key.start,
        end: key.end,
        message: l10n.t`An OperatorGroup has no field ${sanitizeQuote(key.text)}, so oc rejects it or, without validation, the API server drops it and the group targets all namespaces. Use ${field} with a list.`,
        fixes: isMendable
          ? fix(l10n.t`Rename to ${field}`, [{ start: key.start, end: key.end, text: field }, ...list])
          : [],
      };
    } else if (name !== undefined) {
      yield {
        start: name.start,
        end: name.end,
        message: `${l10n.t`${field} must be ${l10n.t`a list`}, but is ${l10n.t`a string`}, so the API server rejects the object.`}${getSentenceSeparator()}${l10n.t`Use ${`[${sanitizeQuote(name.text)}]`}.`}`,
        fixes: list.length > 0 ? fix(l10n.t`Convert to a list`, list) : [],
      };
    } else if (isInOurNamespace(manifest)) yield* checkTargetCount(entry);
  },
  examples: () => [
    {
      avoid: operatorGroupWith(`
  targetNamespaces: openshift-sandboxed-containers-operator
#                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`),
      prefer: operatorGroupWith('  targetNamespaces: [openshift-sandboxed-containers-operator]'),
    },
    {
      avoid: operatorGroupWith(`
  targetNamespace:
# ^^^^^^^^^^^^^^^ want
    - openshift-sandboxed-containers-operator`),
      prefer: operatorGroupWith(`
  targetNamespaces:
    - openshift-sandboxed-containers-operator`),
    },
    {
      avoid: operatorGroupWith(`
  targetNamespaces:
# ^^^^^^^^^^^^^^^^ want
    - openshift-sandboxed-containers-operator
    - default`),
    },
  ],
});

/** Returns whether the OperatorGroup is in the operator namespace, or `oc` determines its namespace. */
function isInOurNamespace({ root }: Manifest): boolean {
  const namespace = getYamlString(root, ['metadata', 'namespace']);
  return namespace === undefined || namespace === operatorNamespace;
}

/**
 * Reports a list with more than one namespace. Ignores a list that contains a template expression, because the
 * expression might result in a namespace that is already in the list.
 */
function* checkTargetCount({ key, value }: MapEntry): Iterable<Finding> {
  const names = value.type === 'seq' ? value.items.map((item) => asKnownString(item)?.text) : [];
  if (names.includes(undefined) || new Set(names).size < 2) return;
  yield {
    start: key.start,
    end: key.end,
    message: l10n.t`The OSC operator supports only one entry in ${field}. OLM doesn't install the operator until you remove all entries except ${operatorNamespace}.`,
  };
}

/** Returns the misspelled `targetNamespaces` of an OperatorGroup that is for this operator. */
export function findMisspelledTargets(manifest: Manifest): MapEntry | undefined {
  const spec = findYamlNode(manifest.root, ['spec']);
  if (spec?.type !== 'map' || findMapEntry(spec, field) !== undefined) return undefined;
  const entry = spec.entries.find(
    ({ key }) => !key.unknown && key.text.length < 30 && findNearestName(key.text, [field])?.sure === true,
  );
  return entry !== undefined && !entry.borrowed && isOurs(manifest, entry.value) ? entry : undefined;
}

/**
 * Returns whether the OperatorGroup is in the operator namespace or targets it. Other OperatorGroups belong to other
 * operators.
 */
function isOurs({ root }: Manifest, value: YamlNode): boolean {
  const targets = value.type === 'seq' ? value.items : [value];
  return [getYamlString(root, ['metadata', 'namespace']), ...targets.map((target) => asKnownString(target)?.text)].some(
    (name) => name !== undefined && (name === operatorNamespace || isMisspelledNamespace(name)),
  );
}

/** Encloses a name in brackets. Returns no edit if the value can't be changed safely. */
function asList(node: ScalarNode): Edit[] {
  // A value with a comma or bracket isn't a single name.
  return node.borrowed || node.anchored === true || !/^[a-z0-9-]+$/.test(node.text)
    ? []
    : [replaceNode(node, `[${node.text}]`)];
}

function fix(title: string, edits: readonly Edit[]): Fix[] {
  return [{ title, edits, sure: true }];
}
