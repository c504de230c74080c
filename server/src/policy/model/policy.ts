/**
 * An agent policy: its text, read in the dialects that a guest may have. What is worked out of it is worked out once.
 */
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Guest } from '#core/agent/guests.ts';
import type { Module } from '../rego/syntax/ast.ts';
import { parseRego } from '../rego/syntax/parse.ts';
import type { YieldingTask } from '#server/engine/scheduling/steps.ts';

/** The package that the agent asks. */
export const agentPackage = 'agent_policy';

/** In policies of more lines, names are not followed: that would take longer than anybody waits. */
export const longPolicy = 5_000;

export class Policy {
  readonly text: string;
  readonly #modules = new Map<Dialect, Module>();

  constructor(text: string) {
    this.text = text;
  }

  /** It has so many lines that only some rules look at it. */
  get isLong(): boolean {
    if (this.text.length <= longPolicy) return false;
    let at = -1;
    for (let left = longPolicy; left > 0; left -= 1) {
      at = this.text.indexOf('\n', at + 1);
      if (at < 0) return false;
    }
    return true;
  }

  /** The policy as a guest of this dialect reads it. */
  in(dialect: Dialect): Module {
    const known = this.#modules.get(dialect) ?? parseRego(this.text, dialect);
    this.#modules.set(dialect, known);
    return known;
  }

  /** Reads it in each dialect that anybody will ask for, giving way between. */
  *readSteps(): YieldingTask<void> {
    this.in('v1');
    yield;
    void this.meant;
    yield;
  }

  /**
   * The policy as its author seems to mean it: without problems in v1, which is also what v0 with all keywords reads,
   * or else in the better of both.
   */
  get meant(): Module {
    const v1 = this.in('v1');
    return v1.problems.length === 0 || v1.problems.length <= this.in('v0').problems.length ? v1 : this.in('v0');
  }

  /** As the guest reads it; where its dialect is not known, as it is meant. */
  for(guest: Guest): Module {
    return guest.dialect === 'depends' ? this.meant : this.in(guest.dialect);
  }

  /** Is it for the agent? Other Rego is none of our business. By its package, or by what it defines. */
  get isForAgent(): boolean {
    const { package: of, rules } = this.meant;
    if (of?.path.length === 1 && of.path[0]?.text === agentPackage) return true;
    return rules.some(({ head: { ref } }) => ref.kind === 'variable' && findEndpoint(ref.name) !== undefined);
  }
}
