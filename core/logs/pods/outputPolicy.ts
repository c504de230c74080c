/**
 * Determines whether the agent policy of a pod denies ReadStreamRequest. The runtime then can't forward the output of
 * the containers. Source: domain/04-agent-policy.md 4.3.
 */
/** Maximum length of a policy, in characters. */
const longest = 200_000;
/** Doesn't match across lines: many empty lines would make the search quadratic. */
const denied = /^[ \t]*default[ \t]+ReadStreamRequest[ \t]*:?=[ \t]*false\b/m;

/** Matches the policy in initdata: a multiline string, because a policy has several lines. */
const initdataPolicy = /^[ \t]*(?:"policy\.rego"|'policy\.rego')[ \t]*=[ \t]*('''|""")/m;

/**
 * Returns whether a policy (Rego) certainly denies the output: its default is false, and no rule allows it. Other
 * policies might also deny it.
 */
export function deniesOutput(policy: string): boolean {
  if (policy.length > longest) return false;
  const rules = policy
    .split('\n')
    .map((line) => line.replace(/#.*$/, ''))
    .join('\n');
  return denied.test(rules) && (rules.match(/\bReadStreamRequest\b/g)?.length ?? 0) === 1;
}

/** Returns the policy in initdata (TOML). Returns undefined if it has none, or if its form is unusual. */
export function findInitdataPolicy(initdata: string): string | undefined {
  const start = initdataPolicy.exec(initdata);
  const [all, quotes] = start ?? [];
  if (start === null || all === undefined || quotes === undefined) return undefined;
  const from = start.index + all.length;
  const to = initdata.indexOf(quotes, from);
  return to === -1 ? undefined : initdata.slice(from, to);
}
