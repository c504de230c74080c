import * as l10n from '@vscode/l10n';
import { findField, formatFieldPath, listChildNames, type KindKnowledge } from '#core/kinds/field.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { developmentKataConfigFields, proposedKataConfigFields } from '#core/kinds/kataConfig.ts';
import { patchKind, kustomizationKind } from '#core/kinds/kustomization.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { Span } from '#server/engine/text/span.ts';
import { nearestCrd, schemaAt } from '#server/engine/workspace/crds/findCrd.ts';
import type { Target } from '#server/engine/workspace/kustomize/kustomizationFact.ts';
import {
  findMapEntry,
  findYamlNode,
  getYamlString,
  type PathSegment,
  type ScalarNode,
} from '#server/engine/yaml/node.ts';
import { groupOf } from '#server/engine/yaml/manifest.ts';
import { validate } from '#server/engine/yaml/validateSchema.ts';
import {
  createFilePatch,
  listInlinePatches,
  listOperations,
  type InlinePatch,
  type ParsedPatch,
} from '../../inlinePatches.ts';
import { describeOnlyInCrd } from '../shared/crdWords.ts';
import { kustomization } from './exampleKustomizations.ts';

const target = '{kind: KataConfig, name: example-kataconfig}';

/** Returns a kustomization with a JSON patch for this path, followed by these lines. */
const jsonPatch = (path: string, ...lines: readonly string[]): string =>
  kustomization(
    'patches:',
    `  - target: ${target}`,
    '    patch: |-',
    `      - {op: add, path: ${path}, value: true}`,
    ...lines,
  );

/** Returns a kustomization with a merge patch for this field, followed by these lines. */
const mergePatch = (field: string, ...lines: readonly string[]): string =>
  kustomization(
    'patches:',
    '  - patch: |-',
    '      apiVersion: kataconfiguration.openshift.io/v1',
    '      kind: KataConfig',
    '      metadata:',
    '        name: example-kataconfig',
    '      spec:',
    `        ${field}`,
    ...lines,
  );

export default defineRule({
  id: 'kustomize-patch-field',
  title: () => l10n.t`Unknown field in a kustomize patch`,
  severity: 'error',
  appliesTo: [kustomizationKind.id, patchKind.id],
  why: () =>
    l10n.t`A kustomize patch writes a field that isn't in the CRD for its target. kustomize doesn't know the CRD, so it adds the field. With strict validation, \`oc\` rejects the object. Without strict validation, the API server silently drops the field.

Correct the name of the field.`,
  source: [
    'openshift/sandboxed-containers-operator@d0632e58 config/crd/bases/kataconfiguration.openshift.io_kataconfigs.yaml',
    'kubernetes-sigs/kustomize@12f9e639 api/types/patch.go',
  ],
  *check(context) {
    const { manifest, text, workspace, uri } = context;
    if (manifest.kind !== patchKind) {
      for (const patch of listInlinePatches(manifest.root, text)) yield* checkPatch(patch, findKind(patch), context);
      return;
    }
    const [kind, ...others] = new Set((workspace?.overlays.targetsOf(uri) ?? []).map(findKindOfTarget));
    const content = findYamlNode(manifest.root, ['patch']);
    if (others.length === 0 && content !== undefined) yield* checkPatch(createFilePatch(content, text), kind, context);
  },
  examples: () => [
    {
      avoid: '\n- op: replace\n  path: /spec/logLevl\n#             ^^^^^^^ want\n  value: info\n',
      prefer: '\n- op: replace\n  path: /spec/logLevel\n  value: info\n',
      files: {
        'kustomization.yaml': `patches:\n  - target: ${target}\n    path: file.yaml\n`,
      },
    },
    {
      avoid: jsonPatch('/spec/enablePeerpods', '#                             ^^^^^^^^^^^^^^ want'),
      prefer: jsonPatch('/spec/enablePeerPods'),
    },
    {
      avoid: mergePatch('enablePeerpods: true', '#       ^^^^^^^^^^^^^^ want'),
      prefer: mergePatch('enablePeerPods: true'),
    },
  ],
});

/** Returns the kind of a target if all fields of its CRD are known. */
function findKindOfTarget({ group, kind }: Target): KindKnowledge | undefined {
  return knownKinds.find(
    (known) => known.closed === true && known.kind === kind && (group === undefined || group === known.group),
  );
}

/** Returns the kind of the object that an inline patch changes. */
function findKind({ target, root }: InlinePatch): KindKnowledge | undefined {
  if (target !== undefined) return findKindOfTarget(target);
  const group = groupOf(getYamlString(root, ['apiVersion']));
  return findKindOfTarget({
    group: group ?? '',
    kind: getYamlString(root, ['kind']) ?? '',
  });
}

function* checkPatch(
  patch: ParsedPatch,
  kind: KindKnowledge | undefined,
  context: Pick<RuleContext, 'workspace' | 'uri' | 'release'>,
): Iterable<Finding> {
  if (kind === undefined) return;
  const found = patch.root.type === 'seq' ? checkOperations(patch, kind, context) : checkMerge(patch, kind, context);
  for (const { path, finding } of found) yield { ...finding, ...contradictionOfCrd(path, kind, context) };
}

type CrdContext = Pick<RuleContext, 'workspace' | 'uri'>;

/** A finding with the path of the field in the target. */
interface FieldFinding {
  readonly path: readonly PathSegment[];
  readonly finding: Finding;
}

/**
 * Returns the properties to override in a finding about a field if a CRD in the workspace defines that field.
 * Otherwise, returns an empty object.
 */
