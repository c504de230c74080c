import { endpoint } from '../../../../core/agent/endpoints.ts';
import { kataUpstream } from '../../../../core/sources.ts';
import type { Rule, Term } from '../../rego/ast.ts';
import { headForm } from '../../rego/compileRule.ts';
import type { Span } from '../../span.ts';
import { definePolicyRule } from '../policyRule.ts';
import { policyWith } from './examplePolicy.ts';
import { nameOf, readingOf } from './reading.ts';

export default definePolicyRule({
  id: 'rego-result-type',
  title: 'A result that the agent does not take',
  severity: 'error',
  appliesTo: ['Agent policy'],
  language: 'rego',
  why: 'The agent takes true, false, or an object with `allowed` (and `ops`, patches for `pstate`). For anything else, a set, a list, a text, a number, the request fails with an internal error. A function of that name is never asked.',
  source: [kataUpstream('src/agent/policy/src/policy.rs')],
  *check({ policy }) {
    const { module, rulesOf, isAsked, isWhole } = readingOf(policy);
    if (!isAsked || !isWhole) return;
    for (const rule of module.rules) {
      const name = nameOf(rule)?.name ?? '';
      const kind = endpoint(name)?.kind;
      if (kind !== 'request' && kind !== 'special') continue;
      for (const { what, at } of faultsOf(rule, rulesOf(name))) {
        yield {
          start: at.start,
          end: at.end,
          message: `${name} must be true, false or an object with allowed. ${what}: the request fails with an internal error.`,
        };
      }
    }
  },
  examples: [
    {
      avoid: policyWith('default ExecProcessRequest := "no"\n#                             ^^^^ want\n'),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
    {
      avoid: policyWith(
        'ExecProcessRequest contains command if {\n# <------------------ want\n    command := input.process.Args[0]\n    command == "ls"\n}\n',
        {
          imports: 'import rego.v1\n',
        },
      ),
      prefer: policyWith('', { imports: 'import rego.v1\n' }),
    },
  ],
});

interface Fault {
  readonly what: string;
  readonly at: Span;
}

function* faultsOf(rule: Rule, all: readonly Rule[]): Generator<Fault> {
  const { ref, value, parameters } = rule.head;
  if (parameters !== undefined) {
    yield { what: 'This is a function, which the agent does not ask', at: ref };
    return;
  }
  if (headForm(rule).kind === 'set') {
    yield { what: 'This makes a set', at: ref };
    return;
  }
  if (ref.kind === 'ref') {
    // An object that is put together of parts.
    if (!all.some(({ head }) => head.ref.kind === 'variable' || setsAllowed(head.ref.path[0]?.key))) yield { what: 'This makes an object without it', at: ref };
    return;
  }
  for (const each of [value, ...rule.bodies.map((body) => body.value)]) {
    const what = each === undefined ? undefined : wrong(each);
    if (each !== undefined && what !== undefined) yield { what: `This is ${what}`, at: each };
  }
}

/** A key that is worked out may be `allowed`. */
function setsAllowed(key: Term | undefined): boolean {
  return key?.kind !== 'scalar' || key.value === 'allowed';
}

/** What a value surely is, if the agent does not take it. */
function wrong(value: Term): string | undefined {
  switch (value.kind) {
    case 'scalar':
      if (typeof value.value === 'boolean') return undefined;
      return value.value === null ? 'null' : typeof value.value === 'string' ? 'a text' : 'a number';
    case 'array':
    case 'array comprehension':
      return 'a list';
    case 'set':
    case 'set comprehension':
      return 'a set';
    case 'object': {
      const { entries } = value;
      const allowed = entries.find(({ key }) => key.kind === 'scalar' && key.value === 'allowed');
      if (allowed === undefined) return entries.every(({ key }) => key.kind === 'scalar') ? 'an object without allowed' : undefined;
      const inner = allowed.value;
      return inner.kind === 'object' || wrong(inner) !== undefined ? 'an object whose allowed is no boolean' : undefined;
    }
    default:
      return undefined;
  }
}
