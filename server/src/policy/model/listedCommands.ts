/** Finds the argument lists in a policy that might be commands to run in a container. */
import { execEndpoint } from '#core/agent/inputs/execRequests.ts';
import type { Module, RegoRule, Term } from '../rego/syntax/ast.ts';
import { walkNode } from '../rego/syntax/walk.ts';

/** Maximum number of argument lists, of arguments, and of characters of all arguments. */
const mostCommands = 40;
const mostArguments = 100;
const longest = 2000;

/** Matches the names of lists of commands, such as `allowed_commands` and `exec_commands`. */
const listName = /commands?$/i;

/**
 * Returns the argument lists. Includes each string of a list twice, because policies compare either all arguments or
 * the arguments joined by spaces: as the arguments, and divided at spaces. The evaluation shows which of them the
 * policy allows.
 */
export function listCommands({ rules }: Module): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  const add = (command: readonly string[]): void => {
    const length = command.reduce((sum, argument) => sum + argument.length, 0);
    if (found.size >= mostCommands || command.length === 0 || command.length > mostArguments || length > longest)
      return;
    // A list with one command that contains spaces isn't an argument list, although the joined arguments match.
    if (command.every((argument) => argument !== '') && command[0]?.includes(' ') === false)
      found.set(JSON.stringify(command), command);
  };
  const collect = (term: Term): void => {
    walkNode({ type: 'term', node: term }, ({ type, node }) => {
      if (type !== 'term') return true;
      if (node.kind === 'scalar' && typeof node.value === 'string') add(node.value.split(' '));
      if (node.kind !== 'array' && node.kind !== 'set') return true;
      const strings = node.items.flatMap((item) =>
        item.kind === 'scalar' && typeof item.value === 'string' ? item.value : [],
      );
      if (strings.length === node.items.length) add(strings);
      return found.size < mostCommands;
    });
  };
  for (const rule of rules) collectFrom(rule, collect);
  return [...found.values()];
}

function collectFrom(rule: RegoRule, collect: (term: Term) => void): void {
  const { ref, value } = rule.head;
  if (ref.kind === 'variable' && listName.test(ref.name) && value !== undefined) collect(value);
  const isExec = ref.kind === 'variable' && ref.name === execEndpoint;
  walkNode({ type: 'rule', node: rule }, ({ type, node }) => {
    if (type !== 'term') return true;
    if (isExec && (node.kind === 'array' || node.kind === 'set')) collect(node);
    // A string in the rule can be all arguments, joined by spaces.
    if (isExec && node.kind === 'binary')
      for (const side of [node.left, node.right]) if (side.kind === 'scalar') collect(side);
    if (node.kind === 'object')
      for (const { key, value: entry } of node.entries)
        if (key.kind === 'scalar' && typeof key.value === 'string' && listName.test(key.value)) collect(entry);
    return true;
  });
}
