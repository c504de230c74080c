/** Renders descriptions of requests, built-in functions, fields, and rules as Markdown. */
import * as l10n from '@vscode/l10n';
import { formatSignature, type BuiltinInfo } from '#core/agent/builtinReference/builtin.ts';
import { isAvailableIn, getBuiltinAvailability } from '#core/agent/builtinReference/builtins.ts';
import { defaultPolicies, getDefaultVerdict, type DefaultPolicy } from '#core/agent/defaultPolicies.ts';
import type { AgentEndpoint, NeededToStart, RiskLevel } from '#core/agent/endpoints/endpoint.ts';
import type { Guest } from '#core/agent/guests.ts';
import { anyKey, type PathStep } from '#core/agent/inputs/inputs.ts';
import { describeType } from '#core/agent/inputs/inputType.ts';
import { verdictNames } from '#core/agent/verdicts.ts';
import type { KnownField } from '../model/inputTypes.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

const starts: Readonly<Record<NeededToStart, Message>> = {
  always: () => l10n.t`Required. No pod starts without this request.`,
  local: () =>
    l10n.t`Required for pods that run in a VM on the node. With kata-remote, this request is never sent at startup.`,
  mounts: () => l10n.t`Required for pods that mount files (Secrets, ConfigMaps, tokens, /etc/hosts).`,
  usually: () => l10n.t`Not required, but sent during the lifetime of nearly every pod.`,
  annotation: () =>
    l10n.t`If the pod sets a policy in its annotation, the policy in the image must allow this request.`,
  no: () => l10n.t`Not required.`,
};

const risks: Readonly<Record<RiskLevel, Message>> = {
  high: () => l10n.t`**High risk when allowed:**`,
  medium: () => l10n.t`**Medium risk when allowed:**`,
  low: () => l10n.t`**Low risk when allowed:**`,
};

/** Describes a request: its purpose, when it is sent, its risk, and the defaults in shipped policies. */
export function requestMarkdown(row: AgentEndpoint): string {
  const parts = [row.summary()];
  if (row.kind === 'legacy')
    parts.push(l10n.t`Agents no longer support this request. Policy rules for it have no effect.`);
  parts.push(l10n.t`**Called:** ${row.called()}`, l10n.t`**At start:** ${starts[row.start]()}`);
  parts.push(`${risks[row.risk]()} ${row.whenAllowed()}`, l10n.t`**When denied:** ${row.whenDenied()}`);
  const shipped = shippedVerdicts(row.name);
  if (shipped !== '') parts.push(shipped);
  if (row.note !== undefined) parts.push(row.note());
  if (row.section !== undefined) parts.push(`${l10n.t`**Documentation:**`} [${row.section.title}](${row.section.url})`);
  return [`**${row.name}**`, ...parts].join('\n\n');
}

function shippedVerdicts(name: string): string {
  const titles = (wanted: boolean | undefined): string[] =>
    defaultPolicies
      .filter(({ id }: DefaultPolicy) => getDefaultVerdict(id, name) === wanted)
      .map(({ title }) => title());
  const lines = (
    [
      [verdictNames.allowed(), true],
      [verdictNames.denied(), false],
      [verdictNames.undefined(), undefined],
    ] as const
  ).flatMap(([word, wanted]) => {
    const found = titles(wanted);
    return found.length === 0 ? [] : [`- ${word}: ${found.join('; ')}`];
  });
  return lines.length === 1 && titles(undefined).length > 0
    ? ''
    : [l10n.t`**Default verdict in the shipped policies:**`, lines.join('\n')].join('\n\n');
}

/** Describes a built-in function with its signature and its availability in the guest. */
export function builtinMarkdown(builtin: BuiltinInfo, guest: Guest): string {
  const parts = [`\`\`\`rego\n${formatSignature(builtin)}\n\`\`\``];
  if (builtin.summary !== undefined) parts.push(builtin.summary());
  if (builtin.note !== undefined) parts.push(builtin.note());
  const standing = availability(builtin, guest);
  if (standing !== undefined) parts.push(standing);
  return parts.join('\n\n');
}

