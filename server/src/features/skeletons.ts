/** Whole documents to start from: the snippets of snippets/, offered where a document is still empty. */
import kataConfig from '../../../snippets/kataconfig.json' with { type: 'json' };
import { withoutPlaceholders } from './completionItems.ts';

/** A snippet as VS Code's snippet files have it. */
interface SnippetFile {
  readonly [name: string]: { readonly prefix: string; readonly description: string; readonly body: readonly string[] };
}

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

const files: readonly SnippetFile[] = [kataConfig];

export const skeletons: readonly Skeleton[] = files
  .flatMap((file) => Object.entries(file))
  .map(([name, { prefix, description, body }]) => {
    const snippet = body.join('\n');
    const plain = withoutPlaceholders(snippet);
    return { name, prefix, description, snippet, plain, markdown: `${description}\n\n\`\`\`yaml\n${plain}\n\`\`\`` };
  });

/**
 * What was typed of a document that is otherwise empty: comments, a `---` and at most one word, which ends at the offset.
 * Undefined when there is more in it.
 */
export function blankPrefix(text: string, offset: number): string | undefined {
  if (text.length > 20_000) return undefined;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset).replace(/^\uFEFF/, '');
  if (!/^[A-Za-z-]*$/.test(before) || before.startsWith('---')) return undefined;
  const rest = text.slice(0, offset - before.length) + text.slice(offset);
  const blank = rest.split('\n').every((line) => /^\uFEFF?\s*(?:#.*|---\s*(?:#.*)?|\.\.\.\s*|%.*)?$/.test(line));
  return blank ? before : undefined;
}
