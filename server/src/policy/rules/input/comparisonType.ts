import * as l10n from '@vscode/l10n';
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import type { Guest } from '#core/agent/guests.ts';
import { describeType, hasNumericValues, type InputType } from '#core/agent/inputs/inputType.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { findPlaceholderIn } from '#core/text/placeholder.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { InputTypes } from '#server/policy/model/inputTypes.ts';
import type { Binary, RegoRule, Term } from '#server/policy/rego/syntax/ast.ts';
import { walkUses } from '#server/policy/rego/syntax/walk.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { formatInputPath } from './inputFaults.ts';
import { replacesInput } from './inputPaths.ts';
import { analyzePolicy, getRuleNameNode, type PolicyAnalysis } from '../policyAnalysis.ts';

const exec = (conditions: string) => `default ExecProcessRequest := false\n\nExecProcessRequest if {\n${conditions}}\n`;

export default definePolicyRule({
  id: 'rego-comparison-type',
  title: () => l10n.t`Comparison between different types`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The policy compares a field of \`input\` with a value of a different type. Rego never treats values of different types as equal, so \`==\` is always false and \`!=\` is always true. For example, \`input.process.User.UID\` is a number, \`input.process.Args\` is a list of strings, and \`input.process.Terminal\` is true or false.

Compare the field with a value of its own type.`,
  source: [
    kataUpstream('src/libs/protocols/protos/agent.proto'),
    kataUpstream('src/libs/protocols/protos/oci.proto'),
    'microsoft/regorus@cabd0866 src/value.rs',
  ],
  *check({ policy, guest }) {
    const analysis = analyzePolicy(policy);
    if (!analysis.isWhole) return;
    for (const { path, type, literal, operator } of findMismatches(analysis, guest)) {
      const { start, end } = literal;
      const written = sanitizeQuote(policy.text.slice(start, end), 40);
      const [field, name] = [sanitizeQuote(path, 60), sanitizeQuote(describeType(type), 40)];
      const text = correctLiteral(literal, type, policy.text);
      yield {
        start,
        end,
        message:
          operator === '!='
            ? l10n.t`${field} has the type ${name}, so this comparison with ${written} is always true.`
            : l10n.t`${field} has the type ${name}, so this comparison with ${written} is always false.`,
        fixes:
          text === undefined ? [] : [{ title: l10n.t`Change to ${text}`, edits: [{ start, end, text }], sure: true }],
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(exec('    input.process.User.UID == "0"\n#                             ^^^ want\n')),
      prefer: policyWith(exec('    input.process.User.UID == 0\n')),
    },
    {
      avoid: policyWith(
        exec(
          '    input.process.Args == "ls"\n#                         ^^^^ want\n    input.process.Terminal == "true"\n#                             ^^^^^^ want\n',
        ),
      ),
      prefer: policyWith(exec('    input.process.Args == ["ls"]\n    input.process.Terminal == true\n')),
    },
  ],
});

/** A comparison whose sides have different types. */
interface Mismatch {
  /** Path of the field, such as `input.process.Args`. */
  readonly path: string;
  readonly type: InputType;
  readonly literal: Term;
  readonly operator: Binary['operator'];
}

function* findMismatches(analysis: PolicyAnalysis, { copyFile }: Guest): Generator<Mismatch> {
  const { module, names } = analysis;
  const types = new InputTypes(module, names(), copyFile);
  const isReplaced = replacesInput(module);
  for (const rule of module.rules) {
    const kind = findEndpoint(getRuleNameNode(rule)?.name ?? '')?.kind;
    // As for unknown fields, skips rules that other rules evaluate with another input, and rules that the agent never
    // evaluates.
    if (kind === 'special' || kind === 'legacy' || (isReplaced && kind === undefined)) continue;
    for (const { operator, left, right } of comparisonsIn(rule)) {
      const [field, literal] = kindOf(right) === undefined ? [right, left] : [left, right];
      const own = isReplacedLater(literal) ? undefined : kindOf(literal);
      const origin = own === undefined ? undefined : types.originOf(field);
      if (origin?.root !== 'input') continue;
      const type = types.typeOf(origin, types.requestsOf(rule));
      if (type === undefined || own === expectedKind(type)) continue;
      yield { path: formatInputPath(origin.path), type, literal, operator };
    }
  }
}

/** Returns the comparisons in a rule, except those in statements that use `with`. */
function comparisonsIn(rule: RegoRule): Binary[] {
  const found: Binary[] = [];
  walkUses({ type: 'rule', node: rule }, ({ type, node }) => {
    if (type === 'statement' && node.with.length > 0) return false;
    if (type === 'term' && node.kind === 'binary' && ['==', '=', '!='].includes(node.operator)) found.push(node);
    return true;
  });
  return found;
}

/**
 * Returns whether a string contains a placeholder. A tool might replace the string together with its quotation marks,
 * so its type is uncertain.
 */
function isReplacedLater(term: Term): boolean {
  if (term.kind !== 'scalar' || typeof term.value !== 'string') return false;
  return term.value.includes('{{') || findPlaceholderIn(term.value) !== undefined;
}

type ValueKind = 'string' | 'number' | 'boolean' | 'list' | 'set' | 'object';

/** Returns the type of a literal. Returns undefined for other terms, and for null, because any field might be null. */
function kindOf(term: Term): ValueKind | undefined {
  switch (term.kind) {
    case 'scalar': {
      const { value } = term;
      if (value === null) return undefined;
      return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'number';
    }
    case 'array':
    case 'array comprehension':
      return 'list';
    case 'set':
    case 'set comprehension':
      return 'set';
    case 'object':
    case 'object comprehension':
      return 'object';
    default:
      return undefined;
  }
}

function expectedKind(type: InputType): ValueKind {
  switch (type.kind) {
    case 'list':
    case 'bytes':
      return 'list';
    case 'map':
    case 'message':
      return 'object';
    case 'enum':
      return hasNumericValues(type) ? 'number' : 'string';
    default:
      return type.kind === 'bool' ? 'boolean' : type.kind;
  }
}

/** Returns the literal converted to the type of the field, or undefined if the conversion isn't clear. */
function correctLiteral(literal: Term, type: InputType, text: string): string | undefined {
  if (literal.kind !== 'scalar') return undefined;
  const { value } = literal;
  const written = text.slice(literal.start, literal.end);
  if (type.kind === 'list') return expectedKind(type.of) === kindOf(literal) ? `[${written}]` : undefined;
  if (type.kind === 'string') return typeof value === 'string' ? undefined : JSON.stringify(written);
  if (typeof value !== 'string') return undefined;
  if (type.kind === 'bool') return value === 'true' || value === 'false' ? value : undefined;
  return type.kind === 'number' && /^(?:0|[1-9]\d{0,15})$/.test(value) ? value : undefined;
}
