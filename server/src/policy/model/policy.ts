/**
 * Represents an agent policy: its text, and the parsed module for each dialect that a guest might use. Results are
 * cached.
 */
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { isPolicyTest } from '#core/agent/looksLikePolicy.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Guest } from '#core/agent/guests.ts';
import type { Module } from '../rego/syntax/ast.ts';
import { parseRego } from '../rego/syntax/parse.ts';
import type { YieldingTask } from '#server/engine/scheduling/steps.ts';

/** Package that the agent evaluates. */
export const agentPackage = 'agent_policy';

/** Number of lines above which names aren't resolved, because that would take too long. */
export const longPolicy = 5_000;

const partsOf = ({ package: of, imports, rules }: Module) => ({ package: of, imports, rules });

/** Returns whether two values consist of equal lists, objects, and primitive values. */
function isSameTree(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSameTree(item, other[index]))
    );
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length && keys.every((key) => isSameTree(fieldOf(one, key), fieldOf(other, key)))
  );
}

const fieldOf = (node: object, key: string): unknown => Object(node)[key];

export class Policy {
  readonly text: string;
  readonly #parsed = new Map<Dialect, Module>();
  readonly #modules = new Map<Dialect, Module>();
  readonly #adapt: ((module: Module) => Module) | undefined;

  /**
   * Creates a policy.
   * @param adapt changes a module after it was parsed
   */
  constructor(text: string, adapt?: (module: Module) => Module) {
    this.text = text;
    this.#adapt = adapt;
  }

  /** True if the policy has so many lines that only some rules check it. */
  get isLong(): boolean {
    if (this.text.length <= longPolicy) return false;
    let at = -1;
    for (let left = longPolicy; left > 0; left -= 1) {
      at = this.text.indexOf('\n', at + 1);
      if (at < 0) return false;
    }
    return true;
  }

  /** Returns the policy as a guest with this dialect parses it. */
  in(dialect: Dialect): Module {
    const known = this.#modules.get(dialect) ?? this.#parse(dialect);
    this.#modules.set(dialect, known);
    return known;
  }

  /**
   * Parses the policy. If both dialects read the same rules, their modules share the tree, so that results for the
   * rules are computed once.
   */
  #parse(dialect: Dialect): Module {
    const module = parseRego(this.text, dialect);
    const other = this.#parsed.get(dialect === 'v0' ? 'v1' : 'v0');
    const shared =
      other === undefined || !isSameTree(partsOf(module), partsOf(other)) ? module : { ...module, ...partsOf(other) };
    this.#parsed.set(dialect, shared);
    return this.#adapt?.(shared) ?? shared;
  }

  /** Parses the policy in each dialect that will be needed, in steps between which other work can run. */
  *readSteps(): YieldingTask<void> {
    this.in('v1');
    yield;
    void this.meant;
    yield;
  }

  /**
   * Policy as the author seems to intend it. Parsed as v1 if that causes no more problems than v0, otherwise as v0.
   * Without problems, v1 equals v0 with all keywords imported.
   */
  get meant(): Module {
    const v1 = this.in('v1');
    return v1.problems.length === 0 || v1.problems.length <= this.in('v0').problems.length ? v1 : this.in('v0');
  }

  /**
   * Returns the policy as the guest parses it. If the dialect of the guest is unknown, returns the policy as the author
   * seems to intend it.
   */
  for(guest: Guest): Module {
    return guest.dialect === 'depends' ? this.meant : this.in(guest.dialect);
  }

  /** True if this is an agent policy, by its package or by its rules. Other Rego isn't checked. */
  get isForAgent(): boolean {
    const { package: of, rules } = this.meant;
    if (of?.path.length === 1 && of.path[0]?.text === agentPackage) return true;
    return rules.some(({ head: { ref } }) => ref.kind === 'variable' && findEndpoint(ref.name) !== undefined);
  }

  /**
   * Returns whether the Rego contains unit tests for a policy.
   * @param path name, path, or URI of the file
   */
  isTest(path: string): boolean {
    return isPolicyTest(
      path,
      this.meant.rules.flatMap(({ head: { ref } }) => (ref.kind === 'variable' ? ref.name : [])),
    );
  }
}
