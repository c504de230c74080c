import * as l10n from '@vscode/l10n';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { isInForce } from '#core/product/releases.ts';
import { document112 } from '#core/product/sources.ts';
import { detectLineEnding, insertEntryAfter } from '#server/engine/findings/edits.ts';
import { defineRule, type Edit } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, getYamlString, type MapEntry, type YamlNode } from '#server/engine/yaml/node.ts';
import { operatorGroupWith } from '../shared/exampleObjects.ts';
import { isWrittenLater } from '../shared/isWrittenLater.ts';
import { getHeaderSpan } from '../shared/ownObjects.ts';
import { findMisspelledTargets } from './operatorGroupTargets.ts';

const field = 'targetNamespaces';
const flowTargets = `{${field}: [${operatorNamespace}]}`;

export default defineRule({
  id: 'operatorgroup-all-namespaces',
  title: () => l10n.t`OperatorGroup targets all namespaces`,
  severity: 'error',
  appliesTo: ['OperatorGroup'],
  needs: ['file'],
  mayBeAdded: true,
  releases: (release) => !isInForce({ since: '1.14' }, release),
  why: () =>
    l10n.t`The OperatorGroup in the operator namespace has no \`targetNamespaces\`, or an empty list, so it targets all namespaces. Up to OSC 1.12, the operator supports only the install modes OwnNamespace and SingleNamespace. OLM therefore doesn't install the operator, and its ClusterServiceVersion fails with \`UnsupportedOperatorGroup\`.

For OSC 1.13, the severity is information, because sources differ about which install modes it supports. In OSC 1.14 and later, the operator supports all namespaces, so the rule reports nothing.

List only the operator namespace.`,
  source: [document112('2.2'), 'operator-framework/api@3048ccdc pkg/operators/v1/operatorgroup_types.go'],
  *check(context) {
    const { manifest, text } = context;
    const spec = findMapEntry(manifest.root, 'spec');
    const map = spec?.value.type === 'map' ? spec.value : undefined;
    const written = findMapEntry(map, field);
    if (
      getYamlString(manifest.root, ['metadata', 'namespace']) !== operatorNamespace ||
      (written !== undefined && !isEmpty(written.value)) ||
      (spec === undefined ? hasOtherFields(manifest) : map === undefined && !isEmpty(spec.value)) ||
      map?.entries.some(({ key }) => key.unknown || key.text === 'selector') === true ||
      findMisspelledTargets(manifest) !== undefined ||
      isWrittenLater(context, ['spec', field, 0])
    )
      return;
    const place = written?.key ?? spec?.key ?? getHeaderSpan(manifest);
    const edit = addTargets(manifest, text, spec);
    yield {
      start: place.start,
      end: place.end,
      ...(isInForce({ since: '1.13' }, context.release) ? { severity: 'info' as const } : {}),
      message: l10n.t`Without ${field}, the OperatorGroup targets all namespaces, so OLM reports UnsupportedOperatorGroup and doesn't install the operator. List only ${operatorNamespace}.`,
      fixes: edit === undefined ? [] : [{ title: l10n.t`Add ${operatorNamespace}`, edits: [edit], sure: true }],
    };
  },
  examples: () => [
    {
      avoid: operatorGroupWith('').replace('spec:\n\n', 'spec: {}\n# <---- want\n'),
      prefer: operatorGroupWith('').replace('spec:\n\n', `spec: ${flowTargets}\n`),
      release: '1.12',
    },
    {
      avoid: operatorGroupWith(`  ${field}: []\n# ^^^^^^^^^^^^^^^^ want`),
      prefer: operatorGroupWith(`  ${field}: [${operatorNamespace}]`),
      release: '1.12',
    },
  ],
});

/** Returns whether the object has a top-level field that isn't in this list, such as a misspelled `spec`. */
function hasOtherFields({ root }: Manifest): boolean {
  return root.entries.some(
    ({ key }) => key.unknown || !['apiVersion', 'kind', 'metadata', 'status'].includes(key.text),
  );
}

/** Returns whether a value is null, an empty mapping, or an empty list. */
function isEmpty(value: YamlNode): boolean {
  if (value.type === 'scalar') return value.value === null && !value.unknown;
  return (value.type === 'seq' ? value.items : value.entries).length === 0;
}

function addTargets({ root }: Manifest, text: string, spec: MapEntry | undefined): Edit | undefined {
  const written = findMapEntry(spec?.value, field)?.value;
  if (spec === undefined)
    return insertEntryAfter(text, root, ['spec:', `  ${field}:`, `    - ${operatorNamespace}`], detectLineEnding(text));
  const { value } = spec;
  if (value.borrowed) return undefined;
  if (written?.type === 'seq') return { start: written.start, end: written.end, text: `[${operatorNamespace}]` };
  if (written !== undefined) return undefined;
  if (value.type === 'map' && value.entries.length > 0)
    return insertEntryAfter(text, value, [`${field}: [${operatorNamespace}]`], detectLineEnding(text));
  return value.type === 'map'
    ? { start: value.start, end: value.end, text: `{${field}: [${operatorNamespace}]}` }
    : undefined;
}