function contradictionOfCrd(
  path: readonly PathSegment[],
  { group, kind }: KindKnowledge,
  { workspace, uri, release }: Pick<RuleContext, 'workspace' | 'uri' | 'release'>,
): Partial<Finding> {
  const crd = workspace === undefined ? undefined : nearestCrd(workspace.crds, group, kind, uri);
  if (crd?.versions.every(({ schema }) => schemaAt(schema, toSteps(path)) === undefined) !== false) return {};
  return { severity: 'info', message: describeOnlyInCrd(toSteps(path), crd, uri, release), fixes: [] };
}

/**
 * Checks the paths in a JSON patch, except for `remove` and `test` operations, whose fields don't have to be in the
 * CRD.
 */
function* checkOperations(patch: ParsedPatch, kind: KindKnowledge, context: CrdContext): Iterable<FieldFinding> {
  for (const { node, path } of listOperations(patch)) {
    if (['remove', 'test'].includes(getYamlString(node, ['op']) ?? '') || path.some(({ unknown }) => unknown)) continue;
    const names = path.map(({ text }) => text);
    const index = names.findIndex((_, at) => isUnknown(kind, names.slice(0, at + 1)));
    const key = path[index];
    if (key !== undefined)
      yield {
        path: names.slice(0, index + 1),
        finding: describe(patch, { kind, context }, key, names.slice(0, index), key.text),
      };
  }
}

/** Checks the fields of a strategic merge patch. */
function* checkMerge(patch: ParsedPatch, kind: KindKnowledge, context: CrdContext): Iterable<FieldFinding> {
  if (patch.root.type !== 'map') return;
  for (const error of validate(kind.id, patch.root)) {
    if (error.type !== 'unknown-field' || error.field.startsWith('$')) continue;
    const entry = findMapEntry(error.parent, error.field);
    if (entry === undefined || entry.borrowed || entry.key.unknown) continue;
    const path = [...error.path, error.field];
    if (isInDevelopment(path) || isCommonField(path)) continue;
    const span = withoutQuotes(entry.key, patch.text);
    yield { path, finding: describe(patch, { kind, context }, span, error.path, error.field) };
  }
}

/** Returns the range of a key without its quotes. */
function withoutQuotes({ start, end }: ScalarNode, text: string): Span {
  return /^["']/.test(text.slice(start, end)) ? { start: start + 1, end: end - 1 } : { start, end };
}

function describe(
  { map }: ParsedPatch,
  { kind, context }: { readonly kind: KindKnowledge; readonly context: CrdContext },
  span: Span,
  parent: readonly PathSegment[],
  name: string,
): Finding {
  const place = { start: map.toFile(span.start), end: map.toFile(span.end) };
  const where = parent.length === 0 ? kind.kind : parent.filter((step) => !isIndex(step)).join('.');
  const near = findNearestName(name, [
    ...new Set([...childrenOf(kind, parent), ...listCrdNames(kind, parent, context)]),
  ]);
  const what = l10n.t`${where} has no field "${sanitizeQuote(name)}", so oc rejects it or, without validation, the API server drops it.`;
  if (near === undefined) return { ...place, message: what };
  return {
    ...place,
    message: `${what}${getSentenceSeparator()}${l10n.t`Did you mean ${near.name}?`}`,
    fixes: [
      {
        title: l10n.t`Rename to ${near.name}`,
        edits: [{ ...place, text: near.name }],
        sure: near.sure,
      },
    ],
  };
}

/** Returns whether a field isn't in the CRD, although its parent is. */
function isUnknown(kind: KindKnowledge, path: readonly string[]): boolean {
  const name = path.at(-1) ?? '';
  if (isIndex(name) || isInDevelopment(path) || isCommonField(path)) return false;
  const known = childrenOf(kind, path.slice(0, -1));
  return (
    known.length > 0 &&
    !known.includes('*') &&
    !known.includes(name) &&
    findField(kind.fields, toSteps(path)) === undefined
  );
}

/** Returns whether a path is in a part of the object that the table doesn't describe completely. */
function isCommonField([first]: readonly PathSegment[]): boolean {
  return first === 'metadata' || first === 'status';
}

function isInDevelopment(path: readonly PathSegment[]): boolean {
  const field = formatFieldPath(toSteps(path));
  return Object.hasOwn(developmentKataConfigFields, field) || Object.hasOwn(proposedKataConfigFields, field);
}

/** Returns the names of the known fields below a path. */
function childrenOf({ fields }: KindKnowledge, parent: readonly PathSegment[]): readonly string[] {
  return listChildNames(fields, formatFieldPath(toSteps(parent)));
}

/** Returns the names of the fields below a path in the nearest CRD of the workspace, if there is one. */
function listCrdNames(
  { group, kind }: KindKnowledge,
  parent: readonly PathSegment[],
  { workspace, uri }: CrdContext,
): readonly string[] {
  const crd = workspace === undefined ? undefined : nearestCrd(workspace.crds, group, kind, uri);
  return (crd?.versions ?? []).flatMap(({ schema }) => {
    const at = schemaAt(schema, toSteps(parent));
    return at === undefined || at === 'open' ? [] : [...at.properties.keys()];
  });
}

function isIndex(step: PathSegment): boolean {
  return typeof step === 'number' || /^(?:\d+|-)$/.test(step);
}

function toSteps(path: readonly PathSegment[]): readonly PathSegment[] {
  return path.map((step) => (isIndex(step) ? 0 : step));
}
