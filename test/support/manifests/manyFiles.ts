/** Provides a workspace of many long files that are generated when they are read. */
import type { WorkspaceReader } from '#server/platform/workspaceReader.ts';
import { kataConfig } from './memoryWorkspace.ts';

/** Returns a workspace reader whose files are generated when they are read. */
export function manyFiles(count: number, textOf: (file: number) => string): WorkspaceReader {
  return {
    async *list() {
      for (let file = 0; file < count; file += 1) yield String(file);
    },
    whole: () => true,
    async read(uri) {
      // Yields to other work, as a disk read does.
      await new Promise(setImmediate);
      return Buffer.from(textOf(Number(uri))).toString();
    },
  };
}

const pod = (name: string) =>
  `---\nkind: Pod\nmetadata:\n  name: ${name}\nspec:\n  containers:\n    - image: registry.example.com/some/image\n`;
/**
 * Returns a function that generates the text of a file by its number: pods, with one KataConfig in every `each`
 * documents.
 * @param length minimum length in characters
 */
export const longFile = (length: number, each: number) => (index: number) => {
  let text = '';
  for (let at = 0; text.length < length; at += 1)
    text += at % each === 0 ? `---\n${kataConfig(`a-long-name-of-a-kataconfig-${index}-${at}`)}` : pod(`p${at}`);
  return text;
};
