/** Indexes the CustomResourceDefinitions (CRDs) of files, and joins them. */
import { canonicalizeUri } from '../fileUri.ts';
import { countLineBreaks, type LineSpan } from '../indexedObject.ts';
import type { PlacedDocument } from '../../yaml/yamlDocument.ts';
import { crdGroupsOf, crdsIn, maxPerFile, type IndexedCrd } from './readCrds.ts';

/** The CRDs of a file in the index. */
export interface CrdFacts {
  /** CRDs of API groups that concern OSC or that a file needs. */
  readonly crds?: readonly IndexedCrd[];
  /** API groups of all CRDs, including those that weren't read. */
  readonly crdGroups?: readonly string[];
}

/**
 * Returns the CRDs of a file.
 * @param groups the API groups whose CRDs are needed, in addition to those that concern OSC
 */
export function crdFactsOf(uri: string, documents: readonly PlacedDocument[], groups: ReadonlySet<string>): CrdFacts {
  const crdGroups = [...new Set(documents.flatMap(({ document }) => crdGroupsOf(document)))].slice(0, maxPerFile);
  if (crdGroups.length === 0) return {};
  const crds = indexCrds(uri, documents, groups);
  return { crdGroups, ...(crds.length === 0 ? {} : { crds }) };
}

/** Returns the CRDs of a part of a file, which begins after a number of lines. */
export function moveCrds({ crds, crdGroups }: CrdFacts, lines: number): CrdFacts {
  return {
    ...(crds === undefined
      ? {}
      : { crds: crds.map((crd) => ({ ...crd, place: { ...crd.place, line: crd.place.line + lines } })) }),
    ...(crdGroups === undefined ? {} : { crdGroups }),
  };
}

/** Joins the CRDs of the parts of a file. */
export function joinCrdFacts(parts: readonly CrdFacts[]): CrdFacts {
  const crds = parts.flatMap((part) => part.crds ?? []).slice(0, maxPerFile);
  const groups = [...new Set(parts.flatMap((part) => part.crdGroups ?? []))].slice(0, maxPerFile);
  return { ...(crds.length === 0 ? {} : { crds }), ...(groups.length === 0 ? {} : { crdGroups: groups }) };
}

/** Returns the CRDs of a file for the index. After an edit, the CRDs of nearly all documents are cached. */
function indexCrds(
  uri: string,
  documents: readonly PlacedDocument[],
  groups: ReadonlySet<string>,
): readonly IndexedCrd[] {
  const found: IndexedCrd[] = [];
  if (!documents.some(({ document }) => crdsIn(document, groups).length > 0)) return found;
  let firstLine = 0;
  for (const { document } of documents) {
    for (const { root: _, start, end, ...crd } of crdsIn(document, groups))
      if (found.length < maxPerFile)
        found.push({ ...crd, uri: canonicalizeUri(uri), place: placeIn(document.text, { start, end }, firstLine) });
    if (documents.length > 1) firstLine += countLineBreaks(document.text);
  }
  return found;
}

function placeIn(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  firstLine: number,
): LineSpan {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return { line: firstLine + countLineBreaks(text, lineStart), column: start - lineStart, length: end - start };
}

/**
 * Returns whether two lists of CRDs provide the same data to other files.
 * @param exactly true if positions must also be equal
 */
export function isSameCrds(
  one: readonly IndexedCrd[] | undefined,
  other: readonly IndexedCrd[] | undefined,
  exactly: boolean,
): boolean {
  const [mine, others] = [one ?? [], other ?? []];
  return (
    mine === others ||
    (mine.length === others.length &&
      mine.every((crd, index) => {
        const second = others[index];
        return (
          second !== undefined &&
          crd.uri === second.uri &&
          crd.meaning === second.meaning &&
          (!exactly || (crd.place.line === second.place.line && crd.place.column === second.place.column))
        );
      }))
  );
}

/** Maximum number of fields in all CRDs of a workspace. */
const maxFields = 200_000;

/**
 * Joins the CRDs of all files, up to a total size. Files are considered in the order of their URIs, so the result
 * doesn't depend on the order in which they were read. Returns the previous list if nothing changed.
 */
export function joinCrds(
  files: readonly { readonly crds?: readonly IndexedCrd[] }[],
  previous: readonly IndexedCrd[] | undefined,
): readonly IndexedCrd[] {
  let left = maxFields;
  const all = files
    .flatMap(({ crds = [] }) => crds)
    .toSorted((one, other) => (one.uri < other.uri ? -1 : one.uri > other.uri ? 1 : 0))
    .filter(({ fields }) => {
      // A smaller CRD can still fit after one that doesn't.
      if (fields > left) return false;
      left -= fields;
      return true;
    });
  return previous !== undefined && isSameCrds(previous, all, true) ? previous : all;
}
