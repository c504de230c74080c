/** Creates links from the kind of a document to its documentation. */
import type { DocumentLink } from 'vscode-languageserver';
import type { DocSection } from '#core/product/docSection.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, type YamlNode, type PathSegment } from '#server/engine/yaml/node.ts';
import { takeWithinQuota } from '#server/engine/yaml/quota.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import type { PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';

/** Maximum number of links in a file. */
const maxLinks = 1000;

/** Lists the links of a file. */
export function documentLinks(file: OpenFile): DocumentLink[] {
  const links: DocumentLink[] = [];
  for (const placed of takeWithinQuota(file.documents)) {
    for (const link of linksOf(placed, file)) links.push(link);
    if (links.length >= maxLinks) break;
  }
  return links;
}

function linksOf(placed: PlacedDocument, file: OpenFile): DocumentLink[] {
  return placed.document.manifests.flatMap((manifest) => linksIn(manifest, placed.start, file));
}

function linksIn(manifest: Manifest, start: number, file: OpenFile): DocumentLink[] {
  const link = (path: readonly PathSegment[], section: DocSection | undefined): DocumentLink[] => {
    const node = findYamlNode(manifest.root, path);
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
  // Only the kind has a link. Hovers explain the fields and contain links, because many underlined fields would look
  // like findings.
  return link(['kind'], manifest.kind.section);
}

function linkable(node: YamlNode | undefined): node is YamlNode {
  return node?.type === 'scalar' && !node.borrowed && !node.unknown && node.end > node.start;
}
