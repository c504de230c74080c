/**
 * Formats the lines of several containers in one log, as `kubectl logs --prefix --timestamps` does:
 * `[pod/NAME/CONTAINER] TIME MESSAGE`. Notes about the log, such as a restart, have a different start, so that no
 * container can fake them.
 */

const prefix = /^\[pod\/([\w.-]{1,253})\/([\w.-]{1,253})\] /;
const noteStart = '--- ';
const noteEnd = ' ---';

/** The container that wrote a line. */
export interface LineContainer {
  readonly pod: string;
  readonly container: string;
}

/** Formats the prefix of a line, with a space at its end. */
export function formatLinePrefix({ pod, container }: LineContainer): string {
  return `[pod/${pod}/${container}] `;
}

/** Parses the prefix of a line. `end` is its length. */
export function parseLinePrefix(text: string): (LineContainer & { readonly end: number }) | undefined {
  if (!text.startsWith('[pod/')) return undefined;
  const found = prefix.exec(text);
  if (found === null) return undefined;
  const [whole, pod = '', container = ''] = found;
  return { pod, container, end: whole.length };
}

/** Formats a note about the log, such as `--- app in web-1 restarted. ---`. */
export function formatNote(text: string): string {
  return `${noteStart}${text}${noteEnd}`;
}

/** Returns whether a line is a note. */
export function isNote(line: string): boolean {
  return line.startsWith(noteStart) && line.endsWith(noteEnd);
}

/**
 * Shortens a pod name for a narrow column. Pods of one owner differ only in the last part of their names.
 * Source: kubernetes/apiserver pkg/storage/names/generate.go (suffix of five characters).
 */
export function shortPodName(name: string): string {
  const last = name.lastIndexOf('-');
  return name.length <= 12 || last <= 0 ? name : `…${name.slice(last + 1)}`;
}
