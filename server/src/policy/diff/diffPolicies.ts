/**
 * Compares two policies by request: which requests became allowed, denied, conditional, or undefined, and which
 * conditions changed. Comments, order, and names of variables make no difference.
 */
import { requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { getGuest } from '#core/agent/guests.ts';
import type { Release } from '#core/product/releases.ts';
import type { ChangeEffect, PolicyVerdict } from '#server/protocol/protocol.ts';
import { readFor } from '../model/engineVerdict.ts';
import type { Policy } from '../model/policy.ts';
import { getVerdicts } from '../table/table.ts';
import { compareData, type DataChange } from './literalData.ts';
import { summarizeRules, type BodySummary, type RuleSummary, type RuleUse } from './ruleSummaries.ts';

/** A change to the bodies, default, or data of the rules with the same name. */
export interface RuleChange {
  /** Name of the rule: the request, or a rule that the request uses. */
  readonly name: string;
  readonly added: readonly BodySummary[];
  readonly removed: readonly BodySummary[];
  readonly changed: readonly { readonly before: BodySummary; readonly after: BodySummary }[];
  readonly data: readonly DataChange[];
  /** Canonical defaults, if they differ. Empty text if there is no default. */
  readonly fallback?: { readonly before: string; readonly after: string };
  /** Effect on the results of this rule. */
  readonly effect: ChangeEffect;
}

/** A request that the policies treat differently. */
export interface RequestChange {
  readonly endpoint: string;
  readonly before: PolicyVerdict;
  readonly after: PolicyVerdict;
  readonly effect: ChangeEffect;
  /** Changed rules, if both verdicts depend on the request. Otherwise, the rules that determine the new verdict. */
  readonly rules: readonly RuleChange[];
}

/** Compares two policies for the guest of a release. */
export function diffPolicies(before: Policy, after: Policy, release: Release): readonly RequestChange[] {
  const guest = getGuest(release);
  const [old, now] = [before, after].map((policy) => ({
    verdicts: getVerdicts(policy, guest),
    rules: summarizeRules(readFor(policy, guest), policy.text),
  }));
  if (old === undefined || now === undefined) return [];
  const names = new Set([...old.rules.keys(), ...now.rules.keys()]);
  const changes = new Map<string, RuleChange>();
  for (const name of names) {
    const change = compareRules(name, old.rules.get(name), now.rules.get(name));
    if (change !== undefined) changes.set(name, change);
  }
  return requestEndpoints.flatMap(({ name }) => {
    const [was, is] = [old.verdicts(name).verdict, now.verdicts(name).verdict];
    // A request without a condition doesn't depend on other rules. If its verdict changed, its own bodies explain that.
    const reached =
      was !== is ? new Set([name]) : was === 'conditional' ? reachedRules(name, old.rules, now.rules) : [];
    const isUsed = usedData(reached, old.rules, now.rules);
    const rules = [...reached].flatMap((one) => onlyUsed(changes.get(one), isUsed));
    if (was === is && (was !== 'conditional' || rules.length === 0)) return [];
    const effect = was === is ? combinedEffect(name, rules, old.rules, now.rules) : verdictEffect(was, is);
    return { endpoint: name, before: was, after: is, effect, rules };
  });
}

/** Returns how a request uses rules. */
function usesOf(request: string, rules: Rules): readonly RuleUse[] {
  return [...reachedRules(request, rules)].flatMap((name) => [...(rules.get(name)?.uses.values() ?? [])]);
}

/** Returns a predicate for the data changes that affect these rules. */
function usedData(names: Iterable<string>, ...policies: readonly Rules[]): (change: DataChange) => boolean {
  const [paths, ordered] = [new Set<string>(), new Set<string>()];
  const summaries = [...names].flatMap((name) => policies.flatMap((rules) => rules.get(name) ?? []));
  if (summaries.some(({ readsAnyRule }) => readsAnyRule)) return () => true;
  for (const { uses } of summaries)
    for (const use of uses.values()) {
      for (const path of use.paths) paths.add(path);
      for (const path of use.ordered) ordered.add(path);
    }
  return ({ path, isReordered }) =>
    [...paths].some(
      (used) => (isWithin(used, path) || isWithin(path, used)) && (!isReordered || used !== path || ordered.has(used)),
    );
}

/** Returns whether the path `inner` is the same as the path `outer` or is below it. */
function isWithin(outer: string, inner: string): boolean {
  return inner.startsWith(outer) && ['', '.', '['].includes(inner.charAt(outer.length));
}

/** Omits changes of data that no rule of the request uses. */
function onlyUsed(change: RuleChange | undefined, isUsed: (change: DataChange) => boolean): readonly RuleChange[] {
  if (change === undefined || change.data.length === 0) return change === undefined ? [] : [change];
  const data = change.data.filter(isUsed);
  return data.length === 0 ? [] : [{ ...change, data, effect: dataEffect(data) }];
}

/** Requests that a verdict allows: none, some, or all. */
const rank: Readonly<Record<PolicyVerdict, number>> = { denied: 0, undefined: 0, conditional: 1, allowed: 2 };

function verdictEffect(before: PolicyVerdict, after: PolicyVerdict): ChangeEffect {
  const difference = rank[after] - rank[before];
  return difference > 0 ? 'wider' : difference < 0 ? 'narrower' : 'same';
}

type Rules = ReadonlyMap<string, RuleSummary>;

/** Returns the names of a request and all rules that it uses, in either policy. */
function reachedRules(request: string, ...policies: readonly Rules[]): ReadonlySet<string> {
  const reached = new Set([request]);
  for (const name of reached)
    for (const rules of policies) {
      const rule = rules.get(name);
      // Includes rules that only the other policy has.
      if (rule?.readsAnyRule === true) return new Set([request, ...policies.flatMap((one) => [...one.keys()])]);
      for (const used of rule?.uses.keys() ?? []) reached.add(used);
    }
  return reached;
}

/**
 * Combines the effects of changed rules on a request. A change of a rule that is used only as a required condition has
 * the same effect on the request. The effect of any other change is unknown.
 */
function combinedEffect(request: string, changes: readonly RuleChange[], ...policies: readonly Rules[]): ChangeEffect {
  const monotone = policies.map((rules) => monotoneRules(request, rules));
  const uses = policies.flatMap((rules) => usesOf(request, rules));
  const paths = uses.flatMap((use) => [...use.paths]);
  const ordered = new Set(uses.flatMap((use) => [...use.ordered]));
  // A change to only part of the data that a rule uses, or to more than that data, can have any effect.
  const isExact = ({ path, isArray }: DataChange) =>
    !(isArray && ordered.has(path)) &&
    paths.every((used) => used === path || !(isWithin(used, path) || isWithin(path, used)));
  const isMonotone = ({ name, data }: RuleChange) =>
    monotone.every((names) => names !== undefined) &&
    data.every(isExact) &&
    policies.every((rules, index) => !rules.has(name) || monotone[index]?.has(name) === true);
  // If only one policy has a rule, the bodies that use it also changed, and they determine the effect. However, a body
  // that reads the rule through `data` might be unchanged.
  const throughData = namesThroughData(request, policies);
  const counted = changes.filter(
    ({ name }) => name === request || throughData(name) || policies.every((rules) => rules.has(name)),
  );
  // A request rule whose value is the same as before has no effect, unless another rule uses it.
  const isSame = ({ name, effect }: RuleChange) =>
    name === request && effect === 'same' && !throughData(name) && !paths.some((used) => isWithin(name, used));
  const effects = counted.map((change) => (isMonotone(change) || isSame(change) ? change.effect : 'unknown'));
  if (effects.includes('wider')) return 'wider';
  return effects.includes('unknown') ? 'unknown' : effects.includes('narrower') ? 'narrower' : 'same';
}

/** Returns a function that returns whether a request can read a rule through `data`. */
function namesThroughData(request: string, policies: readonly Rules[]): (name: string) => boolean {
  const names = new Set<string>();
  for (const name of reachedRules(request, ...policies))
    for (const rules of policies) {
      const rule = rules.get(name);
      if (rule?.readsAnyRule === true) return () => true;
      for (const [used, { isThroughData }] of rule?.uses ?? []) if (isThroughData) names.add(used);
    }
  return (name) => names.has(name);
}

/**
 * Returns the rules that are used only as plain conditions, so that more results of these rules can only allow more
 * requests. Returns undefined if a rule reads `data` in a way that can include any rule.
 */
function monotoneRules(request: string, rules: Rules): ReadonlySet<string> | undefined {
  const reached = reachedRules(request, rules);
  const others = new Set<string>();
  for (const name of reached) {
    const rule = rules.get(name);
    if (rule === undefined) continue;
    if (rule.readsAnyRule) return undefined;
    const isPlain = rule.givesOnlyTrue && (rule.fallback === '' || rule.fallback === 'false');
    if (rule.data === undefined && !isPlain) others.add(name);
    for (const [used, { isMonotone }] of rule.uses) if (!isMonotone) others.add(used);
  }
  // The same applies to the rules that such a rule uses.
  for (const name of others) for (const used of rules.get(name)?.uses.keys() ?? []) others.add(used);
  return new Set([...reached].filter((name) => !others.has(name)));
}

/** Compares the rules with the same name in two policies. Returns undefined if they are the same. */
function compareRules(
  name: string,
  old: RuleSummary | undefined,
  now: RuleSummary | undefined,
): RuleChange | undefined {
  const isData = (rule: RuleSummary | undefined) => rule === undefined || rule.data !== undefined;
  if (isData(old) && isData(now)) {
    const data = compareData(old?.data, now?.data, name);
    return data.length === 0
      ? undefined
      : { name, added: [], removed: [], changed: [], data, effect: dataEffect(data) };
  }
  const removed = without(old?.bodies ?? [], now?.bodies ?? []);
  const added = without(now?.bodies ?? [], old?.bodies ?? []);
  const { pairs, restRemoved, restAdded } = pairBodies(removed, added);
  const fallback = { before: old?.fallback ?? '', after: now?.fallback ?? '' };
  const hasFallback = fallback.before !== fallback.after;
  if (pairs.length + restRemoved.length + restAdded.length === 0 && !hasFallback) return undefined;
  // The agent denies a request if its rule is undefined or false.
  const isDenied = (value: string) => value === '' || value === 'false';
  const hasEffect = hasFallback && !(isDenied(fallback.before) && isDenied(fallback.after));
  const effects: ChangeEffect[] = [
    ...(restAdded.length > 0 ? ['wider' as const] : []),
    ...(restRemoved.length > 0 ? ['narrower' as const] : []),
    ...pairs.map(({ before, after }) => bodyEffect(before, after)),
    ...(hasEffect || old?.data !== undefined || now?.data !== undefined ? ['unknown' as const] : []),
  ];
  return {
    name,
    added: restAdded,
    removed: restRemoved,
    changed: pairs,
    data: [],
    ...(hasFallback ? { fallback } : {}),
    effect: joinEffects(effects),
  };
}

/** Joins the effects of the parts of a rule. */
function joinEffects(effects: readonly ChangeEffect[]): ChangeEffect {
  if (effects.length === 0) return 'same';
  if (effects.includes('wider')) return 'wider';
  return effects.every((effect) => effect === 'narrower') ? 'narrower' : 'unknown';
}

function dataEffect(changes: readonly DataChange[]): ChangeEffect {
  if (changes.some(({ isReordered }) => isReordered)) return 'unknown';
  if (changes.some(({ isList, added }) => isList && added.length > 0)) return 'wider';
  return changes.every(({ isList }) => isList) ? 'narrower' : 'unknown';
}

/** Returns the effect of a changed body: more expressions allow less, and fewer allow more. */
function bodyEffect(before: BodySummary, after: BodySummary): ChangeEffect {
  if (before.expressions.length === 0 || after.expressions.length === 0) return 'unknown';
  if (missingExpressions(before, after).length === 0) return 'narrower';
  return missingExpressions(after, before).length === 0 ? 'wider' : 'unknown';
}

/** Returns the expressions of a body that another one doesn't contain. */
export function missingExpressions(body: BodySummary, other: BodySummary): BodySummary['expressions'] {
  const texts = new Set(other.expressions.map(({ text }) => text));
  return body.expressions.filter(({ text }) => !texts.has(text));
}

function without(bodies: readonly BodySummary[], others: readonly BodySummary[]): readonly BodySummary[] {
  const texts = new Set(others.map(({ text }) => text));
  return bodies.filter(({ text }) => !texts.has(text));
}

interface PairedBodies {
  readonly pairs: readonly { readonly before: BodySummary; readonly after: BodySummary }[];
  readonly restRemoved: readonly BodySummary[];
  readonly restAdded: readonly BodySummary[];
}

/** Maximum number of bodies to pair. Each removed body is compared with each added one. */
const mostPaired = 50;

/** Pairs removed and added bodies that share expressions. If there is only one of each, pairs them in any case. */
function pairBodies(removed: readonly BodySummary[], added: readonly BodySummary[]): PairedBodies {
  const pairs: { before: BodySummary; after: BodySummary }[] = [];
  const free = new Set(added.slice(0, mostPaired));
  for (const before of removed.slice(0, mostPaired)) {
    const scored = [...free].map((after) => ({
      after,
      score: after.expressions.length - missingExpressions(after, before).length,
    }));
    const best = scored.toSorted((one, other) => other.score - one.score)[0];
    const isOnly = removed.length === 1 && added.length === 1;
    if (best === undefined || (best.score === 0 && !isOnly)) continue;
    free.delete(best.after);
    pairs.push({ before, after: best.after });
  }
  const used = new Set(pairs.flatMap(({ before, after }) => [before, after]));
  return {
    pairs,
    restRemoved: removed.filter((body) => !used.has(body)),
    restAdded: added.filter((body) => !used.has(body)),
  };
}
