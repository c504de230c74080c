/** What a document that cannot be read seems to be: enough to say that it cannot be read, and not one word more. */
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
 * A manifest without content for a document that is, or holds, an object of ours for certain; undefined for any other.
 */
export function brokenManifest({ text, parsed, manifests }: YamlDocument): Manifest | undefined {
  // What it is can be told for certain where it is known what became of it.
  const kind =
    manifests[0]?.kind ??
    signs.find(({ sign }) => sign.test(text))?.kind ??
    firstKind(findPasteProblem(text, parsed.problems, undefined)?.mended) ??
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
 * Kinds that are ours whatever the rest of the document says: of a group of our own. Others cannot be told from other
 * people's.
 */
const ownKinds = knownKinds.filter(({ ownGroup }) => ownGroup === true);
const signs = ownKinds.map((kind) => ({ kind, sign: new RegExp(`^\\uFEFF?${signOf(kind)}`, 'm') }));

function signOf({ kind, group }: KindKnowledge): string {
  return `(?:kind[ \\t]*:[ \\t]+["']?${kind}\\b|apiVersion[ \\t]*:[ \\t]+["']?${escapeRegExp(group)}/)`;
}

/** Where objects of ours may stand below the top level, or be told by what stands there. */
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

/** An item of a List, what a kustomization makes, a pod for kata: by its lines, but for those of texts. */
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
