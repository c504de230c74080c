import * as l10n from '@vscode/l10n';
import { findMapEntry } from '#server/engine/yaml/node.ts';
import { adaptorUpstream } from '#core/product/sources.ts';
import { removeEntry, replaceNode } from '#server/engine/findings/edits.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import type { SchemaError } from '#server/engine/yaml/validateSchema.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

const object = (...lines: readonly string[]): string =>
  [
    `\napiVersion: confidentialcontainers.org/v1alpha1\n# osc-ignore-next-line peerpodconfig-deprecated: the operator here is older\nkind: PeerPodConfig`,
    'metadata:\n  name: peerpodconfig-openshift\n  namespace: openshift-sandboxed-containers-operator',
    ...lines,
    '',
  ].join('\n');

export default defineRule({
  id: 'peerpodconfig-unknown-field',
  title: () => l10n.t`Unknown field`,
  severity: 'error',
  appliesTo: ['PeerPodConfig'],
  why: () =>
    l10n.t`The PeerPodConfig contains a field that isn't in its CRD, for example because of a typo. With strict validation, \`oc\` rejects the PeerPodConfig. Without strict validation, the API server silently drops the field, and the default applies.

Correct the field name, or remove the field.`,
  source: [adaptorUpstream('src/peerpodconfig-ctrl/api/v1alpha1/peerpodconfig_types.go')],
  *check(context) {
    for (const error of context.schemaErrors()) if (error.type === 'unknown-field') yield* describe(context, error);
  },
  examples: [
    {
      avoid: object(
        'spec:',
        '  Limit: "10"',
        '# ^^^^^ want',
        '  cloudSecretname: peer-pods-secret',
        '# ^^^^^^^^^^^^^^^ want',
      ),
      prefer: object('spec:', '  limit: "10"', '  cloudSecretName: peer-pods-secret'),
    },
  ],
});

function* describe(
  { manifest, text }: RuleContext,
  { parent, field, path }: SchemaError & { type: 'unknown-field' },
): Iterable<Finding> {
  const entry = findMapEntry(parent, field);
  // Directives such as `$patch` in a kustomize patch never reach the cluster.
  if (entry === undefined || entry.key.unknown || field.startsWith('$')) return;
  const where = path.join('.');
  const prefix = where === '' ? '' : `${where}.`;
  const known = Object.keys(manifest.kind.fields).flatMap((name) => {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    return rest === '' || rest.includes('.') ? [] : [rest];
  });
  const near = findNearestName(field, known);
  const taken = near !== undefined && findMapEntry(parent, near.name) !== undefined;
  const quote = /^["']/.exec(text.slice(entry.key.start, entry.key.end))?.[0] ?? '';
  const fixes: Fix[] = [];
  if (near !== undefined && !taken && !entry.borrowed)
    fixes.push({
      title: l10n.t`Rename to ${near.name}`,
      edits: [replaceNode(entry.key, `${quote}${near.name}${quote}`)],
      sure: near.sure && entry.key.anchored !== true,
    });
  const removed = removeEntry(text, parent, entry);
  if (removed !== undefined)
    fixes.push({ title: l10n.t`Remove ${sanitizeQuote(field)}`, edits: [removed], sure: false });
  const advice =
    near === undefined
      ? l10n.t`Known names: ${known.join(', ')}.`
      : taken
        ? l10n.t`Did you mean ${near.name}? That key already exists.`
        : l10n.t`Did you mean ${near.name}?`;
  const subject = where === '' ? manifest.kind.kind : where;
  yield {
    start: entry.key.start,
    end: entry.key.end,
    message: `${l10n.t`${subject} has no field "${sanitizeQuote(field)}". oc rejects it or, without validation, the API server drops it.`}${getSentenceSeparator()}${advice}`,
    fixes,
  };
}
