/** Explains keys and requests in `*.policy-test.yaml` files. */
import type { Hover, Position } from 'vscode-languageserver';
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { locateYamlNode, type NodeLocation } from '#server/engine/yaml/node.ts';
import { findDocument } from '#server/engine/yaml/yamlDocument.ts';
import { requestMarkdown } from '../lsp/markdown.ts';
import { testCaseKeys, topLevelKeys } from './testFileKeys.ts';

/** Maximum length of a document to parse for a hover, in UTF-16 code units. Recorded requests can be very long. */
const maxLength = 500_000;

/** Returns the hover. Returns undefined if there is nothing to explain. */
export function hoverTestFile(file: OpenFile, position: Position): Hover | undefined {
  const offset = file.text.offsetAt(position);
  const placed = findDocument(file.documents, offset);
  if (placed === undefined || placed.document.text.length > maxLength) return undefined;
  const found = locateYamlNode(placed.document.parsed.root, offset - placed.start);
  const text = found === undefined ? undefined : explain(found);
  if (found === undefined || text === undefined) return undefined;
  return {
    contents: { kind: 'markdown', value: text },
    range: {
      start: file.text.positionAt(placed.start + found.scalar.start),
      end: file.text.positionAt(placed.start + found.scalar.end),
    },
  };
}

function explain({ path, scalar, onKey }: NodeLocation): string | undefined {
  const [first, index, key] = path;
  if (onKey) {
    const isCase = path.length === 3 && first === 'cases' && typeof index === 'number';
    const keys = path.length === 1 ? topLevelKeys : isCase ? testCaseKeys : [];
    const known = keys.find(({ name }) => name === scalar.text);
    return known === undefined ? undefined : `**${known.name}**\n\n${known.summary()}`;
  }
  const isRequest = path.length === 3 && first === 'cases' && (key === 'request' || key === 'endpoint');
  const row = isRequest ? findEndpoint(scalar.text) : undefined;
  return row === undefined ? undefined : requestMarkdown(row);
}
