/** Determines what the terms of a policy refer to: the origin of their value, a constant, or a rule. */
import { policyPackage } from '#core/agent/endpoints/endpoints.ts';
import type { Module, Term } from '../../rego/syntax/ast.ts';
import {
  dataOrigin,
  elementField,
  fieldOf,
  inputOrigin,
  originKey,
  policyDataOrigin,
  type ValueOrigin,
} from './valueOrigin.ts';
import { collectRules, type NamedRules } from './ruleClauses.ts';
import type { VariableScope } from './variableScope.ts';

/** A term with the variables that it can use. */
export interface PlacedTerm {
  readonly term: Term;
  readonly scope: VariableScope;
}

/** A use of a rule of the policy. */
export interface RuleUse {
  readonly name: string;
  /** Arguments of a call. */
  readonly arguments: readonly Term[];
}

/** Name of the rule with the data of genpolicy. */
const policyData = 'policy_data';
/** Maximum number of aliases to follow. The limit also ends cycles of aliases. */
const maxDepth = 40;

const noVariables: VariableScope = { find: () => undefined, id: 'rules' };

export class TermReader {
  readonly rules: NamedRules;
  readonly #imports: ReadonlyMap<string, readonly string[]>;

  constructor(module: Module) {
    this.rules = collectRules(module);
    this.#imports = new Map(
      module.imports.flatMap(({ path, alias }) => {
        const name = (alias ?? path.at(-1))?.text;
        return name === undefined ? [] : [[name, path.map(({ text }) => text)]];
      }),
    );
  }

  /** Returns the origin of a value. Returns undefined if the value isn't part of the request or of `policy_data`. */
  originOf(term: Term, scope: VariableScope, depth = 0): ValueOrigin | undefined {
    if (depth > maxDepth) return undefined;
    switch (term.kind) {
      case 'variable':
        return this.#originOfVariable(term.name, scope, depth + 1);
      case 'ref': {
        let origin = this.originOf(term.base, scope, depth + 1);
        for (const { key } of term.path) origin = this.#part(origin, this.#fieldName(key, scope, depth), depth);
        return origin;
      }
      case 'call':
        return this.#originOfLookup(term, scope, depth + 1);
      default:
        return undefined;
    }
  }

  /** Follows aliases to the term that defines a value. */
  expand(term: Term, scope: VariableScope): PlacedTerm {
    let found: PlacedTerm = { term, scope };
    for (let left = maxDepth; left > 0 && found.term.kind === 'variable'; left -= 1) {
      const { name } = found.term;
      const meaning = found.scope.find(name);
      const constant = meaning === undefined ? this.rules.get(name)?.constant : undefined;
      if (meaning?.kind === 'alias') found = { term: meaning.term, scope: meaning.scope };
      else if (constant !== undefined) found = { term: constant, scope: noVariables };
      else break;
    }
    return found;
  }

  /** Returns the value of a constant string or number. */
  constantOf(term: Term, scope: VariableScope): string | number | undefined {
    const { term: found } = this.expand(term, scope);
    if (found.kind !== 'scalar') return undefined;
    const { value } = found;
    if (typeof value === 'string') return value;
    return typeof value === 'object' && value !== null ? Number(value.number) : undefined;
  }

  /** Returns the rule that a term uses or calls. */
  ruleOf(term: Term, scope: VariableScope): RuleUse | undefined {
    const isCall = term.kind === 'call';
    const name = this.#ruleName(isCall ? term.callee : term, scope);
    if (name === undefined || name === policyData || !this.rules.has(name)) return undefined;
    return { name, arguments: isCall ? term.arguments : [] };
  }

  #ruleName(term: Term, scope: VariableScope): string | undefined {
    const base = term.kind === 'ref' ? term.base : term;
    if (base.kind !== 'variable' || scope.find(base.name) !== undefined) return undefined;
    const keys = term.kind === 'ref' ? term.path.slice(0, 2).map(({ key }) => this.constantOf(key, scope)) : [];
    const [first, second, third] = [...(this.#imports.get(base.name) ?? [base.name]), ...keys];
    if (first === 'data' && second === policyPackage) return typeof third === 'string' ? third : undefined;
    return this.#imports.has(base.name) || typeof first !== 'string' ? undefined : first;
  }

  #originOfVariable(name: string, scope: VariableScope, depth: number): ValueOrigin | undefined {
    const meaning = scope.find(name);
    switch (meaning?.kind) {
      case 'parameter':
        return meaning.origin;
      case 'alias':
        return this.originOf(meaning.term, meaning.scope, depth);
      case 'element': {
        const list = this.originOf(meaning.list, meaning.scope, depth);
        return list === undefined ? undefined : fieldOf(list, elementField(meaning.id));
      }
      case 'other':
        return undefined;
      default:
        return this.#originOfName(name, depth);
    }
  }

  #originOfName(name: string, depth: number): ValueOrigin | undefined {
    if (name === 'input') return inputOrigin;
    if (name === 'data') return dataOrigin;
    if (name === policyData) return policyDataOrigin;
    const [root, ...path] = this.#imports.get(name) ?? [];
    if (root !== undefined) {
      let origin: ValueOrigin | undefined = [root];
      for (const field of path) origin = this.#part(origin, field, depth);
      return origin;
    }
    const constant = this.rules.get(name)?.constant;
    return constant === undefined || depth > maxDepth ? undefined : this.originOf(constant, noVariables, depth + 1);
  }

  #part(origin: ValueOrigin | undefined, field: string, depth: number): ValueOrigin | undefined {
    if (origin === undefined) return undefined;
    const isRule = origin.length === 2 && origin[0] === 'data' && origin[1] === policyPackage;
    return isRule ? this.#originOfName(field, depth + 1) : fieldOf(origin, field);
  }

  /** Returns the origin of `object.get(value, key, default)`. */
  #originOfLookup(term: Extract<Term, { kind: 'call' }>, scope: VariableScope, depth: number): ValueOrigin | undefined {
    const [value, key] = term.arguments;
    if (calleeName(term) !== 'object.get' || value === undefined || key === undefined) return undefined;
    const origin = this.originOf(value, scope, depth);
    const { term: path, scope: of } = this.expand(key, scope);
    if (origin === undefined) return undefined;
    const keys = path.kind === 'array' ? path.items : [path];
    return fieldOf(origin, ...keys.map((one) => this.#fieldName(one, of, depth)));
  }

  #fieldName(key: Term, scope: VariableScope, depth: number): string {
    const constant = this.constantOf(key, scope);
    if (constant !== undefined) return String(constant);
    if (key.kind !== 'variable' || key.name === '_') return elementField(String(key.start));
    const meaning = scope.find(key.name);
    if (meaning?.kind === 'other') return elementField(meaning.id);
    const origin = meaning === undefined ? undefined : this.originOf(key, scope, depth + 1);
    return elementField(origin === undefined ? `${key.name}@` : originKey(origin));
  }
}

/** Returns the name of a called function as written, such as `object.get`. */
export function calleeName({ callee }: Extract<Term, { kind: 'call' }>): string {
  if (callee.kind === 'variable') return callee.name;
  const base = callee.base.kind === 'variable' ? callee.base.name : '';
  return [
    base,
    ...callee.path.map(({ key }) => (key.kind === 'scalar' && typeof key.value === 'string' ? key.value : '')),
  ].join('.');
}
