/**
 * Determines the type of policy terms that come from `input` or `policy_data`. Follows variables, loops, and
 * parameters, and uses the requests for which the code is evaluated.
 */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import type { Message } from '#core/text/message.ts';
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { anyKey, findInputField, inputRequests, type CopyFileInput, type PathStep } from '#core/agent/inputs/inputs.ts';
import { messageFields } from '#core/agent/inputs/inputs.ts';
import type { InputField, InputType } from '#core/agent/inputs/inputType.ts';
import { policyDataFields, type PolicyDataField } from '#core/agent/inputs/policyDataFields.ts';
import type { Module, Query, RegoRule, Statement, Term } from '../rego/syntax/ast.ts';
import { getRefNames } from '../rego/compile/functionArity.ts';
import { children, type RegoNode } from '../rego/syntax/walk.ts';
import type { Span } from '#server/engine/text/span.ts';
import { literalFields } from './dataLiteral.ts';
import { agentPackage } from './policy.ts';
import type { SymbolTable } from './names.ts';
import type { NamedSymbol } from './namedSymbol.ts';

/** Name of the rule in which policies from genpolicy store their data. */
const dataName = 'policy_data';

/** Origin of a term's value: a path in `input` or in `policy_data`. */
export interface TermOrigin {
  readonly root: 'input' | 'policy_data';
  readonly path: readonly PathStep[];
}

/** A possible field with the requests that have it. `policy_data` fields have no requests. */
export interface KnownField {
  readonly name: string;
  /**
   * Type of the value. Undefined if the policy itself defines the values, and they have different types or are
   * computed.
   */
  readonly type: InputType | undefined;
  readonly summary: Message | undefined;
  /** Description of the agents that have the field. Undefined if all agents have it. */
  readonly only: Message | undefined;
  readonly nullable: boolean;
  readonly requests: readonly string[];
}

/** Maximum length of a chain of variables, and maximum number of calls to follow. */
const maxSteps = 50;
const maxCalls = 100;

/** Origin of a term, and the number of steps to it. */
interface KnownOrigin {
  readonly origin: TermOrigin | undefined;
  readonly steps: number;
}

/** The statement that binds a variable, and the query around it. */
interface Binding {
  readonly statement: Statement | undefined;
  readonly query: Query | undefined;
}

/** Determines the types of terms in a module. */
export class InputTypes {
  readonly #module: Module;
  readonly #names: SymbolTable;
  readonly #copyFile: CopyFileInput;
  readonly #origins = new Map<Term, KnownOrigin>();
  readonly #bindings = new Map<RegoRule, ReadonlyMap<number, Binding>>();
  readonly #requests = new Map<RegoRule, readonly string[]>();

  constructor(module: Module, names: SymbolTable, copyFile: CopyFileInput) {
    this.#module = module;
    this.#names = names;
    this.#copyFile = copyFile;
  }

  /** Returns the origin of a term. Returns undefined if it has another origin or is uncertain. */
  originOf(term: Term): TermOrigin | undefined {
    return this.#origin(term, { left: maxSteps });
  }

  /** Returns the rule at this offset. */
  ruleAt(offset: number): RegoRule | undefined {
    const { rules } = this.#module;
    const rule = rules[findFirstIndex(rules.length, (index) => (rules[index]?.start ?? Infinity) > offset) - 1];
    return rule !== undefined && offset <= rule.end ? rule : undefined;
  }

  /**
   * Returns the requests for which a rule is evaluated: its own request, or those of the rules that use it. Returns an
   * empty list if they're unknown.
   */
  requestsOf(rule: RegoRule | undefined): readonly string[] {
    if (rule === undefined) return [];
    const known = this.#requests.get(rule) ?? this.#findRequests(rule);
    this.#requests.set(rule, known);
    return known;
  }

