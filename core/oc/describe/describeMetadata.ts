/**
 * Describes labels and annotations. Source: kubernetes/kubectl pkg/describe/describe.go (printLabelsMultiline,
 * printAnnotationsMultiline).
 */
import { getStringMap } from '#core/common/json.ts';
import { shortenValue, type DescribeWriter } from './describeWriter.ts';

/** Maximum number of bytes of an annotation that is shown in the line of its key. */
export const maxAnnotation = 140;
/** The annotation of `kubectl apply`, which contains a copy of the object. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Adds a list of lines, of which the first one has the title. */
export function describeList(writer: DescribeWriter, title: string, lines: readonly string[]): void {
  if (lines.length === 0) writer.line(0, `${title}:\t<none>`);
  for (const [index, line] of lines.entries()) writer.line(0, `${index === 0 ? `${title}:` : ''}\t${line}`);
}

/** Adds a map of strings, such as labels or a node selector. */
export function describeLabels(writer: DescribeWriter, title: string, labels: Readonly<Record<string, string>>): void {
  describeList(
    writer,
    title,
    Object.keys(labels)
      .toSorted()
      .map((key) => `${key}=${shortenValue(labels[key] ?? '')}`),
  );
}

/** Adds the labels and annotations of an object. */
export function describeMetadata(writer: DescribeWriter, raw: unknown): void {
  describeLabels(writer, 'Labels', getStringMap(raw, 'metadata', 'labels'));
  describeAnnotations(writer, getStringMap(raw, 'metadata', 'annotations'));
}

/** Adds annotations. Shows long values and values with several lines below their keys. */
export function describeAnnotations(writer: DescribeWriter, annotations: Readonly<Record<string, string>>): void {
  const keys = Object.keys(annotations)
    .filter((key) => key !== lastApplied)
    .toSorted();
  const lines = keys.flatMap((key) => {
    const value = (annotations[key] ?? '').replace(/\n$/, '');
    const isShort = !value.includes('\n') && bytesOf(value) + bytesOf(key) + 2 <= maxAnnotation;
    return isShort
      ? [`${key}: ${value}`]
      : [`${key}:`, ...value.split('\n').map((line) => `  ${takeBytes(line, maxAnnotation - 2)}`)];
  });
  describeList(writer, 'Annotations', lines);
}

/** Returns at most this number of bytes of a text, with an ellipsis if it's longer. Never divides a character. */
export function takeBytes(text: string, most: number): string {
  if (bytesOf(text) <= most) return text;
  let [taken, bytes] = ['', 0];
  for (const character of text) {
    bytes += bytesOf(character);
    if (bytes > most) break;
    taken += character;
  }
  return `${taken}...`;
}

/** Returns the length of a text in UTF-8. */
function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
