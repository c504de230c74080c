import * as l10n from '@vscode/l10n';
import { agentSandboxIds } from '#core/kubernetes/agentSandboxKinds.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule, type Edit, type Fix } from '#server/engine/findings/rule.ts';
import { findMapEntry, getYamlString } from '#server/engine/yaml/node.ts';
import { renameFix } from '../shared/unknownFields.ts';
import { exampleSandbox } from './exampleSandboxes.ts';
import { findOtherVersionFields, type WrittenOtherField } from './findOtherVersionFields.ts';

export default defineRule({
  id: 'agent-sandbox-version',
  title: () => l10n.t`Field of another agent-sandbox version`,
  severity: 'error',
  appliesTo: agentSandboxIds,
  why: () =>
    l10n.t`The versions v1alpha1 and v1beta1 of agent-sandbox have different fields. A Sandbox has \`replicas\` in v1alpha1 and \`operatingMode\` in v1beta1. A SandboxClaim refers to a template with \`sandboxTemplateRef\` in v1alpha1, and to a warm pool with \`warmPoolRef\` in v1beta1. With strict validation, \`oc\` rejects a field of the other version. Without strict validation, the API server drops it.

Use the field of the version in \`apiVersion\`. If you rename \`sandboxTemplateRef\` to \`warmPoolRef\`, also replace the name of the template with the name of a SandboxWarmPool.`,
  source: ['kubernetes-sigs/agent-sandbox@2fd412d5 docs/api-migration-guide.md'],
  *check({ manifest, text }) {
    const version = getYamlString(manifest.root, ['apiVersion'])?.split('/').at(-1) ?? '';
    for (const written of findOtherVersionFields(manifest)) {
      const { about, entry, map } = written;
      const isThere = findMapEntry(map, about.instead) !== undefined;
      yield {
        start: entry.key.start,
        end: entry.key.end,
        message: joinSentences(
          l10n.t`${manifest.kind.kind} ${sanitizeQuote(version, 20)} has no field "${about.field}", so oc rejects the object.`,
          isThere ? l10n.t`Remove it, because ${about.instead} already exists.` : l10n.t`Use ${about.instead}.`,
        ),
        fixes: isThere ? [] : fixesFor(written, text),
      };
    }
  },
  examples: () => [
    {
      avoid: `${exampleSandbox('v1beta1')}  replicas: 0
# ^^^^^^^^ want
`,
      prefer: `${exampleSandbox('v1beta1')}  operatingMode: Suspended
`,
    },
    {
      avoid: `${exampleSandbox('v1alpha1')}  operatingMode: Running
# ^^^^^^^^^^^^^ want
`,
      prefer: `${exampleSandbox('v1alpha1')}  replicas: 1
`,
    },
    {
      avoid: claim('sandboxTemplateRef', '# ^^^^^^^^^^^^^^^^^^ want\n'),
      prefer: claim('warmPoolRef'),
    },
  ],
});

function fixesFor({ about, entry }: WrittenOtherField, text: string): Fix[] {
  const fixes = renameFix(text, entry, { name: about.instead, sure: about.isSame === true });
  const { values } = about;
  if (values === undefined) return about.field === 'warmpool' ? [] : fixes;
  const { value } = entry;
  const right = value.type === 'scalar' && Object.hasOwn(values, value.text) ? values[value.text] : undefined;
  if (value.type !== 'scalar' || value.unknown || value.borrowed || value.anchored === true || right === undefined)
    return [];
  const edit: Edit = replaceNode(value, right);
  return fixes.map((fix) => ({
    ...fix,
    title: l10n.t`Change to ${`${about.instead}: ${right}`}`,
    edits: [...fix.edits, edit],
  }));
}

const claim = (field: string, mark = ''): string => `
apiVersion: extensions.agents.x-k8s.io/v1beta1
kind: SandboxClaim
metadata:
  name: agent
spec:
  ${field}:
${mark}    name: agents
`;
