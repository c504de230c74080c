/**
 * Shares the findings of policies that genpolicy created with the same rules. Only the data at the end differs in such
 * policies, and most findings don't depend on it. A policy gets the findings of an earlier one only if every read of
 * the data has the same result.
 */
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Release } from '#core/product/releases.ts';
import type { SeveritySetting } from '#core/common/severity.ts';
import { getGuest } from '#core/agent/guests.ts';
import { isPolicyTest } from '#core/agent/looksLikePolicy.ts';
import { compareByPosition, type FileFinding } from '#server/engine/findings/fileFinding.ts';
import { ruleSteps } from '#server/engine/findings/ruleSteps.ts';
import { findMergeConflict } from '#server/engine/text/conflictMarkers.ts';
import type { YieldingTask } from '#server/engine/scheduling/steps.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import type { PolicyEnvironment, PolicyOrigin } from '../model/policyEnvironment.ts';
import { Policy } from '../model/policy.ts';
import type { Module, RegoRule } from '../rego/syntax/ast.ts';
import { policyRules } from '../rules/index.ts';
import { podsWithCommands } from '../rules/requests/execProbe.ts';
import { DataReads, type OtherPolicy } from './dataReads.ts';
import { dataName, findDataStart, isAtEnd, readDataRule } from './dataRule.ts';

/** Maximum number of checks whose findings are kept. genpolicy has one set of rules per version. */
const maxKept = 8;

const dialects: readonly Dialect[] = ['v0', 'v1'];

/** These rules take little time, and their findings depend on the whole text. */
const textRules = policyRules.filter(({ reads }) => reads === 'text');

/** Checks a policy completely. */
export type CheckPolicy = (policy: Policy, environment: PolicyEnvironment) => YieldingTask<FileFinding[]>;

/** The findings of a policy, with what they depend on. */
interface KeptCheck {
  /** Text of the rules, up to the data. */
  readonly rules: string;
  readonly modules: ReadonlyMap<Dialect, Module>;
  readonly reads: DataReads;
  readonly isLong: boolean;
  readonly findings: readonly FileFinding[];
}

export class SharedPolicies {
  readonly #release: Release;
  readonly #severities: ReadonlyMap<string, SeveritySetting>;
  readonly #workspace: WorkspaceSnapshot | undefined;
  /** True if findings can depend on more than the policy, such as the pods that use it. */
  readonly #isDisabled: boolean;
  /** The most recently used one is last. */
  readonly #kept: KeptCheck[] = [];
  #shared = 0;

  constructor({ release, severities, workspace }: PolicyEnvironment) {
    this.#release = release;
    this.#severities = severities;
    this.#workspace = workspace;
    this.#isDisabled = workspace !== undefined && podsWithCommands(workspace).length > 0;
  }

