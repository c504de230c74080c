/** What rules may ask about the other files of the workspace. */
import { nodeAt } from '../documents/node.ts';
import { withinQuota } from '../documents/quota.ts';
import { readDocuments, type PlacedDocument } from '../documents/sourceFile.ts';

/** More KataConfigs than this in one file say nothing new to another. */
const maxPerFile = 100;
/** And no more in the whole workspace. */
const maxInAll = 10_000;

/** A KataConfig in some file. */
export interface KataConfigFact {
  readonly uri: string;
  readonly name: string | undefined;
  /** Zero-based place of its `kind` value. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** What one file contributes. */
export interface FileFacts {
  readonly kataConfigs: readonly KataConfigFact[];
  readonly mentionsPeerPodsConfigMap: boolean;
}

/** The known workspace: all its YAML files were read. */
export interface WorkspaceFacts {
  readonly kataConfigs: readonly KataConfigFact[];
  /** Some file speaks of the ConfigMap peer-pods-cm: as an object, in a kustomization, or in a script's YAML. */
  readonly mentionsPeerPodsConfigMap: boolean;
}

/** True when a file of this text contributes anything; most do not, and are not looked at further. */
export function hasFacts(text: string): boolean {
  return text.includes('kataconfiguration.openshift.io') || text.includes('peer-pods-cm');
}

/** What a file contributes. */
export function fileFacts(uri: string, text: string, documents: readonly PlacedDocument[] = readDocuments(text)): FileFacts {
  const steps = factsInSteps(uri, text, documents);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The same, one document at a time: whoever asks may let others work in between. */
export function* factsInSteps(
  uri: string,
  text: string,
  documents: readonly PlacedDocument[] = readDocuments(text),
): Generator<undefined, FileFacts, undefined> {
  const kataConfigs: KataConfigFact[] = [];
  // Documents come in order: lines are counted once, on from the last place.
  let line = 0;
  let counted = 0;
  for (const { document, start } of withinQuota(documents)) {
    yield;
    if (document.manifest?.kind.kind !== 'KataConfig') continue;
    const { root, name } = document.manifest;
    const kind = nodeAt(root, ['kind']) ?? nodeAt(root, ['apiVersion']) ?? root;
    const offset = start + kind.start;
    const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
    line += countLines(text, counted, lineStart);
    counted = lineStart;
    kataConfigs.push({ uri, name, line, column: offset - lineStart, length: Math.min(kind.end - kind.start, 200) });
    if (kataConfigs.length >= maxPerFile) break;
  }
  return { kataConfigs, mentionsPeerPodsConfigMap: text.includes('peer-pods-cm') };
}

/** What several files contribute together. */
export function joinFacts(files: Iterable<FileFacts>): WorkspaceFacts {
  const kataConfigs: KataConfigFact[] = [];
  let mentionsPeerPodsConfigMap = false;
  for (const file of files) {
    for (const fact of file.kataConfigs) if (kataConfigs.length < maxInAll) kataConfigs.push(fact);
    mentionsPeerPodsConfigMap ||= file.mentionsPeerPodsConfigMap;
  }
  return { kataConfigs, mentionsPeerPodsConfigMap };
}

/** Do two versions of a file contribute the same, as far as other files are interested: names, and with `exactly` their places too? */
export function sameFacts(one: FileFacts | undefined, other: FileFacts | undefined, exactly: boolean): boolean {
  if (one === other) return true;
  const [mine, others] = [one?.kataConfigs ?? [], other?.kataConfigs ?? []];
  return (
    (one?.mentionsPeerPodsConfigMap ?? false) === (other?.mentionsPeerPodsConfigMap ?? false) &&
    mine.length === others.length &&
    mine.every((fact, index) => {
      const its = others[index];
      const samePlace = fact.line === its?.line && fact.column === its.column && fact.length === its.length;
      return fact.name === its?.name && (samePlace || !exactly);
    })
  );
}

/** The facts of a workspace given as texts. */
export function factsOf(files: readonly { readonly uri: string; readonly text: string }[]): WorkspaceFacts {
  return joinFacts(files.filter(({ text }) => hasFacts(text)).map(({ uri, text }) => fileFacts(uri, text)));
}

function countLines(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
