/** Whole documents to start from: the snippets of snippets/, offered where a document is still empty. A bundle of its own, loaded when first offered. */
import { snippets } from '../../../snippets/index.ts';
import { withoutPlaceholders } from './snippetSyntax.ts';

/** A whole document that can be inserted. */
export interface Skeleton {
  readonly name: string;
  readonly prefix: string;
  readonly description: string;
  /** In the syntax of LSP snippets. */
  readonly snippet: string;
  /** For clients without snippets. */
  readonly plain: string;
  readonly markdown: string;
}

export const skeletons: readonly Skeleton[] = snippets.map(({ name, prefix, description, body }) => {
  const snippet = body.join('\n');
  const plain = withoutPlaceholders(snippet);
  return { name, prefix, description, snippet, plain, markdown: `${description}\n\n\`\`\`yaml\n${plain}\n\`\`\`` };
});