  /** Number of kept checks, and number of policies that got the findings of another policy. */
  get counts(): { readonly kept: number; readonly shared: number } {
    return { kept: this.#kept.length, shared: this.#shared };
  }

  /** Checks the policy in a Rego file, or returns the findings of an earlier policy if they must be the same. */
  *steps(
    text: string,
    origin: PolicyOrigin,
    environment: PolicyEnvironment,
    check: CheckPolicy,
  ): YieldingTask<FileFinding[]> {
    const start = this.#isUsable(environment) && origin.place === 'file' ? findDataStart(text) : undefined;
    const data = start === undefined ? undefined : readDataRule(text, start);
    if (start === undefined || data === undefined) return yield* check(new Policy(text), environment);
    yield;
    const policy = new Policy(text);
    const rules = text.slice(0, start);
    for (const kept of this.#kept) {
      if (kept.rules !== rules || !fits(kept, policy, data, origin)) continue;
      this.#keep(kept);
      this.#shared += 1;
      yield;
      const guest = getGuest(environment.release);
      const context = { ...origin, policy, release: this.#release, guest, workspace: this.#workspace, isTest: false };
      const own = yield* ruleSteps(textRules, (rule) => rule.check(context), text, environment);
      return [...kept.findings, ...own].sort(compareByPosition);
    }
    return yield* this.#checkAndKeep(text, start, origin, environment, check);
  }

  #isUsable({ release, severities, workspace }: PolicyEnvironment): boolean {
    return (
      !this.#isDisabled && release === this.#release && severities === this.#severities && workspace === this.#workspace
    );
  }

  *#checkAndKeep(
    text: string,
    start: number,
    origin: PolicyOrigin,
    environment: PolicyEnvironment,
    check: CheckPolicy,
  ): YieldingTask<FileFinding[]> {
    const reads = new DataReads();
    let isWhole = true;
    const policy = new Policy(text, trackIn(reads, start));
    reads.trackText(policy);
    const onError = (message: string) => {
      isWhole = false;
      environment.onError(message);
    };
    const findings = yield* check(policy, { ...environment, onError });
    const shared = findings.filter(({ rule }) => !textRules.some(({ id }) => id === rule.id));
    const parsed = dialects.map((dialect) => policy.in(dialect));
    if (
      isWhole &&
      reads.isComplete &&
      isCheckedWhole(policy, parsed) &&
      parsed.every((module) => isAtEnd(module, text, start)) &&
      shared.every((finding) => isBefore(finding, start)) &&
      !isTest(parsed, origin)
    )
      this.#keep({
        rules: text.slice(0, start),
        modules: new Map(parsed.map((module) => [module.dialect, { ...module, rules: module.rules.slice(0, -1) }])),
        reads,
        isLong: policy.isLong,
        findings: shared,
      });
    return findings;
  }

  #keep(check: KeptCheck): void {
    const at = this.#kept.indexOf(check);
    if (at >= 0) this.#kept.splice(at, 1);
    this.#kept.push(check);
    if (this.#kept.length > maxKept) this.#kept.shift();
  }
}

/** Returns a function that replaces the data in a module. Modules that share their rules share the data. */
function trackIn(reads: DataReads, start: number): (module: Module) => Module {
  const tracked = new Map<Module['rules'], Module['rules']>();
  return (module) => {
    const { rules } = module;
    const last = rules.at(-1);
    if (last?.start !== start || last.head.value?.kind !== 'object') return module;
    const known = tracked.get(rules) ?? [...rules.slice(0, -1), reads.track(last)];
    tracked.set(rules, known);
    return { ...module, rules: known };
  };
}

/**
 * Returns whether all rules checked the policy, and a guest can parse it. Otherwise, where the rules end can depend on
 * the data, which can close a string.
 */
function isCheckedWhole(policy: Policy, parsed: readonly Module[]): boolean {
  return (
    policy.isForAgent &&
    findMergeConflict(policy.text) === undefined &&
    parsed.some(({ problems }) => problems.length === 0)
  );
}

/** Returns whether a policy with the rules of an earlier one must have the same findings in these rules. */
function fits(kept: KeptCheck, policy: Policy, data: RegoRule, origin: PolicyOrigin): boolean {
  const { text } = policy;
  const modules = new Map<Dialect, Module>();
  const other: OtherPolicy = {
    text,
    data,
    in(dialect) {
      const of = kept.modules.get(dialect);
      if (of === undefined) throw new Error(`Rules in ${dialect} are missing.`);
      const module = modules.get(dialect) ?? { ...of, end: text.length, rules: [...of.rules, data] };
      modules.set(dialect, module);
      return module;
    },
  };
  return kept.isLong === policy.isLong && !isTest([...kept.modules.values()], origin) && kept.reads.isSameFor(other);
}

/** Returns whether the file contains unit tests, in any dialect. */
function isTest(modules: readonly Module[], { uri }: PolicyOrigin): boolean {
  return modules.some(({ rules }) => {
    const names = rules.flatMap(({ head: { ref } }) => (ref.kind === 'variable' ? ref.name : []));
    return isPolicyTest(uri, names) || isPolicyTest(uri, [...names, dataName]);
  });
}

/** Returns whether a finding and its fixes concern only the text before an offset. */
function isBefore({ end, fixes, related, alsoAt = [] }: FileFinding, offset: number): boolean {
  return (
    related.length === 0 &&
    [end, ...alsoAt.map((place) => place.end), ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.end))].every(
      (at) => at <= offset,
    )
  );
}
