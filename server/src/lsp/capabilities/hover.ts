/**
 * Provides hover explanations. If there is a finding at the position, adds a link to the documentation that its rule is
 * based on. The diagnostic itself can't show this link: editors show only one link per diagnostic, and that one opens
 * the page of the rule.
 */
import * as l10n from '@vscode/l10n';
import type { Hover, Position } from 'vscode-languageserver';
import { findRuleDocs } from '#server/engine/findings/ruleDocs.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { MarkupKind } from '#server/engine/protocolValues.ts';
import type { LspCapability, ServerContext } from '../context.ts';

/** Maximum number of links. Findings at the same position are usually about the same subject. */
const maxLinks = 3;

const feature: LspCapability = {
  register(context) {
    const { connection, files, languages, secondProcess } = context;
    connection.onRequest('textDocument/hover', async ({ textDocument, position }) => {
      const file = files.get(textDocument.uri);
      if (file === undefined) return null;
      const hover =
        (await languages.firstAt('hover', file, position, (service, asked) =>
          service.hover?.(file, position, asked),
        )) ?? (await secondProcess.hover(file, position));
      return addLinks(hover, await linksAt(context, file, position));
    });
  },
};
export default feature;

/** A link below a hover. */
interface HoverLink {
  readonly url: string;
  readonly markdown: string;
  readonly range: NonNullable<Hover['range']>;
}

/** Returns the links of the findings at a position, without duplicates. */
async function linksAt({ checker }: ServerContext, file: OpenFile, position: Position): Promise<readonly HoverLink[]> {
  const result = await checker.check(file);
  if (result === undefined) return [];
  const offset = file.text.offsetAt(position);
  const links = new Map<string, HoverLink>();
  for (const { rule, start, end } of result.findings) {
    if (links.size === maxLinks) break;
    if (offset < start || offset > end) continue;
    const docs = findRuleDocs(rule, result.settings.release);
    if (docs === undefined || links.has(docs.url)) continue;
    const isCode = docs.url.startsWith('https://github.com/');
    links.set(docs.url, {
      url: docs.url,
      markdown: `${isCode ? l10n.t`**Source:**` : l10n.t`**Documentation:**`} [${docs.title}](${docs.url})`,
      range: { start: file.text.positionAt(start), end: file.text.positionAt(end) },
    });
  }
  return [...links.values()];
}

/** Adds the links that a hover doesn't contain yet. If there is no hover, returns one that contains only the links. */
function addLinks(hover: Hover | null | undefined, links: readonly HoverLink[]): Hover | null {
  const [first] = links;
  if (first === undefined) return hover ?? null;
  if (hover === undefined || hover === null) return { contents: markdownOf(links), range: first.range };
  const { contents } = hover;
  if (typeof contents === 'string' || Array.isArray(contents) || !('kind' in contents)) return hover;
  const others = links.filter(({ url }) => !contents.value.includes(`(${url})`));
  if (others.length === 0) return hover;
  return { ...hover, contents: { ...contents, value: `${contents.value}\n\n${markdownOf(others).value}` } };
}

function markdownOf(links: readonly HoverLink[]): { kind: typeof MarkupKind.Markdown; value: string } {
  return { kind: MarkupKind.Markdown, value: links.map(({ markdown }) => markdown).join('\n\n') };
}
