/**
 * Parses the value of an unquoted YAML scalar in the same way as `oc` and `kubectl`. They don't follow YAML 1.2: `yes`,
 * `on`, and `y` are true. Source: kubernetes-sigs/yaml@742f5e6f goyaml.v2/resolve.go (resolve).
 */

const words: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
]);

const integer = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9][0-9]*)$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const special: ReadonlyMap<string, number> = new Map([
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Number.POSITIVE_INFINITY] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, Number.NEGATIVE_INFINITY] as const),
]);

/** Returns the value of the unquoted text: a boolean, null, a number, or the text itself. */
export function parsePlainScalar(text: string): string | number | boolean | null {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.0-9]/.test(text)) return text;
  const known = special.get(text);
  if (known !== undefined) return known;
  // Underscores are ignored only in text that starts with a digit or a sign.
  const digits = text.startsWith('.') ? text : text.replaceAll('_', '');
  if (integer.test(digits)) return toInteger(digits);
  const value = float.test(digits) ? Number(digits) : Number.NaN;
  // Numbers that are out of range remain strings.
  return Number.isFinite(value) ? value : text;
}

function toInteger(digits: string): number {
  const negative = digits.startsWith('-');
  const unsigned = digits.replace(/^[-+]/, '');
  const octal = /^0[0-7]+$/.test(unsigned) ? `0o${unsigned.slice(1)}` : unsigned;
  const value = Number(octal);
  return negative ? -value : value;
}
