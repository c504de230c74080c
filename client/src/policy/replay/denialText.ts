/** Extracts denial messages from a text. Doesn't use VS Code. */
import { readDenials } from '#core/agent/denials/readDenials.ts';

/** Maximum length of a log. An agent takes days to write this much. */
export const maxLogLength = 20_000_000;

/** Maximum length of a single message. Longer text is a log, and its lines are read separately. */
const longestMessage = 4000;

/**
 * Returns the denials in the form that the server reads: a single message on one line, several messages unchanged.
 * Returns undefined if the text contains none.
 */
export function denialText(text: string): string | undefined {
  // If a message was copied from a narrow terminal, it contains line breaks.
  const message = text.length > longestMessage ? text : text.replaceAll(/\s*\r?\n\s*/g, ' ').trim();
  const count = readDenials(message).length;
  if (count === 0) return undefined;
  return count === 1 ? message : text;
}

/** Matches a pod in an event (`pod/web-1`), in an Event object, or in a line of the kubelet (`pod="shop/web-1"`). */
const podName =
  /\bpod\/([a-z0-9][a-z0-9.-]{0,252})|\bpod=\\?"(?:[a-z0-9-]{1,63}\/)?([a-z0-9][a-z0-9.-]{0,252})|"involvedObject"\s*:\s*\{[^{}]{0,500}?"name"\s*:\s*"([a-z0-9][a-z0-9.-]{0,252})"/g;

/** Returns the names of the pods that a text with a denial contains, each once. */
export function deniedPods(text: string): readonly string[] {
  const names = [...text.slice(0, maxLogLength).matchAll(podName)].map(
    ([, inEvent, inLog, inObject]) => inEvent ?? inLog ?? inObject ?? '',
  );
  return [...new Set(names)];
}
