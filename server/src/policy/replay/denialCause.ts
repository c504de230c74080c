/** Explains denial messages that a rule of the replayed policy didn't cause. */
import * as l10n from '@vscode/l10n';
import { getPolicyOrigin } from '#core/agent/denials/policyOrigin.ts';
import type { PolicyDenial } from '#core/agent/denials/readDenials.ts';
import { listMissingDefaults, meansMissingRule } from '#core/agent/endpoints/newerDefaults.ts';
import { formatList, joinSentences } from '#core/text/grammar.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Policy } from '../model/policy.ts';
import type { RegoRule } from '../rego/syntax/ast.ts';
import { computeStaticVerdicts } from '../table/tableVerdicts.ts';
import { moduleIn, type GuestDialect } from './replaySession.ts';

/** Result of a request. The policy contains no failed condition that explains it. */
interface Cause {
  readonly result: false | null;
  readonly failures: readonly never[];
  readonly error: string;
  /** Requests for which the policy needs a default, so that the agent denies them without an error. */
  readonly missingDefaults?: readonly string[];
}

/** Maximum number of characters of a file name or an error in a message. */
const maxText = 200;

/**
 * Returns the result for a denial message with another cause than a rule of this policy: an error of the agent, or a
 * policy that isn't this one. Returns undefined if the policy might be the cause.
 */
export function explainOtherCause(policy: Policy, denial: PolicyDenial, reading: GuestDialect): Cause | undefined {
  if (denial.kind === 'error') return { result: null, failures: [], ...explainError(policy, denial, reading) };
  const [print] = denial.prints;
  if (print === undefined) return undefined;
  const file = sanitizeLine(print.file, maxText);
  switch (getPolicyOrigin(print.file)) {
    case 'image':
      return denied(l10n.t`The policy ${file} in the VM image denied the request, not this policy.`);
    case 'contrast':
      return denied(l10n.t`The policy ${file} of Contrast denied the request, not this policy. Check the initdata.`);
    default:
  }
  const lines = policy.text.split('\n').length;
  return print.line > lines
    ? denied(
        l10n.t`Line ${print.line} of the policy denied the request, but this policy has only ${lines} lines. The guest has a different policy.`,
      )
    : undefined;
}

function denied(error: string): Cause {
  return { result: false, failures: [], error };
}

function explainError(
  policy: Policy,
  { request, detail }: PolicyDenial,
  reading: GuestDialect,
): Pick<Cause, 'error' | 'missingDefaults'> {
  const module = moduleIn(policy, reading);
  const verdicts = computeStaticVerdicts(module, policy.text);
  const error = sanitizeLine(detail, maxText);
  if (!meansMissingRule(detail)) return { error: l10n.t`The agent couldn't evaluate its policy: ${error}.` };
  const isDefault = ({ isDefault: own, head: { ref } }: RegoRule): boolean =>
    own && ref.kind === 'variable' && ref.name === request;
  if (verdicts.has(request) && !module.rules.some(isDefault))
    return {
      error: l10n.t`The rule for the request has no default, and no condition is met. Add a default with the value false.`,
      missingDefaults: [request],
    };
  if (verdicts.has(request))
    return {
      error: l10n.t`The policy in the guest has no rule for the request, but this policy has one. The guest has a different policy.`,
    };
  const missing = [...new Set([request, ...listMissingDefaults((name) => verdicts.has(name))])];
  return {
    error: joinSentences(
      l10n.t`The policy has no rule for the request. It might be older than the agent.`,
      l10n.t`Add defaults with the value false for ${formatList(missing)}.`,
    ),
    missingDefaults: missing,
  };
}
