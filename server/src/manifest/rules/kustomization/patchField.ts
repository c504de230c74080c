import * as l10n from '@vscode/l10n';
import { findField, formatFieldPath, type KindKnowledge } from '#core/kinds/field.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { developmentKataConfigFields } from '#core/kinds/kataConfig.ts';
import { patchKind, kustomizationKind } from '#core/kinds/kustomization.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { shiftedMap, type TextMap } from '#server/engine/text/textMap.ts';
import { targetOf, type Target } from '#server/engine/workspace/kustomize/kustomizationFact.ts';
import {
  findMapEntry,
  findYamlNode,
  getYamlString,
  type PathSegment,
  type ScalarNode,
  type YamlNode,
} from '#server/engine/yaml/node.ts';
import { groupOf } from '#server/engine/yaml/manifest.ts';
import { parseYamlDocument } from '#server/engine/yaml/parse/parse.ts';
import { mapScalar } from '#server/engine/yaml/scalarMap.ts';
import { validate } from '#server/engine/yaml/validateSchema.ts';
import { kustomization } from './exampleKustomizations.ts';

/** Maximum number of patches and operations to check, and of characters of a patch. */
const [maxItems, maxPatch] = [500, 100_000];

const target = '{kind: KataConfig, name: example-kataconfig}';

export default defineRule({
  id: 'kustomize-patch-field',
  title: () => l10n.t`Unknown field in a kustomize patch`,
  severity: 'error',
  appliesTo: [kustomizationKind.id, patchKind.id],
  why: () =>
    l10n.t`A kustomize patch writes a field that isn't in the CRD of its target. kustomize doesn't know the CRD, so it adds the field. With strict validation, \`oc\` rejects the object. Without strict validation, the API server silently drops the field.

Correct the name of the field.`,
  source: [
    'openshift/sandboxed-containers-operator@d0632e58 config/crd/bases/kataconfiguration.openshift.io_kataconfigs.yaml',
    'kubernetes-sigs/kustomize@12f9e639 api/types/patch.go',
  ],
  *check(context) {
    const { manifest, workspace, uri } = context;
    if (manifest.kind === patchKind) {
      const kinds = new Set((workspace?.overlays.targetsOf(uri) ?? []).map(kindOf));
      const [kind, ...others] = kinds;
      const content = findYamlNode(manifest.root, ['patch']);
      const map = shiftedMap(0, context.text.length);
      if (kind !== undefined && others.length === 0 && content !== undefined)
        yield* checkPatch({ kind, map, text: context.text, source: context.text }, content);
      return;
    }
    for (const field of ['patches', 'patchesJson6902', 'patchesStrategicMerge']) {
      const list = findYamlNode(manifest.root, [field]);
      for (const item of list?.type === 'seq' ? list.items.slice(0, maxItems) : []) yield* checkInline(context, item);
    }
  },
  examples: [
    {
      avoid: '\n- op: replace\n  path: /spec/logLevl\n#             ^^^^^^^ want\n  value: info\n',
      prefer: '\n- op: replace\n  path: /spec/logLevel\n  value: info\n',
      files: { 'kustomization.yaml': `patches:\n  - target: ${target}\n    path: file.yaml\n` },
    },
    {
      avoid: kustomization(
        'patches:',
        `  - target: ${target}`,
        '    patch: |-',
        '      - {op: add, path: /spec/enablePeerpods, value: true}',
        '#                             ^^^^^^^^^^^^^^ want',
      ),
      prefer: kustomization(
        'patches:',
        `  - target: ${target}`,
        '    patch: |-',
        '      - {op: add, path: /spec/enablePeerPods, value: true}',
      ),
    },
    {
      avoid: kustomization(
        'patches:',
        '  - patch: |-',
        '      apiVersion: kataconfiguration.openshift.io/v1',
        '      kind: KataConfig',
        '      metadata:',
        '        name: example-kataconfig',
        '      spec:',
        '        enablePeerpods: true',
        '#       ^^^^^^^^^^^^^^ want',
      ),
      prefer: kustomization(
        'patches:',
        '  - patch: |-',
        '      apiVersion: kataconfiguration.openshift.io/v1',
        '      kind: KataConfig',
        '      metadata:',
        '        name: example-kataconfig',
        '      spec:',
        '        enablePeerPods: true',
      ),
    },
  ],
});

/** Returns the kind of a target, if its CRD is known completely. */
function kindOf({ group, kind }: Target): KindKnowledge | undefined {
  return knownKinds.find(
    (known) => known.closed === true && known.kind === kind && (group === undefined || group === known.group),
  );
}

interface Patch {
  readonly kind: KindKnowledge;
  /** Text of the patch. */
  readonly text: string;
  /** Text of the document. */
  readonly source: string;
  /** Maps the patch to the document. */
  readonly map: TextMap;
}

