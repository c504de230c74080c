import * as l10n from '@vscode/l10n';
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { kataUpstream } from '#core/product/sources.ts';
import type { RegoRule, Term } from '#server/policy/rego/syntax/ast.ts';
import { getHeadForm } from '#server/policy/rego/compile/compileRule.ts';
import type { Span } from '#server/engine/text/span.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { getRuleNameNode, analyzePolicy } from '../policyAnalysis.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export default definePolicyRule({
  id: 'rego-result-type',
  title: () => l10n.t`Invalid result type`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The rule for a request has a result that the agent can't use, so the request fails with an internal error. The agent accepts true, false, or an object with \`allowed\`, which is true or false, and optionally \`ops\`, which changes the policy state. It doesn't accept a set, a list, a string, or a number, and never evaluates a function that has the name of a request.

Return true or false.`,
  source: [kataUpstream('src/agent/policy/src/policy.rs')],
  *check({ policy }) {
    const { module, rulesOf, isAsked, isWhole } = analyzePolicy(policy);
    if (!isAsked || !isWhole) return;
    for (const rule of module.rules) {
      const name = getRuleNameNode(rule)?.name ?? '';
      const kind = findEndpoint(name)?.kind;
      if (kind !== 'request' && kind !== 'special') continue;
      for (const { what, at } of faultsOf(rule, rulesOf(name))) {
        yield {
          start: at.start,
          end: at.end,
          message: `${l10n.t`${name} must be true, false, or an object with the property "allowed".`}${getSentenceSeparator()}${what}`,
        };
      }
    }
  },
  examples: () => [
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
  /** Sentence that states the type and the consequence. */
  readonly what: string;
  readonly at: Span;
}

function* faultsOf(rule: RegoRule, all: readonly RegoRule[]): Generator<Fault> {
  const { ref, value, parameters } = rule.head;
  if (parameters !== undefined) {
    yield {
      what: l10n.t`The agent doesn't evaluate functions, so the request fails with an internal error.`,
      at: ref,
    };
    return;
  }
  if (getHeadForm(rule).kind === 'set') {
    yield { what: wrongValue(l10n.t`a set`), at: ref };
    return;
  }
  if (ref.kind === 'ref') {
    // Several rules define the parts of the object.
    if (!all.some(({ head }) => head.ref.kind === 'variable' || setsAllowed(head.ref.path[0]?.key)))
      yield {
        what: l10n.t`This object has no Boolean field "allowed", so the request fails with an internal error.`,
        at: ref,
      };
    return;
  }
  for (const each of [value, ...rule.bodies.map((body) => body.value)]) {
    const what = each === undefined ? undefined : wrong(each);
    if (each !== undefined && what !== undefined) yield { what, at: each };
  }
}

/** Returns whether the key is or can be `allowed`. A computed key can be. */
function setsAllowed(key: Term | undefined): boolean {
  return key?.kind !== 'scalar' || key.value === 'allowed';
}

/** Returns the message for a value that the agent certainly rejects. */
function wrongValue(type: string): string {
  return l10n.t`This value is ${type}, so the request fails with an internal error.`;
}

/** Returns the message for a value that isn't a boolean, or undefined if the value is or might be one. */
function wrong(value: Term): string | undefined {
  switch (value.kind) {
    case 'scalar':
      if (typeof value.value === 'boolean') return undefined;
      if (value.value === null) return wrongValue('null');
      return wrongValue(typeof value.value === 'string' ? l10n.t`a string` : l10n.t`a number`);
    case 'array':
    case 'array comprehension':
      return wrongValue(l10n.t`a list`);
    case 'set':
    case 'set comprehension':
      return wrongValue(l10n.t`a set`);
    case 'object': {
      const { entries } = value;
      const allowed = entries.find(({ key }) => key.kind === 'scalar' && key.value === 'allowed');
      if (allowed === undefined)
        return entries.every(({ key }) => key.kind === 'scalar')
          ? l10n.t`This object has no Boolean field "allowed", so the request fails with an internal error.`
          : undefined;
      const inner = allowed.value;
      return inner.kind === 'object' || wrong(inner) !== undefined
        ? l10n.t`This object has no Boolean field "allowed", so the request fails with an internal error.`
        : undefined;
    }
    default:
      return undefined;
  }
}