  #findRequests(rule: RegoRule): readonly string[] {
    const found = new Set<string>();
    const seen = new Set<RegoRule>();
    const waiting = [rule];
    for (let next = waiting.pop(); next !== undefined && seen.size < maxCalls; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const name = getRuleName(next);
      if (name === undefined) continue;
      if (findEndpoint(name)?.kind === 'request') found.add(name);
      else {
        const named = this.#names.rules.get(name);
        if (named !== undefined) waiting.push(...this.#names.usersOf(named));
      }
    }
    return [...found];
  }

  /** Returns the fields at an origin for these requests. If the requests are unknown, uses all requests. */
  fieldsAt({ root, path }: TermOrigin, requests: readonly string[]): readonly KnownField[] {
    if (root === 'policy_data') return this.#dataFields(path);
    const found = new Map<string, KnownField>();
    for (const request of requests.length === 0 ? inputRequests : requests) {
      for (const field of findInputField(request, path, this.#copyFile)?.fields ?? []) {
        const known = found.get(field.name);
        found.set(
          field.name,
          known === undefined ? fromInput(field, [request]) : { ...known, requests: [...known.requests, request] },
        );
      }
    }
    return [...found.values()];
  }

  /**
   * Returns the fields that the policy contains. If genpolicy adds the data later, returns the fields that it creates.
   */
  #dataFields(path: readonly PathStep[]): readonly KnownField[] {
    const made = dataFields(path);
    const written = literalFields(this.#names.rules.get(dataName)?.rules ?? [], path);
    if (written === undefined) return made;
    return written.map(({ name, type }) => {
      const known = made.find((field) => field.name === name);
      return known ?? { name, type, summary: undefined, only: undefined, nullable: false, requests: [] };
    });
  }

  /** Returns the field at the end of the path. */
  fieldOf({ root, path }: TermOrigin, requests: readonly string[]): KnownField | undefined {
    const name = path.at(-1);
    return typeof name === 'string'
      ? this.fieldsAt({ root, path: path.slice(0, -1) }, requests).find((field) => field.name === name)
      : undefined;
  }

  /**
   * Returns the type at an origin for these requests. Returns undefined if the type is unknown or differs between the
   * requests.
   */
  typeOf(origin: TermOrigin, requests: readonly string[]): InputType | undefined {
    if (origin.root === 'policy_data') return this.fieldOf(origin, requests)?.type ?? dataType(origin.path);
    const types = (requests.length === 0 ? inputRequests : requests).flatMap(
      (request) => findInputField(request, origin.path, this.#copyFile)?.type ?? [],
    );
    const [first] = types;
    return first !== undefined && types.every((type) => JSON.stringify(type) === JSON.stringify(first))
      ? first
      : undefined;
  }

  /** Determines the origin of a term once, because many terms lead to the same variables and parameters. */
  #origin(term: Term, steps: { left: number }): TermOrigin | undefined {
    const known = this.#origins.get(term);
    if (known !== undefined) {
      steps.left -= known.steps;
      return steps.left < 0 ? undefined : known.origin;
    }
    const before = steps.left;
    const origin = this.#readOrigin(term, steps);
    // If no steps are left, a search from a closer term might still find the origin.
    if (steps.left >= 0) this.#origins.set(term, { origin, steps: before - steps.left });
    return origin;
  }

  #readOrigin(term: Term, steps: { left: number }): TermOrigin | undefined {
    steps.left -= 1;
    if (steps.left < 0) return undefined;
    switch (term.kind) {
      case 'variable':
        return this.#variable(term.name, term, steps);
      case 'ref': {
        const data = getRefNames(term);
        if (data?.[0] === 'data') {
          const rest = data[1] === agentPackage ? data.slice(2) : data.slice(1);
          return rest[0] === dataName ? { root: 'policy_data', path: rest.slice(1) } : undefined;
        }
        const base = this.#origin(term.base, steps);
        return base === undefined
          ? undefined
          : { root: base.root, path: [...base.path, ...term.path.map(({ key }) => stepOf(key))] };
      }
      case 'call': {
        const name = getRefNames(term.callee)?.join('.');
        const [from, key] = term.arguments;
        if (name !== 'object.get' || from === undefined || key?.kind !== 'scalar' || typeof key.value !== 'string')
          return undefined;
        const base = this.#origin(from, steps);
        return base === undefined ? undefined : { root: base.root, path: [...base.path, key.value] };
      }
      default:
        return undefined;
    }
  }

