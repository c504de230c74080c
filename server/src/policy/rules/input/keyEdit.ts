import type { RefPart } from '#server/policy/rego/syntax/ast.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

/** Returns an edit that renames a step of a lookup, either `.name` or `["name"]`. */
export function keyEdit({ key, dotted }: RefPart, name: string): Edit {
  return { start: key.start, end: key.end, text: dotted ? name : JSON.stringify(name) };
}
