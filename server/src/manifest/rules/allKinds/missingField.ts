import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { formatKindApiVersion, type KindKnowledge } from '#core/kinds/field.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { detectLineEnding, insertEntryBefore, getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import { isWhole } from '#server/engine/yaml/objects/podNode.ts';
import { isMisspelled } from '../shared/unknownFields.ts';
import { customResourceId } from '#server/engine/workspace/crds/crdFields.ts';
import { defineRule, type Edit, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';

export default defineRule({
  id: 'missing-field',
  title: () => l10n.t`Missing required field`,
  severity: 'error',
  appliesTo: [...knownKinds.filter(({ names }) => names === undefined).map(({ id }) => id), customResourceId],
  mayBeAdded: true,
  why: () =>
    l10n.t`A required field is missing, so the API server rejects the object. Every object requires \`apiVersion\`, \`kind\`, and a name in \`metadata\`. An entry in \`matchExpressions\` requires \`key\` and \`operator\`.

Add the missing field.`,
  source: [
    'openshift/sandboxed-containers-operator@d0632e58 config/crd/bases/kataconfiguration.openshift.io_kataconfigs.yaml',
    'Kubernetes API conventions, Metadata',
  ],
  *check(context) {
    for (const error of context.schemaErrors()) {
      if (error.type === 'missing-field' && error.field !== 'metadata' && !isMisspelled(error.parent, error.field))
        yield missing(context, error.parent, error.field, error.path.length === 0);
    }
    yield* unnamed(context);
  },
  examples: () => [
    {
      avoid: `
kind: KataConfig
#     ^^^^^^^^^^ want
metadata:
  name: example-kataconfig
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
`,
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
#     ^^^^^^^^^^ want
spec:
  enablePeerPods: false
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  enablePeerPods: false
`,
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  kataConfigPoolSelector:
    matchExpressions:
      - key: zone
#       ^^^ want
        values: [a]
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  kataConfigPoolSelector:
    matchExpressions:
      - key: zone
        operator: In
        values: [a]
`,
    },
  ],
});

function missing({ manifest, text }: RuleContext, parent: YamlNode, field: string, atRoot: boolean): Finding {
  const anchor = atRoot ? headOf(manifest.root) : firstKey(parent);
  if (!atRoot) return { ...anchor, message: l10n.t`${field} is missing, so the API server rejects the object.` };
  const line =
    field === 'apiVersion' ? `apiVersion: ${formatKindApiVersion(manifest.kind)}` : `${field}: ${manifest.kind.kind}`;
  const edit = insertEntryBefore(text, manifest.root, line);
  const fixes: Fix[] = edit === undefined ? [] : [{ title: l10n.t`Add ${line}`, edits: [edit], sure: true }];
  return {
    ...anchor,
    message: `${l10n.t`${field} is missing, so the API server rejects the object.`}${getSentenceSeparator()}${l10n.t`Use ${line}.`}`,
    fixes,
  };
}

/**
 * Requires `metadata.name` or `metadata.generateName`. Reports nothing while `metadata` is being typed or isn't a
 * mapping.
 */
function* unnamed({ manifest, text }: RuleContext): Iterable<Finding> {
  if (manifest.part === 'generator' || (manifest.kind.podPath !== undefined && !isWhole(manifest))) return;
  if (isMisspelled(manifest.root, 'metadata')) return;
  const metadata = findMapEntry(manifest.root, 'metadata')?.value;
  if (isMisspelled(metadata, 'name')) return;
  if (metadata !== undefined && metadata.type !== 'map' && !(metadata.type === 'scalar' && metadata.value === null))
    return;
  const named =
    metadata?.type === 'map' &&
    metadata.entries.some(({ key }) => key.text === 'name' || key.text === 'generateName' || key.unknown);
  if (named) return;
  const edit = nameEdit(manifest, metadata, text);
  yield {
    ...headOf(manifest.root),
    message: l10n.t`${'metadata.name'} is missing, so the API server rejects the object.`,
    fixes:
      edit === undefined
        ? []
        : [{ title: l10n.t`Add ${`name: ${exampleName(manifest.kind)}`}`, edits: [edit], sure: false }],
  };
}

function exampleName({ id }: KindKnowledge): string {
  return `example-${id.toLowerCase()}`;
}

function nameEdit({ root, kind }: Manifest, metadata: YamlNode | undefined, text: string): Edit | undefined {
  const newline = detectLineEnding(text);
  if (metadata?.type === 'map') return insertEntryBefore(text, metadata, `name: ${exampleName(kind)}`);
  const entry = findMapEntry(root, metadata === undefined ? 'kind' : 'metadata');
  if (root.type !== 'map' || root.flow || entry === undefined || entry.borrowed) return undefined;
  const indent = text.slice(getLineStart(text, entry.key.start), entry.key.start).replace('\uFEFF', '');
  if (indent.trim() !== '') return undefined;
  const name = `${indent}  name: ${exampleName(kind)}${newline}`;
  if (metadata === undefined) {
    const at = getLineEnd(text, entry.value.end);
    return {
      start: at,
      end: at,
      text: `${/[\r\n]/.test(text[at - 1] ?? '') ? '' : newline}${indent}metadata:${newline}${name}`,
    };
  }
  const at = getLineEnd(text, entry.key.end);
  const rest = emptyValue.exec(text.slice(entry.key.end, at));
  // If the null is on its own line, anchored, tagged, or merged, no fix is offered.
  if (rest === null || metadata.type !== 'scalar' || (rest[1] ?? '') !== metadata.text || metadata.borrowed)
    return undefined;
  return { start: entry.key.end, end: at, text: `:${rest[2] ?? ''}${rest[3] || newline}${name}` };
}

/** Matches what can follow a key without a value: a null, a comment, and the line break. */
const emptyValue = /^:(?:[ \t]+(~|null|Null|NULL))?([ \t]+#[^\r\n]*|[ \t]*)(\r\n|\r|\n|)$/;

function headOf(root: YamlNode): { start: number; end: number } {
  const head = findYamlNode(root, ['kind']) ?? findYamlNode(root, ['apiVersion']) ?? root;
  return { start: head.start, end: head.end };
}

function firstKey(parent: YamlNode): { start: number; end: number } {
  const key = parent.type === 'map' ? parent.entries[0]?.key : undefined;
  return { start: (key ?? parent).start, end: (key ?? parent).end };
}
