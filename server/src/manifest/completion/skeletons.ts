/**
 * Whole documents to start from: the snippets of snippets/, offered where a document is still empty. Loaded when first
 * offered.
 */
import type { Message } from '#core/text/message.ts';
import { snippets } from '#snippets/index.ts';
import { withoutPlaceholders } from '#server/engine/text/snippetSyntax.ts';

/** A whole document that can be inserted. */
export interface Skeleton {
  readonly name: string;
  readonly prefix: string;
  readonly description: Message;
  /** The kinds of its documents. */
  readonly kinds: readonly string[];
  /** In the syntax of LSP snippets. */
  readonly snippet: string;
  /** For clients without snippets. */
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
 * Returns the name or the kind of a document that begins with what was typed, in whatever case; undefined if none does.
 */
export function nameThatBegins({ prefix, kinds }: Skeleton, typed: string): string | undefined {
  return [prefix, ...kinds].find((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
}
