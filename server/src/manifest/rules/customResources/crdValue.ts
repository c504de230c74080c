import * as l10n from '@vscode/l10n';
import { findDocumentedValues, listDocumentedFields } from '#core/kinds/custom/documentedValues.ts';
import { findPlaceholderForm } from '#core/text/placeholder.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';
import { crdOf, schemaAt, type MatchingCrd } from '#server/engine/workspace/crds/findCrd.ts';
import {
  crdErrors,
  type CombinationError,
  type CrdError,
  type LimitError,
} from '#server/engine/workspace/crds/validateByCrd.ts';
import { findMapEntry, findYamlNode, toPlainValue, type YamlNode } from '#server/engine/yaml/node.ts';
import type { SchemaError } from '#server/engine/yaml/validateSchema.ts';
import { listWrongValues } from '../allKinds/typedFields.ts';
import { describeWrongType } from '../allKinds/wrongType.ts';
import { formatCrdFile, formatPath } from '../shared/crdWords.ts';
import { crdWith, peerPodFields, peerPodWith } from './examples.ts';
import { describeSchemaSources, kindsWithCrd } from './kindsWithCrd.ts';

type ValueError = Extract<SchemaError, { type: 'wrong-type' | 'not-in-enum' }> | LimitError | CombinationError;

export default defineRule({
  id: 'crd-value',
  title: () => l10n.t`Value that the CRD in the workspace doesn't allow`,
  severity: 'error',
  appliesTo: kindsWithCrd,
  needs: ['workspace'],
  why: () =>
    [
      l10n.t`The value has a different type than the CustomResourceDefinition (CRD) of its kind requires, or isn't one of the values that the CRD allows. The API server rejects the object.

The rule uses the CRD files in the workspace. If several files define a kind, the nearest one applies. If the built-in OSC schema allows the value, the severity is information, because the CRD file might be from another operator version.

Correct the value.`,
      l10n.t`The rule also checks the bounds of numbers, strings, and lists, the patterns of strings, the keys of list items, and combinations of restrictions such as \`oneOf\`. For a value that the CRD accepts but the operator doesn't recognize, the severity is warning.`,
      describeSchemaSources(),
    ].join('\n\n'),
  source: [
    'kubernetes/kubernetes@490ffa43 staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/validation/validation.go',
  ],
  *check(context) {
    const { manifest, workspace, uri } = context;
    if (workspace === undefined || manifest.part === 'generator') return;
    const match = crdOf(workspace.crds, manifest, uri);
    if (match === undefined) return;
    // A patch and a template contain only a part of an object, so that a combination can't be evaluated.
    const isWhole = !workspace.overlays.patchFiles.has(canonicalizeUri(uri)) && !context.text.includes('{{');
    for (const error of crdErrors(manifest.root, match.schema))
      if (isAboutValue(error, isWhole) && !isReplaced(error) && !hasOwnFinding(context, error))
        yield describe(context, match, error);
    yield* findUndocumentedValues(context, match);
  },
  examples: () => [
    {
      avoid: peerPodWith(
        '  cloudProvider: asure',
        '#                ^^^^^ want',
        '  instanceID: 12',
        '#             ^^ want',
      ),
      prefer: peerPodWith('  cloudProvider: azure', '  instanceID: "12"'),
      files: { 'crd.yaml': crdWith('PeerPod', ...peerPodFields) },
    },
  ],
});

function isAboutValue(error: CrdError, isWhole: boolean): error is ValueError {
  return (
    error.type === 'wrong-type' ||
    error.type === 'not-in-enum' ||
    error.type === 'limit' ||
    (error.type === 'combination' && isWhole)
  );
}

/** Returns whether another tool, or the user, replaces the text before it reaches the API server. */
function isReplaced({ node }: ValueError): boolean {
  return node.type === 'scalar' && typeof node.value === 'string' && findPlaceholderForm(node.text) !== undefined;
}

function hasOwnFinding({ manifest, schemaErrors }: RuleContext, { node }: ValueError): boolean {
  return (
    schemaErrors().some((error) => 'node' in error && error.node === node) ||
    (manifest.kind.closed !== true && [...listWrongValues(manifest)].some((wrong) => wrong.node === node))
  );
}

