/** Makes the library's completion items ours: without its placeholders for objects, and with the next step ready. */
import { CompletionItemKind, InsertTextFormat, type CompletionItem } from 'vscode-languageserver';
import { withoutPlaceholders } from './skeletons.ts';

/**
 * @param kind the document's kind; the library offers an item of that name that inserts a torso of the document
 * @param suggestCommand the client's command that opens the list of completions, if it has one
 */
export function improve(items: readonly CompletionItem[], kind: string, suggestCommand: string | undefined): CompletionItem[] {
  const offered = (name: string) => items.some(({ label }) => label === name);
  return (
    items
      .filter(({ label }) => label !== kind || !(offered('apiVersion') || offered('metadata')))
      // An object of which one key is left is that key once more.
      .filter(({ label, insertText = '' }) => !isObject(label) || !offered(firstKeys(insertText)))
      .map((item, index) => {
        const { insertText = '', label } = item;
        if (item.kind === CompletionItemKind.Value) return valueItem(item, index);
        const named = isObject(label) ? { ...item, label: firstKeys(insertText) } : item;
        // After `key: ` with nothing behind it, the values that we know are what comes next.
        if (suggestCommand === undefined || !/^[\w.-]+: $/.test(insertText)) return named;
        return { ...named, command: { title: 'Suggest', command: suggestCommand } };
      })
  );
}

/** A value: in the order of the schema, which is one of meaning, and with what it means beside it. */
function valueItem(item: CompletionItem, index: number): CompletionItem {
  const { documentation } = item;
  const [meaning = ''] = (typeof documentation === 'string' ? documentation : (documentation?.value ?? '')).split(/(?<=\.) /);
  // Whoever accepts without looking gets the default, which is how the library marks it.
  const chosen = item.detail === 'Default value' ? { preselect: true } : {};
  return {
    ...item,
    ...chosen,
    sortText: String(index).padStart(3, '0'),
    ...(meaning === '' ? {} : { labelDetails: { description: meaning.replaceAll('`', '') } }),
  };
}

/** What the library calls an item of a list that is a map. */
function isObject(label: string): boolean {
  return label.startsWith('object(');
}

/** For clients that take no snippets: the item with its placeholders filled in. */
export function plainItem(item: CompletionItem): CompletionItem {
  if (item.insertTextFormat !== InsertTextFormat.Snippet) return item;
  const plain = (snippet: string) => withoutPlaceholders(snippet).replace(/\\([$}\\])/g, '$1');
  const { insertText, textEdit } = item;
  return {
    ...item,
    insertTextFormat: InsertTextFormat.PlainText,
    ...(insertText === undefined ? {} : { insertText: plain(insertText) }),
    ...(textEdit === undefined ? {} : { textEdit: { ...textEdit, newText: plain(textEdit.newText) } }),
  };
}

/** `key: $1\n operator: $2` -> `key, operator`. */
function firstKeys(snippet: string): string {
  return snippet
    .split('\n')
    .map((line) => line.trim().split(':')[0] ?? '')
    .join(', ');
}
