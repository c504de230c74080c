/** Decides requests that are only partly known, independently of each other. */
import * as l10n from '@vscode/l10n';
import type { Module, RegoRule, Statement } from '../rego/syntax/ast.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { EvaluationLimits } from '../rego/evaluate/limits.ts';
import { emptyObject } from '../rego/values/values.ts';
import { Policy } from '../model/policy.ts';
import { computeStaticVerdicts } from '../table/tableVerdicts.ts';
import { failuresOf, type Replayed, type ReplayFailure } from './replay.ts';
import type { ReplayRequest } from './replayLog.ts';
import { AgentSession, moduleIn, type GuestDialect } from './replaySession.ts';
import { wrapPartialInput } from './partialInput.ts';

/** Result of a request. */
export interface Decided extends Omit<Replayed, 'input'> {
  /** True if the result depends on a field that isn't known, or on earlier requests. */
  readonly isConditional?: true;
}

/** How to decide. */
export interface DecideOptions {
  readonly reading: GuestDialect;
  readonly limits: EvaluationLimits;
  /** Called between two requests. Returns false to stop. */
  readonly mayGoOn: () => boolean;
}

/** Matches the state that a policy keeps between requests. */
const state = /\bpstate\b/;

/**
 * Decides one request per step. The failures of a result contain the deciding rule of every request that isn't
 * certainly allowed.
 * @returns the reason if the guest can't load the policy
 */
export function* decideSteps(
  text: string,
  requests: Iterable<ReplayRequest>,
  { reading, limits, mayGoOn }: DecideOptions,
): Generator<Decided, { readonly problem?: string }, undefined> {
  const policy = new PolicyWithoutPrints(text);
  const verdicts = computeStaticVerdicts(moduleIn(policy, reading), text);
  for (const { endpoint, input = emptyObject, line } of requests) {
    if (!mayGoOn()) return { problem: l10n.t`Timed out before all requests were evaluated.` };
    // Each request has its own session, so that one request doesn't change the state for another.
    const session = new AgentSession(reading, limits);
    const refusal = session.set(policy);
    if (refusal !== undefined)
      return { problem: l10n.t`The guest rejects this policy, so every request fails: ${refusal.message}` };
    const partial = wrapPartialInput(input);
    const answer = session.ask(endpoint, partial.input);
    const { result, prints, error } = answer;
    const { verdict, span } = verdicts.get(endpoint) ?? { verdict: 'undefined' };
    const isConditional = verdict === 'conditional' && (partial.needsMore() || state.test(text));
    // Without a failed condition, a default or a missing rule decides.
    const failures =
      result === true ? [] : answer.failures.length > 0 ? failuresOf(policy, endpoint, answer, reading) : ruleOf(span);
    yield {
      endpoint,
      line,
      result,
      prints,
      failures: failures.length === 0 && isConditional ? ruleOf(span) : failures,
      ...(error === undefined ? {} : { error }),
      ...(isConditional ? { isConditional } : {}),
    };
  }
  return {};
}

function ruleOf(span: Span | undefined): readonly ReplayFailure[] {
  return span === undefined ? [] : [{ ...span, message: '' }];
}

/** A policy without `print`, which only writes a log but would read the whole input. */
class PolicyWithoutPrints extends Policy {
  readonly #known = new Map<Dialect, Module>();

  override in(dialect: Dialect): Module {
    const known = this.#known.get(dialect) ?? withoutPrints(super.in(dialect));
    this.#known.set(dialect, known);
    return known;
  }
}

function withoutPrints(module: Module): Module {
  return { ...module, rules: module.rules.map(withoutPrintsInRule) };
}

function withoutPrintsInRule(rule: RegoRule): RegoRule {
  const bodies = rule.bodies.map((body) => {
    if (body.query === undefined) return body;
    const statements = body.query.statements.filter((statement) => !isPrint(statement));
    // A query needs at least one statement.
    return statements.length === 0 ? body : { ...body, query: { ...body.query, statements } };
  });
  return { ...rule, bodies };
}

function isPrint(statement: Statement): boolean {
  return (
    statement.kind === 'expression' &&
    statement.not === undefined &&
    statement.term.kind === 'call' &&
    statement.term.callee.kind === 'variable' &&
    statement.term.callee.name === 'print'
  );
}
