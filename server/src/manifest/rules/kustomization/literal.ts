import * as l10n from '@vscode/l10n';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { listDataEntries, removeKey } from '#server/engine/yaml/objects/dataEntries.ts';
import type { LiteralFault } from '#server/engine/yaml/keyValue.ts';
import { kustomizeGenerators } from '#server/engine/yaml/kustomization.ts';
import { isFaultless } from '../peerPods/values/isValueValid.ts';
import { generator } from './exampleKustomizations.ts';

export default defineRule({
  id: 'kustomize-literal',
  title: () => l10n.t`Invalid literal in a kustomize generator`,
  severity: 'error',
  appliesTo: dataObjects.map(({ id }) => id),
  why: () =>
    l10n.t`A literal in a kustomize generator doesn't have the form \`KEY=value\`, or repeats a key. kustomize splits a literal at the first \`=\`. It fails if a literal has no \`=\`, or if two literals in a generator have the same key. Spaces before the \`=\` become part of the key, and the API server rejects such a key.

Write each key once, as \`KEY=value\` without spaces around the \`=\`.`,
  source: [
    'kubernetes-sigs/kustomize@12f9e639 api/kv/kv.go:173-186 (parseLiteralSource)',
    'kubernetes-sigs/kustomize@12f9e639 api/internal/generators/utils.go:51-54 (makeValidatedDataMap)',
  ],
  *check(context) {
    for (const fault of context.manifest.literalFaults ?? [])
      yield fault.fault === 'repeated' ? repeated(context, fault) : invalid(context, fault);
  },
  examples: () => [
    {
      avoid: generator('VXLAN_PORT:9000', '#       ^^^^^^^^^^^^^^^ want'),
      prefer: generator('VXLAN_PORT=9000'),
    },
    {
      avoid: generator('SSH_KP_NAME', '#       ^^^^^^^^^^^ want'),
      prefer: generator('SSH_KP_NAME='),
    },
    {
      avoid: generator('VXLAN_PORT = 9000', '#       ^^^^^^^^^^^^^^^^^ want'),
      prefer: generator('VXLAN_PORT=9000'),
    },
    {
      avoid: generator('VXLAN_PORT: 9000', '#       ^^^^^^^^^^^^^^^^ want'),
      prefer: generator('VXLAN_PORT=9000'),
    },
    {
      avoid: generator('VXLAN_PORT=9000', 'VXLAN_PORT=9000', '#       ^^^^^^^^^^ want'),
      prefer: generator('VXLAN_PORT=9000'),
    },
  ],
});

/**
 * Reports a literal that doesn't have the form `KEY=value`. Doesn't repeat the literal, because it might contain a
 * credential.
 */
function invalid(context: RuleContext, fault: LiteralFault): Finding {
  const { start, end, name, meant, isAlone } = fault;
  const message =
    fault.fault === 'key'
      ? l10n.t`The key of this literal contains a space, so the API server rejects the object. Write KEY=value without spaces around the =.`
      : l10n.t`This literal doesn't have the form KEY=value, so kustomize fails. Write KEY=value.`;
  if (name === undefined || meant === undefined) return { start, end, message };
  const fix: Fix = {
    title: l10n.t`Change to ${'KEY=value'}`,
    edits: [{ start, end, text: `${name}=${meant}` }],
    sure: isAlone !== true && isSafe(context, name, meant),
  };
  return { start, end, message, fixes: [fix] };
}

function repeated({ manifest, text }: RuleContext, { start, end, name = '', isSame }: LiteralFault): Finding {
  const under = Object.values(kustomizeGenerators).find(({ kind }) => kind === manifest.kind.kind)?.under;
  const entry = listDataEntries(manifest, under).find(({ key }) => key.start === start);
  const edit = entry === undefined ? undefined : removeKey(manifest, entry, text);
  return {
    start,
    end,
    message: l10n.t`An earlier literal also sets ${name}, so kustomize fails. Remove one of them.`,
    fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${name}`, edits: [edit], sure: isSame === true }],
  };
}

/**
 * Returns whether the fix is safe because no other rule would report the key. CLOUD_PROVIDER is excluded, because it
 * determines all other keys.
 */
function isSafe(context: RuleContext, name: string, value: string): boolean {
  const { id } = context.manifest.kind;
  return id === 'peer-pods-cm' && name !== 'CLOUD_PROVIDER' && value !== '' && isFaultless(name, value, context);
}
