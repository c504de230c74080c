/** A workspace of many long files, made as they are read. */
import type { WorkspaceReader } from '#server/platform/workspaceReader.ts';
import { kataConfig } from './memoryWorkspace.ts';

/** A reader of many files that are made as they are read. */
export function manyFiles(count: number, textOf: (file: number) => string): WorkspaceReader {
  return {
    async *list() {
      for (let file = 0; file < count; file += 1) yield String(file);
    },
    whole: () => true,
    async read(uri) {
      // As a disk does: others get their turn.
      await new Promise(setImmediate);
      return Buffer.from(textOf(Number(uri))).toString();
    },
  };
}

const pod = (name: string) =>
  `---\nkind: Pod\nmetadata:\n  name: ${name}\nspec:\n  containers:\n    - image: registry.example.com/some/image\n`;
/** The text of a file of that length by its number: pods, and one KataConfig in so many documents. */
export const longFile = (length: number, each: number) => (index: number) => {
  let text = '';
  for (let at = 0; text.length < length; at += 1)
    text += at % each === 0 ? `---\n${kataConfig(`a-long-name-of-a-kataconfig-${index}-${at}`)}` : pod(`p${at}`);
  return text;
};
