/**
 * Implements the part of JSONPath that printer columns use: `.a.b`, `['a.b']`, `[0]`, `[*]`, and
 * `[?(@.type=="Ready")].status`.
 */
import { isJsonObject, getValue } from '../store/kubeObject.ts';

/** Reads all values at a path, in order. */
export type Path = (value: unknown) => readonly unknown[];

type Step = (value: unknown) => readonly unknown[];

const step =
  /\.(?<field>[A-Za-z_$][-\w$]*|\*)|\.?\[(?:'(?<quoted>[^']*)'|"(?<doubleQuoted>[^"]*)"|(?<index>-?\d+)|(?<all>\*)|\?\(@\.(?<key>[\w.]+)\s*==\s*(?:"(?<wanted>[^"]*)"|'(?<wantedToo>[^']*)'|(?<bare>[\w.]+))\))\]/y;

/**
 * Creates a reader for a path.
 * @returns undefined if the path uses unsupported syntax
 */
export function jsonPath(text: string): Path | undefined {
  const trimmed = text
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .replace(/^\$/, '')
    .replaceAll(String.raw`\.`, '\u{1}');
  const bare = trimmed.startsWith('.') || trimmed.startsWith('[') ? trimmed : `.${trimmed}`;
  const steps: Step[] = [];
  let at = 0;
  // An escaped dot is part of a name: `.metadata.annotations.example\.com/name`.
  const expression = bare.includes('\u{1}')
    ? new RegExp(step.source.replace(String.raw`[A-Za-z_$][-\w$]*`, String.raw`[A-Za-z_$][-\w$/\x01]*`), 'y')
    : new RegExp(step.source, 'y');
  while (at < bare.length) {
    expression.lastIndex = at;
    const found = expression.exec(bare);
    if (found?.groups === undefined) return undefined;
    steps.push(stepOf(found.groups));
    at = expression.lastIndex;
  }
  return (value) => steps.reduce<readonly unknown[]>((values, next) => values.flatMap(next), [value]);
}

function stepOf(found: Readonly<Record<string, string | undefined>>): Step {
  const { index, key } = found;
  if (found['all'] !== undefined || found['field'] === '*')
    return (value) => (Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : []);
  if (index !== undefined) {
    return (value) => (Array.isArray(value) ? value.slice(Number(index)).slice(0, 1) : []);
  }
  if (key !== undefined) {
    const wanted = found['wanted'] ?? found['wantedToo'] ?? found['bare'] ?? '';
    const path = key.split('.');
    return (value) => (Array.isArray(value) ? value.filter((item) => String(getValue(item, ...path)) === wanted) : []);
  }
  const field = (found['field'] ?? found['quoted'] ?? found['doubleQuoted'] ?? '').replaceAll('\u{1}', '.');
  return (value) => {
    const inner = getValue(value, field);
    return inner === undefined || inner === null ? [] : [inner];
  };
}
