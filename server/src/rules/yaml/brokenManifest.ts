/** What a document that cannot be read seems to be: enough to say that it cannot be read, and not one word more. */
import type { KindKnowledge } from '../../../../core/kinds/field.ts';
import { knownKinds } from '../../../../core/kinds/index.ts';
import { literally } from '../../documents/literally.ts';
import type { Manifest } from '../../documents/manifest.ts';
import type { SyntaxProblem } from '../../documents/parse.ts';
import { readDocuments } from '../../documents/sourceFile.ts';
import { pastedIn } from './pastedIn.ts';

/** A manifest without content for text that names a known kind or group at its top level; undefined for any other text. */
export function brokenManifest(text: string, problems: readonly SyntaxProblem[]): Manifest | undefined {
  // What it is can be told for certain where it is known what became of it.
  const kind = signs.find(({ sign }) => sign.test(text))?.kind ?? firstKind(pastedIn(text, problems, undefined)?.mended);
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

/** Kinds that are ours whatever the rest of the document says: of a group of our own. Others cannot be told from other people's. */
const signs = knownKinds.filter(({ ownGroup }) => ownGroup === true).map((kind) => ({ kind, sign: topLevelSign(kind) }));

function topLevelSign({ kind, group }: KindKnowledge): RegExp {
  const escaped = literally(group);
  return new RegExp(`^\\uFEFF?(?:kind[ \\t]*:[ \\t]+["']?${kind}\\b|apiVersion[ \\t]*:[ \\t]+["']?${escaped}/)`, 'm');
}
