/** Parses label selectors and field selectors from query parameters. */
import { fail, succeed } from '#core/common/result.ts';
import type { Result } from '#core/common/result.ts';

/** Returns whether the selector matches an object with these labels. */
export type LabelTest = (labels: Readonly<Record<string, string>>) => boolean;

export interface FieldRequirement {
  readonly field: string;
  readonly equal: boolean;
  readonly value: string;
}

const key = String.raw`[A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?`;
const value = String.raw`(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?`;
const requirement = new RegExp(
  String.raw`^\s*(?:(?<absent>!\s*)?(?<key>${key})\s*(?:(?<operator>==|=|!=)\s*(?<value>${value})|\s(?<set>in|notin)\s*\((?<values>[^()]*)\))?)\s*(?:,|$)`,
);
const plainValue = new RegExp(`^${value}$`);

/** Parses a label selector such as `a=b,c!=d,e in (f,g),!h`. */
export function parseLabelSelector(text: string): Result<LabelTest, string> {
  const tests: LabelTest[] = [];
  // Collapses whitespace. Otherwise, the regular expression would try every length of each run.
  let rest = text.replaceAll(/\s+/g, ' ').trim();
  while (rest !== '') {
    const found = requirement.exec(rest)?.groups;
    const test = found === undefined ? undefined : testOf(found);
    if (test === undefined) return fail(`unable to parse requirement: found '${rest.slice(0, 40)}'`);
    tests.push(test);
    const consumed = requirement.exec(rest)?.[0].length ?? rest.length;
    const next = rest.slice(consumed);
    if (next === '' && rest.trimEnd().endsWith(','))
      return fail("unable to parse requirement: found '', expected: identifier after ','");
    rest = next;
  }
  return succeed((labels) => tests.every((test) => test(labels)));
}

function testOf(found: Readonly<Record<string, string | undefined>>): LabelTest | undefined {
  const name = found['key'] ?? '';
  const absent = found['absent'] !== undefined;
  if (name.length > 317) return undefined;
  if (found['set'] !== undefined) {
    const values = (found['values'] ?? '').split(',').map((item) => item.trim());
    if (absent || values.some((item) => item.length > 63 || !plainValue.test(item))) return undefined;
    const wanted = new Set(values);
    return found['set'] === 'in'
      ? (labels) => Object.hasOwn(labels, name) && wanted.has(labels[name] ?? '')
      : (labels) => !Object.hasOwn(labels, name) || !wanted.has(labels[name] ?? '');
  }
  const wanted = found['value'];
  if (wanted === undefined) return (labels) => Object.hasOwn(labels, name) !== absent;
  if (absent || wanted.length > 63) return undefined;
  return found['operator'] === '!='
    ? (labels) => !Object.hasOwn(labels, name) || labels[name] !== wanted
    : (labels) => Object.hasOwn(labels, name) && labels[name] === wanted;
}

/** Parses a field selector such as `metadata.name=a,status.phase!=b`. */
export function parseFieldSelector(text: string): Result<readonly FieldRequirement[], string> {
  const requirements: FieldRequirement[] = [];
  for (const part of text.split(/(?<!\\),/)) {
    if (part === '') continue;
    const found = /^(?<field>[^=!\\]+)(?<operator>==|=|!=)(?<value>(?:[^\\=,]|\\[\\=,])*)$/.exec(part)?.groups;
    if (found === undefined) return fail(`invalid selector: '${text}'; can't understand '${part}'`);
    requirements.push({
      field: found['field'] ?? '',
      equal: found['operator'] !== '!=',
      value: (found['value'] ?? '').replaceAll(/\\(.)/g, '$1'),
    });
  }
  return succeed(requirements);
}

/**
 * Returns whether labels match a `LabelSelector` of an object, with matchLabels and matchExpressions. An empty selector
 * matches everything.
 */
export function matchesLabelSelector(selector: unknown, labels: Readonly<Record<string, string>>): boolean {
  if (typeof selector !== 'object' || selector === null) return false;
  const { matchLabels, matchExpressions } = selector as { matchLabels?: unknown; matchExpressions?: unknown };
  if (
    typeof matchLabels === 'object' &&
    matchLabels !== null &&
    !Object.entries(matchLabels).every(([name, wanted]) => labels[name] === wanted)
  )
    return false;
  return (
    !Array.isArray(matchExpressions) ||
    matchExpressions.every((expression: unknown) => matchesExpression(expression, labels))
  );
}

function matchesExpression(expression: unknown, labels: Readonly<Record<string, string>>): boolean {
  if (typeof expression !== 'object' || expression === null) return false;
  const { key: name, operator, values } = expression as { key?: unknown; operator?: unknown; values?: unknown };
  if (typeof name !== 'string') return false;
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
  const among = Array.isArray(values) && values.includes(label);
  if (operator === 'In') return label !== undefined && among;
  if (operator === 'NotIn') return label === undefined || !among;
  if (operator === 'Exists') return label !== undefined;
  return operator === 'DoesNotExist' && label === undefined;
}
