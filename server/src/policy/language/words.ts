/** What there is to say of requests, built-ins, fields and rules, as Markdown. */
import { signatureOf, type Builtin } from '../../../../core/agent/builtin.ts';
import { availableIn, builtinStanding } from '../../../../core/agent/builtins.ts';
import { defaultPolicies, defaultVerdict, type DefaultPolicy } from '../../../../core/agent/defaults.ts';
import type { AgentEndpoint, NeededToStart, RiskLevel } from '../../../../core/agent/endpoint.ts';
import type { Guest } from '../../../../core/agent/guests.ts';
import { anyKey, type PathStep } from '../../../../core/agent/inputs.ts';
import { describeType } from '../../../../core/agent/inputType.ts';
import type { KnownField } from '../inputTypes.ts';

const starts: Readonly<Record<NeededToStart, string>> = {
  always: 'no pod starts without it.',
  local: 'pods in a virtual machine of their node do not start without it; kata-remote never sends it at start.',
  mounts: 'pods with mounts of files (secrets, config maps, tokens, /etc/hosts) do not start without it.',
  usually: 'pods start without it, but it is sent in the life of nearly every pod.',
  annotation: 'the policy of the image must allow it where a policy comes by the annotation.',
  no: 'pods start without it.',
};

const risks: Readonly<Record<RiskLevel, string>> = { high: 'High', medium: 'Medium', low: 'Low' };

/** What a request does, when it is called, what it risks, and what shipped policies say of it. */
export function requestMarkdown(row: AgentEndpoint): string {
  const parts = [row.summary];
  if (row.kind === 'legacy') parts.push('No agent asks for it any more: what a policy says of it has no effect.');
  parts.push(`**Called:** ${row.called}`, `**To start:** ${starts[row.start]}`);
  parts.push(`**${risks[row.risk]} risk when allowed:** ${row.whenAllowed}`, `**When denied:** ${row.whenDenied}`);
  const shipped = shippedVerdicts(row.name);
  if (shipped !== '') parts.push(shipped);
  if (row.note !== undefined) parts.push(row.note);
  if (row.section !== undefined) parts.push(`**Documentation:** [${row.section.title}](${row.section.url})`);
  return [`**${row.name}**`, ...parts].join('\n\n');
}

function shippedVerdicts(name: string): string {
  const titles = (wanted: boolean | undefined): string[] =>
    defaultPolicies.filter(({ id }: DefaultPolicy) => defaultVerdict(id, name) === wanted).map(({ title }) => title);
  const lines = (
    [
      ['Allowed', true],
      ['Denied', false],
      ['Not named, so it fails', undefined],
    ] as const
  ).flatMap(([word, wanted]) => {
    const found = titles(wanted);
    return found.length === 0 ? [] : [`- ${word}: ${found.join('; ')}`];
  });
  return lines.length === 1 && titles(undefined).length > 0 ? '' : `**Shipped policies, when no rule of theirs decides:**\n\n${lines.join('\n')}`;
}

/** A built-in with its signature, and whether the guest has it. */
export function builtinMarkdown(builtin: Builtin, guest: Guest): string {
  const parts = [`\`\`\`rego\n${signatureOf(builtin)}\n\`\`\``, builtin.summary];
  if (builtin.note !== undefined) parts.push(builtin.note);
  const standing = availability(builtin, guest);
  if (standing !== undefined) parts.push(standing);
  return parts.join('\n\n');
}

/** What keeps a built-in from being there, in a sentence; undefined when it surely is there. */
export function availability(builtin: Builtin, guest: Guest): string | undefined {
  const available = availableIn(builtin, guest);
  if (available === true) return undefined;
  const standing = builtinStanding(builtin.name, guest);
  const why = standing.state === 'depends' || standing.state === 'later' ? ` ${standing.why}` : '';
  return available === 'depends'
    ? `**It depends on the guest of OSC ${guest.release}.**${why}`
    : `**The guest of OSC ${guest.release} does not have it.**${why}`;
}

/** A field of `input` or `policy_data`. */
export function fieldMarkdown(path: string, field: KnownField): string {
  const parts = [`**${path}**${field.type === undefined ? '' : `: ${describeType(field.type)}`}`];
  if (field.summary !== undefined) parts.push(field.summary);
  if (field.type?.kind === 'message') parts.push('It is `null` when it was not sent.');
  else if (field.nullable) parts.push('It may be `null`.');
  if (field.only !== undefined) parts.push(`**Only on:** ${field.only}.`);
  if (field.requests.length > 0 && field.requests.length <= 8) parts.push(`**In:** ${field.requests.map((name) => `\`${name}\``).join(', ')}`);
  return parts.join('\n\n');
}

/** A path as one writes it: `input.OCI.Mounts[_].source`. */
export function pathText(root: string, path: readonly PathStep[]): string {
  return (
    root +
    path
      .map((step) =>
        step === anyKey ? '[_]' : typeof step === 'number' ? `[${step}]` : /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
      )
      .join('')
  );
}

/** What the words of the language do. */
export const keywordWords: Readonly<Record<string, string>> = {
  as: 'Gives an import another name, or says what `with` puts in the place of something.',
  contains: 'Makes a set of what the rule finds: `names contains x if {...}`.',
  default: 'What a rule is when no body of it holds. A request without a default and without a body that holds is undefined, and fails.',
  else: 'What holds when the body before it does not.',
  every: 'Holds when its body holds for every element; also for no element at all.',
  if: 'What must hold. Without its import, a guest of Rego v0 takes `X if {...}` for a rule X that always holds.',
  import: 'Gives a short name to something, or switches keywords on.',
  in: 'Holds when something is an element; with `some`, goes through all elements.',
  not: 'Holds when what follows is false or undefined.',
  package: 'The agent asks only the package `agent_policy`.',
  some: 'Declares variables, or goes through all elements: `some x in xs`.',
  with: 'Evaluates with something else in the place of `input` or data: `with input.a as 1`.',
};
