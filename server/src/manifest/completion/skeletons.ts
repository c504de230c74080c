/**
 * Complete documents that are offered in an empty document: the snippets in snippets/. They are loaded when they are
 * first offered.
 */
import type { Message } from '#core/text/message.ts';
import { snippets } from '#snippets/index.ts';
import { withoutPlaceholders } from '#server/engine/text/snippetSyntax.ts';

/** A complete document that can be inserted. */
export interface Skeleton {
  readonly name: string;
  readonly prefix: string;
  readonly description: Message;
  /** The kinds of the objects in the document. */
  readonly kinds: readonly string[];
  /** Text in LSP snippet syntax. */
  readonly snippet: string;
  /** Text for clients without snippet support. */
  readonly plain: string;
  readonly markdown: Message;
}

export const skeletons: readonly Skeleton[] = snippets.map(({ name, prefix, description, body }) => {
  const snippet = body.join('\n');
  const plain = withoutPlaceholders(snippet);
  const kinds = [...plain.matchAll(/^kind: (\w+)/gm)].map(([, kind = '']) => kind);
  return {
    name,
    prefix,
    description,
    kinds,
    snippet,
    plain,
    markdown: () => `${description()}\n\n\`\`\`yaml\n${plain}\n\`\`\``,
  };
});

/**
 * Returns the name of the document or the first of its kinds that starts with the typed text, ignoring case. Returns
 * undefined if none does.
 */
export function nameThatBegins({ prefix, kinds }: Skeleton, typed: string): string | undefined {
  return [prefix, ...kinds].find((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
}
