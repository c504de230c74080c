/** Records which statements and rule bodies of a policy run, and writes the result as LCOV. */
import { createLineFinder } from '../rego/evaluate/load.ts';
import type { EvaluationObserver } from '../rego/evaluate/observer.ts';
import type { Module } from '../rego/syntax/ast.ts';
import { walkModule } from '../rego/syntax/walk.ts';
import type { Span } from '#server/engine/text/span.ts';

/** A statement of a policy. Offsets are in the policy. */
interface CoveredStatement extends Span {
  /** Number of evaluations. */
  readonly count: number;
}

/** A body of a rule, or the head of a rule that has no body. */
export interface CoveredBody extends Span {
  /** Name of the rule. If the rule has several bodies, each body after the first one has a number. */
  readonly name: string;
  /** Number of evaluations. */
  readonly count: number;
  /** Start of the rule, or of the body for bodies after `else`. */
  readonly head: number;
}

/** Coverage of a policy. Defaults aren't part of it, because they aren't conditions. */
export interface PolicyCoverage {
  readonly statements: readonly CoveredStatement[];
  readonly bodies: readonly CoveredBody[];
}

/** Maximum length of a rule name in a report, in UTF-16 code units. */
const maxName = 100;

/** Counts how often the statements and bodies of one source are evaluated. */
export class CoverageCollector implements EvaluationObserver {
  readonly wantsOperands = false;
  readonly #source: number;
  readonly #statements = new Map<number, number>();
  readonly #bodies = new Map<number, number>();

  /** @param source index of the policy in the loaded sources */
  constructor(source: number) {
    this.#source = source;
  }

  enter({ start }: Span, source: number): void {
    if (source === this.#source) this.#statements.set(start, (this.#statements.get(start) ?? 0) + 1);
  }

  leave(): void {}

  body({ start }: Span, source: number): void {
    if (source === this.#source) this.#bodies.set(start, (this.#bodies.get(start) ?? 0) + 1);
  }

  /**
   * Returns the coverage of all evaluations so far.
   * @param module the evaluated policy
   */
  report(module: Module, text: string): PolicyCoverage {
    const statements: CoveredStatement[] = [];
    walkModule(module, ({ type, node }) => {
      // `some x` only declares a variable.
      if (type === 'statement' && node.kind !== 'some')
        statements.push({ start: node.start, end: node.end, count: this.#statements.get(node.start) ?? 0 });
      return undefined;
    });
    return { statements, bodies: this.#listBodies(module, text) };
  }

  #listBodies(module: Module, text: string): readonly CoveredBody[] {
    const numbers = new Map<string, number>();
    const bodies: CoveredBody[] = [];
    for (const { isDefault, head, bodies: written, start: ruleStart } of module.rules) {
      if (isDefault) continue;
      const name = text.slice(head.ref.start, Math.min(head.ref.end, head.ref.start + maxName)).replaceAll(/\s+/g, ' ');
      for (const [index, { start, end }] of (written.length === 0 ? [head] : written).entries()) {
        const number = (numbers.get(name) ?? 0) + 1;
        numbers.set(name, number);
        bodies.push({
          name: number === 1 ? name : `${name} (${number})`,
          start,
          end,
          head: index === 0 ? ruleStart : start,
          count: this.#bodies.get(start) ?? 0,
        });
      }
    }
    return bodies;
  }
}

/** Adds the counts of coverages of the same policy. */
export function addCoverage(one: PolicyCoverage, other: PolicyCoverage): PolicyCoverage {
  const countsOf = (spans: readonly (Span & { readonly count: number })[]) =>
    new Map(spans.map(({ start, count }) => [start, count]));
  const [statements, bodies] = [countsOf(other.statements), countsOf(other.bodies)];
  return {
    statements: one.statements.map((each) => ({ ...each, count: each.count + (statements.get(each.start) ?? 0) })),
    bodies: one.bodies.map((each) => ({ ...each, count: each.count + (bodies.get(each.start) ?? 0) })),
  };
}

/**
 * Returns how often each line of a policy ran, sorted by line. The first line is 1. A line counts if a statement or a
 * rule starts on it. If several start on it, the one that ran most often counts.
 */
export function countLines(text: string, { statements, bodies }: PolicyCoverage): ReadonlyMap<number, number> {
  const lineOf = createLineFinder(text);
  const lines = new Map<number, number>();
  for (const { start, count } of [...statements, ...bodies.map(({ head, count }) => ({ start: head, count }))]) {
    const line = lineOf(start);
    lines.set(line, Math.max(lines.get(line) ?? 0, count));
  }
  return new Map([...lines].toSorted(([one], [other]) => one - other));
}

/**
 * Returns the coverage of a policy as an LCOV record. Each rule body is a function of the record.
 * @param file path of the policy
 */
export function toLcov(file: string, text: string, coverage: PolicyCoverage): string {
  const lines = countLines(text, coverage);
  const lineOf = createLineFinder(text);
  const { bodies } = coverage;
  return [
    'TN:',
    `SF:${file.replaceAll(/[\r\n]/g, ' ')}`,
    ...bodies.map(({ name, head }) => `FN:${lineOf(head)},${name}`),
    ...bodies.map(({ name, count }) => `FNDA:${count},${name}`),
    `FNF:${bodies.length}`,
    `FNH:${bodies.filter(({ count }) => count > 0).length}`,
    ...[...lines].map(([line, count]) => `DA:${line},${count}`),
    `LF:${lines.size}`,
    `LH:${[...lines].filter(([, count]) => count > 0).length}`,
    'end_of_record',
    '',
  ].join('\n');
}
