/** Links from a document to its documentation: the kind to its chapter. */
import type { DocumentLink } from 'vscode-languageserver';
import type { DocSection } from '../../../core/kinds/field.ts';
import type { Feature } from '../context.ts';
import { nodeAt, type Node, type Step } from '../documents/node.ts';
import type { OpenFile } from '../documents/openFiles.ts';
import type { PlacedDocument } from '../documents/sourceFile.ts';

const feature: Feature = {
  capabilities: () => ({ documentLinkProvider: { resolveProvider: false } }),
  register({ connection, files }) {
    connection.onDocumentLinks(({ textDocument }) => {
      const file = files.get(textDocument.uri);
      return file === undefined ? [] : file.documents.flatMap((placed) => linksOf(placed, file));
    });
  },
};
export default feature;

function linksOf({ document, start }: PlacedDocument, file: OpenFile): DocumentLink[] {
  const manifest = document.mayBeKnown ? document.manifest : undefined;
  if (manifest === undefined) return [];
  const link = (path: readonly Step[], section: DocSection | undefined): DocumentLink[] => {
    const node = nodeAt(manifest.root, path);
    return section === undefined || !linkable(node)
      ? []
      : [
          {
            range: { start: file.text.positionAt(start + node.start), end: file.text.positionAt(start + node.end) },
            target: section.url,
            tooltip: section.title,
          },
        ];
  };
  // The kind alone. Fields are explained by hover, with links of their own: a page full of underlines looks like a page full of findings.
  return link(['kind'], manifest.kind.section);
}

function linkable(node: Node | undefined): node is Node {
  return node?.type === 'scalar' && !node.borrowed && !node.unknown && node.end > node.start;
}