function* checkInline({ text: source }: RuleContext, item: YamlNode): Iterable<Finding> {
  const node = item.type === 'scalar' ? item : findYamlNode(item, ['patch']);
  if (node?.type !== 'scalar' || node.unknown || node.borrowed || typeof node.value !== 'string') return;
  const text = node.value;
  const map = text.length > maxPatch || !/[\n{]/.test(text) ? undefined : mapScalar(source, node);
  if (map === undefined) return;
  const { root, problems } = parseYamlDocument(text);
  if (root === undefined || problems.length > 0) return;
  const selected = findYamlNode(item, ['target']);
  const own = { group: groupOf(getYamlString(root, ['apiVersion'])), kind: getYamlString(root, ['kind']) };
  const kind =
    selected === undefined ? kindOf({ kind: own.kind ?? '', group: own.group ?? '' }) : kindOf(targetOf(selected));
  if (kind === undefined) return;
  yield* checkPatch({ kind, text, source, map }, root);
}

function checkPatch(patch: Patch, root: YamlNode): Iterable<Finding> {
  return root.type === 'seq' ? checkOperations(patch, root) : checkMerge(patch, root);
}

/** Checks the paths of a JSON patch. */
function* checkOperations(patch: Patch, operations: YamlNode): Iterable<Finding> {
  if (operations.type !== 'seq') return;
  for (const operation of operations.items.slice(0, maxItems)) {
    const path = findYamlNode(operation, ['path']);
    if (path?.type !== 'scalar' || typeof path.value !== 'string' || path.unknown || path.borrowed) continue;
    const written = path.text.split('/').slice(1);
    const names = written.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const index = names.findIndex((_, at) => isUnknown(patch.kind, names.slice(0, at + 1)));
    const name = names[index];
    const at = mapScalar(patch.text, path);
    if (name === undefined || at === undefined) continue;
    const start = written.slice(0, index).reduce((sum, part) => sum + part.length + 1, 1);
    const span = { start: at.toFile(start), end: at.toFile(start + (written[index]?.length ?? 0)) };
    yield describe(patch, span, names.slice(0, index), name);
  }
}

/** Checks the fields of a strategic merge patch. */
function* checkMerge(patch: Patch, root: YamlNode): Iterable<Finding> {
  if (root.type !== 'map') return;
  for (const error of validate(patch.kind.id, root)) {
    if (error.type !== 'unknown-field' || error.field.startsWith('$')) continue;
    const entry = findMapEntry(error.parent, error.field);
    if (entry === undefined || entry.borrowed || entry.key.unknown) continue;
    const path = [...error.path, error.field];
    if (isInDevelopment(path) || isOfEveryKind(path)) continue;
    yield describe(patch, contentOf(entry.key, patch.text), error.path, error.field);
  }
}

/** Returns the range of a key without its quotes. */
function contentOf({ start, end }: ScalarNode, text: string): { readonly start: number; readonly end: number } {
  return /^["']/.test(text.slice(start, end)) ? { start: start + 1, end: end - 1 } : { start, end };
}

function describe(
  { kind, map }: Patch,
  span: { readonly start: number; readonly end: number },
  parent: readonly PathSegment[],
  name: string,
): Finding {
  const place = { start: map.toFile(span.start), end: map.toFile(span.end) };
  const where = parent.length === 0 ? kind.kind : parent.filter((step) => !isIndex(step)).join('.');
  const near = findNearestName(name, childrenOf(kind, parent));
  const what = l10n.t`${where} has no field "${sanitizeQuote(name)}". oc rejects it or, without validation, the API server drops it.`;
  if (near === undefined) return { ...place, message: what };
  return {
    ...place,
    message: `${what}${getSentenceSeparator()}${l10n.t`Did you mean ${near.name}?`}`,
    fixes: [{ title: l10n.t`Rename to ${near.name}`, edits: [{ ...place, text: near.name }], sure: near.sure }],
  };
}

/** Returns whether a field isn't in the CRD, although its parent is. */
function isUnknown(kind: KindKnowledge, path: readonly string[]): boolean {
  const name = path.at(-1) ?? '';
  if (isIndex(name) || isInDevelopment(path) || isOfEveryKind(path)) return false;
  const known = childrenOf(kind, path.slice(0, -1));
  return (
    known.length > 0 &&
    !known.includes('*') &&
    !known.includes(name) &&
    findField(kind.fields, toSteps(path)) === undefined
  );
}

/** Returns whether a path is in a part of the object that the table doesn't describe completely. */
function isOfEveryKind([first]: readonly PathSegment[]): boolean {
  return first === 'metadata' || first === 'status';
}

function isInDevelopment(path: readonly PathSegment[]): boolean {
  return Object.hasOwn(developmentKataConfigFields, formatFieldPath(toSteps(path)));
}

/** Returns the names of the known fields below a path. */
function childrenOf({ fields }: KindKnowledge, parent: readonly PathSegment[]): readonly string[] {
  const path = formatFieldPath(toSteps(parent));
  const prefix = path === '' ? '' : `${path}.`;
  const names = Object.keys(fields).flatMap((key) =>
    key.startsWith(prefix) ? (/^[\w*$-]+/.exec(key.slice(prefix.length))?.[0] ?? []) : [],
  );
  return [...new Set(names)];
}

function isIndex(step: PathSegment): boolean {
  return typeof step === 'number' || /^(?:\d+|-)$/.test(step);
}

function toSteps(path: readonly PathSegment[]): readonly PathSegment[] {
  return path.map((step) => (isIndex(step) ? 0 : step));
}
