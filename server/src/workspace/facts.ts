/** What rules may ask about the other files of the workspace. */
import { nodeAt } from '../documents/node.ts';
import { readDocuments, type PlacedDocument } from '../documents/sourceFile.ts';

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
  const kataConfigs: KataConfigFact[] = [];
  // Documents come in order: lines are counted once, on from the last place.
  let line = 0;
  let counted = 0;
  for (const { document, start } of documents) {
    if (!document.mayBeKnown || document.manifest?.kind.kind !== 'KataConfig') continue;
    const { root, name } = document.manifest;
    const kind = nodeAt(root, ['kind']) ?? nodeAt(root, ['apiVersion']) ?? root;
    const offset = start + kind.start;
    const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
    line += countLines(text, counted, lineStart);
    counted = lineStart;
    kataConfigs.push({ uri, name, line, column: offset - lineStart, length: Math.min(kind.end - kind.start, 200) });
  }
  return { kataConfigs, mentionsPeerPodsConfigMap: text.includes('peer-pods-cm') };
}

/** What several files contribute together. */
export function joinFacts(files: Iterable<FileFacts>): WorkspaceFacts {
  const kataConfigs: KataConfigFact[] = [];
  let mentionsPeerPodsConfigMap = false;
  for (const file of files) {
    kataConfigs.push(...file.kataConfigs);
    mentionsPeerPodsConfigMap ||= file.mentionsPeerPodsConfigMap;
  }
  return { kataConfigs, mentionsPeerPodsConfigMap };
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
