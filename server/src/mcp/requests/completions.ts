/** Suggests values for arguments of prompts and resources. Reads only names of files, and only below the roots. */
import { readdir } from 'node:fs/promises';
import { currentReport } from '#core/assistants/prompts/explainMustGather.ts';
import type { CompletionSource } from '#core/assistants/prompts/prompt.ts';
import { releasesNewestFirst } from '#core/product/releases.ts';
import type { AllowedRoots } from '../allowedFolders.ts';

export interface CompletionData {
  readonly roots: AllowedRoots;
  /** Context of the cluster that the user specified, or undefined if there is none. */
  readonly context: string | undefined;
}

/** Maximum number of names in a folder that are compared with the text. */
const mostNames = 5000;

/**
 * Returns the values that start with the text.
 * @param text text that the user entered so far
 */
export async function completeValue(
  source: CompletionSource,
  text: string,
  { roots, context }: CompletionData,
): Promise<string[]> {
  switch (source) {
    case 'context':
      return startingWith(context === undefined ? [] : [context], text);
    case 'release':
      return startingWith(
        releasesNewestFirst.map(({ id }) => id),
        text,
      );
    case 'report':
      return startingWith([currentReport], text);
    default:
      return completePath(text, roots);
  }
}

/** Returns the values that start with the text. */
export function startingWith(values: readonly string[], text: string): string[] {
  return values.filter((value) => value.startsWith(text));
}

/** Returns the files and folders whose path starts with the text. Omits hidden files and links. */
async function completePath(text: string, roots: AllowedRoots): Promise<string[]> {
  const slash = text.lastIndexOf('/') + 1;
  const [before, start] = [text.slice(0, slash), text.slice(slash)];
  const folder = await roots.find(before === '' ? '.' : before);
  if (!folder.ok || !folder.value.isFolder) return [];
  const entries = await readdir(folder.value.full, { withFileTypes: true }).catch(() => []);
  return entries
    .slice(0, mostNames)
    .filter((entry) => (entry.isFile() || entry.isDirectory()) && !entry.name.startsWith('.'))
    .filter(({ name }) => name.startsWith(start) && !/\p{Cc}/u.test(name))
    .map((entry) => `${before}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .toSorted();
}
