import * as l10n from '@vscode/l10n';
import { formatList, getSentenceSeparator } from '#core/text/grammar.ts';
import { requestsWith } from '#core/agent/inputs/inputs.ts';
import { describeType } from '#core/agent/inputs/inputType.ts';
import type { Guest } from '#core/agent/guests.ts';
import { kataUpstream } from '#core/product/sources.ts';
import type { Policy } from '#server/policy/model/policy.ts';
import { computeStaticVerdicts } from '#server/policy/table/tableVerdicts.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import type { Fix } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { inputFaults, type InputFault } from './inputFaults.ts';
import { keyEdit } from './keyEdit.ts';
import { analyzePolicy } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-unknown-input',
  title: () => l10n.t`Unknown input field`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The policy reads a field of \`input\` that the request doesn't have. The field is always undefined. A condition that contains it is never true, or always true if it's negated with \`not\`. Field names are case-sensitive and come from the agent protocol, so some are capitalized (\`input.OCI\`, \`input.process.Args\`) and others aren't (\`input.storages\`).\n\nThe severity is information for a field that exists only in agents other than the one in the selected OSC release. However, it's a warning if the policy denies every file copy because the field is missing. Pods with mounts then don't start.\n\nCorrect the name, or compare another field.`,
  source: [kataUpstream('src/libs/protocols/protos/agent.proto'), kataUpstream('src/libs/protocols/protos/oci.proto')],
  *check({ policy, guest }) {
    const reading = analyzePolicy(policy);
    if (!reading.isWhole) return;
    let copiesNothing: boolean | undefined;
    for (const fault of inputFaults(reading, guest)) {
      const { part, step, place, only } = fault;
      const names = place.fields?.map(({ name }) => name) ?? [];
      if (step === 'type' && names.includes('type_')) continue;
      const { start, end } = part.key;
      if (only !== undefined) {
        copiesNothing ??= neverCopies(policy, guest);
        if (copiesNothing && fault.request === 'CopyFileRequest') {
          yield { start, end, severity: 'warning', message: withoutFiles(guest, sanitizeQuote(String(step))) };
          continue;
        }
        yield {
          start,
          end,
          severity: 'info',
          message: l10n.t`The field ${sanitizeQuote(String(step))} of ${fault.request} exists only in ${only}. In the OSC ${guest.release} guest, the field is always undefined.`,
        };
        continue;
      }
      const meant = typeof step === 'string' ? findNearestName(step, names) : undefined;
      const fixes: Fix[] =
        meant === undefined
          ? []
          : [{ title: l10n.t`Change to ${meant.name}`, edits: [keyEdit(part, meant.name)], sure: meant.sure }];
      yield {
        start,
        end,
        message:
          `${messageFor(fault)}${getSentenceSeparator()}${meant === undefined ? reasonFor(fault) : l10n.t`Did you mean ${meant.name}?`}`.trimEnd(),
        fixes,
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.args == ["ls"]\n#                 ^^^^ want\n}\n',
      ),
      prefer: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == ["ls"]\n}\n',
      ),
    },
    {
      release: '1.11',
      avoid: policyWith('', { without: ['CopyFileRequest'] }).concat(
        '\ndefault CopyFileRequest := false\n\nCopyFileRequest if {\n    input.file_type == "Regular"\n#         ^^^^^^^^^ want\n}\n',
      ),
      prefer: policyWith('', { without: ['CopyFileRequest'] }).concat(
        '\ndefault CopyFileRequest := false\n\nCopyFileRequest if {\n    input.file_size == 0\n}\n',
      ),
    },
  ],
});

/** Returns whether the policy denies all file copies because the field is missing. */
function neverCopies(policy: Policy, { copyFile }: Guest): boolean {
  const verdict = computeStaticVerdicts(policy.meant, policy.text, copyFile).get('CopyFileRequest')?.verdict;
  return verdict === 'denied' || verdict === 'undefined';
}

function withoutFiles({ release }: Guest, field: string): string {
  return l10n.t`The OSC ${release} guest has no ${field} in CopyFileRequest, so the policy denies every CopyFileRequest and pods with mounts don't start. Compare input.path instead.`;
}

function messageFor({ where, step, request, requests, place }: InputFault): string {
  const what = sanitizeQuote(String(step), 40);
  const written = sanitizeQuote(where, 60);
  const subject =
    place.fields === undefined
      ? `${written} (${describeType(place.type).slice(0, 40)})`
      : where === 'input' && requests.length === 1
        ? `input (${request})`
        : written;
  return l10n.t`${subject} has no field ${what}, so this expression is always undefined.`;
}

/** Returns a hint for a field without a similar name. */
function reasonFor({ where, step, place }: InputFault): string {
  if (place.type.kind === 'list') return l10n.t`To access the elements of the list, use [_].`;
  const owners = where === 'input' && typeof step === 'string' ? requestsWith(step) : [];
  return owners.length === 0 ? '' : l10n.t`The field exists in ${formatList(owners.slice(0, 2))}.`;
}