  #variable(name: string, at: Span, steps: { left: number }): TermOrigin | undefined {
    const named = this.#names.definitionOf(at);
    // genpolicy adds `policy_data` later, so it isn't defined yet.
    if (named === undefined) return name === 'input' || name === dataName ? { root: name, path: [] } : undefined;
    switch (named.kind) {
      case 'import': {
        const [root, ...path] = named.import?.path.map(({ text }) => text) ?? [];
        if (root === 'data') return path[0] === dataName ? { root: 'policy_data', path: path.slice(1) } : undefined;
        return root === 'input' ? { root: 'input', path } : undefined;
      }
      case 'parameter':
        return this.#parameter(named, steps);
      case 'variable':
        return this.#bound(named, steps);
      default:
        return this.#rule(named, steps);
    }
  }

  #rule({ name, kind, rules }: NamedSymbol, steps: { left: number }): TermOrigin | undefined {
    if (name === dataName) return { root: 'policy_data', path: [] };
    const valued = rules.filter(({ isDefault }) => !isDefault);
    const [only] = valued;
    const isPlain =
      kind === 'rule' && valued.length === 1 && only?.head.ref.kind === 'variable' && only.head.contains === undefined;
    return isPlain && only.head.value !== undefined ? this.#origin(only.head.value, steps) : undefined;
  }

  /** Determines the origin of a parameter from its argument in all calls. Returns undefined if the origins differ. */
  #parameter(parameter: NamedSymbol, steps: { left: number }): TermOrigin | undefined {
    const [definition] = parameter.definitions;
    const rule = definition === undefined ? undefined : this.ruleAt(definition.start);
    const index =
      rule?.head.parameters?.findIndex(({ kind, start }) => kind === 'variable' && start === definition?.start) ?? -1;
    const named = rule === undefined ? undefined : this.#names.rules.get(getRuleName(rule) ?? '');
    if (named === undefined || index < 0) return undefined;
    const calls = this.#names.callsOf(named);
    if (calls.length > maxCalls) return undefined;
    let agreed: TermOrigin | undefined;
    for (const { call } of calls) {
      const given = call.arguments[index];
      const origin = given === undefined ? undefined : this.#origin(given, steps);
      if (origin === undefined || (agreed !== undefined && !isSame(agreed, origin))) return undefined;
      agreed = origin;
    }
    return agreed;
  }

  /** Determines the origin of a variable from the statement that binds it. */
  #bound({ definitions: [definition], name }: NamedSymbol, steps: { left: number }): TermOrigin | undefined {
    if (definition === undefined) return undefined;
    const { statement } = this.#bindingAt(definition.start);
    return statement === undefined ? undefined : this.#statement(statement, name, definition, steps);
  }

  /** Returns the innermost statement and query around a variable. */
  #bindingAt(offset: number): Binding {
    const rule = this.ruleAt(offset);
    if (rule === undefined) return { statement: undefined, query: undefined };
    const known = this.#bindings.get(rule) ?? findBindings(rule);
    this.#bindings.set(rule, known);
    return known.get(offset) ?? { statement: undefined, query: undefined };
  }

  #statement(statement: Statement, name: string, definition: Span, steps: { left: number }): TermOrigin | undefined {
    const isIt = (term: Term): boolean =>
      term.kind === 'variable' && term.name === name && term.start === definition.start;
    if (statement.kind === 'some in' || statement.kind === 'every') {
      const origin = isIt(statement.value) ? this.#origin(statement.collection, steps) : undefined;
      return origin === undefined ? undefined : { root: origin.root, path: [...origin.path, anyKey] };
    }
    if (statement.kind === 'some') return this.#declared(name, definition, steps);
    const { term } = statement;
    if (term.kind !== 'binary' || (term.operator !== ':=' && term.operator !== '=')) return undefined;
    if (isIt(term.left)) return this.#origin(term.right, steps);
    return isIt(term.right) ? this.#origin(term.left, steps) : undefined;
  }

  /** Determines the origin of a variable that `some x` declares, from `x = input.y` in the same query. */
  #declared(name: string, definition: Span, steps: { left: number }): TermOrigin | undefined {
    const { query } = this.#bindingAt(definition.start);
    for (const statement of query?.statements ?? []) {
      if (statement.kind !== 'expression' || statement.term.kind !== 'binary') continue;
      const { operator, left, right } = statement.term;
      if (operator === '=' && left.kind === 'variable' && left.name === name) return this.#origin(right, steps);
    }
    return undefined;
  }
}

