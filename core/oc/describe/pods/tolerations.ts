/** Describes tolerations. Source: kubernetes/kubectl pkg/describe/describe.go (printTolerationsMultilineWithIndent). */
import { getNumber, getString } from '#core/common/json.ts';

/** Returns one line per toleration, sorted by key. */
export function describeTolerations(tolerations: readonly unknown[]): readonly string[] {
  const keyOf = (toleration: unknown): string => getString(toleration, 'key') ?? '';
  return tolerations.toSorted((one, other) => compare(keyOf(one), keyOf(other))).map(describeToleration);
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function describeToleration(toleration: unknown): string {
  const text = (field: string): string => getString(toleration, field) ?? '';
  const [key, value, effect] = [text('key'), text('value'), text('effect')];
  const name = `${key}${value === '' ? '' : `=${value}`}${effect === '' ? '' : `:${effect}`}`;
  const isAny = text('operator') === 'Exists' && value === '';
  const operator = isAny ? `${name === '' ? '' : ' '}op=Exists` : '';
  const seconds = getNumber(toleration, 'tolerationSeconds');
  return `${name}${operator}${seconds === undefined ? '' : ` for ${seconds}s`}`;
}
