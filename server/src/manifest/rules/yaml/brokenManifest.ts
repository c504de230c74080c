/** Determines the probable kind of a document that can't be parsed, so that the parse error can be reported. */
import { dataObjects } from '#core/kinds/dataObjects.ts';
import type { KindKnowledge } from '#core/kinds/field.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { workloads } from '#core/kinds/workloads.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import { escapeRegExp } from '#server/engine/text/escapeRegExp.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { readDocuments, type YamlDocument } from '#server/engine/yaml/yamlDocument.ts';
import { findPasteProblem } from './pasteProblem.ts';
import { splitTextLines } from './textLines.ts';

/**
 * Returns a manifest without content for a document that definitely is or contains an object of a known kind. Returns
 * undefined for any other document.
 */
export function brokenManifest({ text, parsed, manifests }: YamlDocument): Manifest | undefined {
  // If the cause of the parse error is known, the kind can be determined from the corrected text.
  const kind =
    manifests[0]?.kind ??
    signs.find(({ sign }) => sign.test(text))?.kind ??
    firstKind(findPasteProblem(text, parsed.problems, undefined)?.fixed) ??
    (parts.test(text) ? kindOfParts(text) : undefined);
  if (kind === undefined) return undefined;
  return { kind, name: undefined, root: { type: 'map', start: 0, end: 0, entries: [], flow: false, borrowed: false } };
}

function firstKind(text: string | undefined): KindKnowledge | undefined {
  for (const { document } of text === undefined ? [] : readDocuments(text)) {
    const [manifest] = document.manifests;
    if (manifest !== undefined) return manifest.kind;
  }
  return undefined;
}

/**
 * Kinds that are known regardless of the rest of the document, because they have their own group. Other kinds could
 * belong to other software.
 */
const ownKinds = knownKinds.filter(({ ownGroup }) => ownGroup === true);
const signs = ownKinds.map((kind) => ({ kind, sign: new RegExp(`^\\uFEFF?${signOf(kind)}`, 'm') }));

function signOf({ kind, group }: KindKnowledge): string {
  return `(?:kind[ \\t]*:[ \\t]+["']?${kind}\\b|apiVersion[ \\t]*:[ \\t]+["']?${escapeRegExp(group)}/)`;
}

/**
 * Matches documents that might contain a known object, such as Lists, workloads, and kustomizations with generators.
 * Other lines of the document identify the kind.
 */
const parts = /^\uFEFF?(?:kind[ \t]*:[ \t]+["']?\w+|(?:configMap|secret)Generator[ \t]*:)/m;
const words = (...all: readonly string[]) => `["']?(?:${all.map(escapeRegExp).join('|')})["']?[ \\t]*(?:#.*)?$`;
const inList = ownKinds.map((kind) => ({ kind, sign: new RegExp(`^[ \\t]*(?:-[ \\t]+)?${signOf(kind)}`) }));
const named = dataObjects.map((kind) => ({
  kind,
  sign: new RegExp(`^[ \\t]*(?:-[ \\t]+)?name[ \\t]*:[ \\t]+${words(kind.id)}`),
}));
const ofKata = new RegExp(
  `^[ \\t]*(?:-[ \\t]+)?(?:["']?io\\.katacontainers\\.|runtimeClassName[ \\t]*:[ \\t]+${words(...knownRuntimeClasses.map(({ name }) => name))})`,
);

/**
 * Determines the kind of a List item, a generated object, or a Kata pod from the lines of the document. Ignores lines
 * in block scalars.
 */
function kindOfParts(text: string): KindKnowledge | undefined {
  const written = /^\uFEFF?kind[ \t]*:[ \t]+["']?(\w+)/m.exec(text)?.[1];
  const isList = written?.endsWith('List') === true;
  const isKustomization = written === undefined || written === 'Kustomization' || written === 'Component';
  const lines = splitTextLines(text).filter((line) => !line.block && line.text.length < maxLine);
  const has = (sign: RegExp) => lines.some((line) => sign.test(line.text));
  if (isList) return inList.find(({ sign }) => has(sign))?.kind ?? named.find(({ sign }) => has(sign))?.kind;
  if (isKustomization)
    return /^\uFEFF?(?:configMap|secret)Generator[ \t]*:/m.test(text)
      ? named.find(({ sign }) => has(sign))?.kind
      : undefined;
  const workload = workloads.find(({ kind }) => kind === written);
  return workload !== undefined && has(ofKata) ? workload : undefined;
}

const maxLine = 500;