/**
 * Returns the innermost statements and queries around the variables of a rule, by the start of the variable. Reads a
 * rule once, because a rule can have thousands of statements.
 */
function findBindings(rule: RegoRule): ReadonlyMap<number, Binding> {
  const found = new Map<number, Binding>();
  const read = (node: RegoNode, around: Binding): void => {
    let inside = around;
    if (node.type === 'statement') inside = { ...around, statement: node.node };
    else if (node.type === 'query') inside = { ...around, query: node.node };
    else if (node.type === 'term' && node.node.kind === 'variable') found.set(node.node.start, around);
    for (const child of children(node)) read(child, inside);
  };
  read({ type: 'rule', node: rule }, { statement: undefined, query: undefined });
  return found;
}

/** Returns the name of a rule. */
export function getRuleName({ head: { ref } }: RegoRule): string | undefined {
  const base = ref.kind === 'variable' ? ref : ref.base;
  return base.kind === 'variable' ? base.name : undefined;
}

const isSame = (one: TermOrigin, other: TermOrigin): boolean =>
  one.root === other.root &&
  one.path.length === other.path.length &&
  one.path.every((step, index) => step === other.path[index]);

function stepOf(key: Term): PathStep {
  if (key.kind !== 'scalar') return anyKey;
  if (typeof key.value === 'string') return key.value;
  const number = typeof key.value === 'object' && key.value !== null ? Number(key.value.number) : NaN;
  return Number.isSafeInteger(number) ? number : anyKey;
}

function fromInput({ name, type, summary, only, nullable }: InputField, requests: readonly string[]): KnownField {
  return { name, type, summary, only, nullable, requests };
}

const fromData = ({ name, type, summary }: PolicyDataField): KnownField => ({
  name,
  type,
  summary,
  only: undefined,
  nullable: false,
  requests: [],
});

/** Returns the fields of `policy_data` at a path. Below the listed fields, uses the messages of the protocol. */
function dataFields(path: readonly PathStep[]): readonly KnownField[] {
  let own: readonly PolicyDataField[] = policyDataFields;
  for (const [index, step] of path.entries()) {
    if (typeof step !== 'string') continue;
    const next = own.find(({ name }) => name === step);
    if (next === undefined) return [];
    if (next.fields.length > 0) {
      own = next.fields;
      continue;
    }
    const type = followed(next.type, path.slice(index + 1));
    return type?.kind === 'message' ? (messageFields(type.name) ?? []).map((field) => fromInput(field, [])) : [];
  }
  return own.map(fromData);
}

function dataType(path: readonly PathStep[]): InputType | undefined {
  const last = path.findLastIndex((step) => typeof step === 'string');
  const field = dataFields(path.slice(0, Math.max(last, 0))).find(({ name }) => name === path[last]);
  return field?.type === undefined ? undefined : followed(field.type, path.slice(last + 1));
}

function followed(type: InputType, path: readonly PathStep[]): InputType | undefined {
  let at: InputType | undefined = type;
  for (const step of path) {
    if (at?.kind === 'list' || at?.kind === 'map') at = at.of;
    else if (at?.kind === 'message') {
      const { name }: { name: string } = at;
      at = (messageFields(name) ?? []).find((field) => field.name === step)?.type;
    } else return undefined;
  }
  return at;
}