/** Describes why a built-in function isn't available. Returns undefined if it is certainly available. */
export function availability(builtin: BuiltinInfo, guest: Guest): string | undefined {
  const available = isAvailableIn(builtin, guest);
  if (available === true) return undefined;
  const standing = getBuiltinAvailability(builtin.name, guest);
  const why = standing.state === 'depends' || standing.state === 'later' ? [standing.why] : [];
  const head =
    available === 'depends'
      ? l10n.t`**Availability depends on the OSC ${guest.release} guest.**`
      : l10n.t`**Not available in the OSC ${guest.release} guest.**`;
  return [head, ...why].join(getSentenceSeparator());
}

/** Describes a field of `input` or `policy_data`. */
export function fieldMarkdown(path: string, field: KnownField): string {
  const parts = [`**${path}**${field.type === undefined ? '' : `: ${describeType(field.type)}`}`];
  if (field.summary !== undefined) parts.push(field.summary());
  if (field.type?.kind === 'message' || field.nullable) parts.push(l10n.t('Can be `null`.'));
  if (field.only !== undefined) parts.push(l10n.t`**Available only in:** ${field.only()}.`);
  if (field.requests.length > 0 && field.requests.length <= 8) {
    const requests = field.requests.map((name) => `\`${name}\``).join(', ');
    parts.push(
      l10n.t({
        message: '**In:** {0}',
        args: [requests],
        comment: ['{0} is a list of request names. Shown when the user hovers over a field of the policy input.'],
      }),
    );
  }
  return parts.join('\n\n');
}

/** Formats a path as in Rego: `input.OCI.Mounts[_].source`. */
export function formatInputPath(root: string, path: readonly PathStep[]): string {
  return (
    root +
    path
      .map((step) =>
        step === anyKey
          ? '[_]'
          : typeof step === 'number'
            ? `[${step}]`
            : /^[A-Za-z_]\w*$/.test(step)
              ? `.${step}`
              : `[${JSON.stringify(step)}]`,
      )
      .join('')
  );
}

/** Returns a word for the kind of a name. */
export function describeKind(kind: 'parameter' | 'variable'): string {
  return kind === 'parameter'
    ? l10n.t({
        message: 'parameter',
        args: [],
        comment: ['The kind of a name in a Rego policy: a parameter of a function.'],
      })
    : l10n.t({ message: 'variable', args: [], comment: ['The kind of a name in a Rego policy. A noun.'] });
}

/** Descriptions of the Rego keywords. */
export const describeKeyword: Readonly<Record<string, Message>> = {
  as: () => l10n.t('Renames an import, or specifies the replacement in `with`.'),
  contains: () => l10n.t('Defines a set from the values that the rule generates: `names contains x if {...}`.'),
  default: () =>
    l10n.t`Value of a rule if none of its bodies is true. Without a default, the rule is then undefined, and the request fails.`,
  else: () => l10n.t`Alternative if the preceding body isn't true.`,
  every: () => l10n.t`True if the body is true for every element or if there are no elements.`,
  if: () =>
    l10n.t(
      "Starts the condition of a rule. If the policy doesn't import this keyword, a Rego v0 guest interprets `X if {...}` as a rule X that is always true.",
    ),
  import: () => l10n.t`Defines a short name, or enables keywords.`,
  in: () => l10n.t('True if a value is an element of a collection. With `some`, iterates over all elements.'),
  not: () => l10n.t`True if the expression that follows is false or undefined.`,
  package: () => l10n.t('The agent evaluates only the package `{0}`.', 'agent_policy'),
  some: () => l10n.t('Declares variables, or iterates over all elements: `some x in xs`.'),
  with: () => l10n.t('Evaluates an expression with a replacement for `input` or data: `with input.a as 1`.'),
};
