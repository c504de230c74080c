/**
 * Reads the output of `oc describe`: the complete output of any object, or only the part of a KataConfig that `sed -n
 * /^Status:/,/^Events/p` prints, as the OSC documentation instructs. Source: OSC 1.12 §3.3.
 */
import { parseDescribe } from '../oc/parseDescribe.ts';
import { getValue, type JsonObject } from '../common/json.ts';
import { isKataValue } from './describeKata.ts';
import { nativeObjectsIn } from './objects/nativeDescribe.ts';
import type { TextRange } from '../text/parsedText.ts';

export interface DescribedValue extends TextRange {
  readonly object: JsonObject;
}

/** Maximum number of objects in one text. */
const most = 500;
/** Maximum number of lines that are read. */
const mostLines = 100_000;
/** Lines to add before a status, so that the parser reads the status as part of an object. */
const head = [
  'Name:         ',
  'Namespace:    ',
  'API Version:  kataconfiguration.openshift.io/v1',
  'Kind:         KataConfig',
];

/** Returns the objects in a text. Returns an empty list if the text isn't such output. */
export function describedIn(text: string): readonly DescribedValue[] {
  const lines = text.split('\n', mostLines);
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const at = (index: number): number => Math.min(starts[index] ?? text.length, text.length);
  const native = nativeObjectsIn(lines);
  const nativeStarts = new Set(native.map(({ from }) => from));
  const custom = parseDescribe(lines.join('\n')).filter(({ from }) => !nativeStarts.has(from));
  const whole = [...custom, ...native].filter(({ object }) => getValue(object, 'kind') !== undefined);
  if (whole.length > 0)
    return whole.slice(0, most).map(({ object, from, to }) => {
      // Events have their own explanation.
      const events = lines.slice(from, to).findIndex((line) => line.startsWith('Events:'));
      return { object, start: at(from), end: at(events < 0 ? to : from + events) };
    });
  const from = lines.findIndex((line) => /^\s*(?:Conditions|Kata Nodes):\s*$/.test(line));
  if (from < 0) return [];
  const end = lines.findIndex((line, index) => index > from && /^\s*Events:/.test(line));
  const body = lines.slice(from, end < 0 ? lines.length : end);
  const margin = indentOf(body[0] ?? '');
  // Lines with less indentation don't belong to the status.
  const last = body.findIndex((line) => line.trim() !== '' && indentOf(line) < margin);
  const own = (last < 0 ? body : body.slice(0, last)).map((line) => `  ${line.slice(margin).trimEnd()}`);
  const [read] = parseDescribe([...head, 'Status:', ...own].join('\n'));
  const status = getValue(read?.object, 'status');
  // Nodes, pods, and pools also have conditions.
  return read === undefined || !isKataValue({ status })
    ? []
    : [{ object: { status }, start: at(from), end: at(from + own.length) }];
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
