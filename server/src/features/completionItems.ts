/** Makes the library's completion items ours: without its placeholders for objects, and with the next step ready. */
import type { CompletionItem } from 'vscode-languageserver';

/**
 * @param kind the document's kind; the library offers an item of that name that inserts a torso of the document
 * @param suggestCommand the client's command that opens the list of completions, if it has one
 */
export function improve(items: readonly CompletionItem[], kind: string, suggestCommand: string | undefined): CompletionItem[] {
  return items
    .filter(({ label }) => label !== kind || !items.some((other) => other.label === 'apiVersion' || other.label === 'metadata'))
    .map((item) => {
      const { insertText = '', label } = item;
      const named = label.startsWith('object(') ? { ...item, label: firstKeys(insertText) } : item;
      // After `key: ` with nothing behind it, the values that we know are what comes next.
      if (suggestCommand === undefined || !/^[\w.-]+: $/.test(insertText)) return named;
      return { ...named, command: { title: 'Suggest', command: suggestCommand } };
    });
}

/** `key: $1\n operator: $2` -> `key, operator`. */
function firstKeys(snippet: string): string {
  return snippet
    .split('\n')
    .map((line) => line.trim().split(':')[0] ?? '')
    .join(', ');
}
