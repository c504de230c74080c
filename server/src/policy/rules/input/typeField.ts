import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { inputFaults } from './inputFaults.ts';
import { keyEdit } from './keyEdit.ts';
import { analyzePolicy } from '../policyAnalysis.ts';

const rule = `default UpdateEphemeralMountsRequest := false

UpdateEphemeralMountsRequest if {
    false
}

binds contains mount if {
    some mount in input.OCI.Mounts
    mount.type_ == "bind"
}
`;

export default definePolicyRule({
  id: 'rego-type-field',
  title: () => l10n.t`"type" instead of "type_" in input`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  ofLong: false,
  why: () =>
    l10n.t`The policy reads the field \`type\` of a device, a mount, or an interface in \`input\`. The agent names this field \`type_\`, so \`type\` is always undefined. A condition that contains it is never true, or always true if it's negated with \`not\`.

Use \`type_\`.`,
  source: [kataUpstream('src/libs/protocols/build.rs'), kataUpstream('src/libs/protocols/protos/agent.proto')],
  *check({ policy, guest }) {
    const reading = analyzePolicy(policy);
    if (!reading.isWhole) return;
    for (const { step, part, place, where } of inputFaults(reading, guest)) {
      if (step !== 'type' || place.fields?.some(({ name }) => name === 'type_') !== true) continue;
      yield {
        start: part.key.start,
        end: part.key.end,
        message: `${l10n.t`${sanitizeQuote(where, 100)} has no field ${step}, so this expression is always undefined.`}${getSentenceSeparator()}${l10n.t`Use ${'type_'}.`}`,
        fixes: [{ title: l10n.t`Rename to ${'type_'}`, edits: [keyEdit(part, 'type_')], sure: true }],
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(rule.replace('type_ == "bind"\n', 'type == "bind"\n#         ^^^^ want\n'), {
        imports: 'import rego.v1\n',
      }),
      prefer: policyWith(rule, { imports: 'import rego.v1\n' }),
    },
  ],
});