/** Finds values that the CRD accepts as text, but that the operator doesn't know. */
function findUndocumentedValues(
  { manifest: { kind, root } }: RuleContext,
  { schema }: MatchingCrd,
): readonly Finding[] {
  return listDocumentedFields(kind.group, kind.kind).flatMap((name): readonly Finding[] => {
    const path = name.split('.');
    const [node, known, field] = [
      findYamlNode(root, path),
      findDocumentedValues(kind.group, kind.kind, name),
      schemaAt(schema, path),
    ];
    if (node?.type !== 'scalar' || node.unknown || typeof node.value !== 'string' || known === undefined) return [];
    if (field === undefined || field === 'open' || field.values !== undefined) return [];
    if (node.value === '' || known.values.includes(node.value)) return [];
    return [
      {
        start: node.start,
        end: node.end,
        severity: 'warning',
        message: l10n.t`The operator doesn't recognize "${sanitizeQuote(node.value, 30)}" for ${name}, and uses ${known.fallback} instead. Known values: ${known.values.join(', ')}.`,
        fixes: nearestFix(node, known.values),
      },
    ];
  });
}

function describe({ manifest, uri }: RuleContext, { crd, schema }: MatchingCrd, error: ValueError): Finding {
  const file = formatCrdFile(uri, crd);
  // The product's own schema is complete for a closed kind, and it accepts the value.
  const isOurs = manifest.kind.closed === true && schemaAt(schema, error.path) !== 'open';
  const finding =
    error.type === 'wrong-type'
      ? ofType(error, file)
      : error.type === 'limit'
        ? ofLimit(error, error.limit, file)
        : error.type === 'combination'
          ? { ...ofLimit(error, error.combination, file), ...headOf(manifest.root, error) }
          : ofList(error, file);
  return isOurs ? { ...finding, severity: 'info' } : finding;
}

/** Maximum length of a message. */
const maxMessage = 240;

function ofType({ node, expected, path }: Extract<ValueError, { type: 'wrong-type' }>, crdFile: string): Finding {
  const isChangeable = node.type === 'scalar' && node.style !== 'block';
  const finding = describeWrongType(node, expected, path, { isChangeable, crdFile });
  return finding.message.length > maxMessage ? describeWrongType(node, expected, path, { isChangeable }) : finding;
}

function ofLimit({ node, path }: LimitError | CombinationError, limit: string, file: string): Finding {
  const { start, end } = node;
  return {
    start,
    end,
    message: l10n.t`The CRD in ${file} requires ${sanitizeQuote(limit, maxListed)} for ${formatPath(path)}, so the API server rejects the object.`,
  };
}

/** Returns the range of the key of a value. A combination concerns the whole value, which can be long. */
function headOf(root: YamlNode, { node, path }: CombinationError): { readonly start: number; readonly end: number } {
  const field = path.at(-1);
  const key = typeof field === 'string' ? findMapEntry(findYamlNode(root, path.slice(0, -1)), field)?.key : undefined;
  const { start, end } = key ?? (node.type === 'map' ? node.entries[0]?.key : undefined) ?? node;
  return { start, end };
}

/** Maximum length of the values that a message lists, in characters. */
const maxListed = 80;

function ofList({ node, allowed, path }: Extract<ValueError, { type: 'not-in-enum' }>, file: string): Finding {
  const names = allowed.map(String);
  const value = String(toPlainValue(node));
  const listed = sanitizeQuote(names.join(', '), maxListed);
  return {
    start: node.start,
    end: node.end,
    message: l10n.t`The CRD in ${file} doesn't allow "${sanitizeQuote(value, 30)}" for ${formatPath(path)}, so the API server rejects the object. Allowed: ${listed}.`,
    fixes: typeof allowed[0] === 'string' ? nearestFix(node, names) : [],
  };
}

/** Returns the fix that replaces a value with the one that is probably meant. */
function nearestFix(node: YamlNode, names: readonly string[]): readonly Fix[] {
  const near = findNearestName(String(toPlainValue(node)), names);
  return near === undefined || node.borrowed || node.type !== 'scalar'
    ? []
    : [
        {
          title: l10n.t`Change to ${sanitizeQuote(near.name)}`,
          edits: [replaceNode(node, /^[A-Za-z][\w-]*$/.test(near.name) ? near.name : JSON.stringify(near.name))],
          sure: near.sure && node.anchored !== true,
        },
      ];
}
