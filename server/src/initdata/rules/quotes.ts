import type { InitdataProblem } from '#server/engine/encoding/problem.ts';

/** Returns whether the three quotes that end a string too early are in the policy. */
export function quotesEndPolicy({ code, range }: InitdataProblem, text: string): boolean {
  if (code !== 'toml-quotes-inside') return false;
  const before = text.slice(0, range.start);
  const key = [...before.matchAll(/^[ \t]*["']?([\w.-]+)["']?[ \t]*=[ \t]*'''/gm)].at(-1)?.[1];
  return key === 'policy.rego';
}
