/** Combines the coverage of a policy that several test files in a run use. */
import { DeclarationCoverage, StatementCoverage, type FileCoverageDetail } from 'vscode';
import type { PolicyTestCoverage } from '#server/protocol/protocol.ts';
import { editorRange } from '../reveal.ts';

export class CoveredPolicies {
  readonly #policies = new Map<string, PolicyTestCoverage>();

  /**
   * Adds the coverage of a policy to the coverage from earlier test files.
   * @param uri URI of the policy
   */
  add(uri: string, coverage: PolicyTestCoverage): void {
    const before = this.#policies.get(uri);
    this.#policies.set(uri, before === undefined ? coverage : addCoverage(before, coverage));
  }

  /** Returns the coverage of each policy by URI, as the editor shows it. */
  list(): readonly (readonly [string, FileCoverageDetail[]])[] {
    return [...this.#policies].map(([uri, { statements, bodies }]) => [
      uri,
      [
        ...statements.map(({ range, count }) => new StatementCoverage(count, editorRange(range))),
        ...bodies.map(({ name, range, count }) => new DeclarationCoverage(name, count, editorRange(range))),
      ],
    ]);
  }
}

/** Adds the counts. If the policy changed between two test files, only the last coverage counts. */
function addCoverage(one: PolicyTestCoverage, other: PolicyTestCoverage): PolicyTestCoverage {
  if (one.statements.length !== other.statements.length || one.bodies.length !== other.bodies.length) return other;
  return {
    statements: other.statements.map((each, index) => ({
      ...each,
      count: each.count + (one.statements[index]?.count ?? 0),
    })),
    bodies: other.bodies.map((each, index) => ({ ...each, count: each.count + (one.bodies[index]?.count ?? 0) })),
  };
}
